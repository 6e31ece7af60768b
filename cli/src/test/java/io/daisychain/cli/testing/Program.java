package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.beam.files.Links;
import io.daisychain.cli.Main;
import io.daisychain.embedded.ClassArchive;
import io.daisychain.embedded.StoreProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The program as users have it: a process of its own, started in a folder of theirs. */
public final class Program {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static List<String> archive;
  private static String classPath;

  private final Path folder;
  private final Kind kind;
  private final Map<String, String> environment = new HashMap<>();
  private List<String> jvmOptions = StoreProgram.JVM_OPTIONS;
  private final AtomicInteger runs = new AtomicInteger();

  /** A program whose paths are relative to {@code folder}, and which leaves no store running. */
  public Program(Path folder) {
    this(folder, Kind.STARTED);
  }

  /** Where {@link #run} does a command: in a process of its own, of the folder, of the tests. */
  private enum Kind {
    STARTED,
    STAYING,
    IN_PROCESS
  }

  private Program(Path folder, Kind kind) {
    this.folder = folder;
    this.kind = kind;
    environment.put("DAISYCHAIN_STORE_LINGER", "0");
  }

  /**
   * The same commands in the process of the tests: where what they do is tested, and not that they
   * start and end.
   */
  public static Program inProcess(Path folder) {
    System.setProperty("daisychain.store.classpath", StoreProgram.classPath());
    System.setProperty("daisychain.store.options", String.join("\n", StoreProgram.options()));
    return new Program(folder, Kind.IN_PROCESS);
  }

  /**
   * The same commands in one process of the folder: where what they do is tested with the defaults
   * of their options, which are below the working directory.
   */
  public static Program staying(Path folder) {
    return new Program(folder, Kind.STAYING);
  }

  public Path folder() {
    return folder;
  }

  public Program with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The same program as it is for long work: with the second compiler, and more memory. */
  public Program forLong() {
    jvmOptions = List.of("-Xmx3g", "-XX:+UseParallelGC");
    return this;
  }

  /** The same program with a heap of so much, which ends when that is full. */
  public Program withHeap(String most) {
    jvmOptions = List.of("-Xmx" + most, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    return this;
  }

  /** What starts the program, without a command. */
  public static List<String> line() {
    return line(StoreProgram.JVM_OPTIONS, archive());
  }

  /** What starts a class of the tests with all that the program has. */
  static List<String> line(Class<?> ofTests) {
    List<String> line = line();
    // The archive wants its jars first.
    String tests = File.pathSeparator + Path.of("target", "test-classes").toAbsolutePath();
    line.set(line.size() - 2, line.get(line.size() - 2) + tests);
    line.set(line.size() - 1, ofTests.getName());
    return line;
  }

  private static List<String> line(List<String> jvmOptions, List<String> archive) {
    List<String> line = new ArrayList<>(List.of(StoreProgram.java().toString()));
    line.addAll(jvmOptions);
    line.addAll(archive);
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    line.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    line.add("-Ddaisychain.store.classpath=" + StoreProgram.classPath());
    line.add("-Ddaisychain.store.options=" + String.join("\n", StoreProgram.options()));
    line.addAll(List.of("-cp", classPath(), Main.class.getName()));
    return line;
  }

  /**
   * The program's class path: that of the tests without the tests, and with DuckDB's library beside
   * its jar, as the launcher has it.
   */
  private static synchronized String classPath() {
    if (classPath == null) {
      List<String> entries = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        if (!entry.endsWith("test-classes") && !entry.contains("surefire")) {
          entries.add(entry);
        }
      }
      String tests = String.join(File.pathSeparator, entries);
      entries.replaceAll(
          entry -> entry.contains("duckdb_jdbc") ? withoutLibrary(Path.of(entry), tests) : entry);
      classPath = String.join(File.pathSeparator, entries);
    }
    return classPath;
  }

