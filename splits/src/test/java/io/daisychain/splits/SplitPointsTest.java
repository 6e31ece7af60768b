package io.daisychain.splits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class SplitPointsTest {
  /** 2026-03-16. */
  private static final int DATE = 20_528;

  private static final List<String> QUARTERS =
      List.of(
          "3fffffff-ffff-ffff-ffff-ffffffffffff",
          "7fffffff-ffff-ffff-ffff-ffffffffffff",
          "bfffffff-ffff-ffff-ffff-ffffffffffff");

  @Test
  void areThoseOfThePaper() {
    assertEquals(QUARTERS, texts(SplitPoints.of(4)));
    assertEquals(List.of(), SplitPoints.of(1));
    assertEquals(
        List.of("55555555-5555-5555-5555-555555555555", "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"),
        texts(SplitPoints.of(3)));
  }

  @Test
  void ascendForManySplits() {
    List<byte[]> keys = SplitPoints.of(84_000);

    assertEquals(83_999, keys.size());
    for (int i = 1; i < keys.size(); i++) {
      assertTrue(Arrays.compareUnsigned(keys.get(i - 1), keys.get(i)) < 0, "key " + i);
    }
    assertEquals("0000c7ba-9023-e385-e672-e20f68a49ec4", SplitPoints.uuidText(keys.get(0)));
  }

  @Test
  void arePrintedAsTheShellReadsThem() {
    String text = SplitPoints.shellCreate("events", List.of(DATE), SplitPoints.of(4));

    Matcher key = Pattern.compile("    '(.*?)',? # (.*)").matcher(text);
    List<byte[]> read = new ArrayList<>();
    while (key.find()) {
      // What the HBase shell does with each element of SPLITS.
      read.add(Bytes.toBytesBinary(key.group(1)));
      assertEquals(key.group(2), SplitPoints.uuidText(read.get(read.size() - 1)));
    }
    assertEquals(QUARTERS, texts(read));
    assertTrue(
        text.startsWith("# 4 splits of events_20260316, 3 keys\ncreate 'events_20260316',\n"),
        text);
    for (String family : List.of("Data", "Link", "Error")) {
      assertTrue(text.contains("{NAME => '" + family + "', VERSIONS => 1, "), text);
    }
    assertTrue(text.contains("create 'events_meta', {NAME => 'm', VERSIONS => 1, "), text);
  }

  @Test
  void arePrintedForEachDateAndForAnyWhereNoneIsGiven() {
    String text = SplitPoints.shellCreate("events", List.of(DATE, DATE + 1), SplitPoints.of(2));
    assertEquals(
        List.of("events_20260316", "events_20260317", "events_meta"), createdTables(text), text);

    String any = SplitPoints.shellCreate("events", List.of(), SplitPoints.of(2));
    assertEquals(List.of("events_YYYYMMDD", "events_meta"), createdTables(any), any);
  }

  private static List<String> createdTables(String text) {
    return Pattern.compile("^create '(.*?)'", Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void areRefusedWhereTheyCutNothing() {
    List<byte[]> none = SplitPoints.of(1);
    assertThrows(
        IllegalArgumentException.class,
        () -> SplitPoints.shellCreate("events", List.of(DATE), none));
    assertThrows(IllegalArgumentException.class, () -> SplitPoints.of(0));
    assertThrows(IllegalArgumentException.class, () -> SplitPoints.of(-4));
  }

  @Test
  void areAsManyAsNodesTimesFactor() {
    assertEquals(84_000, SplitPoints.regions(3_500, 24));
    assertThrows(IllegalArgumentException.class, () -> SplitPoints.regions(0, 24));
    assertThrows(IllegalArgumentException.class, () -> SplitPoints.regions(Integer.MAX_VALUE, 24));
  }

  private static List<String> texts(List<byte[]> keys) {
    return keys.stream().map(SplitPoints::uuidText).toList();
  }

  @Test
  void cutsADayOfIdentifiersThatBeginWithTheTime() {
    Instant day = Instant.parse("2026-03-16T00:00:00Z");

    List<byte[]> keys = SplitPoints.ofTimes(24, day, day.plusSeconds(24 * 3_600));

    assertEquals(23, keys.size());
    // RFC 9562, section 5.7: milliseconds since 1970 in 48 bits, then 7.
    assertEquals("019cf428-2e80-7000-0000-000000000000", SplitPoints.uuidText(keys.get(0)));
    for (int hour = 1; hour < 24; hour++) {
      long millis =
          Long.parseLong(
              SplitPoints.uuidText(keys.get(hour - 1)).replace("-", "").substring(0, 12), 16);
      assertEquals(day.plusSeconds(hour * 3_600L).toEpochMilli(), millis);
    }
    assertThrows(IllegalArgumentException.class, () -> SplitPoints.ofTimes(2, day, day));
  }
}
