package io.daisychain.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SwarTest {
  private static final long SEED = 20260316;

  @Test
  void marksExactlyTheBytesThatAreEqual() {
    Random random = new Random(SEED);
    byte[] bytes = new byte[8];
    for (int round = 0; round < 200_000; round++) {
      // Few different bytes, so that zeros, ones and neighbours of a match are common.
      for (int i = 0; i < 8; i++) {
        bytes[i] = (byte) (random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(3));
      }
      long expected = 0;
      for (int i = 0; i < 8; i++) {
        expected |= bytes[i] == 1 ? 1L << i : 0;
      }

      long marks = Swar.matches(Swar.load(bytes, 0), Swar.repeat(1));

      assertEquals(expected, Swar.packMarks(marks));
      assertEquals(
          expected == 0 ? 8 : Long.numberOfTrailingZeros(expected), Swar.firstMatch(marks));
    }
  }

  @Test
  void addsBytesModulo256() {
    Random random = new Random(SEED);
    byte[] bytes = new byte[4096];
    random.nextBytes(bytes);
    long lanes = 0;
    int sum = 0;
    for (int at = 0; at < bytes.length; at += 8) {
      lanes = Swar.addBytes(lanes, Swar.load(bytes, at));
      for (int i = at; i < at + 8; i++) {
        sum += bytes[i] & 0xFF;
      }
      assertEquals(sum & 0xFF, Swar.laneSum(lanes));
    }
  }

  @Test
  void readsUpToEightDigits() {
    assertEquals(7, Swar.digits(Swar.load(Samples.fix("7=abcdef"), 0), 1));
    assertEquals(10887, Swar.digits(Swar.load(Samples.fix("10887=x|"), 0), 5));
    assertEquals(99999999, Swar.digits(Swar.load(Samples.fix("99999999"), 0), 8));
    assertEquals(123, Swar.digits(Swar.load(Samples.fix("00000123"), 0), 8));
    for (int other = 0; other < 256; other++) {
      for (int place = 0; place < 4; place++) {
        byte[] bytes = Samples.fix("1234====");
        bytes[place] = (byte) other;
        boolean digit = other >= '0' && other <= '9';
        int scale = new int[] {1000, 100, 10, 1}[place];
        long expected = digit ? 1234 + scale * (other - '1' - place) : Swar.NOT_DIGITS;
        assertEquals(expected, Swar.digits(Swar.load(bytes, 0), 4));
      }
    }
  }

  @Test
  void fillsAWordThatIsCutByTheLimitOrTheArrayWithZeros() {
    byte[] bytes = Samples.fix("abcdefghij");
    assertEquals(0x646362L, Swar.loadUpTo(bytes, 1, 4));
    assertEquals(0x6A6968L, Swar.loadUpTo(bytes, 7, 10));
    assertEquals(Swar.load(bytes, 2), Swar.loadUpTo(bytes, 2, 10));
  }
}
