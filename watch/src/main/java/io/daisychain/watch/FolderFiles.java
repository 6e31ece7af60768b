package io.daisychain.watch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a folder in which submissions are handed in, and what is said beside each: {@code
 * NAME.done} when all of it is durable, {@code NAME.failed} with the reason where it cannot be
 * read.
 *
 * @param folder where they are
 */
public record FolderFiles(Path folder) {
  private static final Logger LOG = LoggerFactory.getLogger(FolderFiles.class);
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

  /** How many could not be read. */
  public long countFailed() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().endsWith(FAILED)).count();
    }
  }

  /** Says that all of a file is durable. */
  public static void done(Path file) throws IOException {
    say(beside(file, DONE), "");
  }

  /** Says why a file cannot be read to its end. */
  public static void failed(Path file, String reason) throws IOException {
    say(beside(file, FAILED), reason + "\n");
  }

  /**
   * Writes what was not there: whoever may put files here may put a link under this name too, and
   * nothing is written behind one. What is there stays as it is, and says that the file is
   * answered.
   */
  private static void say(Path answer, String text) throws IOException {
    try {
      Files.writeString(answer, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      LOG.warn("{} was there already, and is left as it is", answer);
    }
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
