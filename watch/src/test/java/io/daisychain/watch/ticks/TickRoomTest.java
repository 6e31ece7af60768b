package io.daisychain.watch.ticks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.model.LongBytes;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Whatever comes, it fits a heap of 16 MB. */
class TickRoomTest {
  private static final long HEAP = 16 << 20;

  private final TickRoom room = TickRoom.of(HEAP);
  private final NbboBooks books = new NbboBooks(room);
  private final TickPlant plant = new TickPlant(books, room);

  private static byte[] quote(long symbol, String exchange) {
    byte[] tick = new byte[QuoteTick.LENGTH];
    LongBytes.write(symbol, tick, 0);
    LongBytes.write(1L, tick, QuoteTick.TIME);
    LongBytes.write(10L, tick, QuoteTick.BID);
    LongBytes.writeInt(1, tick, QuoteTick.BID_SIZE);
    byte[] name = Arrays.copyOf(exchange.getBytes(US_ASCII), QuoteTick.TEXT);
    Arrays.fill(name, exchange.length(), QuoteTick.TEXT, (byte) ' ');
    System.arraycopy(name, 0, tick, QuoteTick.EXCHANGE, QuoteTick.TEXT);
    tick[QuoteTick.KIND] = 'B';
    return tick;
  }

  private static long named(int number) {
    return LongBytes.read(String.format("%08d", number).getBytes(US_ASCII), 0);
  }

  @Test
  void furtherSymbolsAreRefusedAndThoseThatAreThereGoOn() {
    for (int i = 0; i < 50_000; i++) {
      plant.take(quote(named(i), "N"), 0, 1);
    }
    assertEquals(8_192, plant.symbols());
    assertEquals(50_000 - 8_192, plant.refused());
    plant.take(quote(named(5), "N"), 0, 1);
    assertEquals(50_000 - 8_192, plant.refused());
  }

  @Test
  void booksHaveRoomForSoManySymbolsAndExchanges() {
    for (int i = 0; i < 2_000; i++) {
      plant.take(quote(named(1), Integer.toString(i)), 0, 1);
    }
    assertEquals(2_000 - 256, books.refused());
    for (int i = 0; i < 5_000; i++) {
      plant.take(quote(named(i), "255"), 0, 1);
    }
    assertNotNull(books.of("00000001"));
    assertNull(books.of("00004999"));
    assertTrue(books.refused() > 6_000, () -> "refused " + books.refused());
  }

  @Test
  void requestsForMoreThanThereIsRoomForEndTheirConnectionAlone() throws IOException {
    try (TickServer server = new TickServer(plant, null, Listening.LOOPBACK, 0, SessionLog.NONE);
        Socket honest = new Socket(InetAddress.getLoopbackAddress(), server.port());
        Socket greedy = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      plant.take(quote(named(1), "N"), 0, 1);
      DataOutputStream asks = new DataOutputStream(honest.getOutputStream());
      asks.writeByte('S');
      asks.writeInt(1);
      asks.writeLong(named(1));
      assertEquals(QuoteTick.LENGTH, honest.getInputStream().readNBytes(QuoteTick.LENGTH).length);
      DataOutputStream asksMuch = new DataOutputStream(greedy.getOutputStream());
      asksMuch.writeByte('S');
      asksMuch.writeInt(1 << 20);
      assertEquals(-1, greedy.getInputStream().read());
      plant.take(quote(named(1), "N"), 0, 1);
      assertEquals(QuoteTick.LENGTH, honest.getInputStream().readNBytes(QuoteTick.LENGTH).length);
    }
  }

  @Test
  void aPageThatPostsToThePortSendsNoTick() throws IOException {
    try (TickServer server = new TickServer(plant, null, Listening.LOOPBACK, 0, SessionLog.NONE);
        Socket page = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      page.getOutputStream()
          .write(("POST / HTTP/1.1\r\nHost: x\r\n" + "x".repeat(1_000)).getBytes(US_ASCII));
      page.shutdownOutput();
      assertTrue(isEnded(page));
      assertEquals(0, plant.taken());
    }
  }

  private static boolean isEnded(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true; // reset
    }
  }

  @Test
  void subscribersWhoReadNothingShareTheRoom() {
    for (int i = 0; i < 100; i++) {
      plant.subscribe(plant.add(), new long[] {named(1)});
    }
    byte[] tick = quote(named(1), "N");
    for (int i = 0; i < 20_000; i++) {
      plant.take(tick, 0, 1);
    }
    int left = room.rings().availablePermits();
    assertTrue(left >= 0 && left < 128 * QuoteTick.LENGTH, () -> "left " + left);
  }
}
