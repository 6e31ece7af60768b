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

  @Test
  void whatIsTakenBackIsNotSentUntilItIsAskedForAgain() throws IOException {
    try (Client feed = new Client();
        Client subscriber = new Client()) {
      feed.tick("A", 1);
      feed.awaitTaken(1);
      subscriber.subscribe("A", "B", "WISH");
      subscriber.expect("A", 1);
      subscriber.request('U', "A", "WISH", "NEVER");
      subscriber.subscribe("C"); // read behind it
      feed.tick("C", 2);
      subscriber.expect("C", 2);
      feed.tick("A", 3);
      feed.tick("WISH", 4);
      feed.tick("B", 5);
      subscriber.expect("B", 5);
      subscriber.subscribe("WISH", "A");
      subscriber.expect("WISH", 4);
      subscriber.expect("A", 3);
      feed.tick("A", 6);
      subscriber.expect("A", 6);
    }
  }

  /** Also where only which symbols have changed is kept: its later tick would be sent. */
  @Test
  void whatIsTakenBackIsNotSentToWhoIsBehind() {
    TickSubscriber subscriber = plant.add();
    plant.subscribe(subscriber, new long[] {number("A"), number("B")});
    byte[] tick = new byte[QuoteTick.LENGTH];
    for (int i = 0; i < 20_000; i++) {
      LongBytes.write(number(i % 2 == 0 ? "A" : "B"), tick, 0);
      LongBytes.write(i, tick, 8);
      plant.take(tick, 0, 1);
    }
    plant.unsubscribe(subscriber, new long[] {number("A")});
    byte[] out = new byte[QuoteTick.LENGTH];
    Map<String, Long> last = new HashMap<>();
    while (plant.take(subscriber, out) > 0) {
      last.put(QuoteTick.text(LongBytes.read(out, 0)), LongBytes.read(out, 8));
    }
    assertEquals(19_999, last.get("B"));
    assertEquals(16_382, last.get("A"), "what waited as it was is sent");
  }

  @Test
  void askingAndTakingBackForLongUsesUpNoRoom() throws IOException {
    TickRoom room = TickRoom.of(64 << 20);
    try (TickServer small =
            new TickServer(
                new TickPlant(null, room), null, Listening.LOOPBACK, 0, SessionLog.NONE);
        Client subscriber = new Client(small.port());
        Client feed = new Client(small.port())) {
      int symbols = room.asked().availablePermits() / 3;
      String[] all = new String[symbols];
      for (int i = 0; i < symbols; i++) {
        all[i] = "S" + i;
      }
      for (int round = 0; round < 20; round++) {
        subscriber.subscribe(all);
        subscriber.request('U', all);
      }
      subscriber.subscribe("LAST");
      feed.tick("LAST", 1);
      subscriber.expect("LAST", 1);
    }
  }

  private static long number(String symbol) {
    return QuoteTick.number(symbol.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }

  private final class Client implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ByteBuffer tick = ByteBuffer.allocate(QuoteTick.LENGTH);

    Client() throws IOException {
      this(server.port());
    }

    Client(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    }

    void tick(String symbol, long number) throws IOException {
      tick.putLong(0, number(symbol));
      tick.putLong(8, number);
      out.write(tick.array());
    }

    void subscribe(String... symbols) throws IOException {
      request('S', symbols);
    }

    void request(char kind, String... symbols) throws IOException {
      ByteBuffer request = ByteBuffer.allocate(5 + 8 * symbols.length);
      request.put((byte) kind).putInt(symbols.length);
      for (String symbol : symbols) {
        request.putLong(number(symbol));
      }
      out.write(request.array());
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
