package io.daisychain.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.Check;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValidityTableTest {
  private static final String SYMBOLS =
      """
      symbol,name,valid_from,valid_to,successor
      FB,"Old, Name",2012-05-18,2022-06-08,META
      META,META,2000-01-01,2001-12-31,
      META,META,2022-06-09,,
      NEXT,Next,2030-01-01,,
      """;

  private final ValidityTable symbols = ValidityTable.parse("symbols.csv", SYMBOLS, "symbol");

  @Test
  void bothEndsOfAPeriodAreValid() {
    assertEquals(Check.FAILED, symbols.check("FB", day("2012-05-17")));
    assertEquals(Check.PASSED, symbols.check("FB", day("2012-05-18")));
    assertEquals(Check.PASSED, symbols.check("FB", day("2022-06-08")));
    assertEquals(Check.FAILED, symbols.check("FB", day("2022-06-09")));
  }

  @Test
  void anyPeriodOfANameWillDo() {
    assertEquals(Check.PASSED, symbols.check("META", day("2001-06-01")));
    assertEquals(Check.FAILED, symbols.check("META", day("2010-06-01")));
    assertEquals(Check.PASSED, symbols.check("META", day("2040-06-01")));
  }

  @Test
  void whatWasValidOnceIsExpiredAndWhatNeverWasIsNot() {
    assertTrue(symbols.isExpired("FB", day("2022-06-09")));
    assertTrue(symbols.isExpired("META", day("2010-06-01")));
    assertFalse(symbols.isExpired("FB", day("2022-06-08")));
    assertFalse(symbols.isExpired("NEXT", day("2022-06-08")));
    assertFalse(symbols.isExpired("NONE", day("2022-06-08")));
  }

  @Test
  void withoutAFileNoCheckIsMade() {
    ReferenceData data = ReferenceData.parse(Map.of("symbols.csv", SYMBOLS));

    assertEquals(Check.NOT_MADE, data.participants().check("ALFA", 0));
    assertEquals(Check.FAILED, data.symbols().check("NONE", 0));
    assertEquals(
        Check.FAILED,
        ValidityTable.parse("symbols.csv", "symbol,valid_from,valid_to\n", "symbol").check("A", 0));
  }

  @Test
  void saysFileAndLineOfWhatCannotBeRead() {
    assertFails("symbol,valid_from,valid_to\nA,2020-01-01,2020-02-30\n", "symbols.csv line 2");
    assertFails("symbol,valid_from\nA,2020-01-01\n", "symbols.csv line 2: no column valid_to");
    assertFails("symbol,valid_from,valid_to\nA,,\n,,\n", "symbols.csv line 3: symbol is empty");
  }

  private static void assertFails(String csv, String words) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> ValidityTable.parse("symbols.csv", csv, "symbol"));
    assertTrue(e.getMessage().startsWith(words), e.getMessage());
  }

  private static int day(String date) {
    return Math.toIntExact(LocalDate.parse(date).toEpochDay());
  }
}
