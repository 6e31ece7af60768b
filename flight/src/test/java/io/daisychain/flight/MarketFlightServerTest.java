package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Listening;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.model.TradeDates;
import io.daisychain.model.access.Entitlements;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth2.BasicAuthCredentialWriter;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampNanoTZVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server on loopback, asked by the library's own client. */
class MarketFlightServerTest {
  private static final String SECRET = "a long secret of A";
  private static final List<String> TABLES = List.of("quotes", "nbbo", "trades");

  /** Milliseconds and more. */
  private static final int MOST_LOOKS = 60_000;

  private static final ServedLimits LIMITS = new ServedLimits(2, 2, 2);

  @TempDir private static Path folder;

  private static MarketFolder market;
  private static Path who;
  private static MarketFlightServer server;
  private static BufferAllocator memory;
  private static FlightClient client;

  @BeforeAll
  static void serve() throws Exception {
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    market = load();
    who = folder.resolve("who.csv");
    write("*", "*");
    server = new MarketFlightServer(market, users(), Listening.LOOPBACK, 0, LIMITS);
    memory = new RootAllocator();
    client = FlightClient.builder(memory, at()).build();
  }

  @AfterAll
  static void end() throws Exception {
    client.close();
    server.close();
    memory.close();
  }

  private static Location at() {
    return Location.forGrpcInsecure("127.0.0.1", server.port());
  }

  private static KnownUsers users() throws IOException {
    return new KnownUsers(who, () -> Entitlements.parse("who.csv", Files.readString(who), TABLES));
  }

  private static String hash;

  /** With as few iterations as are taken. */
  private static String quickHash() throws IOException {
    try {
      byte[] salt = new byte[16];
      byte[] derived =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
              .generateSecret(new PBEKeySpec(SECRET.toCharArray(), salt, 100_000, 256))
              .getEncoded();
      Base64.Encoder text = Base64.getEncoder();
      return "pbkdf2-sha256:100000:"
          + text.encodeToString(salt)
          + ":"
          + text.encodeToString(derived);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** The file with A, who may see these, and NOTHING, who may see nothing. */
  private static void write(String symbols, String dates) throws IOException {
    hash = hash == null ? quickHash() : hash;
    FileTime before = Files.exists(who) ? Files.getLastModifiedTime(who) : FileTime.fromMillis(0);
    Files.writeString(
        who,
        "name,symbols,tables,dates,secret\nA,"
            + symbols
            + ",*,"
            + dates
            + ","
            + hash
            + "\nNOTHING,,,,"
            + hash
            + "\nNONE,,*,*,"
            + hash
            + "\n");
    Files.setLastModifiedTime(who, FileTime.fromMillis(before.toMillis() + 1_000));
  }

  private static MarketFolder load() throws IOException {
    Random random = new Random(Long.getLong("daisychain.seed", 1));
    StringBuilder quotes =
        new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize,condition\n");
    StringBuilder trades = new StringBuilder("symbol,time,exchange,price,size,condition\n");
    for (int day = 16; day <= 18; day++) {
      for (int i = 0; i < 40_000; i++) {
        String symbol = i < 30_000 ? "BUSY" : "S" + random.nextInt(40);
        String time =
            "2026-03-%d,T%02d:%02d:%02d.%09dZ"
                .formatted(
                    day,
                    13 + random.nextInt(7),
                    random.nextInt(60),
                    random.nextInt(60),
                    random.nextInt(4))
                .replace(",", "");
        String exchange = random.nextBoolean() ? "XNAS" : "A-LONGER-NAME";
        if (random.nextInt(3) > 0) {
          String bid = random.nextInt(9) == 0 ? "," : "1" + random.nextInt(9) + ".25,100";
          quotes.append(
              "%s,%s,%s,%s,%d.5,200,%s\n"
                  .formatted(
                      symbol,
                      time,
                      exchange,
                      bid,
                      20 + random.nextInt(5),
                      random.nextInt(4) == 0 ? "R" : ""));
        } else {
          trades.append(
              "%s,%s,%s,1%d.125,%d,%s\n"
                  .formatted(
                      symbol,
                      time,
                      exchange,
                      random.nextInt(9),
                      1 + random.nextInt(900),
                      random.nextBoolean() ? "@" : ""));
        }
      }
    }
    Path input = Files.createDirectories(folder.resolve("input"));
    Files.writeString(input.resolve("quotes.csv"), quotes);
    Files.writeString(input.resolve("trades.csv"), trades);
    for (String name : List.of("quotes.csv", "trades.csv")) {
      MarketLoad.run(
          new MarketLoad.Settings(
              MarketFile.list(input + "/" + name),
              FeedFormat.CSV,
              null,
              TradeDates.UTC,
              folder.resolve("marketdata"),
              folder.resolve("rejects.csv"),
              1 << 14),
          new AtomicLong());
    }
    return MarketFolder.of(folder.resolve("marketdata"));
  }

  private static CallOption as(String name, String secret) {
    return new CredentialCallOption(new BasicAuthCredentialWriter(name, secret));
  }

  private static Ticket ticket(String json) {
    return new Ticket(json.replace('\'', '"').getBytes(UTF_8));
  }

  /** The rows of an answer as lines of CSV. */
  private static List<String> rows(String json, CallOption... options) throws Exception {
    return rows(client, json, options);
  }

  private static List<String> rows(FlightClient client, String json, CallOption... options)
      throws Exception {
    List<String> lines = new ArrayList<>();
    FlightStream stream = client.getStream(ticket(json), options);
    try {
      VectorSchemaRoot root = stream.getRoot();
      while (stream.next()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          StringBuilder line = new StringBuilder();
          for (FieldVector vector : root.getFieldVectors()) {
            line.append(line.isEmpty() ? "" : ",").append(text(vector, row));
          }
          lines.add(line.toString());
        }
      }
    } finally {
      stream.close();
    }
    return lines;
  }

  private static String text(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return "";
    }
    if (vector instanceof TimeStampNanoTZVector times) {
      return "@" + times.get(row);
    }
    if (vector instanceof Float8Vector doubles) {
      return Double.toString(doubles.get(row));
    }
    return vector.getObject(row) instanceof java.math.BigDecimal number
        ? number.stripTrailingZeros().toPlainString()
        : vector.getObject(row).toString();
  }

