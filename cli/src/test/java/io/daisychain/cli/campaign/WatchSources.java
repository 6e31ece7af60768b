package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.hostile.ListenerAttacks;
import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PubsubStandIn;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.cli.watch.WatchIT;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages in random order through each source of watch, and through all at once, with repeats from
 * one source to another: the tables are those of the batch commands, and link finds nothing to
 * write.
 */
public final class WatchSources {
  /** Of so many messages one comes from two sources where there are several. */
  private static final int TWICE_EACH = 20;

  private static final int MESSAGES_A_FILE = 20_000;
  private static final int DEADLINE_SECONDS = 10;

  /** Who sends for all firms where they are proven. */
  private static final String MARKET = "market";

  private static final Pattern SENDER = Pattern.compile("\u000149=([^\u0001]+)\u0001");

  private final Path folder;
  private final Random random;
  private final Program program;
  private final String store;
  private List<String> messages;
  private JsonNode batch;
  private Beside beside;
  private String address = "127.0.0.1";
  private int seconds;

  /** Where messages come from. */
  public enum Source {
    FOLDER,
    FIX,
    PUBSUB
  }

  /** Something that goes on beside a watch until it is closed. */
  @FunctionalInterface
  public interface Beside {
    public AutoCloseable start(Program.Command watch) throws IOException;
  }

  /** Has something go on beside, at a heap of 256 MB and with all ports open. */
  public void beside(Beside what) {
    beside = what;
  }

  /**
   * The same at an address of others, where all are proven by certificates, while messages are sent
   * for so many seconds.
   */
  public void beside(String where, int forSeconds, Beside what) throws Exception {
    String[] bearers = {"watch", MARKET, ListenerAttacks.FIRM};
    KeyFiles.make(folder, bearers);
    KeyFiles.trustOneAnother(folder, bearers);
    program.with("DAISYCHAIN_TLS_PASSWORD", KeyFiles.PASSWORD);
    address = where;
    seconds = forSeconds;
    beside = what;
  }

  private String entitlements() throws Exception {
    return "name,senders,tables,ticks,messagesPerSecond,bytesPerSecond,certificates\n"
        + MARKET
        + ","
        + String.join("|", senders())
        + ",,,,,"
        + KeyFiles.fingerprint(folder, MARKET)
        + "\nhostile,"
        + ListenerAttacks.FIRM
        + ",*,*,1000,1000000,"
        + KeyFiles.fingerprint(folder, ListenerAttacks.FIRM)
        + "\n";
  }

  /** Works in a folder, on a store, and deals by {@code random}. */
  public WatchSources(Path folder, RunningStore store, Random random) {
    this.folder = folder;
    this.random = random;
    this.program = new Program(folder).forLong();
    this.store = "--store=" + store.address();
  }

  /**
   * Sends {@code args[0]} messages, dealt by the seed {@code args[1]}, in the folder {@code
   * args[2]}.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2])).toAbsolutePath();
    try (RunningStore store = RunningStore.start(folder)) {
      WatchSources sources = new WatchSources(folder, store, new Random(Long.parseLong(args[1])));
      sources.prepare(Integer.parseInt(args[0]));
      for (Source source : Source.values()) {
        System.out.println(sources.run(EnumSet.of(source)));
      }
      System.out.println(sources.run(EnumSet.allOf(Source.class)));
    }
  }

  /** Makes a workload, and what is to come of it. */
  public void prepare(int events) throws Exception {
    Workload.generate(
        program,
        "workload",
        events,
        "--lineage=native",
        "--errors=0.02",
        "--repairs=0.02",
        "--shards=4");
    Path workload = folder.resolve("workload");
    Workload.worsen(workload);
    messages = Workload.messages(workload, random);
    batch = counts("run", "batch", "--input=workload/events-*", "--reference=workload");
  }

  /**
   * Sends all messages, each through one of the sources at random.
   *
   * @return how many, and how fast
   */
  public String run(Set<Source> sources) throws Exception {
    String name = sources.size() > 1 ? "mixed" : sources.iterator().next().name();
    String table = "live_" + name.toLowerCase(Locale.ROOT) + (beside == null ? "" : "_beside");
    List<Source> all = List.copyOf(sources);
    List<List<String>> dealt = new ArrayList<>();
    all.forEach(source -> dealt.add(new ArrayList<>()));
    for (String message : messages) {
      int first = random.nextInt(all.size());
      dealt.get(first).add(message);
      if (random.nextInt(TWICE_EACH) == 0) {
        dealt.get((first + 1) % all.size()).add(message);
      }
    }
    long nanos;
    try (PubsubStandIn pubsub = new PubsubStandIn(DEADLINE_SECONDS, TWICE_EACH)) {
      nanos = watch(table, all, dealt, pubsub);
    }
    JsonNode linked = counts("link", table, "--days=all");
    assertEquals(0, linked.get("written").asLong(), () -> name + ": " + linked);
    JsonNode published = counts("publish", table, "--output=" + table);
    assertEquals(batch.at("/publish/digests"), published.get("digests"), name);
    long sent = dealt.stream().mapToLong(List::size).sum();
    return String.format(
        Locale.ROOT,
        "%s: %,d messages, %,d a second, the tables of the batch commands, link writes 0 rows",
        name,
        sent,
        Math.round(sent * 1e9 / nanos));
  }

