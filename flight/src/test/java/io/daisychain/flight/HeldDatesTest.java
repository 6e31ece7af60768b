package io.daisychain.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.CallOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is held in memory is what stands in the files. */
class HeldDatesTest {
  private static final int DATES = 2;
  private static final CallOption A = ServedMarket.as("A", ServedMarket.SECRET);

  @TempDir private Path folder;

  private ServedMarket held;
  private MarketFlightServer plain;

  @BeforeEach
  void serve() throws Exception {
    held = new ServedMarket(folder, new ServedLimits(2, 2, 2, DATES));
    plain = held.another(ServedMarket.LIMITS);
  }

  @AfterEach
  void end() throws Exception {
    plain.close();
    held.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'symbols':['*'],'types':'quote'}",
        "{'symbols':['*'],'types':'trade','dates':'2026-03-17..2026-03-18'}",
        "{'symbols':['*'],'types':'nbbo','from':'2026-03-16T15:00:00Z','to':'2026-03-18T15:00:00Z'}",
        "{'symbols':'BUSY','types':'quote'}",
        "{'symbols':'BUSY,S1,S2','types':'nbbo'}",
        "{'symbols':'S1,S2,BUSY,S3','types':'trade','from':'2026-03-18T14:00:00Z'}",
        "{'symbols':'BUSY,S1','types':'quote,trade','dates':'2026-03-18'}"
      })
  void rowsAreThoseOfTheFiles(String json) throws Exception {
    List<String> expected = held.rows(plain, json, A);
    assertTrue(expected.size() > 8_000, () -> expected.size() + " rows");
    for (int i = 0; i < 3; i++) { // the first of them makes what is held
      assertEquals(expected, held.rows(json, A));
    }
  }

  private void loadOneQuote(String date) throws Exception {
    held.load(
        "quotes.csv",
        """
        symbol,time,exchange,bid,bidSize,ask,askSize,condition
        BUSY,%sT14:00:00Z,XNAS,10,100,11,100,
        """
            .formatted(date));
  }

  @Test
  void theLatestDatesAreHeldAndNoOthers() throws Exception {
    String first = "{'symbols':'BUSY','types':'quote','dates':'2026-03-16'}";
    held.rows(first, A);
    assertEquals(0, held.server.heldBytes());
    held.rows("{'symbols':'BUSY','types':'quote','dates':'2026-03-17..2026-03-18'}", A);
    long two = held.server.heldBytes();
    assertTrue(two > 2 * 25_000 * 60, () -> two + " bytes");
    loadOneQuote("2026-03-19");
    held.rows(first, A);
    long one = held.server.heldBytes();
    assertTrue(one > two / 3 && one < two * 2 / 3, () -> one + " bytes of " + two);
  }

  @Test
  void whatIsLoadedAnewIsSeen() throws Exception {
    String json = "{'symbols':'BUSY','types':'quote','dates':'2026-03-18'}";
    assertTrue(held.rows(json, A).size() > HeldDates.LEAST_ROWS);
    loadOneQuote("2026-03-18");
    assertEquals(1, held.rows(json, A).size());
    assertEquals(0, held.server.heldBytes());
  }
}
