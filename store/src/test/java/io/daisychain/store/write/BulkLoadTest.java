package io.daisychain.store.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of files when a region server dies with them. */
class BulkLoadTest {
  @TempDir private Path folder;
  private Path run;

  @BeforeEach
  void begin() throws IOException {
    run = Files.createDirectories(folder.resolve("run/events_20260316"));
  }

  private static Path write(Path folder, String name, String text) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve(name), text, UTF_8);
  }

  private List<Path> present(Path... files) throws IOException {
    List<org.apache.hadoop.fs.Path> all =
        List.of(files).stream().map(file -> new org.apache.hadoop.fs.Path(file.toUri())).toList();
    return BulkLoad.present(
            new Configuration(false), all, new org.apache.hadoop.fs.Path(run.toUri()))
        .stream()
        .map(file -> Path.of(file.toUri()))
        .toList();
  }

  @Test
  void aFileThatWasLeftHalfWayIsMovedBack() throws IOException {
    Path waiting = write(run.resolve("Link"), "a", "a");
    Path moved = run.resolve("Data/b");
    Path taken = run.resolve("Data/c");
    Files.createDirectories(run.resolve("Data"));
    Path handOver = folder.resolve("staging/flink__events_20260316__x1");
    write(handOver.resolve("Data"), "b", "b");
    write(run, "hand-over-1", handOver.toUri().toString());

    assertEquals(List.of(waiting, moved), present(waiting, moved, taken));
    assertEquals("b", Files.readString(moved));
    assertFalse(Files.exists(handOver.resolve("Data/b")));
  }

  @Test
  void handOversThatAreNotNotedAreOthers() throws IOException {
    Path others = write(folder.resolve("staging/flink__events_20260316__x2/Data"), "b", "b");
    write(run, "hand-over-1", folder.resolve("staging/x1").toUri().toString());
    // Whose writer died while it was written.
    write(run, "hand-over-2", "");

    assertEquals(List.of(), present(run.resolve("Data/b")));
    assertTrue(Files.exists(others));
  }
}
