package io.daisychain.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Class-data archive of a program that tests start: most of the CPU of a short run goes into
 * loading classes. The first test makes it, all others and the next build use it.
 *
 * <p>An archive needs a class path of jars alone, which there is from Maven's phase {@code package}
 * on. Without one everything runs as well, only slower.
 */
public final class ClassArchive {
  private ClassArchive() {}

  /** Makes an archive: runs the program with {@code options} in {@code folder}, which is empty. */
  @FunctionalInterface
  public interface Training {
    void run(List<String> options, Path folder) throws IOException, InterruptedException;
  }

  /**
   * JVM options that use the archive of a program, which is made if there is none that fits.
   *
   * @param folder where it is kept
   * @return none where the class path is not of jars
   */
  public static List<String> options(Path folder, String classPath, Training training) {
    List<String> jars = List.of(classPath.split(File.pathSeparator, -1));
    if (!jars.stream().allMatch(entry -> entry.endsWith(".jar"))) {
      return List.of();
    }
    try {
      Path archive = keptOrMade(folder, jars, training);
      // Where it does not fit the JVM would say so.
      return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Of several processes one makes it, the others wait. */
  private static Path keptOrMade(Path folder, List<String> jars, Training training)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path archive = folder.resolve("classes.jsa");
    Path made = folder.resolve("made-of");
    try (FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      lock.lock(); // until the file is closed
      String fitting = fitting(jars);
      if (!Files.exists(made) || !Files.readString(made).equals(fitting)) {
        Files.deleteIfExists(made);
        Files.deleteIfExists(archive);
        Path work = Files.createTempDirectory(folder, "work");
        training.run(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds*=off"), work);
        delete(work);
        Files.writeString(made, fitting);
      }
    }
    return archive;
  }

  /** What an archive fits to: this Java, and the jars as they are. */
  private static String fitting(List<String> jars) throws IOException {
    StringBuilder all = new StringBuilder(System.getProperty("java.home"));
    all.append(Runtime.version());
    for (String jar : jars) {
      all.append('\n').append(jar).append(' ').append(Files.getLastModifiedTime(Path.of(jar)));
    }
    return all.toString();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
