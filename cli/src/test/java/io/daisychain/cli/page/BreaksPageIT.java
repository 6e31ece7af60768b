package io.daisychain.cli.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.MessageBlocks;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/breaks.md shows of both sides of a break comes of its messages, and no firm is told
 * anything else of another firm's message.
 */
@ExtendWith(SharedStore.class)
class BreaksPageIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> COLUMNS =
      List.of(
          "kind",
          "reporter",
          "named",
          "id",
          "EventId",
          "namedId",
          "namedEventId",
          "field",
          "value",
          "namedValue",
          "state");

  /**
   * Tags of which no other firm may learn a value; the page's messages have values of their own.
   */
  private static final Set<String> CONFIDENTIAL =
      Set.of("1", "14", "31", "32", "37", "38", "44", "52", "60", "10887");

  /** Tags of which another firm may learn the value where both disagree in it. */
  private static final Map<String, String> COMPARED =
      Map.of("55", "SYMBOL_MISMATCH", "54", "SIDE_MISMATCH");

  private static MessageBlocks page;
  private static Program program;
  private static final Map<String, List<NamedCsvRecord>> FEEDBACK = new TreeMap<>();

  @BeforeAll
  static void handInTheMessagesOfThePage(RunningStore store, @TempDir Path dir) throws Exception {
    page = MessageBlocks.of("breaks.md", dir);
    program = page.run(store, "breaks_page");
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(dir.resolve("rejects"), "feedback-*.csv")) {
      for (Path file : files) {
        String firm = file.getFileName().toString().replaceAll("feedback-|\\.link\\.csv", "");
        try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
          FEEDBACK.put(firm, lines.stream().toList());
        }
      }
    }
  }

  @Test
  void thePageShowsAllFeedbackAndAllBreaks() throws Exception {
    Set<String> found = page.feedback();
    Set<String> kinds = new HashSet<>();
    for (NamedCsvRecord row : program.sql("SELECT * FROM breaks")) {
      found.add(MessageBlocks.row("breaks", COLUMNS, row));
      kinds.add(row.getField("kind"));
    }

    assertEquals(6, kinds.size());
    assertEquals(String.join("\n", page.shown()), String.join("\n", found));
  }

  @Test
  void linesOfJsonSayTheSame() throws IOException {
    FEEDBACK.forEach(
        (firm, lines) -> {
          List<Map<String, String>> objects = new ArrayList<>();
          for (String line : json(firm)) {
            objects.add(cells(line));
          }
          assertEquals(lines.stream().map(BreaksPageIT::cells).toList(), objects, firm);
        });
    assertEquals(Set.of("ALFA", "BRVO", "CHLE"), FEEDBACK.keySet());
  }

  private static List<String> json(String firm) {
    try {
      return Files.readAllLines(
          program.folder().resolve("rejects").resolve("feedback-" + firm + ".link.jsonl"), UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, String> cells(String json) {
    try {
      Map<String, String> cells = new TreeMap<>();
      for (Map.Entry<String, JsonNode> cell : JSON.readTree(json).properties()) {
        cells.put(cell.getKey(), cell.getValue().isNull() ? "" : cell.getValue().asText());
      }
      return cells;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, String> cells(NamedCsvRecord line) {
    return new TreeMap<>(line.getFieldsAsMap());
  }

  @Test
  void whoIsNamedHearsOfTheEventAndWhoseItIs() {
    int named = 0;
    for (Map.Entry<String, List<NamedCsvRecord>> firm : FEEDBACK.entrySet()) {
      for (NamedCsvRecord line : firm.getValue()) {
        assertEquals(firm.getKey(), line.getField("reporter"));
        boolean ownMessage =
            line.getField("role").equals("reporter")
                || line.getField("status").equals("DUPLICATE_KEY");
        for (String column : List.of("file", "line")) {
          assertEquals(ownMessage, !line.getField(column).isEmpty(), line::toString);
        }
        if (line.getField("role").equals("named")) {
          named++;
          assertEquals("", line.getField("offset") + line.getField("reason"), line::toString);
          assertTrue(FEEDBACK.containsKey(line.getField("counterparty")), line::toString);
        }
      }
    }
    assertTrue(named >= 10, () -> FEEDBACK.toString());
  }

  @Test
  void noLineHasAnythingElseOfAnotherFirmsMessage() throws IOException {
    int looked = 0;
    for (Path file : page.files()) {
      for (String message : Files.readAllLines(file, ISO_8859_1)) {
        String reporter = value(message, "49");
        for (Map.Entry<String, List<NamedCsvRecord>> firm : FEEDBACK.entrySet()) {
          if (!firm.getKey().equals(reporter)) {
            for (NamedCsvRecord line : firm.getValue()) {
              requireNothingOf(message, line);
              looked++;
            }
          }
        }
      }
    }
    assertTrue(looked > 500, "looked at " + looked);
  }

  private static void requireNothingOf(String message, NamedCsvRecord line) {
    List<String> words = new ArrayList<>();
    for (String cell : line.getFields()) {
      words.addAll(Arrays.asList(cell.split("[ =,:;]+", -1)));
    }
    for (String tag : CONFIDENTIAL) {
      String value = value(message, tag);
      assertTrue(
          value.isEmpty() || !words.contains(value), () -> tag + "=" + value + " is in " + line);
    }
    COMPARED.forEach(
        (tag, status) ->
            assertTrue(
                line.getField("status").equals(status)
                    || !line.getField("text").contains(tag + "="),
                line::toString));
  }

  private static String value(String message, String tag) {
    int at = message.indexOf("\1" + tag + "=");
    return at < 0 ? "" : message.substring(at + tag.length() + 2, message.indexOf('\1', at + 1));
  }
}
