package io.daisychain.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of MoldUDP64 over lines that lose what they are given. */
class MoldUdp64StreamTest {
  private static List<byte[]> messages(Random random, int count) {
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] message = new byte[1 + random.nextInt(60)];
      random.nextBytes(message);
      messages.add(message);
    }
    return messages;
  }

  private static void assertNext(byte[] message, MoldUdp64Stream in, String said)
      throws IOException {
    byte[] head = in.readNBytes(2);
    assertEquals(message.length, (head[0] << 8) | (head[1] & 0xFF), said);
    assertArrayEquals(message, in.readNBytes(message.length), said);
  }

  /** Of ten packets so many are lost, on each line by its own chance. */
  @ParameterizedTest
  @CsvSource({"0, false", "3, false", "6, false", "3, true"})
  void allMessagesComeOnceAndInOrder(int lostOfTen, boolean areGroups) throws Exception {
    long seed = Long.getLong("test.seed", 1) + lostOfTen;
    Random random = new Random(seed);
    List<byte[]> messages = messages(random, 1_500);
    try (LossyLines lines = new LossyLines(random, areGroups);
        MoldUdp64Stream in = MoldUdp64Stream.open(lines.address(true))) {
      lines.send(messages, lostOfTen);

      for (int i = 0; i < messages.size(); i++) {
        assertNext(messages.get(i), in, "message " + (i + 1) + ", seed " + seed);
      }
      assertEquals(-1, in.read());
    }
  }

  @Test
  void whatNobodyHasIsNamed() throws Exception {
    try (LossyLines lines = new LossyLines(new Random(1));
        MoldUdp64Stream in = MoldUdp64Stream.open(lines.address(false))) {
      lines.send(messages(new Random(1), 50), 10);

      FeedException missed = assertThrows(FeedException.class, in::read);

      assertTrue(
          missed.getMessage().contains("messages 1 to 50 of session TODAY are missed by all lines"),
          missed::getMessage);
    }
  }

  /** Whoever can send there may send millions that are empty, behind one that never comes. */
  @Test
  void whatIsHeldHasABound() throws Exception {
    int most = MoldUdp64Stream.MOST_AHEAD_BYTES / MoldUdp64Stream.AHEAD_BYTES;
    int count = 30_000; // of a packet
    try (LossyLines lines = new LossyLines(new Random(1));
        MoldUdp64Stream in = MoldUdp64Stream.open(lines.address(false))) {
      for (int i = 0; i < most / count + 20; i++) {
        lines.sendEmpty(2L + (long) i * count, count);
        in.receive();
      }

      assertTrue(in.held() >= most - count && in.held() <= most, in.held() + " of " + most);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "moldudp64://",
        "moldudp64://127.0.0.1",
        "moldudp64://127.0.0.1:0",
        "moldudp64://127.0.0.1:20000?nosuch=1",
        "moldudp64://233.54.12.111:20000?interface=nosuch0",
        "moldudp64://203.0.113.1:20000",
      })
  void whatIsNoLineOfThisMachineIsRefused(String address) {
    assertThrows(FeedException.class, () -> MoldUdp64Stream.open(address));
  }
}
