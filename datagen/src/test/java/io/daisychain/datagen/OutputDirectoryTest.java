package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputDirectoryTest {
  @TempDir Path dir;

  @Test
  void onlyWhatARunListedIsDeletedAndOthersFilesAreRefused() throws IOException {
    Path folder = dir.resolve("workload");
    OutputDirectory output = new OutputDirectory(folder.toString());
    output.prepare(List.of("events-0.fix", "participants.csv"));
    output.write("events-0.fix", out -> out.write(1));
    output.write("participants.csv", out -> out.write(1));
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("unfinished-work.txt"), "mine");
    Files.writeString(
        folder.resolve("unfinished-e34f39c1-0fdf-5f6e-bbff-240cad50efa9-events-0.fix"), "killed");

    output.prepare(List.of("events-1.fix"));
    assertEquals(List.of("generated-files.txt", "notes.txt", "unfinished-work.txt"), names(folder));

    for (String foreign : List.of("events-mine.fix", "symbols.csv", "events-1.fix.gz")) {
      Path file = Files.writeString(folder.resolve(foreign), "mine");
      Exception e =
          assertThrows(
              IllegalArgumentException.class, () -> output.prepare(List.of("events-1.fix")));
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
      assertEquals("mine", Files.readString(file));
      Files.delete(file);
    }
  }

  @Test
  void aListOfSomebodyElseIsRefusedAndNothingItNamesIsDeleted() throws IOException {
    Path notes = Files.writeString(dir.resolve("notes.txt"), "mine");
    Files.writeString(dir.resolve("generated-files.txt"), "notes.txt\n");
    OutputDirectory output = new OutputDirectory(dir.toString());

    Exception e =
        assertThrows(IllegalArgumentException.class, () -> output.prepare(List.of("events-1.fix")));

    assertTrue(e.getMessage().contains(dir + "/generated-files.txt is there"), e.getMessage());
    assertEquals("mine", Files.readString(notes));
  }

  private static List<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return List.copyOf(new TreeSet<>(files.map(file -> file.getFileName().toString()).toList()));
    }
  }
}
