package io.daisychain.watch.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.model.LongBytes;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ticks over TCP. */
class TickServerTest {
  private TickPlant plant;
  private TickServer server;

  @BeforeEach
  void start() throws IOException {
    plant = new TickPlant(null, TickRoom.ofHeap());
    server = new TickServer(plant, null, Listening.LOOPBACK, 0, SessionLog.NONE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void sendsLastValuesFirstAndThenAllThatComes() throws IOException {
    try (Client feed = new Client();
        Client subscriber = new Client()) {
      feed.tick("AAPL", 1);
      feed.tick("AAPL", 2);
      feed.tick("IBM", 3);
      feed.awaitTaken(3);
      subscriber.subscribe("AAPL", "NONE");
      subscriber.expect("AAPL", 2);
      for (int i = 4; i < 2_000; i++) {
        feed.tick(i % 2 == 0 ? "AAPL" : "MSFT", i);
      }
      for (int i = 4; i < 2_000; i += 2) {
        subscriber.expect("AAPL", i);
      }
      feed.tick("NONE", 2_000);
      subscriber.expect("NONE", 2_000);
      subscriber.subscribe("MSFT", "AAPL");
      subscriber.expect("MSFT", 1_999);
      feed.tick("MSFT", 2_001);
      subscriber.expect("MSFT", 2_001);
    }
  }

  @Test
  void oneWhoDoesNotReadGetsTheLatestAndHoldsUpNobody() throws IOException {
    int rounds = 300_000;
    try (Client feed = new Client();
        Client idle = new Client();
        Client other = new Client()) {
      idle.subscribe("A", "B", "C");
      other.subscribe("D");
      other.awaitSubscribers(2);
      for (int i = 0; i < rounds; i++) {
        feed.tick("ABC".substring(i % 3, i % 3 + 1), i);
      }
      feed.tick("D", rounds);
      other.expect("D", rounds);

      Map<String, Long> last = new HashMap<>();
      long count = 0;
      while (last.getOrDefault("A", 0L) < rounds - 3
          || last.getOrDefault("B", 0L) < rounds - 2
          || last.getOrDefault("C", 0L) < rounds - 1) {
        byte[] tick = idle.in.readNBytes(QuoteTick.LENGTH);
        String symbol = QuoteTick.text(LongBytes.read(tick, 0));
        long number = LongBytes.read(tick, 8);
        Long before = last.put(symbol, number);
        assertTrue(before == null || before < number, symbol);
        count++;
      }
      long received = count;
      assertTrue(received < rounds, () -> received + " of " + rounds);
    }
  }

  private final class Client implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ByteBuffer tick = ByteBuffer.allocate(QuoteTick.LENGTH);

    Client() throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    }

    void tick(String symbol, long number) throws IOException {
      tick.putLong(
          0, QuoteTick.number(symbol.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
      tick.putLong(8, number);
      out.write(tick.array());
    }

    void subscribe(String... symbols) throws IOException {
      out.writeByte('S');
      out.writeInt(symbols.length);
      for (String symbol : symbols) {
        out.writeLong(
            QuoteTick.number(symbol.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
      }
    }

    void expect(String symbol, long number) throws IOException {
      byte[] received = in.readNBytes(QuoteTick.LENGTH);
      assertEquals(symbol, QuoteTick.text(LongBytes.read(received, 0)));
      assertEquals(number, LongBytes.read(received, 8));
    }

    void awaitTaken(long count) {
      while (plant.taken() < count) {
        Thread.onSpinWait();
      }
    }

    void awaitSubscribers(int count) {
      while (plant.subscribers() < count) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
