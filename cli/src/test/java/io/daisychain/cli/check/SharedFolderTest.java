package io.daisychain.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.terminal.Finding;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that all machines have, and two that only look alike. */
class SharedFolderTest {
  @TempDir private Path folder;

  @Test
  void whatIsSharedIsReadAndWrittenFromBothSidesAndGoesAgain() throws Exception {
    Path shared = folder.resolve("made/for/it");
    SharedFolder program = of(shared);

    Closeable opened = program.open();
    try (opened) {
      of(shared).use("w-1");
      assertEquals(Finding.Verdict.OK, program.finding(List.of("w-1")).verdict());
    }

    assertFalse(Files.exists(folder.resolve("made")), "something stayed");
  }

  @Test
  void whatStaysInAFolderThatWasThereIsWhatWasInIt() throws Exception {
    Path mine = Files.createFile(folder.resolve("mine"));

    Closeable opened = of(folder).open();
    try (opened) {
      of(folder).use("w-1");
    }

    assertTrue(Files.exists(mine));
    assertEquals(1, folder.toFile().list().length);
  }

  @Test
  void aWorkersOwnFolderOfThatNameIsTold() throws Exception {
    Closeable opened = of(folder.resolve("program")).open();
    try (opened) {
      SharedFolder workers = of(Files.createDirectories(folder.resolve("worker")));

      IOException failure = assertThrows(IOException.class, () -> workers.use("w-1"));

      assertEquals(
          "does not see what the program wrote there: mount the folder of --rejects on all machines"
              + " under the same name",
          failure.getMessage());
    }
  }

  @Test
  void whatAWorkerWroteElsewhereIsMissed() throws Exception {
    SharedFolder program = of(folder);
    Closeable opened = program.open();
    try (opened) {
      Finding finding = program.finding(List.of("w-1"));

      assertEquals(Finding.Verdict.FAIL, finding.verdict());
      assertTrue(finding.words().contains("worker w-1"), finding.words());
    }
  }

  @Test
  void aFileInItsPlaceIsTold() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    IOException failure = assertThrows(IOException.class, () -> of(file).open());

    assertTrue(failure.getMessage().startsWith("cannot write into " + file), failure.getMessage());
  }

  private static SharedFolder of(Path path) {
    return new SharedFolder("--rejects", path.toString(), ".trial-");
  }
}
