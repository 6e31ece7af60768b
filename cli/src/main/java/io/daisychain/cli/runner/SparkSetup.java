package io.daisychain.cli.runner;

import io.daisychain.cli.option.SparkOptions;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Terminal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Spark is told besides Beam's options, for one job, by the system properties that it reads.
 *
 * <p>In this process it listens to nobody else, and keeps what does not fit its memory in a folder
 * of its own. A cluster elsewhere gets the jars that it does not have; it ends the job with the
 * command.
 */
final class SparkSetup implements RunnerSetup {
  private static final String FOLDER = "daisychain-spark-";
  private static final String STANDALONE = "spark://";
  private static final int CONNECT_MILLIS = 5_000;
  private static final Pattern MEMORY = Pattern.compile("(\\d{1,9})([kmgtKMGT]?)[bB]?");

  /**
   * Of the jars of every Spark: those whose classes it and jobs hand each other, and large ones.
   */
  private static final String[] SPARKS_OWN = {
    "spark-",
    "scala-",
    "chill",
    "kryo-",
    "minlog-",
    "objenesis-",
    "log4j-",
    "jersey-",
    "hk2-",
    "json4s-",
    "netty-",
    "metrics-",
    "xbean-",
    "leveldbjni-",
    "rocksdbjni-"
  };

  /** Made by the first job: Spark asks once in the life of a process where its files may lie. */
  private static ScratchFolder kept;

  private final ScratchFolder folder;
  private final Map<String, String> set = new LinkedHashMap<>();
  private final Failures failures = new Failures();

  private SparkSetup(ScratchFolder folder) {
    this.folder = folder;
  }

  static SparkSetup of(SparkOptions options) throws IOException {
    String master = options.getSparkMaster();
    boolean isLocal = master.startsWith("local");
    SparkSetup setup = new SparkSetup(isLocal ? folder(options) : null);
    // Its page would be open to all who reach this machine.
    setup.set("spark.ui.enabled", "false");
    setup.set("spark.ui.showConsoleProgress", "false");
    if (isLocal) {
      setup.set("spark.driver.host", "127.0.0.1");
      setup.set("spark.driver.bindAddress", "127.0.0.1");
      setup.set("spark.local.dir", setup.folder.path().toString());
    } else {
      // HBase's client reaches into packages of Hadoop, which have to be of one class loader.
      setup.set("spark.executor.userClassPathFirst", "true");
      if (options.getFilesToStage() == null) {
        options.setFilesToStage(
            RunnerSetup.staged(System.getProperty("java.class.path"), SPARKS_OWN));
      }
    }
    setup.failures.listen();
    return setup;
  }

  /**
   * What a cluster elsewhere says before a job.
   *
   * @throws IOException if nobody answers for its master
   */
  static Map<String, Finding> look(SparkOptions options) throws IOException {
    String master = options.getSparkMaster();
    if (master.startsWith(STANDALONE)) {
      findMaster(master);
      return Map.of("spark", Finding.ok(master + " answers"));
    }
    return Map.of();
  }

  /** What executors have, as far as it is set; where their cores are not, the master chooses. */
  static WorkerSize workerSize() {
    return WorkerSize.elsewhere(
        bytes(System.getProperty("spark.executor.memory", "")),
        Integer.getInteger("spark.executor.cores", WorkerSize.LEAST_THREADS));
  }

  /** Such as 4g or 512m, or a number of MiB; what Spark gives where it is none of these. */
  static long bytes(String memory) {
    Matcher matcher = MEMORY.matcher(memory);
    if (!matcher.matches()) {
      return WorkerSize.LEAST_HEAP;
    }
    String unit = matcher.group(2).isEmpty() ? "m" : matcher.group(2).toLowerCase(Locale.ROOT);
    return Long.parseLong(matcher.group(1)) << (10 * ("kmgt".indexOf(unit) + 1));
  }

  private static synchronized ScratchFolder folder(SparkOptions options) throws IOException {
    if (kept == null) {
      kept = ScratchFolder.make(FOLDER, options);
    } else {
      kept.makeAgain();
    }
    return kept;
  }

  /** Spark itself would try for a minute, and then speak of a context that was stopped. */
  private static void findMaster(String master) throws IOException {
    List<HostPort> hosts =
        Stream.of(master.substring(STANDALONE.length()).split(",", -1)).map(HostPort::of).toList();
    if (hosts.stream().noneMatch(HostPort::answers)) {
      throw new IOException("--sparkMaster=" + master + ": nobody answers there");
    }
  }

  private record HostPort(String host, int port) {
    private static final int DEFAULT_PORT = 7077;

    static HostPort of(String address) {
      int colon = address.lastIndexOf(':');
      String port = address.substring(colon + 1);
      return colon >= 0 && port.matches("\\d{1,5}")
          ? new HostPort(address.substring(0, colon), Math.min(0xFFFF, Integer.parseInt(port)))
          : new HostPort(address, DEFAULT_PORT);
    }

    boolean answers() {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        return true;
      } catch (IOException e) {
        return false;
      }
    }
  }

  private void set(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
      set.put(property, value);
    }
  }

  @Override
  public void close() {
    failures.leave();
    set.keySet().forEach(System::clearProperty);
    if (folder != null) {
      folder.remove();
    }
  }

  /** Tells what Spark says to its log alone while a job waits or its tasks are done again. */
  static final class Failures extends Handler {
    private static final Map<String, String> ADVICE =
        Map.of("Java heap space", "raise spark.executor.memory");

    private static final String WAITING = "Initial job has not accepted any resources";

    /** {@code Lost task 0.0 in stage 7.0 (TID 11) (host executor 1): } and the stack trace. */
    private static final String LOST = "Lost task ";

    /** Held here: the logging framework holds loggers only weakly. */
    private final List<Logger> loggers =
        Stream.of("TaskSchedulerImpl", "TaskSetManager")
            .map(name -> Logger.getLogger("org.apache.spark.scheduler." + name))
            .toList();

    private final Set<String> told = new HashSet<>();

    private void listen() {
      loggers.forEach(logger -> logger.addHandler(this));
    }

    private void leave() {
      loggers.forEach(logger -> logger.removeHandler(this));
    }

    @Override
    public synchronized void publish(LogRecord record) {
      String line = line(record.getMessage());
      if (line != null && told.add(line)) {
        Terminal.note(line);
      }
    }

    /** What a message of Spark's means; null for one that nobody needs. */
    static String line(String message) {
      if (message.startsWith(WAITING)) {
        return "the job waits: no worker has the cores and the memory that it asks for"
            + " (spark.executor.memory, spark.cores.max)";
      }
      int cause = message.indexOf("): ");
      if (message.startsWith(LOST) && cause >= 0) {
        String trace = message.substring(cause + "): ".length());
        String words = JobFailure.of(trace, ADVICE).words();
        // That an executor is gone has no stack trace.
        return "a task is done again after: "
            + (words.isEmpty() ? trace.lines().findFirst().orElse("") : words);
      }
      return null;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
