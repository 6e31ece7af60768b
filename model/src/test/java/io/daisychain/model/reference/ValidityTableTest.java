package io.daisychain.model.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.CheckResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  private static final String CUSTOMERS = "customer_id,mpid,valid_from,valid_to\n";

  private final ValidityTable symbols = ValidityTable.parse("symbols.csv", SYMBOLS, "symbol");

  @Test
  void whatIsDamagedIsReadOrNamedByFile() {
    long seed = Long.getLong("daisychain.seed", 20_261_122);
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder(SYMBOLS);
      for (int change = random.nextInt(6); change > 0; change--) {
        text.setCharAt(
            random.nextInt(text.length()), "\",\n\r0a\0\u00e9".charAt(random.nextInt(8)));
      }
      text.setLength(random.nextInt(4) == 0 ? random.nextInt(text.length()) : text.length());
      try {
        ValidityTable.parse("symbols.csv", text.toString(), "symbol");
      } catch (IllegalArgumentException e) {
        refused++;
        assertTrue(
            e.getMessage().startsWith("symbols.csv "), "seed " + seed + ": " + e.getMessage());
      }
    }
    assertTrue(refused > 1_000, "seed " + seed + ": " + refused);
  }

  @Test
  void bothEndsOfAPeriodAreValid() {
    assertEquals(CheckResult.FAILED, symbols.check("FB", day("2012-05-17")));
    assertEquals(CheckResult.PASSED, symbols.check("FB", day("2012-05-18")));
    assertEquals(CheckResult.PASSED, symbols.check("FB", day("2022-06-08")));
    assertEquals(CheckResult.FAILED, symbols.check("FB", day("2022-06-09")));
  }

  @Test
  void anyPeriodOfANameWillDo() {
    assertEquals(CheckResult.PASSED, symbols.check("META", day("2001-06-01")));
    assertEquals(CheckResult.FAILED, symbols.check("META", day("2010-06-01")));
    assertEquals(CheckResult.PASSED, symbols.check("META", day("2040-06-01")));
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

    assertEquals(CheckResult.NOT_MADE, data.participants().check("ALFA", 0));
    assertEquals(CheckResult.FAILED, data.symbols().check("NONE", 0));
    assertEquals(
        CheckResult.FAILED,
        ValidityTable.parse("symbols.csv", "symbol,valid_from,valid_to\n", "symbol").check("A", 0));
  }

  @Test
  void saysFileAndLineOfWhatCannotBeRead() {
    assertFails("symbol,valid_from,valid_to\nA,2020-01-01,2020-02-30\n", "symbols.csv line 2");
    assertFails(
        "symbol,valid_from\nA,2020-01-01\n",
        "symbols.csv line 1: no column valid_to in the header symbol,valid_from; it must be"
            + " symbol");
    assertFails("", "symbols.csv is empty");
    assertFails(
        "symbol,valid_from,valid_to\nA,2020-01-02,2020-01-01\n",
        "symbols.csv line 2: valid_from is after valid_to of A");
    assertFails("symbol,valid_from,valid_to\nA,,\n,,\n", "symbols.csv line 3: symbol is empty");
  }

  @Test
  void namesEveryFileThatCannotBeRead() {
    Map<String, String> texts =
        Map.of("symbols.csv", "", "participants.csv", "id,name\n", "customers.csv", CUSTOMERS);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ReferenceData.parse(texts));
    assertTrue(e.getMessage().contains("participants.csv line 1: no column mpid in the header id"));
    assertTrue(e.getMessage().contains("; symbols.csv is empty"), e.getMessage());
  }

  @Test
  void saysWhatEachFileHoldsAndDropsAByteOrderMark() {
    ReferenceData data =
        ReferenceData.parse(Map.of("symbols.csv", "\ufeff" + SYMBOLS, "customers.csv", CUSTOMERS));
    assertEquals(
        List.of(
            "customers.csv: 0 customers (only a header: nothing passes this check)",
            "symbols.csv: 3 symbols"),
        data.sizes());
    assertEquals(CheckResult.PASSED, data.symbols().check("FB", day("2012-05-18")));
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

  @Test
  void aTableIsOneInAProcessHoweverOftenItIsSent() throws Exception {
    ValidityTable table =
        ValidityTable.parse(
            "symbols.csv",
            "symbol,valid_from,valid_to\nXÄ,2026-03-16,2026-03-17\nXÄ,2026-03-19,\nY,,\n",
            "symbol,valid_from,valid_to");
    ValidityTable copy = send(table);

    assertSame(copy, send(table));
    assertSame(copy, send(copy));
    assertEquals(table.size(), copy.size());
    assertTrue(copy.isPresent());
    for (int day = 20_500; day < 20_540; day++) {
      assertFalse(table.differsOn(day, copy), "day " + day);
    }
    assertFalse(send(ValidityTable.absent()).isPresent());
    assertNotSame(copy, send(ValidityTable.parse("s", "symbol,valid_from,valid_to\n", "symbol")));
  }

  private static ValidityTable send(ValidityTable table) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(table);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (ValidityTable) in.readObject();
    }
  }
}
