package io.daisychain.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How tests of all modules start the embedded store: as a process, on what this module has built.
 */
public final class StoreProgram {
  /** Processes live for seconds: the second compiler would cost more than its code saves. */
  public static final List<String> JVM_OPTIONS =
      List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static List<String> archive;

  private StoreProgram() {}

  /** The {@code java} program of the tests. */
  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** The jar of the store, or its classes while there is none, and all libraries, in one order. */
  public static String classPath() {
    List<Path> own = jars(target("."));
    List<String> entries = new ArrayList<>();
    entries.add(own.isEmpty() ? target("classes").toString() : own.get(0).toString());
    jars(target("lib")).forEach(jar -> entries.add(jar.toString()));
    return String.join(File.pathSeparator, entries);
  }

  /** Options of the store's JVM: those of all, and its class-data archive. */
  public static List<String> options() {
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    options.addAll(archive());
    return options;
  }

  /**
   * The command line of a cluster of three region servers, without its options.
   *
   * @param settings folder of an {@code hbase-site.xml} of its own
   */
  public static List<String> clusterLine(Path settings) {
    List<String> line = new ArrayList<>(List.of(java().toString(), "-Xmx128m"));
    line.add("-XX:TieredStopAtLevel=1");
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.addAll(archive());
    // The archive wants its jars first.
    String added = File.pathSeparator + settings + File.pathSeparator + target("test-classes");
    line.addAll(List.of("-cp", classPath() + added, "io.daisychain.embedded.HBaseCluster"));
    return line;
  }

  /** The command line of a store that stays, as {@code ./daisychain store} starts it. */
  public static List<String> line(String folder) {
    return line(options(), "--dir=" + folder);
  }

  private static List<String> line(List<String> options, String... arguments) {
    List<String> line = new ArrayList<>(List.of(java().toString()));
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.addAll(options);
    line.addAll(List.of("-cp", classPath(), "io.daisychain.embedded.EmbeddedStore"));
    line.addAll(List.of(arguments));
    return line;
  }

  private static Path target(String name) {
    return Path.of(System.getProperty("embedded.target"), name).toAbsolutePath().normalize();
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.toString().endsWith("-tests.jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static synchronized List<String> archive() {
    if (archive == null) {
      archive = ClassArchive.options(target("class-archive"), classPath(), StoreProgram::train);
    }
    return archive;
  }

  /** Starts a store whose standard input ends, and which ends itself for that. */
  private static void train(List<String> options, Path folder)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(JVM_OPTIONS);
    all.addAll(options);
    Path said = folder.resolve("said");
    int code =
        new ProcessBuilder(line(all, "--dir=" + folder.resolve("store"), "--private=none"))
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("the store ended with " + code + ": " + Files.readString(said));
    }
  }
}
