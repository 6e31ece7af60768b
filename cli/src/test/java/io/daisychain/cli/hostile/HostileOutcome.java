package io.daisychain.cli.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run over an honest market left, alone or beside a hostile firm.
 *
 * @param events rows of honest firms by id
 * @param duplicates all rows of that table
 * @param links all rows of that table
 * @param lifecycles rows by id
 * @param cells by row, a hash of all its cells
 * @param feedback texts by name of file
 * @param rows number of rows of all events
 * @param cpuSeconds of this process
 * @param liveMegabytes most of the heap that lived on after a collection
 */
record HostileOutcome(
    Map<String, NamedCsvRecord> events,
    List<NamedCsvRecord> duplicates,
    Set<String> links,
    Map<String, String> lifecycles,
    Map<String, Long> cells,
    Map<String, String> feedback,
    long rows,
    double cpuSeconds,
    double liveMegabytes) {

  /** Columns that tell a content from others, in both tables under these names. */
  private static final List<String> OF_CONTENT =
      List.of(
          "EventId",
          "timestamp",
          "eventType",
          "symbol",
          "side",
          "quantity",
          "price",
          "ordType",
          "source",
          "destination",
          "sendingTime",
          "lastShares",
          "lastPx",
          "clOrdId");

  /**
   * Fails where something of the honest firms is not the same.
   *
   * @param beside the outcome with a hostile firm
   * @param firms the honest ones
   * @param copied ids of theirs that the hostile firm used too
   */
  void compareWith(HostileOutcome beside, Set<String> firms, Set<String> copied, String where) {
    Set<String> touched = new HashSet<>();
    for (String id : copied) {
      touched.add(events.get(id).getField("LifecycleId"));
    }
    Set<String> exempt = new HashSet<>();
    for (NamedCsvRecord event : events.values()) {
      String id = event.getField("id");
      if (touched.contains(event.getField("LifecycleId"))) {
        exempt.add(id);
        compareContent(event, beside, where);
      } else {
        assertEquals(
            String.join(",", event.getFields()),
            beside.events.containsKey(id)
                ? String.join(",", beside.events.get(id).getFields())
                : "",
            where);
        assertEquals(cells.get(id), beside.cells.get(id), () -> where + ": cells of " + id);
      }
    }
    Set<String> invented = new HashSet<>(beside.events.keySet());
    invented.removeAll(events.keySet());
    assertEquals(Set.of(), invented, where);
    compareLinks(beside, exempt, where);
    lifecycles.forEach(
        (id, row) -> {
          if (!exempt.contains(id)) {
            assertEquals(row, beside.lifecycles.get(id), where);
          }
        });
    compareFeedback(beside, firms, copied, exempt, where);
  }

  private void compareContent(NamedCsvRecord event, HostileOutcome beside, String where) {
    String id = event.getField("id");
    String wanted = content(event, event.getField("ReporterId"));
    NamedCsvRecord published = beside.events.get(id);
    boolean found =
        published != null && wanted.equals(content(published, published.getField("ReporterId")));
    for (NamedCsvRecord other : beside.duplicates) {
      found |=
          other.getField("id").equals(id)
              && wanted.equals(content(other, other.getField("reporter")));
    }
    assertTrue(found, () -> where + ": " + id + " is in neither table: " + wanted);
  }

  private static String content(NamedCsvRecord row, String reporter) {
    StringBuilder content = new StringBuilder(reporter);
    for (String column : OF_CONTENT) {
      content.append(',').append(row.findField(column).orElse("?"));
    }
    return content.toString();
  }

  private void compareLinks(HostileOutcome beside, Set<String> exempt, String where) {
    Set<String> before = new HashSet<>();
    Set<String> after = new HashSet<>();
    for (String link : links) {
      if (!exempt.contains(link.substring(37, 73))) {
        before.add(link);
      }
    }
    for (String link : beside.links) {
      String child = link.substring(37, 73);
      if (events.containsKey(child) && !exempt.contains(child)) {
        after.add(link);
      }
    }
    List<String> different = new ArrayList<>(before);
    different.removeAll(after);
    after.removeAll(before);
    different.addAll(after);
    assertEquals(List.of(), different.subList(0, Math.min(3, different.size())), where);
  }

  /** What honest firms are told is the same, but for the ids that are not theirs alone any more. */
  private void compareFeedback(
      HostileOutcome beside,
      Set<String> firms,
      Set<String> copied,
      Set<String> exempt,
      String where) {
    Set<String> told = new HashSet<>();
    feedback.forEach(
        (name, text) ->
            assertEquals(lines(text, exempt), lines(beside.feedback.get(name), exempt), where));
    beside.feedback.forEach(
        (name, text) -> {
          if (firms.contains(name.replaceFirst("^feedback-([^.]*)\\..*", "$1"))) {
            text.lines()
                .filter(line -> line.contains("DUPLICATE_KEY"))
                .forEach(line -> copied.stream().filter(line::contains).forEach(told::add));
          }
        });
    assertEquals(copied, told, where + ": told of ids that another firm used");
  }

  private static Set<String> lines(String text, Set<String> exempt) {
    Set<String> lines = new HashSet<>(text.lines().toList());
    lines.removeIf(line -> exempt.stream().anyMatch(line::contains));
    return lines;
  }
}
