package io.daisychain.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a folder in which submissions are handed in, and what is said beside each: {@code
 * NAME.done} when all of it is durable, {@code NAME.failed} with the reason where it cannot be
 * read.
 *
 * @param folder where they are
 */
public record FolderFiles(Path folder) {
  private static final String DONE = ".done";
  private static final String FAILED = ".failed";
  private static final String PART = ".part";

  /**
   * Files that are complete and of which nothing is said yet, by name. Not complete are those whose
   * names end in {@code .part} or begin with a dot.
   */
  public List<Path> complete() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(FolderFiles::isNew).sorted().toList();
    }
  }

  /** Says that all of a file is durable. */
  public static void done(Path file) throws IOException {
    Files.writeString(beside(file, DONE), "");
  }

  /** Says why a file cannot be read to its end. */
  public static void failed(Path file, String reason) throws IOException {
    Files.writeString(beside(file, FAILED), reason + "\n");
  }

  private static boolean isNew(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith(".")
        && !name.endsWith(PART)
        && !name.endsWith(DONE)
        && !name.endsWith(FAILED)
        && Files.isRegularFile(file)
        && !Files.exists(beside(file, DONE))
        && !Files.exists(beside(file, FAILED));
  }

  private static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
