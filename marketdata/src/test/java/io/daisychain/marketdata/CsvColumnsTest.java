package io.daisychain.marketdata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.feed.CsvColumns;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.FeedException;
import io.daisychain.marketdata.load.MarketLoad;
import io.daisychain.model.TradeDates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotes and trades in text files of others. */
class CsvColumnsTest {
  @TempDir private Path folder;

  private LoadedMarket market;

  private MarketLoad.Summary load(String columns, LocalDate date, String text) throws IOException {
    market = new LoadedMarket(folder).write("a.csv", text);
    Feed feed = Feed.csv(CsvColumns.named(columns)).on(date);
    return market.load(market.input + "/a.csv", feed, TradeDates.UTC, 1 << 10);
  }

  private String get(MarketKind kind, String... symbols) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MarketRequest(Set.of(symbols), Long.MIN_VALUE, Long.MAX_VALUE, EnumSet.of(kind))
        .write(market.folder(), MarketRequest.Format.CSV, out, 1);
    return out.toString(UTF_8).lines().skip(1).reduce("", (all, line) -> all + line + "\n");
  }

  private String own(String... lines) throws IOException {
    return Files.writeString(folder.resolve("own.properties"), String.join("\n", lines)).toString();
  }

  @Test
  void taqHasQuotesInRoundLotsByTheClockOfNewYork() throws IOException {
    MarketLoad.Summary summary =
        load(
            "taq",
            LocalDate.of(2018, 7, 30),
            """
            Time|Exchange|Symbol|Bid_Price|Bid_Size|Offer_Price|Offer_Size|Quote_Condition|National_BBO_Ind
            093000123456789|P|BRK A|300000.25|2|300001|13|R|2
            093000123456790|Q|AAPL|0|0|190.5|1|R|0
            160000|Q|AAPL|190.1|1|190.2|1|R|0
            9300012345678|Q|AAPL|190.1|1|190.2|1|R|0
            250000123456789|Q|AAPL|190.1|1|190.2|1|R|0
            END|20180730|000000005|||||
            """);

    assertEquals(Map.of("read", 6L, "stored", 3L, "skipped", 1L, "rejected", 2L), summary.counts());
    assertEquals(Map.of("trailer", 1L), summary.skippedByKind());
    assertEquals(
        """
        AAPL,2018-07-30T13:30:00.123456790Z,Q,0,0,190.5,100,R
        AAPL,2018-07-30T20:00:00.000000000Z,Q,190.1,100,190.2,100,R
        BRK A,2018-07-30T13:30:00.123456789Z,P,300000.25,200,300001,1300,R
        """,
        get(MarketKind.QUOTE, "AAPL", "BRK A"));
  }

  /** Half the year New York is four hours behind, half five; two versions name columns unlike. */
  @ParameterizedTest
  @CsvSource({"2018-07-30,13,_", "2018-12-03,14,' '"})
  void taqHasTradesOfWhichSomeAreCancelled(LocalDate date, int hour, String blank)
      throws IOException {
    MarketLoad.Summary summary =
        load(
            "taq",
            date,
            """
            Time|Exchange|Symbol|Sale_Condition|Trade_Volume|Trade_Price|Trade_Correction_Indicator
            093001000000001|N|IBM|@ TI|25|146.1234|00
            093001000000002|N|IBM|@   |100|146.12|08
            093001000000003|N|IBM|@   |100|146.12|01
            """
                .replace("_", blank));

    assertEquals(Map.of("read", 3L, "stored", 2L, "skipped", 1L, "rejected", 0L), summary.counts());
    assertEquals(
        """
        IBM,%1$sT%2$d:30:01.000000001Z,N,146.1234,25,@ TI
        IBM,%1$sT%2$d:30:01.000000003Z,N,146.12,100,@  %3$s
        """
            .formatted(date, hour, " "),
        get(MarketKind.TRADE, "IBM"));
  }

  @Test
  void polygonHasQuotesOfAllExchangesAndNumbersWithZerosBehindThePoint() throws IOException {
    load(
        "polygon",
        null,
        """
        ticker,ask_exchange,ask_price,ask_size,bid_exchange,bid_price,bid_size,conditions,indicators,participant_timestamp,sequence_number,sip_timestamp,tape,trf_timestamp
        A,8,180.000000,100,11,164.28,100.0,"1,81",,1629716400001245000,79497,1629716400044243200,1,0
        A,12,0.0,0,12,0.0,0,"1,81",,1629716400001245000,79498,1629716400044243201,1,0
        """);
    assertEquals(
        """
        A,2021-08-23T11:00:00.044243200Z,11,164.28,100,,,
        A,2021-08-23T11:00:00.044243200Z,8,,,180,100,
        A,2021-08-23T11:00:00.044243201Z,11,0,0,,,
        A,2021-08-23T11:00:00.044243201Z,8,,,0,0,
        """,
        get(MarketKind.QUOTE, "A"));

    MarketLoad.Summary summary =
        load(
            "polygon",
            null,
            """
            ticker,conditions,correction,exchange,id,participant_timestamp,price,sequence_number,sip_timestamp,size,tape,trf_id,trf_timestamp
            A,"12,37",0,4,71675222901845,1629716400814766587,157.350000,3372,1629716400831008119,10.000000,1,202,0
            A,,1,4,71675222901846,1629716400814766588,157.35,3373,1629716400831008120,10,1,202,0
            A,,0,4,71675222901846,1629716400814766588,157.35,3373,1629716400831008120,0.9,1,202,0
            """);
    assertEquals(Map.of("correction", 1L), summary.skippedByKind());
    assertEquals(Map.of("size is fractional", 1L), summary.rejectedByKind());
    assertEquals(
        "A,2021-08-23T11:00:00.831008119Z,4,157.35,10,\"12,37\"\n", get(MarketKind.TRADE, "A"));
  }

  @Test
  void alpacaHasTimesWithABlankAndAnOffset() throws IOException {
    MarketLoad.Summary summary =
        load(
            "alpaca",
            null,
            """
            symbol,timestamp,exchange,price,size,id,conditions,tape
            SPY,2022-09-01 08:00:00.012345+00:00,P,394.5,200.0,1,['@'],B
            SPY,2022-09-01T08:00:01Z,P,394.51,1,2,['@'],B
            SPY,2022-09-01 08:00:01+02:00,P,394.51,1,2,['@'],B
            SPY,2022-09-01 08:00:01,P,394.51,1,2,['@'],B
            """);

    assertEquals(Map.of("time is malformed", 2L), summary.rejectedByKind());
    assertEquals(
        """
        SPY,2022-09-01T08:00:00.012345000Z,P,394.5,200,['@']
        SPY,2022-09-01T08:00:01.000000000Z,P,394.51,1,['@']
        """,
        get(MarketKind.TRADE, "SPY"));
  }

  /** A file of tbbo has the quote beside each trade. */
  @Test
  void databentoHasPricesInBillionthsOfWhichTheLargestIsNone() throws IOException {
    MarketLoad.Summary summary =
        load(
            "databento",
            null,
            """
            ts_recv,ts_event,rtype,publisher_id,instrument_id,action,side,depth,price,size,flags,ts_in_delta,sequence,bid_px_00,ask_px_00,bid_sz_00,ask_sz_00,bid_ct_00,ask_ct_00,symbol
            1,1705311000000000001,1,2,10,T,A,0,185500000000,1,0,0,1,185500000000,185510000000,100,200,1,1,AAPL
            1,2024-01-15T09:30:00.000000002Z,1,2,10,T,A,0,185.5,1,0,0,1,185.500000000,9223372036854775807,100,0,1,1,AAPL
            1,1705311000000000003,1,2,10,T,A,0,1,1,0,0,1,185500010000,185510000000,100,200,1,1,AAPL
            1,1705311000000000004,1,2,10,T,A,0,1,1,0,0,1,0,999999999999999999999,100,200,1,1,AAPL
            """);

    assertEquals(
        Map.of("price has more than four decimals", 1L, "price is too large", 1L),
        summary.rejectedByKind());
    assertEquals(
        """
        AAPL,2024-01-15T09:30:00.000000001Z,2,185.5,100,185.51,200,
        AAPL,2024-01-15T09:30:00.000000002Z,2,185.5,100,0,0,
        """,
        get(MarketKind.QUOTE, "AAPL"));
  }

  @ParameterizedTest
  @CsvSource({
    "seconds, 1773667800, 2026-03-16T13:30:00.000000000Z",
    "millis, 1773667800001, 2026-03-16T13:30:00.001000000Z",
    "micros, 1773667800000001, 2026-03-16T13:30:00.000001000Z",
    "utc, 1773667800000000001, 2026-03-16T13:30:00.000000001Z",
  })
  void aFileSaysNamesSeparatorAndUnits(String form, String time, String moment) throws IOException {
    String columns =
        own(
            "separator = tab",
            "time = " + form,
            "trade.size.unit = 10",
            "trade.symbol = \"ESH6\"",
            "trade.time = t",
            "trade.exchange = \"CME\"",
            "trade.price = px",
            "trade.size = qty");
    MarketLoad.Summary summary =
        load(columns, null, "t\tpx\tqty\n" + time + "\t.5\t3\n" + time + "0000000\t1\t1\n");

    assertEquals(Map.of("time is outside 1990 to 2100", 1L), summary.rejectedByKind());
    assertEquals("ESH6," + moment + ",CME,0.5,30,\n", get(MarketKind.TRADE, "ESH6"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quote.bidExchange=b : own.properties: quote.symbol is missing",
        "quote.bidExchange=b\nquote.symbol=s\nquote.time=t\nquote.exchange=x"
            + " : own.properties: quote.exchange = x",
        "trade.symbol=s : own.properties: trade.time is missing",
        "separator=;; : own.properties: separator = ;;",
        "time=noon : own.properties: time = noon",
        "zone=Nowhere : own.properties: zone is wrong",
        "price.decimals=10 : own.properties: price.decimals = 10",
        "quote.size.unit=0 : own.properties: quote.size.unit = 0",
        "trade.only=x : own.properties: trade.only = x",
        "trade.side=x : own.properties: there is no trade.side",
        " : own.properties has neither quote.symbol nor trade.symbol",
      })
  void whatIsWrongWithAFileIsNamed(String text) throws IOException {
    String[] parts = text.split(" : ", 2);
    String columns = own(parts[0]);

    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> CsvColumns.named(columns));

    assertTrue(wrong.getMessage().contains(parts[1]), wrong::getMessage);
  }

  @Test
  void aHeaderThatDoesNotFitIsToldWithWhatIsMissed() {
    FeedException wrong =
        assertThrows(FeedException.class, () -> load("polygon", null, "symbol,time\nA,1\n"));

    assertTrue(
        wrong.getMessage().contains("polygon has quotes with ticker, sip_timestamp"),
        wrong::getMessage);
    assertTrue(wrong.getMessage().contains("; trades with ticker"), wrong::getMessage);
  }

  @Test
  void whatIsNoFileIsToldBesideWhatIsBuiltIn() {
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> CsvColumns.named(folder + "/none"));
    assertTrue(
        wrong.getMessage().contains("none of alpaca, databento, polygon, taq"), wrong::getMessage);
  }
}
