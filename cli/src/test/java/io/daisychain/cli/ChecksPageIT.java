package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What docs/checks.md shows of messages comes of them when they are handed in and published. */
@ExtendWith(SharedStore.class)
class ChecksPageIT {
  private static final Path PAGE = Path.of("..", "docs", "checks.md");
  private static final String FILE = "orders.fix";
  private static final List<String> COLUMNS =
      List.of(
          "id",
          "CustomerIdValid",
          "eventType",
          "brokenTag",
          "ReporterIdValid",
          "SideMatch",
          "SymbolMatch",
          "SymbolValid",
          "errorStatus",
          "errorReason");

  private static final TreeSet<String> SHOWN = new TreeSet<>();
  private static final TreeSet<String> FOUND = new TreeSet<>();

  /** Each block's messages are a file of their own, in a folder named after their line. */
  @BeforeAll
  static void handInTheMessagesOfThePage(RunningStore store, @TempDir Path dir) throws Exception {
    List<String> page = Files.readAllLines(PAGE, UTF_8);
    Path block = dir;
    for (int i = 0; i < page.size(); i++) {
      String line = page.get(i);
      if (line.startsWith("```")) {
        block =
            line.equals("```") ? dir : Files.createDirectory(dir.resolve(line.substring(3) + i));
      } else if (!block.equals(dir)) {
        block = take(dir, block, line);
      }
    }
    Program program = Program.inProcess(dir);
    program.succeed(
        "run",
        "--input=" + dir + "/*/" + FILE,
        "--reference=reference",
        "--rejects=rejects",
        "--store=" + store.address(),
        "--table=checks_page");
    readFeedback(dir.resolve("rejects"));
    for (NamedCsvRecord row : program.sql("SELECT * FROM events")) {
      FOUND.add(event(row));
    }
  }

  @Test
  void thePageShowsAllFeedbackAllRowsAndAllRejects() {
    assertTrue(SHOWN.size() > 50);
    assertEquals(String.join("\n", SHOWN), String.join("\n", FOUND));
  }

  /** Takes a line of a block; gives the folder, or the file of reference data, to go on with. */
  private static Path take(Path dir, Path block, String line) throws IOException {
    if (line.endsWith(".csv")) {
      return Files.createDirectories(dir.resolve("reference")).resolve(line);
    }
    if (block.getParent().endsWith("reference")) {
      append(block, line);
    } else if (line.endsWith("|") && !line.startsWith("rejects-")) {
      append(block.resolve(FILE), line.replace('|', '\1'));
    } else {
      SHOWN.add(line.replace(": " + FILE, ": " + block.getFileName() + "/" + FILE));
    }
    return block;
  }

  private static void append(Path file, String line) throws IOException {
    String before = Files.exists(file) ? Files.readString(file, ISO_8859_1) : "";
    Files.writeString(file, before + line + "\n", ISO_8859_1);
  }

  private static void readFeedback(Path rejects) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(rejects, "{feedback,rejects}-*.{csv,fix}")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        boolean feedback = name.startsWith("feedback-");
        List<String> lines =
            new ArrayList<>(Files.readAllLines(file, feedback ? UTF_8 : ISO_8859_1));
        for (String line : lines.subList(feedback ? 1 : 0, lines.size())) {
          FOUND.add((feedback ? name : "rejects-*.fix") + ": " + line.replace('\1', '|'));
        }
      }
    }
  }

  private static String event(NamedCsvRecord row) {
    List<String> values = new ArrayList<>();
    for (String column : COLUMNS) {
      String value = row.getField(column);
      if (!value.isEmpty()) {
        values.add(column + "=" + value);
      }
    }
    return "events: " + String.join(", ", values);
  }
}
