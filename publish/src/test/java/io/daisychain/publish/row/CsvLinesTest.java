package io.daisychain.publish.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.RowKey;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.warehouse.ColumnType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvLinesTest {
  private final CsvLines lines = new CsvLines();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "10;10",
        "10.0;10",
        "10.50;10.5",
        "0010;10",
        "-3.10;-3.1",
        ".5;0.5",
        "-.5;-0.5",
        "5.;5",
        "0;0",
        "-0;0",
        "-0.00;0",
        "000;0",
        "0.00000001;0.00000001",
        "0.000000010;0.00000001",
        "0.000000001;''",
        "1234567890;1234567890",
        "12345678901;''",
        "00000000000000000000000000000000001;1",
        "1e5;''",
        "+1;''",
        "1,5;''",
        "-;''",
        ".;''",
        "-.;''",
        "'';''",
        "1.2.3;''",
        "' 1';''",
        "--1;''"
      })
  void decimalsAreExactOrEmpty(String fix, String published) {
    byte[] bytes = fix.getBytes(StandardCharsets.ISO_8859_1);

    lines.decimal(ColumnType.PRICE, bytes, 0, bytes.length);

    assertEquals(published, written());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00.000000000Z",
    "-1, 1969-12-31T23:59:59.999999999Z",
    "1773667800123000000, 2026-03-16T13:30:00.123000000Z",
    "9223372036854775806, 2262-04-11T23:47:16.854775806Z",
    "-9223286400000000000, 1677-09-22T00:00:00.000000000Z",
    "9223372036854775807, ''",
    "-9223286400000000001, ''",
    "-9223372036854775808, ''"
  })
  void momentsHaveNineDigitsOrAreEmptyWhereTheWarehouseCannotHoldThem(long nanos, String iso) {
    lines.time(nanos);

    assertEquals(iso, written());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-1, -1",
    "100, 100",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808"
  })
  void integersOfAnySize(long value, String text) {
    lines.integer(value);

    assertEquals(text, written());
  }

  @Test
  void quotesWhatRfc4180AsksForAndBlanksAtTheEdge() {
    text("a,b");
    text("say \"hi\"");
    text("c\rr");
    text("l\nf");
    text(" plain ");
    text("");
    text("\0\1\t");

    assertEquals("\"a,b\",\"say \"\"hi\"\"\",\"c\rr\",\"l\nf\",\" plain \",,\"\0\1\t\"", written());
  }

  @Test
  void bytesOver127AreTheCharactersOfTheSameNumbers() {
    text("caf\u00e9\u0080\u00ff");
    text("\u00e9,");

    assertEquals("caf\u00e9\u0080\u00ff,\"\u00e9,\"", written());
  }

  @Test
  void keysAreUuidsAndListsHaveBars() {
    byte[] keys = new byte[34];
    RowKey.write(0x0123456789abcdefL, 0xfedcba9876543210L, keys, 0);
    RowKey.write(0, 1, keys, 17);

    lines.key(keys, 0);
    lines.keys(keys, 0, 2, 17);
    lines.keys(keys, 0, 0, 17);
    lines.check(CheckResult.NOT_MADE);
    lines.check(CheckResult.PASSED);
    lines.check(CheckResult.FAILED);

    assertEquals(
        "01234567-89ab-cdef-fedc-ba9876543210,01234567-89ab-cdef-fedc-ba9876543210"
            + "|00000000-0000-0000-0000-000000000001,,,true,false",
        written());
  }

  @Test
  void twoTextsAreJoinedWhereBothSaySomething() {
    byte[] separator = {';', ' '};
    ByteSlice some = new ByteSlice().set(new byte[] {'x'}, 0, 1);
    ByteSlice none = new ByteSlice();

    lines.text(some, separator, some);
    lines.text(some, separator, none);
    lines.text(none, separator, some);
    lines.text(none, separator, none);

    assertEquals("x; x,x,x,", written());
  }

  @Test
  void theDigestOfLinesDoesNotDependOnTheirOrder() {
    CsvLines other = new CsvLines();
    for (int i = 0; i < 1000; i++) {
      lines.integer(i);
      lines.endLine();
      other.integer(999 - i);
      other.endLine();
    }
    assertEquals(lines.digestHigh(), other.digestHigh());
    assertEquals(lines.digestLow(), other.digestLow());

    other.integer(0);
    other.endLine();

    assertNotEquals(lines.digestLow(), other.digestLow());
    assertEquals(1001, other.lines());
  }

  @Test
  void tallyOfPartsIsTheTallyOfTheWhole() {
    CsvLines first = new CsvLines();
    CsvLines second = new CsvLines();
    for (int i = 0; i < 1000; i++) {
      for (CsvLines each : new CsvLines[] {lines, i % 3 == 0 ? first : second}) {
        each.integer(i);
        each.endLine();
      }
    }

    assertEquals(sum(lines), sum(first).plus(sum(second)));
    assertEquals(sum(lines), sum(second).plus(sum(first)));
  }

  private static PublishedCounts.TableSum sum(CsvLines lines) {
    return new PublishedCounts.TableSum(lines.lines(), lines.digestHigh(), lines.digestLow());
  }

  private void text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    lines.text(bytes, 0, bytes.length);
  }

  private String written() {
    return new String(lines.buffer(), 0, lines.length(), StandardCharsets.UTF_8);
  }
}