  /** What marketdata get writes, in the form of {@link #rows}. */
  private static List<String> expected(MarketRequest request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.write(market, MarketRequest.Format.CSV, out, 2);
    return lines(out);
  }

  private static List<String> lines(ByteArrayOutputStream out) {
    return out.toString(UTF_8)
        .lines()
        .skip(1)
        .map(
            line -> {
              String[] fields = line.split(",", -1);
              for (int i = 0; i < fields.length; i++) {
                if (fields[i].length() > 19 && fields[i].endsWith("Z")) {
                  fields[i] = "@" + MarketRequest.moment(fields[i]);
                } else if (fields[i].indexOf('.') > 0) {
                  fields[i] =
                      new java.math.BigDecimal(fields[i]).stripTrailingZeros().toPlainString();
                }
              }
              return String.join(",", fields);
            })
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BUSY          | quote            |                     |",
        "BUSY,S1,S2,S3 | nbbo             | 2026-03-16T14:00:00Z | 2026-03-17T15:00:00Z",
        "S1,S2,NONE    | trade            |                     | 2026-03-17",
        "BUSY,S7       | quote,nbbo,trade |                     |",
        "S1,S2,S3,S4,S5,S6,S7,S8,S9,S10 | nbbo,trade | 2026-03-17 |",
      })
  void rowsAreThoseOfGet(String symbols, String types, String from, String to) throws Exception {
    EnumSet<MarketKind> kinds = EnumSet.noneOf(MarketKind.class);
    for (String type : types.split(",", -1)) {
      kinds.add(MarketKind.parse(type));
    }
    List<String> expected =
        expected(
            new MarketRequest(
                Set.of(symbols.split(",", -1)),
                from == null ? Long.MIN_VALUE : MarketRequest.moment(from),
                to == null ? Long.MAX_VALUE : MarketRequest.moment(to),
                kinds));
    String json =
        "{'symbols':'%s','types':'%s'%s%s}"
            .formatted(
                symbols,
                types,
                from == null ? "" : ",'from':'" + from + "'",
                to == null ? "" : ",'to':'" + to + "'");
    List<String> rows = rows(json, as("A", SECRET));
    assertTrue(rows.size() > 100, () -> rows.size() + " rows");
    assertEquals(expected, rows);
  }

  @Test
  void allSymbolsComeByDateAsTheyAreStored() throws Exception {
    Set<String> symbols = new TreeSet<>(List.of("BUSY"));
    for (int i = 0; i < 40; i++) {
      symbols.add("S" + i);
    }
    List<String> expected = new ArrayList<>();
    for (int day = 16; day <= 18; day++) {
      long from = MarketRequest.moment("2026-03-%dT13:10:00Z".formatted(day));
      long to = MarketRequest.moment("2026-03-%d".formatted(day + 1));
      expected.addAll(
          expected(
                  new MarketRequest(
                      symbols,
                      day == 16 ? from : Long.MIN_VALUE + 1,
                      to,
                      EnumSet.of(MarketKind.QUOTE)))
              .stream()
              .filter(
                  line ->
                      Long.parseLong(line, line.indexOf('@') + 1, line.indexOf('@') + 20, 10)
                          >= to - 86_400_000_000_000L)
              .toList());
    }
    assertEquals(
        expected,
        rows("{'symbols':['*'],'types':'quote','from':'2026-03-16T13:10:00Z'}", as("A", SECRET)));
  }

  @Test
  void windowsAreThoseOfWindows() throws Exception {
    for (String type : List.of("trade", "nbbo")) {
      WindowRequest request =
          new WindowRequest(
              Set.of("BUSY", "S3"), MarketKind.parse(type), WindowShape.parse("50", "20"), 2);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      request.write(market, out, 1);
      List<String> rows =
          rows(
              "{'symbols':'BUSY,S3','types':'%s','window':50,'slide':20,'fit':2}".formatted(type),
              as("A", SECRET));
      List<String> expected = lines(out);
      assertTrue(rows.size() > 500, type);
      assertEquals(expected.size(), rows.size());
      for (int i = 0; i < rows.size(); i++) {
        String[] wanted = expected.get(i).split(",", -1);
        String[] found = rows.get(i).split(",", -1);
        for (int k = 0; k < wanted.length; k++) {
          if (k >= 8 && !wanted[k].isEmpty()) {
            assertEquals(Double.parseDouble(wanted[k]), Double.parseDouble(found[k]), rows.get(i));
          } else {
            assertEquals(wanted[k], found[k], rows.get(i));
          }
        }
      }
    }
  }

  @Test
  void aListHasTheDatesAndKindsWithTicketsForThem() throws Exception {
    long rows = 0;
    List<FlightInfo> infos = new ArrayList<>();
    client.listFlights(Criteria.ALL, as("A", SECRET)).forEach(infos::add);
    assertEquals(9, infos.size());
    for (FlightInfo info : infos) {
      String json = new String(info.getEndpoints().get(0).getTicket().getBytes(), UTF_8);
      long these = rows(json, as("A", SECRET)).size();
      assertEquals(info.getRecords(), these, json);
      rows += these;
    }
    assertTrue(rows > 100_000, rows + " rows");
    assertEquals(
        0,
        java.util.stream.StreamSupport.stream(
                client.listFlights(Criteria.ALL, as("NOTHING", SECRET)).spliterator(), false)
            .count());
  }

  @Test
  void anInfoHasSchemaAndABoundOfRows() throws Exception {
    String json = "{'symbols':'BUSY','types':'trade','dates':'2026-03-17'}";
    FlightInfo info =
        client.getInfo(FlightDescriptor.command(ticket(json).getBytes()), as("A", SECRET));
    List<String> rows = rows(json, as("A", SECRET));
    assertTrue(info.getRecords() >= rows.size() && info.getRecords() < 20_000);
    assertEquals(
        List.of("symbol", "time", "exchange", "price", "size", "condition"),
        info.getSchemaOptional().orElseThrow().getFields().stream()
            .map(field -> field.getName())
            .toList());
  }

  @Test
  void aHandshakeGivesATokenForFurtherCalls() throws Exception {
    CredentialCallOption token = client.authenticateBasicToken("A", SECRET).orElseThrow();
    assertTrue(rows("{'symbols':'S1','types':'trade'}", token).size() > 10);
  }

  private static boolean waiting(int requests) {
    return server.metrics().contains("requests_waiting{user=\"A\"} " + requests + "\n");
  }

  private static void assertRefused(
      FlightStatusCode code, String words, String json, CallOption... options) {
    FlightRuntimeException refused =
        assertThrows(FlightRuntimeException.class, () -> rows(json, options));
    assertEquals(code, refused.status().code(), refused::getMessage);
    assertTrue(refused.getMessage().contains(words), refused::getMessage);
  }

  /** Asks by a connection of its own. */
  private static FlightStatusCode refusal(Ask ask) throws Exception {
    FlightClient own = FlightClient.builder(memory, at()).build();
    try {
      return assertThrows(FlightRuntimeException.class, () -> ask.of(own)).status().code();
    } finally {
      own.close();
    }
  }

  /** A request. */
  private interface Ask {
    void of(FlightClient client) throws Exception;
  }

  @Test
  void strangersGetNothing() throws Exception {
    String json = "{'symbols':'S1'}";
    List<Ask> asks = new ArrayList<>();
    for (CallOption option :
        List.of(
            as("A", "a wrong secret of A"),
            as("NOBODY", SECRET),
            as("A", SECRET + "x".repeat(300)),
            as("A", ""))) {
      asks.add(stranger -> rows(stranger, json, option));
    }
    asks.add(stranger -> rows(stranger, json));
    asks.add(stranger -> stranger.listFlights(Criteria.ALL).forEach(info -> {}));
    asks.add(stranger -> stranger.getInfo(FlightDescriptor.command(ticket(json).getBytes())));
    for (Ask ask : asks) {
      assertEquals(FlightStatusCode.UNAUTHENTICATED, refusal(ask));
    }
  }

  /** What a client of HTTP/2 begins with: the preface and settings without any. */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(UTF_8);

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
                      new Socket(InetAddress.getLoopbackAddress(), server.port(), elsewhere, 0);
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
      FlightClient honest = FlightClient.builder(memory, at()).build();
      try {
        assertTrue(rows(honest, "{'symbols':'S1','types':'trade'}", as("A", SECRET)).size() > 10);
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
  void aTicketThatIsTooLargeOrNoneIsRefused() {
    assertRefused(
        FlightStatusCode.RESOURCE_EXHAUSTED,
        "",
        "{'symbols':['" + "x".repeat(300_000) + "']}",
        as("A", SECRET));
    assertRefused(FlightStatusCode.INVALID_ARGUMENT, "is none of", "{'no':1}", as("A", SECRET));
    FlightRuntimeException path =
        assertThrows(
            FlightRuntimeException.class,
            () -> client.getInfo(FlightDescriptor.path("quotes"), as("A", SECRET)));
    assertEquals(FlightStatusCode.INVALID_ARGUMENT, path.status().code());
  }

  @Test
  void rightsAreThoseOfTheFileAsItIsNow() throws Exception {
    try {
      write("S1|S2", "2026-03-17..");
      CallOption a = as("A", SECRET);
      assertRefused(
          FlightStatusCode.UNAUTHORIZED,
          "A may not see the symbols BUSY, S3",
          "{'symbols':'BUSY,S1,S3'}",
          a);
      assertRefused(
          FlightStatusCode.UNAUTHORIZED,
          "A may not see the dates 2026-03-16",
          "{'symbols':'S1','to':'2026-03-18'}",
          a);
      assertRefused(
          FlightStatusCode.UNAUTHORIZED,
          "NOTHING may not see the type nbbo",
          "{'symbols':'S1','types':'nbbo'}",
          as("NOTHING", SECRET));
      for (String windows : List.of("", ",'window':50,'slide':20")) {
        assertRefused(
            FlightStatusCode.UNAUTHORIZED,
            "NONE may not see any symbol",
            "{'symbols':['*'],'types':'trade'" + windows + "}",
            as("NONE", SECRET));
      }
      MarketRequest allowed =
          new MarketRequest(
              Set.of("S1", "S2"),
              MarketRequest.moment("2026-03-17"),
              Long.MAX_VALUE,
              EnumSet.of(MarketKind.TRADE));
      assertEquals(expected(allowed), rows("{'symbols':['*'],'types':'trade'}", a));
    } finally {
      write("*", "*");
    }
  }

  @Test
  void aFileThatIsWrongChangesNothing() throws Exception {
    try {
      Files.writeString(who, "nonsense");
      Files.setLastModifiedTime(who, FileTime.fromMillis(1));
      assertTrue(rows("{'symbols':'S1','types':'trade'}", as("A", SECRET)).size() > 10);
    } finally {
      write("*", "*");
    }
  }

  @Test
  void readersWhoStandStillHoldUpNobodyAndCancelLetsGo() throws Exception {
    String all = "{'symbols':'BUSY'}";
    List<FlightStream> slow = new ArrayList<>();
    for (int i = 0; i < LIMITS.requests() + LIMITS.waiting(); i++) {
      FlightStream stream = client.getStream(ticket(all), as("A", SECRET));
      slow.add(stream);
      if (i < LIMITS.requests()) {
        assertTrue(stream.next()); // it has begun, and is not read any further
      }
    }
    // Those that wait tell their client nothing, and may come in any order.
    for (int looks = 0; looks < MOST_LOOKS && !waiting(LIMITS.waiting()); looks++) {
      LockSupport.parkNanos(1_000_000);
    }
    assertTrue(waiting(LIMITS.waiting()), server::metrics);
    assertRefused(
        FlightStatusCode.RESOURCE_EXHAUSTED,
        "4 requests that are not answered",
        all,
        as("A", SECRET));
    // Another user's connection has its own turns.
    assertRefused(FlightStatusCode.UNAUTHORIZED, "may not see", all, as("NOTHING", SECRET));
    for (FlightStream stream : slow) {
      stream.cancel("enough", null);
      while (isNext(stream)) {
        // what was on its way
      }
      stream.close();
    }
    assertTrue(rows("{'symbols':'S1','types':'trade'}", as("A", SECRET)).size() > 10);
    String metrics = server.metrics();
    assertTrue(metrics.contains("daisychain_flight_answer_seconds_worst{user=\"A\"}"), metrics);
    assertTrue(
        server.summary().get(0).toLowerCase(Locale.ROOT).contains("deviation"),
        server.summary()::toString);
  }

  private static boolean isNext(FlightStream stream) {
    try {
      return stream.next();
    } catch (FlightRuntimeException e) {
      return false;
    }
  }
}
