package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.ingest.ChecksPage.Block;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hands in the messages of docs/checks.md and compares feedback, stored rows and rejects with what
 * the page says. With {@code -Dchecks.write=true} it also writes them there, and then fails.
 */
class ChecksPageIT {
  private static final String FILE = "orders.fix";

  private static ChecksPage page;
  private static final Map<Block, List<String>> OUTPUTS = new LinkedHashMap<>();

  @BeforeAll
  static void handInTheMessagesOfThePage(@TempDir Path dir) throws Exception {
    page = ChecksPage.read();
    List<Block> blocks = new ArrayList<>(page.blocks("fix"));
    blocks.addAll(page.blocks("link"));
    try (IngestRuns runs = new IngestRuns(dir)) {
      for (Block block : blocks) {
        String lines = String.join("\n", block.input()) + "\n";
        runs.write(block.line() + "/" + FILE, IngestRuns.soh(lines).getBytes(ISO_8859_1));
      }
      String table = runs.table();
      Path rejects = dir.resolve("rejects");
      ReferenceData reference = ReferenceData.parse(page.reference());
      runs.ingest(table, dir.resolve("*/" + FILE), 1 << 20, rejects, reference);
      Map<String, String> cells = runs.cells(table);
      for (Block block : blocks) {
        Path file = dir.resolve(block.line() + "/" + FILE);
        List<String> output = feedback(rejects, file);
        Set<String> ids = new LinkedHashSet<>();
        for (String line : block.input()) {
          ids.add(idOf(IngestRuns.soh(line).getBytes(ISO_8859_1)));
        }
        ids.forEach(id -> output.addAll(events(id, cells)));
        output.addAll(rejects(rejects, file));
        OUTPUTS.put(block, output);
      }
    }
    if (Boolean.getBoolean("checks.write")) {
      Map<Block, List<String>> found = new LinkedHashMap<>(OUTPUTS);
      found.keySet().retainAll(page.blocks("fix"));
      page.write(found);
    }
  }

  @Test
  void eachMessageHasTheFeedbackAndTheRowThatThePageShows() {
    for (Block block : page.blocks("fix")) {
      assertEquals(block.output(), OUTPUTS.get(block), () -> "of " + block.input());
    }
  }

  @Test
  void whatLinkFindsIsNoFaultForIngest() {
    for (Block block : page.blocks("link")) {
      List<String> output = OUTPUTS.get(block);
      assertEquals(block.input().size(), output.size(), output::toString);
      for (String line : output) {
        assertTrue(line.startsWith("events: ") && !line.contains("error"), line);
      }
    }
  }

  @Test
  void thePageHasEveryStatus() {
    for (ErrorStatus status : ErrorStatus.values()) {
      assertTrue(page.text().matches("(?s).*, errorStatus=[A-Z_;]*\\b" + status + "\\b.*"));
    }
  }

  /** The lines about a file, with its name alone. */
  private static List<String> feedback(Path rejects, Path file) throws IOException {
    List<String> found = new ArrayList<>();
    String shown = file.getParent().getFileName() + "/" + FILE; // below the pattern's wildcard
    IngestRuns.feedback(rejects)
        .forEach(
            (reporter, lines) -> {
              for (String line : lines) {
                if (line.startsWith(shown + ",")) {
                  String rest = line.substring(shown.length());
                  found.add("feedback-" + reporter + ".csv: " + FILE + rest);
                }
              }
            });
    return found;
  }

  private static List<String> rejects(Path rejects, Path file) throws IOException {
    String digest = FeedbackNames.digest(file.toString());
    String name = String.format(Locale.ROOT, "rejects-%s-%015d.fix", digest, 0);
    List<String> found = new ArrayList<>();
    if (Files.exists(rejects.resolve(name))) {
      for (String line : Files.readAllLines(rejects.resolve(name), ISO_8859_1)) {
        found.add("rejects-*.fix: " + line.replace('\1', '|'));
      }
    }
    return found;
  }

  /** Row key of a line's last message; empty for none. */
  private static String idOf(byte[] line) {
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    FixMessage message = new FixMessage();
    int end = message.index(line, 0, line.length);
    if (end < line.length) {
      message.index(line, end, line.length);
    }
    return reader.read(message) == ReadResult.EVENT ? reader.event().key().toString() : "";
  }

  /** The contents stored under a key, with the columns that publish makes of them. */
  private static List<String> events(String id, Map<String, String> cells) {
    List<String> found = new ArrayList<>();
    cells.forEach(
        (name, value) -> {
          if (name.startsWith(id + " DATA:e")) {
            found.add(event(id, value, cells.getOrDefault(id + " ERROR:status", " ")));
          }
        });
    return found;
  }

  private static String event(String id, String value, String status) {
    byte[] bytes = HexFormat.of().parseHex(value.substring(value.indexOf(' ') + 1));
    EventCell cell = new EventCell().read(bytes, 0, bytes.length);
    String words = ErrorStatus.words(cell.statuses());
    assertEquals(words, status.substring(status.indexOf(' ') + 1));
    StringBuilder text = new StringBuilder("events: id=" + id);
    add(text, "CustomerIdValid", cell.customerValid().published());
    add(text, "eventType", cell.type().name());
    add(text, "brokenTag", cell.brokenTag() == 0 ? "" : "" + cell.brokenTag());
    add(text, "ReporterIdValid", cell.reporterValid().published());
    add(text, "SymbolValid", cell.symbolValid().published());
    add(text, "errorStatus", words);
    add(text, "errorReason", cell.reason().toString());
    return text.toString();
  }

  private static void add(StringBuilder text, String column, String value) {
    if (!value.isEmpty()) {
      text.append(", ").append(column).append('=').append(value);
    }
  }
}
