package io.daisychain.flight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.Listening;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.model.TradeDates;
import io.daisychain.model.access.Entitlements;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
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

/** A server on loopback over generated market data, and the library's own client of it. */
final class ServedMarket {
  static final String SECRET = "a long secret of A";
  static final ServedLimits LIMITS = new ServedLimits(2, 2, 2, 0);

  private static final List<String> TABLES = List.of("quotes", "nbbo", "trades");

  private final Path folder;
  private final Path who;
  private final String hash;
  private final BufferAllocator memory = new RootAllocator();

  /** What is served. */
  final MarketFolder market;

  final MarketFlightServer server;
  final FlightClient client;

  ServedMarket(Path folder) throws IOException {
    this(folder, LIMITS);
  }

  ServedMarket(Path folder, ServedLimits limits) throws IOException {
    this.folder = folder;
    FileSystems.setDefaultPipelineOptions(PipelineOptionsFactory.create());
    market = load();
    who = folder.resolve("who.csv");
    hash = quickHash();
    write("*", "*");
    server = new MarketFlightServer(market, users(), Listening.LOOPBACK, 0, limits);
    client = connect();
  }

  /** A connection of its own. */
  FlightClient connect() {
    return connect(server);
  }

  private FlightClient connect(MarketFlightServer to) {
    return FlightClient.builder(memory, Location.forGrpcInsecure("127.0.0.1", to.port())).build();
  }

  /** Another server of the same. */
  MarketFlightServer another(ServedLimits limits) throws IOException {
    return new MarketFlightServer(market, users(), Listening.LOOPBACK, 0, limits);
  }

  /** The rows that another server answers. */
  List<String> rows(MarketFlightServer other, String json, CallOption... options) throws Exception {
    FlightClient of = connect(other);
    try {
      return rows(of, json, options);
    } finally {
      of.close();
    }
  }

  private KnownUsers users() throws IOException {
    return new KnownUsers(who, () -> Entitlements.parse("who.csv", Files.readString(who), TABLES));
  }

  /** With as few iterations as are taken. */
  static String quickHash() throws IOException {
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

  /**
   * The file with A, who may see these, BEST, who may see nbbo, and NOTHING, who may see nothing.
   */
  void write(String symbols, String dates) throws IOException {
    FileTime before = Files.exists(who) ? Files.getLastModifiedTime(who) : FileTime.fromMillis(0);
    Files.writeString(
        who,
        "name,symbols,tables,dates,secret\nA,"
            + symbols
            + ",*,"
            + dates
            + ","
            + hash
            + "\nBEST,*,nbbo,*,"
            + hash
            + "\nNOTHING,,,,"
            + hash
            + "\nNONE,,*,*,"
            + hash
            + "\n");
    Files.setLastModifiedTime(who, FileTime.fromMillis(before.toMillis() + 1_000));
  }

  /** The file with what nobody understands, of another time than before. */
  void writeNonsense() throws IOException {
    Files.writeString(who, "nonsense");
    Files.setLastModifiedTime(who, FileTime.fromMillis(1));
  }

  private MarketFolder load() throws IOException {
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
    load("quotes.csv", quotes);
    load("trades.csv", trades);
    return MarketFolder.of(folder.resolve("marketdata"));
  }

  /** Loads lines of CSV; dates that have such data get these in their place. */
  void load(String name, CharSequence lines) throws IOException {
    Path file = Files.createDirectories(folder.resolve("input")).resolve(name);
    Files.writeString(file, lines);
    MarketLoad.run(
        new MarketLoad.Settings(
            MarketFile.list(file.toString()),
            Feed.CSV,
            TradeDates.UTC,
            folder.resolve("marketdata"),
            folder.resolve("rejects.csv"),
            1 << 14),
        new AtomicLong());
  }

  static CallOption as(String name, String secret) {
    return new CredentialCallOption(new BasicAuthCredentialWriter(name, secret));
  }

  static Ticket ticket(String json) {
    return new Ticket(json.replace('\'', '"').getBytes(UTF_8));
  }

  /** The rows of an answer as lines of CSV. */
  List<String> rows(String json, CallOption... options) throws Exception {
    return rows(client, json, options);
  }

  static List<String> rows(FlightClient client, String json, CallOption... options)
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
  List<String> expected(MarketRequest request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.write(market, MarketRequest.Format.CSV, out, 2);
    return lines(out);
  }

  static List<String> lines(ByteArrayOutputStream out) {
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

  void assertRefused(FlightStatusCode code, String words, String json, CallOption... options) {
    FlightRuntimeException refused =
        assertThrows(FlightRuntimeException.class, () -> rows(json, options));
    assertEquals(code, refused.status().code(), refused::getMessage);
    assertTrue(refused.getMessage().contains(words), refused::getMessage);
  }

  void close() throws Exception {
    client.close();
    server.close();
    memory.close();
  }
}
