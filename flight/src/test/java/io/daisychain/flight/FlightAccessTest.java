package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets nothing of a server, and who keeps it from nobody else. */
class FlightAccessTest {
  /** Milliseconds and more. */
  private static final int MOST_LOOKS = 60_000;

  /** What a client of HTTP/2 begins with: the preface and settings without any. */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(UTF_8);

  /** A request. */
  private interface Ask {
    void of(FlightClient client) throws Exception;
  }

  @TempDir private static Path folder;

  private static final CallOption A = ServedMarket.as("A", ServedMarket.SECRET);

  private static ServedMarket served;

  @BeforeAll
  static void serve() throws Exception {
    served = new ServedMarket(folder);
  }

  @AfterAll
  static void end() throws Exception {
    served.close();
  }

  private static boolean waiting(int requests) {
    return served.server.metrics().contains("requests_waiting{user=\"A\"} " + requests + "\n");
  }

  /** Asks by a connection of its own. */
  private static FlightStatusCode refusal(Ask ask) throws Exception {
    FlightClient own = served.connect();
    try {
      return assertThrows(FlightRuntimeException.class, () -> ask.of(own)).status().code();
    } finally {
      own.close();
    }
  }

  @Test
  void strangersGetNothing() throws Exception {
    String json = "{'symbols':'S1'}";
    List<Ask> asks = new ArrayList<>();
    for (CallOption option :
        List.of(
            ServedMarket.as("A", "a wrong secret of A"),
            ServedMarket.as("NOBODY", ServedMarket.SECRET),
            ServedMarket.as("A", ServedMarket.SECRET + "x".repeat(300)),
            ServedMarket.as("A", ""))) {
      asks.add(stranger -> ServedMarket.rows(stranger, json, option));
    }
    asks.add(stranger -> ServedMarket.rows(stranger, json));
    asks.add(stranger -> stranger.listFlights(Criteria.ALL).forEach(info -> {}));
    asks.add(
        stranger ->
            stranger.getInfo(FlightDescriptor.command(ServedMarket.ticket(json).getBytes())));
    for (Ask ask : asks) {
      assertEquals(FlightStatusCode.UNAUTHENTICATED, refusal(ask));
    }
  }

  @Test
  void tenThousandConnectionsKeepNobodyAway() throws Exception {
    InetAddress elsewhere = InetAddress.getByName("127.0.0.2");
    ArrayDeque<Socket> held = new ArrayDeque<>();
    AtomicLong opened = new AtomicLong();
    Thread flood =
        new Thread(
            () -> {
              try {
                while (opened.incrementAndGet() <= 10_000) {
                  Socket socket =
                      new Socket(
                          InetAddress.getLoopbackAddress(), served.server.port(), elsewhere, 0);
                  held.add(socket);
                  try {
                    socket.getOutputStream().write(PREFACE);
                  } catch (IOException e) {
                    socket.close(); // another has its place already
                  }
                  if (held.size() > 256) {
                    held.remove().close();
                  }
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    flood.start();
    int answers = 0;
    while (flood.isAlive() || answers == 0) {
      FlightClient honest = served.connect();
      try {
        assertTrue(ServedMarket.rows(honest, "{'symbols':'S1','types':'trade'}", A).size() > 10);
        answers++;
      } finally {
        honest.close();
      }
    }
    flood.join();
    assertEquals(10_001, opened.get());
    for (int i = 0; i < 256 - 64; i++) {
      try (Socket evicted = held.remove()) {
        evicted.setSoTimeout(60_000);
        assertEnds(evicted);
      }
    }
    for (Socket socket : held) {
      socket.close();
    }
  }

  private static void assertEnds(Socket evicted) throws IOException {
    try {
      evicted.getInputStream().readAllBytes();
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      assertFalse(evicted.isInputShutdown(), "cut off, which is an end too");
    }
  }

  @Test
  void rightsAreThoseOfTheFileAsItIsNow() throws Exception {
    try {
      served.write("S1|S2", "2026-03-17..");
      served.assertRefused(
          FlightStatusCode.UNAUTHORIZED,
          "A may not see the symbols BUSY, S3",
          "{'symbols':'BUSY,S1,S3'}",
          A);
      served.assertRefused(
          FlightStatusCode.UNAUTHORIZED,
          "A may not see the dates 2026-03-16",
          "{'symbols':'S1','to':'2026-03-18'}",
          A);
      served.assertRefused(
          FlightStatusCode.UNAUTHORIZED,
          "NOTHING may not see the type nbbo",
          "{'symbols':'S1','types':'nbbo'}",
          ServedMarket.as("NOTHING", ServedMarket.SECRET));
      for (String windows : List.of("", ",'window':50,'slide':20")) {
        served.assertRefused(
            FlightStatusCode.UNAUTHORIZED,
            "NONE may not see any symbol",
            "{'symbols':['*'],'types':'trade'" + windows + "}",
            ServedMarket.as("NONE", ServedMarket.SECRET));
      }
      MarketRequest allowed =
          new MarketRequest(
              Set.of("S1", "S2"),
              MarketRequest.moment("2026-03-17"),
              Long.MAX_VALUE,
              EnumSet.of(MarketKind.TRADE));
      assertEquals(served.expected(allowed), served.rows("{'symbols':['*'],'types':'trade'}", A));
    } finally {
      served.write("*", "*");
    }
  }

  @Test
  void aFileThatIsWrongChangesNothing() throws Exception {
    try {
      served.writeNonsense();
      assertTrue(served.rows("{'symbols':'S1','types':'trade'}", A).size() > 10);
    } finally {
      served.write("*", "*");
    }
  }

  @Test
  void readersWhoStandStillHoldUpNobodyAndCancelLetsGo() throws Exception {
    String all = "{'symbols':'BUSY'}";
    List<FlightStream> slow = new ArrayList<>();
    for (int i = 0; i < ServedMarket.LIMITS.requests() + ServedMarket.LIMITS.waiting(); i++) {
      FlightStream stream = served.client.getStream(ServedMarket.ticket(all), A);
      slow.add(stream);
      if (i < ServedMarket.LIMITS.requests()) {
        assertTrue(stream.next()); // it has begun, and is not read any further
      }
    }
    // Those that wait tell their client nothing, and may come in any order.
    for (int looks = 0; looks < MOST_LOOKS && !waiting(ServedMarket.LIMITS.waiting()); looks++) {
      LockSupport.parkNanos(1_000_000);
    }
    assertTrue(waiting(ServedMarket.LIMITS.waiting()), served.server::metrics);
    served.assertRefused(
        FlightStatusCode.RESOURCE_EXHAUSTED, "4 requests that are not answered", all, A);
    // Another user's connection has its own turns.
    served.assertRefused(
        FlightStatusCode.UNAUTHORIZED,
        "may not see",
        all,
        ServedMarket.as("NOTHING", ServedMarket.SECRET));
    for (FlightStream stream : slow) {
      stream.cancel("enough", null);
      while (isNext(stream)) {
        // what was on its way
      }
      stream.close();
    }
    assertTrue(served.rows("{'symbols':'S1','types':'trade'}", A).size() > 10);
    String metrics = served.server.metrics();
    assertTrue(metrics.contains("daisychain_flight_answer_seconds_worst{user=\"A\"}"), metrics);
    assertTrue(
        served.server.summary().get(0).toLowerCase(Locale.ROOT).contains("deviation"),
        served.server.summary()::toString);
  }

  private static boolean isNext(FlightStream stream) {
    try {
      return stream.next();
    } catch (FlightRuntimeException e) {
      return false;
    }
  }
}
