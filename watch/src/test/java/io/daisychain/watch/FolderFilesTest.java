package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of a folder are to be read. */
class FolderFilesTest {
  @TempDir private Path folder;

  @Test
  void findsWhatIsCompleteAndWasNotAnswered() throws IOException {
    for (String name : List.of("d", "b.gz", "a", "c", ".hidden", "e.part")) {
      Files.writeString(folder.resolve(name), "");
    }
    Files.createDirectory(folder.resolve("folder"));
    FolderFiles.done(folder.resolve("a"));
    FolderFiles.failed(folder.resolve("c"), "why");
    List<Path> found = List.of(folder.resolve("b.gz"), folder.resolve("d"));
    assertEquals(found, new FolderFiles(folder).complete());
  }

  @Test
  void writesNothingBehindALink() throws IOException {
    Path outside = folder.resolve("operator");
    Files.writeString(outside, "precious");
    for (String ending : List.of(".done", ".failed")) {
      Files.createSymbolicLink(folder.resolve("BIG" + ending), outside);
      Files.createSymbolicLink(folder.resolve("NEW" + ending), folder.resolve("nothing"));
    }
    Files.createLink(folder.resolve("HARD.done"), outside);
    for (String name : List.of("BIG", "NEW", "HARD")) {
      FolderFiles.done(folder.resolve(name));
    }
    FolderFiles.failed(folder.resolve("BIG"), "why");
    FolderFiles.failed(folder.resolve("NEW"), "why");
    assertEquals("precious", Files.readString(outside));
    assertFalse(Files.exists(folder.resolve("nothing")));
    FolderFiles.failed(folder.resolve("HARD"), "why");
    assertEquals("why\n", Files.readString(folder.resolve("HARD.failed")));
  }
}
