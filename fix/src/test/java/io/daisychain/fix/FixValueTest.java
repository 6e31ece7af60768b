package io.daisychain.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixValueTest {

  @Test
  void aNumberHasAtMostAThousandBytes() {
    byte[] digits = new byte[Limits.LONGEST_NUMBER + 1];
    java.util.Arrays.fill(digits, (byte) '0');
    digits[Limits.LONGEST_NUMBER - 1] = '7';
    digits[Limits.LONGEST_NUMBER] = '7';
    assertEquals(7, FixValue.integer(digits, 0, Limits.LONGEST_NUMBER));
    assertEquals(FixValue.INVALID, FixValue.integer(digits, 0, digits.length));
    assertEquals(7, FixValue.decimal(digits, 0, Limits.LONGEST_NUMBER, 0));
    assertEquals(FixValue.INVALID, FixValue.decimal(digits, 0, digits.length, 0));
    assertTrue(FixValue.isDecimal(digits, 0, Limits.LONGEST_NUMBER));
    assertFalse(FixValue.isDecimal(digits, 0, digits.length));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-0,0",
    "007,7",
    "-12,-12",
    "2147483647,2147483647",
    "-2147483648,-2147483648"
  })
  void readsAnInteger(String text, long expected) {
    assertEquals(expected, FixValue.integer(Samples.fix(text), 0, text.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+1",
        "1.0",
        " 1",
        "1 ",
        "--1",
        "1-",
        "2147483648",
        "-2147483649",
        "99999999999999999999999999",
        "4294967297",
        "1e3",
        "0x1",
        "\u00b2"
      })
  void refusesWhatIsNoInteger(String text) {
    assertEquals(FixValue.INVALID, FixValue.integer(Samples.fix(text), 0, text.length()));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,0",
    "10,2,1000",
    "10.5,2,1050",
    "10.5,0,10",
    "-.25,2,-25",
    "5.,3,5000",
    "0.123456789,9,123456789",
    "1.999,2,199",
    "00012.30,1,123",
    "922337203685477580,0,922337203685477580"
  })
  void readsADecimalInUnitsOfItsScale(String text, int scale, long expected) {
    assertEquals(expected, FixValue.decimal(Samples.fix(text), 0, text.length(), scale));
    assertTrue(FixValue.isDecimal(Samples.fix(text), 0, text.length()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", ".", "-.", "+1", "1.2.3", "1e5", "NaN", "1,000", " 1", "1-"})
  void refusesWhatIsNoDecimal(String text) {
    assertFalse(FixValue.isDecimal(Samples.fix(text), 0, text.length()));
    assertEquals(FixValue.INVALID, FixValue.decimal(Samples.fix(text), 0, text.length(), 2));
  }

  @Test
  void refusesADecimalThatDoesNotFit() {
    for (String text :
        new String[] {"9223372036854775808", "99999999999999999999", "922337203685477580.7"}) {
      assertTrue(FixValue.isDecimal(Samples.fix(text), 0, text.length()));
      assertEquals(FixValue.INVALID, FixValue.decimal(Samples.fix(text), 0, text.length(), 9));
    }
  }

  @Test
  void knowsEveryDayOfTheCalendarAndNoOther() {
    for (int year :
        new int[] {0, 1, 4, 100, 400, 1677, 1900, 1970, 1999, 2000, 2024, 2026, 2100, 9999}) {
      for (int month = 0; month <= 13; month++) {
        for (int day = 0; day <= 32; day++) {
          String text = String.format("%04d%02d%02d", year, month, day);
          long expected = FixValue.INVALID;
          try {
            expected = LocalDate.of(year, month, day).toEpochDay();
          } catch (DateTimeException e) {
            // Not in the calendar: INVALID is expected.
          }
          assertEquals(expected, FixValue.date(Samples.fix(text), 0, 8), text);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "20260316-09:02:00,2026-03-16T09:02:00Z",
    "20260316-09:02:00.1,2026-03-16T09:02:00.1Z",
    "20260316-09:02:00.123,2026-03-16T09:02:00.123Z",
    "20260316-09:02:00.123456,2026-03-16T09:02:00.123456Z",
    "20260316-23:59:59.999999999,2026-03-16T23:59:59.999999999Z",
    "19691231-23:59:59.5,1969-12-31T23:59:59.5Z",
    "20161231-23:59:60.250,2017-01-01T00:00:00.25Z",
    "16770923-00:00:00,1677-09-23T00:00:00Z",
    "22620410-23:59:59,2262-04-10T23:59:59Z"
  })
  void readsATimestampInNanoseconds(String text, String instant) {
    long expected =
        ChronoUnit.NANOS.between(
            OffsetDateTime.parse("1970-01-01T00:00:00Z"), OffsetDateTime.parse(instant));
    assertEquals(expected, FixValue.timestamp(Samples.fix(text), 0, text.length()));
    assertTrue(FixValue.isTimestamp(Samples.fix(text), 0, text.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "20260316",
        "20260316-09:02",
        "20260316 09:02:00",
        "20260316-09.02.00",
        "20260316-09:02:00.",
        "20260316-09:02:00,123",
        "20260316-09:02:00.12a",
        "20260316-09:02:00.1234567890",
        "20261316-09:02:00",
        "20260230-09:02:00",
        "20260316-24:00:00",
        "20260316-09:60:00",
        "20260316-09:02:60",
        "20260316-23:58:60",
        "20260316-23:59:61",
        "2026031a-09:02:00",
        "20260316-0a:02:00",
        "20260316-09:02:0-",
        "20260316-09:02:00Z",
        "20260316-09:02:00.123Z"
      })
  void refusesWhatIsNoTimestamp(String text) {
    assertEquals(FixValue.INVALID, FixValue.timestamp(Samples.fix(text), 0, text.length()));
    assertFalse(FixValue.isTimestamp(Samples.fix(text), 0, text.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99991231-23:59:59",
        "00000101-00:00:00",
        "16770922-23:59:59.999",
        "22620411-00:00:00"
      })
  void knowsTimestampsThatNanosecondsCannotTell(String text) {
    assertEquals(FixValue.INVALID, FixValue.timestamp(Samples.fix(text), 0, text.length()));
    assertTrue(FixValue.isTimestamp(Samples.fix(text), 0, text.length()));
  }

  @Test
  void readsUuidsOfEitherCase() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      UUID uuid = new UUID(random.nextLong(), random.nextLong());
      String text =
          i % 2 == 0 ? uuid.toString() : uuid.toString().toUpperCase(java.util.Locale.ROOT);
      byte[] bytes = Samples.fix("10001=" + text + "|");

      assertTrue(FixValue.isUuid(bytes, 6, 36));
      assertEquals(uuid.getMostSignificantBits(), FixValue.uuidMostSignificant(bytes, 6));
      assertEquals(uuid.getLeastSignificantBits(), FixValue.uuidLeastSignificant(bytes, 6));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "09bab95c3cf94dcfab5d1b100f5f8110",
        "09bab95c-3cf9-4dcf-ab5d-1b100f5f811",
        "09bab95c-3cf9-4dcf-ab5d-1b100f5f81100",
        "09bab95g-3cf9-4dcf-ab5d-1b100f5f8110",
        "09bab95c-3cf9-4dcf-ab5d_1b100f5f8110",
        "09bab95c-3cf94-dcf-ab5d-1b100f5f8110",
        "{9bab95c-3cf9-4dcf-ab5d-1b100f5f811}",
        "09bab95c-3cf9-4dcf-ab5d-1b100f5f811\u00ff"
      })
  void refusesWhatIsNoUuid(String text) {
    assertFalse(FixValue.isUuid(Samples.fix(text), 0, text.length()));
  }

  @Test
  void agreesWithPatternsOnDamagedValues() {
    Random random = new Random(20260316);
    String[] valid = {
      "123", "-12.5", "12345678", "123456789", "09:02:59", "23:59:60", "19:10:00.125"
    };
    String spoilers = "0123456789-.:+ x\0\u00ff";
    for (int round = 0; round < 200_000; round++) {
      StringBuilder text = new StringBuilder(valid[random.nextInt(valid.length)]);
      for (int i = random.nextInt(3); i > 0; i--) {
        char spoiler = spoilers.charAt(random.nextInt(spoilers.length()));
        text.setCharAt(random.nextInt(text.length()), spoiler);
      }
      text.setLength(text.length() - random.nextInt(3));
      // At the end of the array the words that are read at once do not fit.
      byte[] bytes = Samples.fix("=" + text + "|10=123|".substring(random.nextInt(9)));
      int length = text.length();
      String value = text.toString();

      boolean integer = value.matches("-?[0-9]+");
      boolean decimal = value.matches("-?([0-9]+[.]?[0-9]*|[.][0-9]+)");
      boolean time =
          value.matches("(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|23:59:60)([.][0-9]{1,9})?");

      assertEquals(integer, FixValue.integer(bytes, 1, length) != FixValue.INVALID, value);
      assertEquals(decimal, FixValue.isDecimal(bytes, 1, length), value);
      assertEquals(time, FixValue.timeOfDay(bytes, 1, length) != FixValue.INVALID, value);
      if (integer) {
        assertEquals(Long.parseLong(value), FixValue.integer(bytes, 1, length));
      }
    }
  }
}
