package io.daisychain.beam.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.ForeignFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
  private static final Pattern NAMES = Pattern.compile("summary\\.csv|feedback-.*\\.csv");

  @TempDir Path dir;

  private RunFiles files() {
    return RunFiles.of(dir.resolve("rejects").toString(), "ingest", NAMES);
  }

  private void write(String path, String text) throws IOException {
    Path file = dir.resolve("rejects").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Map<String, String> shown() throws IOException {
    Map<String, String> shown = new TreeMap<>();
    try (var paths = Files.newDirectoryStream(dir.resolve("rejects"))) {
      for (Path path : paths) {
        if (!Files.isDirectory(path)) {
          shown.put(path.getFileName().toString(), Files.readString(path));
        }
      }
    }
    return shown;
  }

  @Test
  void theLastRunIsShownAndAllRunsStay() throws IOException {
    files().check();
    write("runs/r1/feedback-ALFA.csv", "alfa 1");
    write("runs/r1/feedback-BRVO.csv", "brvo 1");
    write("runs/r1/summary.csv", "sums 1");
    files().finish("r1");
    assertEquals(
        Map.of(
            "feedback-ALFA.csv", "alfa 1", "feedback-BRVO.csv", "brvo 1", "summary.csv", "sums 1"),
        shown());
    assertTrue(Files.isSymbolicLink(dir.resolve("rejects/summary.csv")));

    files().check();
    write("runs/failed/feedback-ALFA.csv", "half of it");
    files().check();
    write("runs/r2/feedback-ALFA.csv", "alfa 2");
    write("runs/r2/summary.csv", "sums 2");
    files().finish("r2");
    assertEquals(Map.of("feedback-ALFA.csv", "alfa 2", "summary.csv", "sums 2"), shown());
    assertEquals("brvo 1", Files.readString(dir.resolve("rejects/runs/r1/feedback-BRVO.csv")));
    assertEquals(
        "half of it", Files.readString(dir.resolve("rejects/runs/failed/feedback-ALFA.csv")));

    files().finish("r3");
    assertEquals(Map.of(), shown());
    assertTrue(Files.exists(dir.resolve("rejects/runs/r2/ingest.json")));
    assertFalse(Files.exists(dir.resolve("rejects/runs/failed/ingest.json")));
  }

  @Test
  void aUsersOwnFileIsNeverReplacedNorDeleted() throws IOException {
    write("summary.csv", "mine");
    write("other.csv", "mine too");
    ForeignFileException before = assertThrows(ForeignFileException.class, () -> files().check());
    assertTrue(before.getMessage().contains(dir.resolve("rejects/summary.csv").toString()));
    write("runs/r1/summary.csv", "sums");
    assertThrows(ForeignFileException.class, () -> files().finish("r1"));
    assertEquals(Map.of("summary.csv", "mine", "other.csv", "mine too"), shown());

    Files.delete(dir.resolve("rejects/summary.csv"));
    files().finish("r1");
    Files.delete(dir.resolve("rejects/summary.csv"));
    write("summary.csv", "mine again, where a link was");
    assertThrows(ForeignFileException.class, () -> files().check());
    assertEquals("mine again, where a link was", shown().get("summary.csv"));
  }

  /** As a file system without links has them, and a run that was killed while it exchanged them. */
  @Test
  void copiesOfRunsAreOurs() throws IOException {
    write("runs/r1/summary.csv", "sums");
    write("runs/r2/summary.csv", "other sums");
    write("summary.csv", "sums");
    write(".daisychain-link-4711", "left by a killed run");
    files().check();
    files().finish("r2");
    assertEquals(Map.of("summary.csv", "other sums"), shown());
  }

  @Test
  void aFolderThatCannotBeWrittenToIsNamedBeforeWorkBegins() throws IOException {
    Files.writeString(dir.resolve("rejects"), "a file");
    IOException e = assertThrows(IOException.class, () -> files().check());
    assertTrue(e.getMessage().contains(dir.resolve("rejects").toString()), e.getMessage());
  }
}
