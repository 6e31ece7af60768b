package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Generated events of which a part is reported wrongly and then repaired, dealt in any order over
 * three hand-ins with link and publish after each: the tables end as the truth says, and as those
 * of all messages at once.
 */
@ExtendWith(SharedStore.class)
class RepairedWorkloadIT {
  private static final int EVENTS = 2_000;
  private static final int HAND_INS = 3;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"native, 211", "tagged, 212"})
  void endsAsTheTruthSaysHoweverItWasHandedIn(String lineage, int seed, RunningStore store)
      throws Exception {
    Program program = Program.inProcess(folder);
    program.counts(
        "generate",
        "--output=workload",
        "--events=" + EVENTS,
        "--lineage=" + lineage,
        "--seed=" + seed,
        "--errors=0.05",
        "--repairs=0.03,DELETION=0.1,FIRST=0.4,LATE=0.4",
        "--truth");
    deal(new Random(seed));
    JsonNode counts = null;
    for (int handIn = 0; handIn < HAND_INS; handIn++) {
      counts = run(program, "dealt-" + handIn + ".fix", store, "dealt_" + seed);
    }
    String words = lineage + " seed " + seed;
    assertSame(lines("truth-", 5), program.sql("SELECT * FROM events"), words);
    assertSame(
        lines("history-", 6),
        program.sql("SELECT id, version, action, sentTime, ReporterId, standing FROM history"),
        words);
    assertTrue(program.sql("SELECT * FROM errors WHERE repairedBy IS NOT NULL").size() > 20, words);

    JsonNode once = run(program, "dealt-*.fix", store, "once_" + seed);
    assertEquals(
        once.at("/publish/digests"), counts.at("/publish/digests"), words + ": all at once");
  }

  private JsonNode run(Program program, String input, RunningStore store, String table)
      throws Exception {
    return program.counts(
        "run",
        "--input=" + input,
        "--reference=workload",
        "--rejects=rejects",
        "--store=" + store.address(),
        "--table=" + table);
  }

  /** Deals all lines of all files. */
  private void deal(Random random) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files("events-")) {
      lines.addAll(Files.readAllLines(file, ISO_8859_1));
    }
    Collections.shuffle(lines, random);
    for (int handIn = 0; handIn < HAND_INS; handIn++) {
      Path file = folder.resolve("dealt-" + handIn + ".fix");
      try (BufferedWriter out = Files.newBufferedWriter(file, ISO_8859_1)) {
        for (int i = handIn; i < lines.size(); i += HAND_INS) {
          out.write(lines.get(i));
          out.write('\n');
        }
      }
    }
  }

  private List<Path> files(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("workload"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }

  /** Lines of a truth by the id, and where there are several, by what makes each one's own. */
  private Map<String, String> lines(String prefix, int columns) throws IOException {
    TreeMap<String, String> lines = new TreeMap<>();
    for (Path file : files(prefix)) {
      for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
        assertEquals(columns, line.split(",", -1).length, line);
        lines.put(key(line), line);
      }
    }
    assertTrue(lines.size() > 100, prefix);
    return lines;
  }

  private static String key(String line) {
    String[] cells = line.split(",", -1);
    return cells.length == 6 ? cells[0] + " " + cells[1] : cells[0];
  }

  private static void assertSame(
      Map<String, String> truth, List<NamedCsvRecord> rows, String words) {
    TreeMap<String, String> found = new TreeMap<>();
    for (NamedCsvRecord row : rows) {
      boolean isEvent = row.getHeader().contains("GrandParent");
      String line =
          isEvent
              ? String.join(
                  ",",
                  row.getField("id"),
                  Stream.of(row.getField("Parent"), row.getField("Merge"))
                      .filter(parent -> !parent.isEmpty())
                      .collect(Collectors.joining("|")),
                  row.getField("GrandParent"),
                  row.getField("eventType"),
                  row.getField("errorStatus"))
              : String.join(",", row.getFields());
      found.put(key(line), line);
    }
    List<String> missing = new ArrayList<>();
    truth.forEach(
        (key, line) -> {
          if (!line.equals(found.remove(key))) {
            missing.add(line);
          }
        });
    assertEquals(List.of(), missing, words + ": told and not found; besides " + found.size());
    assertEquals(List.of(), List.copyOf(found.values()), words + ": found and not told");
  }
}
