package io.daisychain.marketdata.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.LoadedMarket;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.model.TradeDates;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of DBN as a gateway sends them, and what others send in its place. */
class DbnLiveStreamTest {
  private static final String KEY = "db-0123456789abcdefABCDE";
  private static final String GREETING = "lsg_version=0.6.0\ncram=challenge\n";
  private static final String ACCEPTED = "success=1|session_id=5\n";
  private static final long TIME = 1_773_667_800_000_000_000L; // 2026-03-16T13:30:00Z
  private static final long UNTIL = TIME + 1_000_000_000L;
  private static final long CENT = 10_000_000;
  private static final int ERROR = 0x15;
  private static final int SYSTEM = 0x17;

  @TempDir private Path folder;

  /** Greets, answers, and sends bytes once the session is begun; then it closes the connection. */
  private record Gateway(ServerSocket socket, CompletableFuture<List<String>> asked)
      implements AutoCloseable {
    static Gateway of(String greeting, String answer, byte[] sent) throws IOException {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      CompletableFuture<List<String>> asked = new CompletableFuture<>();
      new Thread(() -> serve(socket, greeting, answer, sent, asked), "gateway").start();
      return new Gateway(socket, asked);
    }

    private static void serve(
        ServerSocket socket,
        String greeting,
        String answer,
        byte[] sent,
        CompletableFuture<List<String>> asked) {
      try (Socket connection = socket.accept()) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
        connection.getOutputStream().write(greeting.getBytes(US_ASCII));
        String first = in.readLine();
        connection.getOutputStream().write(answer.getBytes(US_ASCII));
        if (!answer.endsWith("\n")) {
          return;
        }
        List<String> lines =
            in.lines()
                .takeWhile(line -> !line.equals("start_session"))
                .collect(Collectors.toList());
        lines.add(0, first);
        connection.getOutputStream().write(sent);
        asked.complete(lines);
      } catch (IOException e) {
        asked.completeExceptionally(e); // the other side has gone
      }
    }

    String address(String rest) {
      return "dbn://127.0.0.1:%s?dataset=EQUS.ALL&%s&until=2026-03-16T13:30:01Z"
          .formatted(socket.getLocalPort(), rest);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private MarketLoad.Summary load(String address, LoadedMarket market) throws IOException {
    return MarketLoad.run(
        new MarketLoad.Settings(
            MarketFile.list(address, KEY),
            Feed.of(FeedFormat.DBN),
            TradeDates.UTC,
            market.market,
            market.rejects,
            1 << 10),
        new AtomicLong());
  }

  private static String rows(LoadedMarket market) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MarketRequest(
            Set.of("A", "B"), Long.MIN_VALUE, Long.MAX_VALUE, EnumSet.allOf(MarketKind.class))
        .write(market.folder(), MarketRequest.Format.CSV, out, 1);
    return out.toString(US_ASCII);
  }

