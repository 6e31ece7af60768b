package io.daisychain.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.feed.DbnFile;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.FeedException;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.model.TradeDates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DbnLoadTest {
  private static final long TIME = 1_773_667_800_000_000_000L; // 2026-03-16T13:30:00Z
  private static final long CENT = 10_000_000;
  private static final int MBP_10 = 2;
  private static final int CMBP_1 = 14;
  private static final int MBP_1 = 1;

  @TempDir private Path folder;

  private LoadedMarket load(DbnFile file) throws IOException {
    LoadedMarket market = new LoadedMarket(folder);
    Files.write(market.input.resolve("a.dbn"), file.bytes());
    market.load(market.input + "/a.dbn", Feed.of(FeedFormat.DBN), TradeDates.UTC, 1 << 10);
    return market;
  }

  private static String get(LoadedMarket market, MarketKind kind) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MarketRequest(Set.of("A"), Long.MIN_VALUE, Long.MAX_VALUE, EnumSet.of(kind))
        .write(market.folder(), MarketRequest.Format.CSV, out, 1);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void anUndefinedPriceWithdrawsItsSide() throws IOException {
    LoadedMarket market =
        load(
            new DbnFile("XNAS.ITCH", MBP_1)
                .topOfBook(2, TIME, 1000 * CENT, 5, 1001 * CENT, 6)
                .topOfBook(2, TIME + 1, DbnFile.UNDEFINED, 0, 1001 * CENT, 6)
                .topOfBook(2, TIME + 2, DbnFile.UNDEFINED, 0, DbnFile.UNDEFINED, 0));

    assertEquals(
        """
        symbol,time,bid,bidSize,bidExchange,ask,askSize,askExchange
        A,2026-03-16T13:30:00.000000000Z,10,5,XNAS,10.01,6,XNAS
        A,2026-03-16T13:30:00.000000001Z,,,,10.01,6,XNAS
        A,2026-03-16T13:30:00.000000002Z,,,,,,
        """,
        get(market, MarketKind.NBBO));
  }

  @Test
  void publishersOfAConsolidatedDatasetAreExchangesOfTheirOwn() throws IOException {
    LoadedMarket market =
        load(
            new DbnFile("DBEQ.BASIC", MBP_1)
                .topOfBook(39, TIME, 1000 * CENT, 5, 1003 * CENT, 6)
                .topOfBook(41, TIME + 1, 1001 * CENT, 7, 1002 * CENT, 8)
                .topOfBook(999, TIME + 2, 1001 * CENT, 7, 1002 * CENT, 9)
                .topOfBook(41, TIME + 3, DbnFile.UNDEFINED, 0, 1004 * CENT, 8));

    assertEquals(
        """
        symbol,time,bid,bidSize,bidExchange,ask,askSize,askExchange
        A,2026-03-16T13:30:00.000000000Z,10,5,XCHI,10.03,6,XCHI
        A,2026-03-16T13:30:00.000000001Z,10.01,7,IEXG,10.02,8,IEXG
        A,2026-03-16T13:30:00.000000002Z,10.01,7,IEXG,10.02,9,DBEQ-999
        A,2026-03-16T13:30:00.000000003Z,10.01,7,DBEQ-999,10.02,9,DBEQ-999
        """,
        get(market, MarketKind.NBBO));
  }

  @Test
  void theBestOfAllPublishersIsThatOfTheFeed() throws IOException {
    LoadedMarket market =
        load(
            new DbnFile("EQUS.ALL", CMBP_1)
                .consolidated(TIME, 66, 1000 * CENT, 5, 67, 1003 * CENT, 6)
                .consolidated(TIME + 1, 67, 1000 * CENT, 7, 67, 1003 * CENT, 6)
                .consolidated(TIME + 2, 67, 999 * CENT, 1, 66, 1004 * CENT, 2)
                .consolidated(TIME + 3, 66, DbnFile.UNDEFINED, 0, 66, 1004 * CENT, 3)
                .consolidated(TIME + 4, 67, 998 * CENT, 1, 67, DbnFile.UNDEFINED, 0));

    assertEquals(
        """
        symbol,time,bid,bidSize,bidExchange,ask,askSize,askExchange
        A,2026-03-16T13:30:00.000000000Z,10,5,XNAS,10.03,6,XNYS
        A,2026-03-16T13:30:00.000000001Z,10,7,XNYS,10.03,6,XNYS
        A,2026-03-16T13:30:00.000000002Z,9.99,1,XNYS,10.04,2,XNAS
        A,2026-03-16T13:30:00.000000003Z,,,,10.04,3,XNAS
        A,2026-03-16T13:30:00.000000004Z,9.98,1,XNYS,,,
        """,
        get(market, MarketKind.NBBO));
  }

  /** Whatever the feed says is best is best. */
  @Test
  void theBestOfAllPublishersIsThatOfAnyFeed() throws IOException {
    long seed = Long.getLong("test.seed", 1);
    Random random = new Random(seed);
    String[] exchanges = {"XNAS", "XNYS", "BATS"};
    int[] publishers = {66, 67, 71};
    DbnFile file = new DbnFile("EQUS.ALL", CMBP_1);
    List<String> expected = new ArrayList<>(List.of("symbol", ",,,,,"));
    for (int i = 0; i < 500; i++) {
      int bidder = random.nextInt(3);
      int asker = random.nextInt(3);
      int bid = random.nextInt(4); // 0 for none
      int ask = random.nextInt(4);
      file.consolidated(
          TIME + i,
          publishers[bidder],
          bid == 0 ? DbnFile.UNDEFINED : bid * CENT,
          bid,
          publishers[asker],
          ask == 0 ? DbnFile.UNDEFINED : ask * CENT,
          ask);
      String row =
          (bid == 0 ? ",," : "0.0" + bid + "," + bid + "," + exchanges[bidder])
              + ","
              + (ask == 0 ? ",," : "0.0" + ask + "," + ask + "," + exchanges[asker]);
      if (!row.equals(expected.get(expected.size() - 1))) {
        expected.add(row);
      }
    }
    List<String> rows =
        get(load(file), MarketKind.NBBO)
            .lines()
            .map(line -> line.replaceFirst("A,[^,]*,", "").replaceFirst("symbol.*", "symbol"))
            .toList();

    expected.remove(1);
    assertEquals(expected, rows, "seed " + seed);
  }

  @Test
  void tenLevelsGiveTheirTopAndSecondsTheirEnd() throws IOException {
    LoadedMarket market =
        load(
            new DbnFile("XNAS.ITCH", MBP_10)
                .tenLevels(2, TIME, 0, 1000 * CENT, 5, 1003 * CENT, 6)
                .tenLevels(2, TIME + 1, 3, 1000 * CENT, 5, 1003 * CENT, 6)
                .second(2, TIME + 2, 1001 * CENT, 5, DbnFile.UNDEFINED, 0));

    assertEquals(
        """
        symbol,time,exchange,bid,bidSize,ask,askSize,condition
        A,2026-03-16T13:30:00.000000000Z,XNAS,10,5,10.03,6,
        A,2026-03-16T13:30:00.000000002Z,XNAS,10.01,5,0,0,
        """,
        get(market, MarketKind.QUOTE));
  }

  @Test
  void tradesOfOrdersAreTradesAndTheirFillsAreNot() throws IOException {
    LoadedMarket market =
        load(
            new DbnFile("XNAS.ITCH", 0)
                .order(2, TIME, 'A', 1000 * CENT, 5)
                .order(2, TIME + 1, 'T', 1000 * CENT + 1_000, 3)
                .order(2, TIME + 1, 'F', 1000 * CENT, 3)
                .order(2, TIME + 1, 'C', 1000 * CENT, 3)
                .order(2, TIME + 2, 'T', DbnFile.UNDEFINED, 3));

    assertEquals(
        """
        symbol,time,exchange,price,size,condition
        A,2026-03-16T13:30:00.000000001Z,XNAS,10.000001,3,
        """,
        get(market, MarketKind.TRADE));
    assertTrue(get(market, MarketKind.QUOTE).contains("01Z,XNAS,10,2,0,0"));
    assertEquals(1, Files.readString(market.rejects).lines().skip(1).count());
  }

  @Test
  void aDatasetOfOnePublisherIsTheExchangeOfItsFirstPart() throws IOException {
    LoadedMarket market =
        load(new DbnFile("TEST.X", MBP_1).topOfBook(1, TIME, 1000 * CENT, 5, 1003 * CENT, 6));

    assertTrue(get(market, MarketKind.QUOTE).contains("Z,TEST,10,5,10.03,6"));
  }

  @Test
  void metadataThatFitNoMemoryAreRefusedWithTheFile() {
    FeedException refused =
        assertThrows(FeedException.class, () -> load(new DbnFile(Integer.MAX_VALUE)));

    assertTrue(
        refused.getMessage().startsWith("a.dbn says that its metadata have 2147483647 bytes"),
        refused::getMessage);
  }
}
