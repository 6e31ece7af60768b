package io.daisychain.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
  private static final long NOON = 1_773_662_400_000_000_000L;
  private static final long LARGEST_ON_BIGTABLE = Long.MAX_VALUE / 1000;

  @Test
  void theEarlierAMessageWasSentTheLargerIsItsTimestamp() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long a = random.nextInt(10) == 0 ? random.nextLong() : NOON + random.nextInt(5_000);
      long b = random.nextInt(10) == 0 ? random.nextLong() : NOON + random.nextInt(5_000);
      long ofA = TableSchema.contentTimestamp(a);
      long ofB = TableSchema.contentTimestamp(b);
      assertTrue(a < b ? ofA >= ofB : ofA <= ofB, a + " and " + b + " of seed " + seed);
      assertTrue(ofA > TableSchema.INGEST_TIMESTAMP && ofA < LARGEST_ON_BIGTABLE, a + "");
    }
    assertTrue(
        TableSchema.contentTimestamp(NOON) > TableSchema.contentTimestamp(NOON + 1_000), "a µs");
  }

  @Test
  void aMessageWithoutSendingTimeComesLast() {
    assertEquals(TableSchema.INGEST_TIMESTAMP, TableSchema.contentTimestamp(TableSchema.NO_TIME));
    assertTrue(
        TableSchema.contentTimestamp(TableSchema.NO_TIME - 1)
            > TableSchema.contentTimestamp(TableSchema.NO_TIME));
  }

  @Test
  void columnAndTimestampTogetherTellEveryNanosecondApart() {
    Set<String> seen = new HashSet<>();
    for (long time = NOON; time < NOON + 5_000; time++) {
      byte[] column = TableSchema.contentQualifier(TableSchema.EVENT_PREFIX, 42, 43, time);
      assertTrue(seen.add(Arrays.toString(column) + TableSchema.contentTimestamp(time)));
      assertEquals(time % 1_000 == 0 ? 17 : 19, column.length);
      assertEquals("000000000000002a000000000000002b", TableSchema.contentName(column, 0));
      assertEquals(TableSchema.EVENT_PREFIX, column[0]);
    }
  }

  @Test
  void oneColumnHoldsOneContentAndItsTimestampsKeepTheEarliest() {
    byte[] first = TableSchema.contentQualifier(TableSchema.REFERENCES_PREFIX, 5, -7, NOON);
    byte[] repeat =
        TableSchema.contentQualifier(TableSchema.REFERENCES_PREFIX, 5, -7, NOON + 1_000_000);
    byte[] other = TableSchema.contentQualifier(TableSchema.REFERENCES_PREFIX, 5, -8, NOON);
    byte[] timeless =
        TableSchema.contentQualifier(TableSchema.REFERENCES_PREFIX, 5, -7, TableSchema.NO_TIME);
    assertArrayEquals(first, repeat);
    assertArrayEquals(first, timeless);
    assertFalse(Arrays.equals(first, other));
    assertEquals("0000000000000005fffffffffffffff9", TableSchema.contentName(first, 0));
  }

  @Test
  void everyChildHasAColumnOfItsOwn() {
    int date = 20_528;
    for (int childDate : new int[] {date, date - 3, -1}) {
      byte[] column = TableSchema.childQualifier(0x0102030405060708L, -1, childDate, date);
      assertEquals(
          childDate == date
              ? TableSchema.CHILD_QUALIFIER_LENGTH
              : TableSchema.DATED_CHILD_QUALIFIER_LENGTH,
          column.length);
      assertTrue(TableSchema.isChild(column, 0, column.length));
      assertFalse(TableSchema.isChild(column, 0, column.length - 1));
      assertEquals(new RowKey(0x0102030405060708L, -1), RowKey.read(column, 1));
      assertEquals(childDate, TableSchema.childDate(column, 0, column.length, date));
    }
  }

  @Test
  void tellsAColumnByItsWholeName() {
    byte[] status = TableSchema.STATUS.getBytes(US_ASCII);
    byte[] row = "xstatusx".getBytes(US_ASCII);
    assertTrue(TableSchema.is(status, row, 1, 6));
    assertFalse(TableSchema.is(status, row, 1, 5));
    assertFalse(TableSchema.is(status, row, 1, 7));
    assertFalse(TableSchema.is(status, row, 0, 6));
  }

  @Test
  void joinsTheWordsOfAMaskInTheContractsOrder() {
    assertEquals("", ErrorStatus.words(0));
    int all = 0;
    for (ErrorStatus status : ErrorStatus.values()) {
      assertEquals(status.name(), ErrorStatus.words(status.bit()));
      assertTrue(status.isIn(status.bit()));
      assertFalse(status.isIn(~status.bit()));
      all |= status.bit();
    }
    assertEquals(
        "STRUCTURE;UNKNOWN_REPORTER;UNKNOWN_CUSTOMER;UNKNOWN_SYMBOL;DEPRECATED_SYMBOL;ORPHAN;CYCLE;"
            + "SYMBOL_MISMATCH;INSTRUMENT_MISMATCH;SIDE_MISMATCH;DUPLICATE_KEY;OUT_OF_SEQUENCE;LATE;OVERFILL;UNACCEPTED;UNKNOWN_ORIGINAL;"
            + "OVERALLOCATION",
        ErrorStatus.words(all));
    assertEquals(
        "STRUCTURE;LATE", ErrorStatus.words(ErrorStatus.LATE.bit() | ErrorStatus.STRUCTURE.bit()));
    Set<Integer> codes = new HashSet<>();
    for (ErrorStatus status : ErrorStatus.values()) {
      assertEquals(status, ErrorStatus.ofCode(status.code()));
      assertTrue(codes.add(status.code()) && status.code() < 1 << 16, "two bytes hold a status");
    }
    assertThrows(IllegalArgumentException.class, () -> ErrorStatus.ofCode(0));
  }

  @Test
  void bothOutcomesOfACheckAsOne() {
    CheckResult[] checks = CheckResult.values();
    for (CheckResult a : checks) {
      for (CheckResult b : checks) {
        boolean failed = a == CheckResult.FAILED || b == CheckResult.FAILED;
        boolean made = a != CheckResult.NOT_MADE || b != CheckResult.NOT_MADE;
        assertEquals(
            failed ? CheckResult.FAILED : made ? CheckResult.PASSED : CheckResult.NOT_MADE,
            a.and(b),
            a + " " + b);
      }
    }
    assertEquals("", CheckResult.NOT_MADE.published());
    assertEquals("true", CheckResult.of(true).published());
    assertEquals("false", CheckResult.of(false).published());
  }

  @Test
  void codesAreOnesOwnAndUnknownOnesACorruptRow() {
    Set<Byte> codes = new HashSet<>();
    for (EventType type : EventType.values()) {
      assertTrue(codes.add(type.code()));
      assertEquals(type, EventType.ofCode(type.code()));
    }
    for (Relation relation : Relation.values()) {
      assertEquals(relation, Relation.ofCode(relation.code()));
      assertEquals(relation == Relation.NONE ? "" : relation.name(), relation.published());
    }
    assertThrows(IllegalStateException.class, () -> EventType.ofCode(0));
    assertThrows(IllegalStateException.class, () -> EventType.ofCode(41));
    assertThrows(IllegalStateException.class, () -> Relation.ofCode(14));
    assertThrows(IllegalStateException.class, () -> Relation.ofCode(-1));
  }
}
