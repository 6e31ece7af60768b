package io.daisychain.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.warehouse.print.VisibleText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The program's own log: how a command was started, what its stages took, and what the libraries
 * warned of (retries, lost connections, slow pauses), as {@code commands.log} beside the data.
 *
 * <p>Nothing is written before a command begins to work: what is said until then waits here, so
 * that {@code --help} and bad usage leave no file. Secrets are masked. Several commands may write
 * to the same file; each line names its process.
 */
public final class CommandLog {
  static final String FILE = "commands.log";

  /** The folder of what has no place of its own. */
  public static final Path DEFAULT_FOLDER = Path.of("daisychain-data");

  /** Beyond this many bytes the file is moved aside, where one older is kept. */
  private static final long KEEP_BYTES = 8 << 20;

  private static final int MOST_WAITING = 1_000;
  private static final int LAST_LINES = 3;
  private static final int LONGEST_LAST_LINE = 300;
  private static final int DEEPEST_CAUSE = 20;

  /** Classes that warn of what is so by design, or of what this program does on purpose. */
  private static final List<String> EXPECTED_WARNINGS =
      List.of(
          "org.apache.hadoop.util.NativeCodeLoader",
          "org.apache.hadoop.metrics2",
          "org.apache.hadoop.hbase.shaded.org.apache.zookeeper",
          "org.apache.hadoop.hbase.client.ZKConnectionRegistry",
          "org.apache.hadoop.hbase.security.token.FsDelegationToken",
          "org.apache.beam.sdk.coders.SerializableCoder",
          "org.apache.beam.sdk.options.PipelineOptionsFactory",
          "org.apache.beam.runners.flink",
          "org.apache.flink");

  private static final CommandLog INSTANCE = new CommandLog();

  /** Loggers with a level of their own; the logging framework itself holds them only weakly. */
  private final List<Logger> held = new ArrayList<>();

  private final Deque<String> waiting = new ArrayDeque<>();
  private final Deque<String> warnings = new ArrayDeque<>();
  private Path file;
  private FileChannel channel;
  private boolean closed;

  private CommandLog() {}

  /** From now on what is logged comes here; to standard error too if the user wants all of it. */
  public static void begin(boolean toConsole) {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    INSTANCE.setLevel("io.daisychain", Level.INFO);
    EXPECTED_WARNINGS.forEach(name -> INSTANCE.setLevel(name, Level.SEVERE));
    root.addHandler(INSTANCE.new ToFile());
    if (toConsole) {
      root.addHandler(new ConsoleHandler());
    }
  }

  /** The log of a command without an embedded store. */
  public static void open() {
    open(DEFAULT_FOLDER);
  }

  /**
   * Writes what waits, and from now on each line at once, into a folder, which is made if need be.
   * The first folder stays. A log that cannot be written is no reason not to work: then there is
   * none.
   */
  public static void open(Path folder) {
    INSTANCE.openFile(folder);
  }

  /** The folder of the log; of what there would be where no log was opened yet. */
  public static Path folder() {
    synchronized (INSTANCE) {
      return INSTANCE.file == null ? DEFAULT_FOLDER : INSTANCE.file.toAbsolutePath().getParent();
    }
  }

  /** A line of the program's own. */
  public static void info(String line) {
    INSTANCE.write("INFO", "daisychain", line);
  }

  /** How a failure came about, for the log alone. */
  public static void failure(Throwable thrown) {
    INSTANCE.write("ERROR", "daisychain", story(thrown));
  }

  /** The last warnings of this command; none where there is no log in which they could be read. */
  public static List<String> lastWarnings() {
    synchronized (INSTANCE) {
      return INSTANCE.channel == null ? List.of() : List.copyOf(INSTANCE.warnings);
    }
  }

  /** Forgets the warnings of the command before, in a process that does several. */
  public static void forgetWarnings() {
    synchronized (INSTANCE) {
      INSTANCE.warnings.clear();
    }
  }

  /** The log's path as the user would write it; empty if there is no log. */
  public static Optional<String> path() {
    synchronized (INSTANCE) {
      return INSTANCE.channel == null ? Optional.empty() : Optional.of(INSTANCE.file.toString());
    }
  }

  /** An exception with its causes and where they came from. */
  private static String story(Throwable thrown) {
    StringBuilder words = new StringBuilder();
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      words.append(depth == 0 ? "" : "caused by ").append(cause).append('\n');
      for (StackTraceElement frame : cause.getStackTrace()) {
        words.append("    at ").append(frame).append('\n');
      }
      cause = cause.getCause();
    }
    return words.toString();
  }

  private void setLevel(String name, Level level) {
    Logger logger = Logger.getLogger(name);
    logger.setLevel(level);
    held.add(logger);
  }

  private synchronized void openFile(Path folder) {
    if (channel != null || closed) {
      return;
    }
    try {
      Files.createDirectories(folder);
      file = folder.resolve(FILE);
      openChannel();
      for (String line : waiting) {
        append(line);
      }
    } catch (IOException e) {
      close();
    }
    waiting.clear();
  }

  private void openChannel() throws IOException {
    if (Files.exists(file) && Files.size(file) > KEEP_BYTES) {
      Files.move(file, file.resolveSibling(FILE + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
    channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void write(String level, String source, String text) {
    String line =
        VisibleText.lines(
            "%s %s %s %s: %s\n"
                .formatted(
                    Instant.now().truncatedTo(ChronoUnit.MILLIS),
                    ProcessHandle.current().pid(),
                    level,
                    source,
                    Secrets.masked(text.stripTrailing()).replace("\r", "")));
    synchronized (this) {
      if (level.equals("WARN")) {
        remember(warnings, shortened(line), LAST_LINES);
      }
      if (channel == null && !closed) {
        remember(waiting, line, MOST_WAITING);
      } else if (channel != null) {
        try {
          append(line);
        } catch (IOException e) {
          close();
        }
      }
    }
  }

  private static String shortened(String line) {
    String first = line.substring(0, line.indexOf('\n'));
    return first.length() > LONGEST_LAST_LINE
        ? first.substring(0, LONGEST_LAST_LINE) + " ..."
        : first;
  }

  private static void remember(Deque<String> lines, String line, int most) {
    lines.addLast(line);
    if (lines.size() > most) {
      lines.removeFirst();
    }
  }

  /** In one write, so that lines of several processes stay whole. */
  private void append(String line) throws IOException {
    if (channel.size() > KEEP_BYTES) {
      channel.close();
      openChannel();
    }
    ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** A full disk, or a folder that others own: the work goes on without a log. */
  private void close() {
    closed = true;
    channel = null;
    waiting.clear();
  }

  /** What the libraries say. */
  private final class ToFile extends Handler {
    private final Formatter words = new java.util.logging.SimpleFormatter();

    @Override
    public void publish(LogRecord logRecord) {
      String text = words.formatMessage(logRecord);
      if (logRecord.getThrown() != null) {
        text += "\n" + story(logRecord.getThrown());
      }
      int level = logRecord.getLevel().intValue();
      CommandLog.this.write(
          level >= Level.WARNING.intValue() ? "WARN" : "INFO", logRecord.getLoggerName(), text);
    }

    @Override
    public void flush() {
      // Each line is written at once.
    }

    @Override
    public void close() {
      // Ends with the process.
    }
  }
}
