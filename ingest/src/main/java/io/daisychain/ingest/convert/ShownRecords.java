package io.daisychain.ingest.convert;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.WritableFiles;
import io.daisychain.beam.files.LinkedFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Files of records of a folder: all of a run are shown at once, in place of an earlier one's. */
final class ShownRecords implements AutoCloseable {
  private static final int NUMBER = 1;

  private final LinkedFiles shown;
  private final Path folder;
  private final String pattern;
  private final RecordFiles files;

  /**
   * Begins a run.
   *
   * @param pattern of the files' names, one of those of {@link RecordFiles}
   * @throws ForeignFileException naming a file that is in the way and not an earlier run's
   */
  ShownRecords(Path output, String pattern) throws IOException {
    this.pattern = pattern;
    WritableFiles.tryFolder(output);
    shown = new LinkedFiles(Files.createDirectories(output), ".converted");
    before();
    folder = shown.begin();
    files = new RecordFiles(folder, pattern, NUMBER);
  }

  RecordFiles files() {
    return files;
  }

  /** Names of the files of the run before. */
  private Set<String> before() throws IOException {
    Set<String> before = new TreeSet<>();
    String own = RecordFiles.name(pattern, "*", "*", NUMBER);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(shown.folder(), own)) {
      for (Path file : all) {
        String name = file.getFileName().toString();
        if (!shown.isShown(name) && (shown.hasLinks() || Files.isSymbolicLink(file))) {
          throw new ForeignFileException(file, "a file of 'convert'");
        }
        before.add(name);
      }
    }
    return before;
  }

  /** Shows all files; how many there are. */
  int complete() throws IOException {
    Set<String> names = files.finish();
    Set<String> stale = before();
    stale.removeAll(names);
    shown.show(folder, List.copyOf(names), stale);
    return names.size();
  }

  @Override
  public void close() throws IOException {
    shown.deleteOthers();
  }
}