  /** Nanoseconds that it took until all was told. */
  private long watch(
      String table, List<Source> sources, List<List<String>> dealt, PubsubStandIn pubsub)
      throws Exception {
    Path incoming = Files.createDirectories(folder.resolve("incoming-" + table));
    Files.writeString(folder.resolve("sessions.txt"), sessions(), ISO_8859_1);
    program.with("PUBSUB_EMULATOR_HOST", pubsub.address());
    List<String> options =
        new ArrayList<>(
            List.of(
                "--input=" + incoming,
                "--subscription=" + PubsubStandIn.SUBSCRIPTION,
                "--fix=0",
                "--sessions=sessions.txt",
                "--reference=workload"));
    if (beside != null) {
      options.addAll(List.of("--serve=0", "--metrics=0", "--ticks=0"));
    }
    if (seconds > 0) {
      Files.writeString(folder.resolve("who.csv"), entitlements());
      options.addAll(
          List.of(
              "--listen=" + address,
              "--tls=watch.p12",
              "--clients=watch.p12",
              "--entitlements=who.csv"));
    }
    if (beside != null) {
      program.withHeap("256m");
    }
    Program.Command watch = program.start(line("watch", table, options.toArray(String[]::new)));
    program.forLong();
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    long began = System.nanoTime();
    AutoCloseable other = beside == null ? () -> {} : beside.start(watch);
    Program.Command replay = null;
    List<Path> files = List.of();
    for (int i = 0; i < sources.size(); i++) {
      switch (sources.get(i)) {
        case FOLDER -> files = handIn(dealt.get(i), incoming);
        case FIX -> replay = replay(dealt.get(i), table, watch);
        case PUBSUB ->
            pubsub.publish(
                dealt.get(i).stream().map(message -> message.getBytes(ISO_8859_1)).toList());
      }
    }
    List<Path> given = files;
    assertTrue(
        watch.awaitThat(() -> pubsub.isDone() && WatchIT.areDone(given)),
        () -> WatchIT.said(watch));
    if (replay != null) {
      Program.Ended sent = replay.await();
      assertEquals(0, sent.exitCode(), sent::toString);
    }
    long took = System.nanoTime() - began;
    other.close();
    watch.process().destroy();
    Program.Ended ended = watch.await();
    assertEquals(0, ended.exitCode(), ended::toString);
    return took;
  }

  private List<Path> handIn(List<String> lines, Path incoming) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += MESSAGES_A_FILE) {
      Path file = incoming.resolve(String.format("%06d.fix", files.size()));
      write(lines.subList(from, Math.min(lines.size(), from + MESSAGES_A_FILE)), file);
      files.add(file);
    }
    return files;
  }

  private Program.Command replay(List<String> lines, String table, Program.Command watch)
      throws IOException {
    write(lines, folder.resolve(table + ".fix"));
    Matcher port = Pattern.compile("fix:([0-9]+)").matcher(Files.readString(watch.out()));
    assertTrue(port.find(), () -> WatchIT.said(watch));
    List<String> line = new ArrayList<>(List.of("replay", "--input=" + table + ".fix"));
    line.add("--rate=" + (seconds > 0 ? Math.max(1, lines.size() / seconds) : "1e9"));
    line.add("--to=fix://" + address + ":" + port.group(1));
    if (seconds > 0) {
      line.add("--tls=" + MARKET + ".p12");
    }
    return program.start(line.toArray(String[]::new));
  }

  /** Writes a file as a careful sender does: complete under its name. */
  static void write(List<String> lines, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (BufferedWriter out = Files.newBufferedWriter(part, ISO_8859_1)) {
      for (String line : lines) {
        out.write(line);
        out.write('\n');
      }
    }
    Files.move(part, file);
  }

  /** Everybody who sends anything has a session, also who is no participant. */
  private String sessions() {
    Set<String> senders = senders();
    StringBuilder lines = new StringBuilder();
    if (beside != null) {
      senders.add(ListenerAttacks.FIRM);
    }
    senders.forEach(sender -> lines.append(sender + ",MRP," + sender + "\n"));
    return lines.toString();
  }

  private Set<String> senders() {
    Set<String> senders = new TreeSet<>();
    for (String message : messages) {
      Matcher sender = SENDER.matcher(message);
      if (sender.find()) {
        senders.add(sender.group(1));
      }
    }
    return senders;
  }

  private JsonNode counts(String command, String table, String... more) throws Exception {
    return program.counts(line(command, table, more));
  }

  private String[] line(String command, String table, String... more) {
    List<String> line = new ArrayList<>(List.of(command, store, "--table=" + table));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }
}
