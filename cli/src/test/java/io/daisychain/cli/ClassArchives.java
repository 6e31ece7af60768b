package io.daisychain.cli;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Class-data archives of the program and the store, made by the first test that starts one of them,
 * and kept for the other processes of tests and the next run: most of the CPU of a short command
 * goes into loading classes.
 *
 * <p>Archives need class paths of jars alone, which there are from Maven's phase {@code package}
 * on. Without them everything runs as well, only slower.
 */
final class ClassArchives {
  /** In the folder of the module, where tests run. */
  private static final Path FOLDER = Path.of("target", "class-archives").toAbsolutePath();

  /** Options that use an archive, and say nothing where it does not fit. */
  private record Options(List<String> program, List<String> store) {}

  private static final Options NONE = new Options(List.of(), List.of());
  private static Options made;

  private ClassArchives() {}

  /** What the program's JVM is given. */
  static List<String> ofProgram() {
    return options().program;
  }

  /** What the store's JVM is given. */
  static List<String> ofStore() {
    return options().store;
  }

  /** The program's class path: that of the tests without the tests. */
  static String programClassPath() {
    return String.join(
        File.pathSeparator,
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.endsWith("test-classes"))
            .filter(entry -> !entry.contains("surefire"))
            .toList());
  }

  private static synchronized Options options() {
    if (made == null) {
      made = NONE; // for the starts that make the archives
      if (isOfJars(programClassPath()) && isOfJars(RunningStore.classPath())) {
        try {
          made = keptOrMade();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException(e);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return made;
  }

  private static boolean isOfJars(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator)).allMatch(entry -> entry.endsWith(".jar"));
  }

  private static Options keptOrMade() throws Exception {
    Files.createDirectories(FOLDER);
    Path program = FOLDER.resolve("program.jsa");
    Path store = FOLDER.resolve("store.jsa");
    try (FileChannel lock =
        FileChannel.open(
            FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Of several processes of tests one makes them; closing the file gives the lock back.
      lock.lock();
      Path made = FOLDER.resolve("made");
      String fitting = fitting();
      if (!Files.exists(made) || !Files.readString(made).equals(fitting)) {
        Files.deleteIfExists(made);
        Files.deleteIfExists(program);
        Files.deleteIfExists(store);
        make(program, store);
        Files.writeString(made, fitting);
      }
    }
    return new Options(use(program), use(store));
  }

  /** What archives fit to: this Java, and the jars as they are. */
  private static String fitting() throws IOException {
    StringBuilder all = new StringBuilder(RunningStore.java()).append(Runtime.version());
    for (String classPath : List.of(programClassPath(), RunningStore.classPath())) {
      for (String jar : classPath.split(File.pathSeparator, -1)) {
        all.append('\n').append(jar).append(' ').append(Files.getLastModifiedTime(Path.of(jar)));
      }
    }
    return all.toString();
  }

  private static void make(Path program, Path store) throws Exception {
    Path work = Files.createTempDirectory(FOLDER, "work");
    List<String> line =
        Program.line(
            List.of("-XX:ArchiveClassesAtExit=" + program, "-Xlog:cds*=off"),
            List.of("-XX:ArchiveClassesAtExit=" + store, "-Xlog:cds*=off"));
    for (List<String> command :
        List.of(
            List.of("generate", "--output=work", "--scale=1", "--fullWorkload=20000"),
            List.of("run", "--input=work/events-*", "--reference=work", "--rejects=rejects"))) {
      List<String> all = new ArrayList<>(line);
      all.addAll(command);
      Program.Ended ended =
          Program.Command.start(
                  all, work, Map.of("DAISYCHAIN_STORE_LINGER", "0"), "training-" + command.get(0))
              .await();
      if (ended.exitCode() != 0) {
        throw new IllegalStateException(ended.toString());
      }
    }
    delete(work);
  }

  private static List<String> use(Path archive) {
    return Files.exists(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off")
        : List.of();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
