package io.daisychain.marketdata.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import io.daisychain.marketdata.LoadedMarket;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.FeedException;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.marketdata.feed.LossyLines;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.model.TradeDates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("StringConcatToTextBlock") // lines apart, with what is wrong beside them
class MarketLoadTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final Path REAL = samples();

  @TempDir private Path folder;

  /** The folder of samples beside the project, wherever that is checked out. */
  private static Path samples() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("shared/real"))) {
        return at.resolve("shared/real");
      }
    }
    return Path.of("shared/real");
  }

  private static String get(LoadedMarket market, MarketKind kind, String... symbols)
      throws IOException {
    return get(market, Long.MIN_VALUE, Long.MAX_VALUE, EnumSet.of(kind), symbols);
  }

  private static String get(
      LoadedMarket market, long from, long to, Set<MarketKind> kinds, String... symbols)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MarketRequest(Set.of(symbols), from, to, kinds)
        .write(market.folder(), MarketRequest.Format.CSV, out, 2);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void quotesAreStoredSkippedOrRejectedWithAReason() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "quotes.csv",
                "\uFEFFtime,symbol,exchange,bid,bidSize,ask,askSize,venueNote\r\n"
                    + "2026-03-16T13:30:00.5Z,B,XNAS,10.01,100,10.03,200,x\r\n"
                    + "\r\n"
                    + "1773667800000000001,A,XNYS,1,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,,,,,x\n" // no side
                    + "2026-03-16T13:30:00Z,A,XNYS,1,,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,-1,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,1e2,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,NaN,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,1.00001,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,1,1.5,,,x\n"
                    + "2026-03-16T13:30:00Z,,XNYS,1,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,,1,1,,,x\n"
                    + "1989-12-31T23:59:59Z,A,XNYS,1,1,,,x\n"
                    // Modulo 2^64 it would lie in 2068.
                    + "40000000000000000000,A,XNYS,1,1,,,x\n"
                    + "2026-02-30T00:00:00Z,A,XNYS,1,1,,,x\n"
                    + "2026-03-16T13:30:00,A,XNYS,1,1,,,x\n"
                    + "2026-03-16T13:30:00Z,A,XNYS,1,1\n"
                    + "2026-03-16T13:30:00Z,A,\"X,\"\"1\"\"\",1.5,1,0,0,x");

    MarketLoad.Summary summary = market.load("*.csv");

    assertEquals(
        Map.of("read", 18L, "stored", 3L, "skipped", 2L, "rejected", 13L), summary.counts());
    assertEquals(Map.of("empty line", 1L, "no side", 1L), summary.skippedByKind());
    assertEquals(
        """
        symbol,time,exchange,bid,bidSize,ask,askSize,condition
        A,2026-03-16T13:30:00.000000000Z,"X,""1""\",1.5,1,0,0,
        A,2026-03-16T13:30:00.000000001Z,XNYS,1,1,,,
        B,2026-03-16T13:30:00.500000000Z,XNAS,10.01,100,10.03,200,
        """,
        get(market, MarketKind.QUOTE, "A", "B"));
    List<String> rejects = Files.readAllLines(market.rejects);
    assertEquals("file,line,reason,text", rejects.get(0));
    assertEquals(
        "quotes.csv,6,price or size of a side is missing,\"2026-03-16T13:30:00Z,A,XNYS,1,,,,x\"",
        rejects.get(1));
    assertEquals(14, rejects.size());
  }

  @Test
  void tradesHaveSixDecimalsAndAPrice() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "t.csv",
                "symbol,time,exchange,price,size,condition\n"
                    + "A,2026-03-16T13:30:00Z,XNAS,10.123456,100,@\n"
                    + "A,2026-03-16T13:30:01Z,XNAS,0,100,\n"
                    + "A,2026-03-16T13:30:01Z,XNAS,1.1234567,100,\n"
                    + "A,2026-03-16T13:30:02Z,XNAS,10,50,\n");

    assertEquals(
        Map.of("read", 4L, "stored", 2L, "skipped", 0L, "rejected", 2L),
        market.load("t.csv").counts());
    assertEquals(
        """
        symbol,time,exchange,price,size,condition
        A,2026-03-16T13:30:00.000000000Z,XNAS,10.123456,100,@
        A,2026-03-16T13:30:02.000000000Z,XNAS,10,50,
        """,
        get(market, MarketKind.TRADE, "A"));
  }

  @Test
  void aLoadReplacesWhatItBringsOfADate() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "quotes-1.csv",
                "symbol,time,exchange,bid,bidSize,ask,askSize\n"
                    + "A,2026-03-16T13:30:00Z,X,1,1,2,1\n"
                    + "A,2026-03-17T13:30:00Z,X,1,1,2,1\n")
            .write(
                "trades-1.csv",
                "symbol,time,exchange,price,size,condition\nA,2026-03-16T13:30:00Z,X,1,1,\n")
            .write(
                "quotes-2.csv",
                "symbol,time,exchange,bid,bidSize,ask,askSize\nA,2026-03-16T14:00:00Z,Y,3,1,4,1\n");
    market.load("*-1.csv");
    String before = market.day("2026-03-17").loadOf(MarketKind.NBBO);

    market.load("quotes-2.csv");

    assertEquals(
        "symbol,time,bid,bidSize,bidExchange,ask,askSize,askExchange\n"
            + "A,2026-03-16T14:00:00.000000000Z,3,1,Y,4,1,Y\n"
            + "A,2026-03-17T13:30:00.000000000Z,1,1,X,2,1,X\n",
        get(market, MarketKind.NBBO, "A"));
    assertTrue(get(market, MarketKind.TRADE, "A").contains("2026-03-16T13:30:00"));
    assertEquals(before, market.day("2026-03-17").loadOf(MarketKind.NBBO));
  }

  @Test
  void aFileThatCannotBeReadEndsTheLoadAndChangesNothing() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "a.csv",
                "symbol,time,exchange,price,size,condition\nA,2026-03-16T13:30:00Z,X,1,1,\n")
            .write("b.csv", "symbol,time\nA,2026-03-16T13:30:00Z\n");
    Files.write(market.input.resolve("c.csv.gz"), gzip("symbol,time,exchange,price", 30));
    market.load("a.csv");
    String before = get(market, MarketKind.TRADE, "A");
    market.write(
        "a.csv", "symbol,time,exchange,price,size,condition\nA,2026-03-16T13:30:00Z,X,2,1,\n");

    FeedException noHeader = assertThrows(FeedException.class, () -> market.load("[ab].csv"));
    FeedException broken = assertThrows(FeedException.class, () -> market.load("*.gz"));

    assertTrue(noHeader.getMessage().startsWith("b.csv"), noHeader::getMessage);
    assertTrue(broken.getMessage().startsWith("c.csv.gz"), broken::getMessage);
    assertEquals(before, get(market, MarketKind.TRADE, "A"));
    assertFalse(Files.exists(market.market.resolve(".pending")));
  }

  private static byte[] gzip(String text, int length) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return Arrays.copyOf(out.toByteArray(), Math.min(length, out.size()));
  }

  @Test
  void conditionsSayWhatDoesNotCount() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "conditions.csv",
                "kind,condition,effect\nquote,N,noNBBO\ntrade,Z,noVolume\ntrade,Z,exempt\n")
            .write(
                "q.csv",
                "symbol,time,exchange,bid,bidSize,ask,askSize,condition\n"
                    + "A,2026-03-16T13:30:00Z,X,1,1,4,1,\n"
                    + "A,2026-03-16T13:30:01Z,Y,2,1,3,1,N\n")
            .write(
                "t.csv",
                "symbol,time,exchange,price,size,condition\n"
                    + "A,2026-03-16T13:30:00Z,X,1,1,Z\nA,2026-03-16T13:30:01Z,X,2,1,BROKEN\n"
                    + "A,2026-03-16T13:30:02Z,X,3,1,\nA,2026-03-16T13:30:03Z,X,4,1,\n");

    market.load("*.csv");

    assertEquals(2, get(market, MarketKind.NBBO, "A").lines().count());
    ByteArrayOutputStream windows = new ByteArrayOutputStream();
    new WindowRequest(Set.of("A"), MarketKind.TRADE, WindowShape.parse("2", "1"), 0)
        .write(market.folder(), windows, 1);
    assertEquals(
        "symbol,from,to,count,open,high,low,close,vwap\n"
            + "A,2026-03-16T13:30:02.000000000Z,2026-03-16T13:30:03.000000000Z,2,3,4,3,4,3.5\n",
        windows.toString(StandardCharsets.UTF_8));
  }

  @Test
  void rowsAreSortedStablyHoweverLittleMemoryThereIs() throws IOException {
    Random random = new Random(SEED);
    LoadedMarket market = new LoadedMarket(folder);
    List<String[]> expected = new ArrayList<>();
    for (int file = 0; file < 3; file++) {
      StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
      for (int i = 0; i < 20_000; i++) {
        String symbol =
            "S" + (char) ('A' + random.nextInt(4)) + (random.nextInt(3) == 0 ? "é" : "");
        long time = 1_773_600_000_000_000_000L + random.nextInt(50) * 3_600_000_000_000L;
        String size = Integer.toString(file * 100_000 + i + 1);
        text.append(symbol).append(',').append(time).append(",X,1,").append(size).append(",,\n");
        expected.add(new String[] {symbol, Long.toString(time), size});
      }
      Files.write(
          market.input.resolve("q" + file + ".csv.zst"),
          Zstd.compress(text.toString().getBytes(StandardCharsets.UTF_8)));
    }
    expected.sort(
        (one, other) -> {
          int symbols =
              Arrays.compareUnsigned(
                  one[0].getBytes(StandardCharsets.UTF_8),
                  other[0].getBytes(StandardCharsets.UTF_8));
          return symbols != 0 ? symbols : one[1].compareTo(other[1]);
        });

    market.load(market.input + "/*.zst", Feed.CSV, TradeDates.UTC, 7_000); // nine runs

    String[] symbols = expected.stream().map(row -> row[0]).distinct().toArray(String[]::new);
    List<String> lines = get(market, MarketKind.QUOTE, symbols).lines().skip(1).toList();
    assertEquals(expected.size(), lines.size());
    for (int i = 0; i < lines.size(); i++) {
      String[] fields = lines.get(i).split(",", -1);
      assertEquals(expected.get(i)[0], fields[0], "seed " + SEED + " row " + i);
      assertEquals(expected.get(i)[2], fields[4], "seed " + SEED + " row " + i);
    }
  }

  @Test
  void tradeDatesFollowZoneAndRoll() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "q.csv",
                "symbol,time,exchange,bid,bidSize,ask,askSize\n"
                    + "A,2026-03-16T20:59:59.999999999Z,X,1,1,2,1\n" // 16:59 in New York
                    + "A,2026-03-16T21:00:00Z,X,1,1,2,1\n");
    TradeDates dates = new TradeDates(ZoneId.of("America/New_York"), LocalTime.of(17, 0));

    MarketLoad.Summary summary = market.load(market.input + "/q.csv", Feed.CSV, dates, 1 << 10);

    assertEquals(Set.of("20260316", "20260317"), summary.days().keySet());
  }

  @Test
  void severalTypesAreOrderedByTimeThenType() throws IOException {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "q.csv",
                "symbol,time,exchange,bid,bidSize,ask,askSize\n"
                    + "A,2026-03-16T13:30:00Z,X,1,1,2,1\nA,2026-03-16T13:30:02Z,X,1,2,2,1\n")
            .write(
                "t.csv",
                "symbol,time,exchange,price,size,condition\n"
                    + "A,2026-03-16T13:30:00Z,X,1,1,\nA,2026-03-16T13:30:01Z,X,1,1,\n");
    market.load("*.csv");
    long from = 1_773_667_800_000_000_000L; // 13:30:00

    String all = get(market, from, from + 2_000_000_000L, EnumSet.allOf(MarketKind.class), "A");

    assertEquals(
        """
        type,symbol,time,exchange,bid,bidSize,bidExchange,ask,askSize,askExchange,price,size,condition
        nbbo,A,2026-03-16T13:30:00.000000000Z,,1,1,X,2,1,X,,,
        quote,A,2026-03-16T13:30:00.000000000Z,X,1,1,,2,1,,,,
        trade,A,2026-03-16T13:30:00.000000000Z,X,,,,,,,1,1,
        trade,A,2026-03-16T13:30:01.000000000Z,X,,,,,,,1,1,
        """,
        all);
  }

  @Test
  void duckDbReadsTheDatesFolders() throws Exception {
    LoadedMarket market =
        new LoadedMarket(folder)
            .write(
                "q.csv",
                "symbol,time,exchange,bid,bidSize,ask,askSize\n"
                    + "A,2026-03-16T13:30:00Z,X,1.0001,1,2,1\nA,2026-03-17T13:30:00Z,X,3,1,4,1\n");
    market.load("*.csv");

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT date::VARCHAR, bid::VARCHAR, epoch_ns(time) FROM read_parquet('"
                        + market.market
                        + "/date=*/nbbo.parquet', hive_partitioning = true) ORDER BY time")) {
      rows.next();
      assertEquals("2026-03-16 1.0001", rows.getString(1) + " " + rows.getString(2));
      rows.next();
      assertEquals("2026-03-17 3.0000", rows.getString(1) + " " + rows.getString(2));
    }
  }

  @Test
  void nasdaqsSampleIsCountedByType() throws IOException {
    Path sample = REAL.resolve("itch/ex20101224.TEST_ITCH_50.gz");
    assumeTrue(Files.exists(sample), "no sample of ITCH beside the project");
    LoadedMarket market = new LoadedMarket(folder);

    MarketLoad.Summary summary =
        market.load(
            sample.toString(),
            Feed.of(FeedFormat.ITCH50).on(LocalDate.of(2010, 12, 24)),
            TradeDates.UTC,
            1 << 14);

    assertEquals(12_012, summary.counts().get("read"));
    assertEquals(Map.of("H", 3L, "R", 3L, "S", 6L), summary.skippedByKind());
    long rejected = summary.rejectedByKind().values().stream().mapToLong(Long::longValue).sum();
    assertEquals(
        12_012 - 12 - rejected, summary.counts().get("stored"), summary.rejectedByKind()::toString);
    assertEquals(Set.of("20101224"), summary.days().keySet());
    assertTrue(summary.rows().get("trades") >= 5_000, summary.rows()::toString);
  }

  /** Two lines that lose three packets of ten give the market of the file. */
  @Test
  void nasdaqsSampleOverLinesThatLosePacketsIsThatOfTheFile() throws Exception {
    Path sample = REAL.resolve("itch/ex20101224.TEST_ITCH_50.gz");
    assumeTrue(Files.exists(sample), "no sample of ITCH beside the project");
    Feed feed = Feed.of(FeedFormat.ITCH50).on(LocalDate.of(2010, 12, 24));
    List<byte[]> messages;
    try (InputStream in = MarketFile.list(sample.toString()).get(0).open()) {
      messages = LossyLines.messagesOf(in);
    }
    LoadedMarket ofFile = new LoadedMarket(folder.resolve("file"));
    LoadedMarket ofLines = new LoadedMarket(folder.resolve("lines"));
    MarketLoad.Summary expected = ofFile.load(sample.toString(), feed, TradeDates.UTC, 1 << 14);
    MarketLoad.Summary summary;
    try (LossyLines lines = new LossyLines(new Random(SEED))) {
      lines.send(messages, 3);
      summary = ofLines.load(lines.address(true), feed, TradeDates.UTC, 1 << 14);
    }

    assertEquals(expected, summary);
    for (MarketKind kind : MarketKind.values()) {
      assertEquals(all(ofFile, kind), all(ofLines, kind), kind.toString());
    }
  }

  /** The rows of the sample's day, in their order. */
  private static List<String> all(LoadedMarket market, MarketKind kind) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet result =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT day::VARCHAR FROM read_parquet('%s/date=2010-12-24/%s') day"
                        .formatted(market.market, kind.file()))) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  @Test
  void databentosSamplesAreReadWhole() throws IOException {
    Path samples = REAL.resolve("dbn");
    assumeTrue(Files.exists(samples), "no samples of DBN beside the project");
    LoadedMarket market = new LoadedMarket(folder);

    for (String schema : List.of("mbp-1", "tbbo", "trades", "definition")) {
      MarketLoad.Summary summary =
          market.load(
              samples + "/xnas-itch." + schema + ".dbn.zst",
              Feed.of(FeedFormat.DBN),
              TradeDates.UTC,
              1 << 10);
      assertTrue(summary.counts().get("read") > 0, schema);
      assertEquals(0, summary.counts().get("rejected"), schema + summary.rejectedByKind());
      boolean hasQuotes = schema.equals("mbp-1") || schema.equals("tbbo");
      assertEquals(hasQuotes ? summary.counts().get("read") : 0, summary.rows().get("quotes"));
      boolean hasTrades = schema.equals("tbbo") || schema.equals("trades");
      assertEquals(hasTrades ? summary.counts().get("read") : 0, summary.rows().get("trades"));
    }
  }
}