  private static DbnFile random(DbnFile file, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      long bid = (1000 + random.nextInt(5)) * CENT;
      if (random.nextBoolean()) {
        file.topOfBook(66 + random.nextInt(3), TIME + i, bid, 1 + i, bid + CENT, 2 + i);
      } else {
        file.trade(66, TIME + i, bid, 1 + i);
      }
    }
    return file;
  }

  @Test
  void whatIsSentLiveIsWhatAFileHas() throws Exception {
    long seed = Long.getLong("test.seed", 1);
    LoadedMarket file = new LoadedMarket(folder.resolve("file"));
    Files.write(file.input.resolve("a.dbn"), random(new DbnFile("EQUS.ALL", 1), seed).bytes());
    MarketLoad.Summary ofFile =
        file.load(file.input + "/a.dbn", Feed.of(FeedFormat.DBN), TradeDates.UTC, 1 << 10);
    DbnFile sent =
        DbnFile.live("EQUS.ALL")
            .word(SYSTEM, "Subscription request 0 for mbp-1 data succeeded", 1, UNTIL)
            .symbol("B", TIME, false)
            .symbol("A", TIME, true)
            .word(SYSTEM, "Heartbeat", 0, TIME);
    random(sent, seed).topOfBook(66, UNTIL, 1000 * CENT, 1, 1001 * CENT, 1).trade(66, UNTIL, 1, 1);
    LoadedMarket live = new LoadedMarket(folder.resolve("live"));

    try (Gateway gateway = Gateway.of(GREETING, ACCEPTED, sent.bytes())) {
      MarketLoad.Summary sums =
          load(gateway.address("schema=mbp-1,trades&symbols=A,B&stype=parent"), live);

      assertEquals(rows(file), rows(live), "seed " + seed);
      assertEquals(305, sums.counts().get("read"));
      assertEquals(300, sums.counts().get("stored"));
      assertEquals(ofFile.rows(), sums.rows());
      assertEquals(
          Map.of("symbol of an instrument", 2L, "word of a gateway", 2L, "beyond the end", 1L),
          sums.skippedByKind());
      assertEquals(
          List.of(
              // printf 'challenge|db-0123456789abcdefABCDE' | sha256sum
              "auth=5c651f448a420dc4746232fdf6a82d32112d6aede9272e7a5386a4b254140dac-ABCDE"
                  + "|dataset=EQUS.ALL|encoding=dbn|ts_out=0|client=daisychain"
                  + "|heartbeat_interval_s=10",
              "schema=mbp-1|stype_in=parent|symbols=A,B|snapshot=0|is_last=1",
              "schema=trades|stype_in=parent|symbols=A,B|snapshot=0|is_last=1"),
          gateway.asked().get());
    }
  }

  /** Heartbeats are of now while the past is sent. */
  @Test
  void thePastEndsWithAHeartbeatAfterIt() throws Exception {
    DbnFile sent =
        DbnFile.live("EQUS.ALL")
            .symbol("A", UNTIL, true)
            .word(SYSTEM, "Heartbeat", 0, UNTIL)
            .trade(66, TIME, 1000 * CENT, 1)
            .word(SYSTEM, "Finished replay", 3, UNTIL)
            .word(SYSTEM, "Heartbeat", 0, UNTIL)
            .trade(66, TIME, 1000 * CENT, 2);
    List<String> symbols = IntStream.range(0, 501).mapToObj(i -> "S" + i).toList();
    LoadedMarket market = new LoadedMarket(folder);

    try (Gateway gateway = Gateway.of(GREETING, ACCEPTED, sent.bytes())) {
      MarketLoad.Summary sums =
          load(
              gateway.address(
                  "schema=trades&symbols="
                      + String.join(",", symbols)
                      + "&start=2026-03-16T13:30:00Z"),
              market);

      assertEquals(5, sums.counts().get("read"));
      assertEquals(
          "trade,A,2026-03-16T13:30:00.000000000Z,XNAS,,,,,,,10,1,",
          rows(market).lines().skip(1).collect(Collectors.joining()));
      assertEquals(
          List.of(
              "schema=trades|stype_in=raw_symbol|symbols="
                  + String.join(",", symbols.subList(0, 500))
                  + "|start=1773667800000000000|snapshot=0|is_last=0",
              "schema=trades|stype_in=raw_symbol|symbols=S500"
                  + "|start=1773667800000000000|snapshot=0|is_last=1"),
          gateway.asked().get().subList(1, 3));
    }
  }

  private static byte[] cut(DbnFile file, int bytes) {
    return Arrays.copyOf(file.bytes(), file.bytes().length - bytes);
  }

  private void assertTold(String told, String greeting, String answer, byte[] sent)
      throws Exception {
    LoadedMarket market = new LoadedMarket(folder);
    try (Gateway gateway = Gateway.of(greeting, answer, sent)) {
      String address = gateway.address("schema=trades");
      FeedException failed = assertThrows(FeedException.class, () -> load(address, market));

      assertEquals(address + told, failed.getMessage());
      assertTrue(market.folder().days().isEmpty(), "nothing has changed");
    }
  }

  @Test
  void whatIsNoSessionIsTold() throws Exception {
    byte[] none = {};
    DbnFile begun = DbnFile.live("EQUS.ALL").symbol("A", TIME, true).trade(66, TIME, CENT, 1);
    String endless = "x".repeat((1 << 16) + 1);

    assertTold(
        " is no gateway of DBN: it says 'HTTP/1.1 400 ?[31mNo'",
        "HTTP/1.1 400 \u001b[31mNo\n",
        "",
        none);
    assertTold(
        ": the connection has no end of a line after '" + endless.substring(0, 200) + "'",
        endless,
        "",
        none);
    assertTold(
        ": the key is refused: 'success=0|error=Authentication failed.'",
        GREETING,
        "success=0|error=Authentication failed.\n",
        none);
    assertTold(": the connection has ended after 'success'", GREETING, "success", none);
    assertTold(
        " is no DBN file: it does not begin with DBN",
        GREETING,
        ACCEPTED,
        "{\"error\":1}".getBytes(US_ASCII));
    assertTold(
        " ends in the middle of its metadata", GREETING, ACCEPTED, cut(DbnFile.live("X"), 1));
    assertTold(" ends in the middle of a record, at byte 304", GREETING, ACCEPTED, cut(begun, 1));
    assertTold(
        ": the connection has ended after 2 records, before 2026-03-16T13:30:01Z",
        GREETING,
        ACCEPTED,
        begun.bytes());
    assertTold(
        ": the gateway says 'Not authorized for trades'",
        GREETING,
        ACCEPTED,
        begun.word(ERROR, "Not authorized for trades", 1, TIME).bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dbn://127.0.0.1:1",
        "dbn://127.0.0.1:1?dataset=A&schema=trades",
        "dbn://127.0.0.1:1?dataset=A&schema=trades&until=noon",
        "dbn://127.0.0.1:1?dataset=A&schema=trades&start=today&until=2026-03-16T13:30:01Z",
        "dbn://127.0.0.1:1?dataset=A&schema=tbbo&until=2026-03-16T13:30:01Z",
        "dbn://127.0.0.1:1?dataset=A|B&schema=trades&until=2026-03-16T13:30:01Z",
        "dbn://127.0.0.1?dataset=A&schema=trades&until=2026-03-16T13:30:01Z",
        "dbn://127.0.0.1:1?dataset=A&schema=trades&until=2026-03-16T13:30:01Z",
      })
  void whereNobodyIsIsTold(String address) {
    assertThrows(FeedException.class, () -> DbnLiveStream.open(address, KEY));
  }

  @Test
  void whoHasNoKeyIsTold() {
    String address = "dbn://127.0.0.1:1?dataset=A&schema=trades&until=2026-03-16T13:30:01Z";
    FeedException failed =
        assertThrows(FeedException.class, () -> DbnLiveStream.open(address, "db-1"));

    assertTrue(failed.getMessage().endsWith("there is no key"));
  }
}
