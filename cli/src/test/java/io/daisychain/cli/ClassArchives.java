package io.daisychain.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Class-data archives of the program and the store, made once by the first test that starts one of
 * them: most of the CPU of a short command goes into loading classes.
 *
 * <p>Archives need class paths of jars alone, which there are from Maven's phase {@code package}
 * on. Without them everything runs as well, only slower.
 */
final class ClassArchives {
  private static final String NAME = "daisychain-class-archives";

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
          made = make(Files.createTempDirectory(NAME));
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

  private static Options make(Path folder) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    Path program = folder.resolve("program.jsa");
    Path store = folder.resolve("store.jsa");
    Path work = Files.createDirectory(folder.resolve("work"));
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
    return new Options(use(program), use(store));
  }

  private static List<String> use(Path archive) {
    return Files.exists(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off")
        : List.of();
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("left behind: " + folder + ": " + e);
    }
  }
}
