package io.daisychain.linkage.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.ByteSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys and symbols that somebody chose on purpose cost what random ones do, counted in slots. */
class KeyHashTest {
  private static final int KEYS = 80_000;

  /** Multipliers of a mix without secret, which anybody can turn round. */
  private static final long FIRST = 0x9e3779b97f4a7c15L;

  private static final long SECOND = 0xbf58476d1ce4e5b9L;

  /** Ways to choose keys, each by number. */
  @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
  private enum Choice {
    RANDOM(i -> new Random(i).nextLong(), i -> new Random(~i).nextLong()),
    COUNTED_LOW(i -> 1, i -> i),
    COUNTED_HIGH(i -> i, i -> 1),
    HIGH_BITS(i -> i << 44, i -> 0x8000000000000000L),
    LOW_BITS_ALL_ZERO(i -> i << 20, i -> i << 40),
    VERSION_7(i -> 0x0195_a000_0000_7000L + (i << 16), i -> 0x8000_0000_0000_0000L | i),
    SUM_OF_HALVES_EQUAL(i -> i * FIRST, i -> -i * FIRST),
    HALVES_EQUAL(i -> i, i -> i),
    HALVES_TURNED(i -> Long.rotateLeft(i * 77, 32), i -> i * 77),
    SAME_OLD_MIX(KeyHashTest::highOfOldMix, i -> i * 0x10001);

    private final LongUnaryOperator high;
    private final LongUnaryOperator low;

    Choice(LongUnaryOperator high, LongUnaryOperator low) {
      this.high = high;
      this.low = low;
    }
  }

  /** The upper half with which a lower half of {@code i * 0x10001} mixes to the same as all. */
  private static long highOfOldMix(long i) {
    long low = i * 0x10001;
    long mixed = 0x1234_5678_9abc_def0L - low;
    long shifted = mixed;
    for (int bits = 29; bits < Long.SIZE; bits += 29) {
      shifted = mixed ^ shifted >>> 29;
    }
    long inverse = FIRST;
    for (int i1 = 0; i1 < 6; i1++) {
      inverse *= 2 - FIRST * inverse;
    }
    return shifted * inverse ^ Long.rotateLeft(low, 32);
  }

  private static long oldMix(long high, long low) {
    long mixed = (high ^ Long.rotateLeft(low, 32)) * FIRST;
    mixed ^= mixed >>> 29;
    mixed = (mixed + low) * SECOND;
    return mixed ^ mixed >>> 32;
  }

  @Test
  void theAttackWasOne() {
    Choice made = Choice.SAME_OLD_MIX;
    long first = oldMix(made.high.applyAsLong(1), made.low.applyAsLong(1));
    for (int i = 2; i < KEYS; i++) {
      assertEquals(first, oldMix(made.high.applyAsLong(i), made.low.applyAsLong(i)));
    }
  }

  @ParameterizedTest
  @EnumSource(Choice.class)
  void keysAreFoundInAFewSteps(Choice choice) {
    long[] high = new long[KEYS];
    long[] low = new long[KEYS];
    KeyNumbers numbers = new KeyNumbers();
    for (int i = 0; i < KEYS; i++) {
      high[i] = choice.high.applyAsLong(i);
      low[i] = choice.low.applyAsLong(i);
      assertEquals(i, numbers.number(high[i], low[i], 0));
    }
    KeyNumbers index = KeyNumbers.over(high, low, new int[KEYS], KEYS);
    assertTrue(index.collisions() < KEYS, () -> choice + ": " + index.collisions());
    for (int i = 0; i < KEYS; i++) {
      assertEquals(i, index.find(high[i], low[i], 0));
    }
    // With the slots made anew each time the table has grown.
    assertTrue(numbers.collisions() < 4 * KEYS, () -> choice + ": " + numbers.collisions());
  }

  @Test
  void symbolsChosenForOnePartAreSpreadInTheNextRun() {
    int parts = 16;
    KeyHash known = new KeyHash(7, 11);
    List<ByteSlice> chosen = new ArrayList<>();
    for (int i = 0; chosen.size() < 1_000; i++) {
      byte[] symbol = ("S" + i).getBytes(ISO_8859_1);
      ByteSlice text = new ByteSlice().set(symbol, 0, symbol.length);
      if (known.part(known.of(text, 20_000), 0, parts) == 0) {
        chosen.add(text);
      }
    }
    KeyHash next = KeyHash.random();
    int[] counts = new int[parts];
    chosen.forEach(text -> counts[next.part(next.of(text, 20_000), 0, parts)]++);
    for (int count : counts) {
      assertTrue(count < 200, () -> java.util.Arrays.toString(counts));
    }
  }

  @Test
  void equalTextsHaveEqualNumbers() {
    WordTable words = new WordTable();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10_000; i++) {
        byte[] word = ("\u00ff" + i).getBytes(ISO_8859_1);
        assertEquals(i, words.number(new ByteSlice().set(word, 0, word.length)));
      }
    }
  }
}
