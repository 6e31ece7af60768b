package io.daisychain.cli.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Secrets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How commands have ended, as lines of JSON in {@code runs.jsonl} beside the log: the last {@value
 * #KEPT}, and of each command how often it was done and has failed. Several processes may write to
 * it; a line that was broken off, or lost while another process made room, is nobody's harm.
 */
public final class CommandRuns {
  /** Names another file: of what nobody is to hear. */
  public static final String VARIABLE = "DAISYCHAIN_RUNS";

  private static final String FILE = "runs.jsonl";
  private static final int KEPT = 200;
  private static final int MOST_BYTES = 256 << 10;
  private static final int LONGEST = 300;

  /** Those that change something, or look whether something has changed. */
  private static final Set<String> NOTED =
      Set.of(
          "backup",
          "drop",
          "explore",
          "ingest",
          "link",
          "marketdata",
          "publish",
          "repair",
          "restore",
          "run",
          "scrub",
          "serve",
          "splits",
          "verify",
          "watch");

  private static final ObjectMapper JSON =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY);

  private static String failure = "";

  private CommandRuns() {}

  /**
   * How a command ended.
   *
   * @param command its name
   * @param words what followed it
   * @param start when it began, ISO 8601
   * @param seconds that it took
   * @param exit its exit code
   * @param error why it failed; empty where it did not
   */
  record Ended(String command, String words, String start, double seconds, int exit, String error) {
    Ended {
      words = words == null ? "" : words;
      error = error == null ? "" : error;
    }

    boolean wasDone() {
      return exit == 0;
    }
  }

  /**
   * How often a command was done.
   *
   * @param lastDone when the last that was done ended, in seconds since 1970; 0 for never
   * @param seconds that this took
   * @param lastExit exit code of the last, done or not
   */
  record Sum(String sumOf, long done, long failed, double lastDone, double seconds, int lastExit) {
    static Sum none(String command) {
      return new Sum(command, 0, 0, 0, 0, 0);
    }

    Sum plus(Ended run) {
      if (!run.wasDone()) {
        return new Sum(sumOf, done, failed + 1, lastDone, seconds, run.exit());
      }
      double end = Instant.parse(run.start()).toEpochMilli() / 1e3 + run.seconds();
      return new Sum(sumOf, done + 1, failed, end, run.seconds(), 0);
    }
  }

  /** What the file says. */
  record Told(List<Ended> runs, Map<String, Sum> sums) {}

  /** A command begins: none has failed yet. */
  public static synchronized void begin() {
    failure = "";
  }

  /** Why the command fails. */
  public static synchronized void fails(String why) {
    failure = Secrets.masked(why);
  }

  /** Why it has failed; empty where it has not. */
  public static synchronized String failure() {
    return failure;
  }

  /**
   * Notes how a command ended, if it is one of those that are noted and has a log.
   *
   * @param words the command line
   */
  public static synchronized void note(
      List<String> words, Instant start, double seconds, int exit) {
    if (words.isEmpty() || !NOTED.contains(words.get(0)) || CommandLog.path().isEmpty()) {
      return;
    }
    Ended run =
        new Ended(
            words.get(0),
            shortened(String.join(" ", Secrets.masked(words.subList(1, words.size())))),
            start.truncatedTo(ChronoUnit.MILLIS).toString(),
            Math.round(seconds * 1e3) / 1e3,
            exit,
            exit == 0 ? "" : shortened(failure));
    try {
      String given = Environment.get(VARIABLE);
      append(given.isEmpty() ? CommandLog.folder().resolve(FILE) : Path.of(given), run);
    } catch (IOException e) {
      CommandLog.info("the run is not noted: " + e.getMessage());
    }
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " ...";
  }

  static void append(Path file, Ended run) throws IOException {
    byte[] line = (JSON.writeValueAsString(run) + "\n").getBytes(UTF_8);
    long size;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      channel.write(ByteBuffer.wrap(line));
      size = channel.size();
    }
    if (size > MOST_BYTES) {
      makeRoom(file);
    }
  }

  /** Leaves the last runs, and the sums of those before. */
  private static void makeRoom(Path file) throws IOException {
    List<Ended> runs = new ArrayList<>();
    Map<String, Sum> sums = new TreeMap<>();
    parse(file, runs, sums);
    int older = Math.max(0, runs.size() - KEPT);
    runs.subList(0, older).forEach(run -> add(sums, run));
    StringBuilder lines = new StringBuilder();
    for (Sum sum : sums.values()) {
      lines.append(JSON.writeValueAsString(sum)).append('\n');
    }
    for (Ended run : runs.subList(older, runs.size())) {
      lines.append(JSON.writeValueAsString(run)).append('\n');
    }
    WritableFiles.replace(file, lines.toString());
  }

  private static void add(Map<String, Sum> sums, Ended run) {
    sums.put(run.command(), sums.getOrDefault(run.command(), Sum.none(run.command())).plus(run));
  }

  /** The runs of a folder's log, the newest last. */
  static Told read(Path folder) throws IOException {
    List<Ended> runs = new ArrayList<>();
    Map<String, Sum> sums = new TreeMap<>();
    parse(folder.resolve(FILE), runs, sums);
    runs.forEach(run -> add(sums, run));
    int older = Math.max(0, runs.size() - KEPT);
    return new Told(List.copyOf(runs.subList(older, runs.size())), sums);
  }

  private static void parse(Path file, List<Ended> runs, Map<String, Sum> sums) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    for (String line : new String(Files.readAllBytes(file), UTF_8).lines().toList()) {
      try {
        if (line.startsWith("{\"sumOf\"")) {
          Sum sum = JSON.readValue(line, Sum.class);
          sums.put(sum.sumOf(), sum);
        } else {
          runs.add(JSON.readValue(line, Ended.class));
        }
      } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
        CommandLog.info("a line of " + file + " is none: " + e.getOriginalMessage());
      }
    }
  }
}