  /**
   * DuckDB's jar without its library, which is beside it: else each start takes out 72 MB, and one
   * that is killed leaves them behind. The first test makes it.
   */
  private static String withoutLibrary(Path jar, String classPath) {
    Path folder = Path.of("target", "library-of-" + jar.getFileName()).toAbsolutePath();
    try {
      if (!Files.exists(folder)) {
        // A campaign begins where nothing was built.
        Files.createDirectories(folder.getParent());
        Path work = Files.createTempDirectory(folder.getParent(), "library");
        String java = StoreProgram.java().toString();
        String unpack = "io.daisychain.cli.QuickStart";
        List<String> line =
            List.of(java, "-Xmx256m", "-cp", classPath, unpack, "library", work.toString());
        Ended ended = Command.start(line, work, Map.of(), "unpack").await();
        if (ended.exitCode() != 0) {
          throw new IOException(ended.toString());
        }
        move(work, folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Path without = folder.resolve(jar.getFileName());
    return Files.exists(without) ? without.toString() : jar.toString();
  }

  /** The tests of another process may have been first. */
  private static void move(Path work, Path folder) throws IOException {
    try {
      Files.move(work, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.exists(folder)) {
        throw e;
      }
      Links.deleteTree(work);
    }
  }

  private static synchronized List<String> archive() {
    if (archive == null) {
      Path folder = Path.of("target", "class-archive").toAbsolutePath();
      archive = ClassArchive.options(folder, classPath(), Program::train);
    }
    return archive;
  }

  private static void train(List<String> options, Path folder)
      throws IOException, InterruptedException {
    train(List.of(), folder, "generate --output=work --scale=1 --fullWorkload=20000");
    train(options, folder, "run --input=work/events-* --reference=work --rejects=rejects");
  }

  private static void train(List<String> options, Path folder, String command)
      throws IOException, InterruptedException {
    List<String> all = line(StoreProgram.JVM_OPTIONS, options);
    all.addAll(List.of(command.split(" ", -1)));
    Ended ended =
        Command.start(all, folder, Map.of("DAISYCHAIN_STORE_LINGER", "0"), "training").await();
    if (ended.exitCode() != 0) {
      throw new IOException(ended.toString());
    }
  }

  /** Starts a command and does not wait for it. */
  public Command start(String... arguments) throws IOException {
    return start(Path.of("/dev/null"), arguments);
  }

  /** The same with a file as its standard input. */
  public Command start(Path input, String... arguments) throws IOException {
    List<String> line = line(jvmOptions, archive());
    line.addAll(List.of(arguments));
    return Command.start(line, folder, environment, input, "command-" + runs.incrementAndGet());
  }

  /** Runs a command to its end. */
  public Ended run(String... arguments) throws Exception {
    return switch (kind) {
      case IN_PROCESS -> new InProcess(folder, environment).run(arguments);
      case STAYING -> runInFolder(arguments);
      case STARTED -> start(arguments).await();
    };
  }

  private Ended runInFolder(String... arguments) throws IOException {
    String name = "command-" + runs.incrementAndGet();
    Path out = folder.resolve(name + ".out").toAbsolutePath();
    Path err = folder.resolve(name + ".err").toAbsolutePath();
    int exitCode = StayingProgram.of(folder).run(out, err, environment, arguments);
    return new Ended(exitCode, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /** Runs a command that must succeed, and gives what it printed. */
  public String succeed(String... arguments) throws Exception {
    Ended ended = run(arguments);
    assertEquals(0, ended.exitCode(), ended::toString);
    return ended.out();
  }

  /** Runs a command that must succeed, and gives the counts of its report. */
  public JsonNode counts(String... arguments) throws Exception {
    return report(arguments).get("counts");
  }

  /** Runs a command that must succeed, and gives its report. */
  public JsonNode report(String... arguments) throws Exception {
    String file = "report-" + runs.get() + ".json";
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--report=" + file);
    succeed(all.toArray(String[]::new));
    return JSON.readTree(folder.resolve(file).toFile());
  }

  /** Asks the default warehouse. */
  public List<NamedCsvRecord> sql(String query) throws Exception {
    String csv = succeed("sql", "--format=csv", query);
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(csv)) {
      return reader.stream().toList();
    }
  }

  /** A command that has ended. */
  public record Ended(int exitCode, String out, String err) {}

  /** A command that may still run. */
  public record Command(Process process, Path out, Path err) {

    public static Command start(
        List<String> line, Path folder, Map<String, String> environment, String name)
        throws IOException {
      return start(line, folder, environment, Path.of("/dev/null"), name);
    }

    private static Command start(
        List<String> line, Path folder, Map<String, String> environment, Path input, String name)
        throws IOException {
      Path out = folder.resolve(name + ".out");
      Path err = folder.resolve(name + ".err");
      ProcessBuilder builder = in(folder, line);
      builder.environment().putAll(environment);
      builder.redirectInput(ProcessBuilder.Redirect.from(input.toFile()));
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      return new Command(builder.start(), out, err);
    }

    /** What the developer's own shell says must not reach the program. */
    static ProcessBuilder in(Path folder, List<String> line) {
      ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
      builder.environment().keySet().removeIf(Command::isOurs);
      return builder;
    }

    private static boolean isOurs(String variable) {
      return variable.startsWith("DAISYCHAIN_") || variable.endsWith("_EMULATOR_HOST");
    }

    public Ended await() throws IOException, InterruptedException {
      int exitCode = process.waitFor();
      return new Ended(exitCode, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }

    /**
     * Waits until a condition holds.
     *
     * @return false if the process ended before it did
     */
    public boolean awaitThat(Condition condition) throws IOException, InterruptedException {
      long began = System.nanoTime();
      while (!condition.holds()) {
        // What takes long to ask is asked less often.
        long pause = Math.max(10_000_000, 4 * (System.nanoTime() - began));
        if (process.waitFor(pause, TimeUnit.NANOSECONDS)) {
          return condition.holds();
        }
        began = System.nanoTime();
      }
      return true;
    }

    public boolean hasPrinted(String text) throws IOException {
      return Files.readString(out, UTF_8).contains(text);
    }
  }

  /** Something that a process brings about. */
  public interface Condition {
    boolean holds() throws IOException;
  }
}
