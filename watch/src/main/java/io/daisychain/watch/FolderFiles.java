package io.daisychain.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
    Set<String> names;
    try (Stream<Path> all = Files.list(folder)) {
      names = all.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
    return names.stream()
        .filter(name -> isNew(name, names))
        .map(folder::resolve)
        .sorted()
        .filter(Files::isRegularFile)
        .toList();
  }

  /** Says that all of a file is durable. */
  public static void done(Path file) throws IOException {
    Files.writeString(beside(file, DONE), "");
  }

  /** Says why a file cannot be read to its end. */
  public static void failed(Path file, String reason) throws IOException {
    Files.writeString(beside(file, FAILED), reason + "\n");
  }

  /** By names alone: a folder of a day has many files, and is looked at ten times a second. */
  private static boolean isNew(String name, Set<String> names) {
    return !name.startsWith(".")
        && !name.endsWith(PART)
        && !name.endsWith(DONE)
        && !name.endsWith(FAILED)
        && !names.contains(name + DONE)
        && !names.contains(name + FAILED);
  }

  private static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
