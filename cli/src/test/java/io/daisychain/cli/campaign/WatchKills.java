package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PubsubStandIn;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.TroubledSession;
import io.daisychain.cli.testing.Workload;
import io.daisychain.cli.watch.WatchIT;
import io.daisychain.embedded.FreePort;
import io.daisychain.watch.journal.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Kills watch, its store or both at random moments while messages come through a folder, FIX
 * sessions, which are cut, have gaps and begin anew, and Pub/Sub, and starts the same command
 * again, or has one that stands by take its place. No source hands over again what it was told of.
 * At the end the tables are those of the batch commands, and link finds nothing to write.
 */
final class WatchKills {
  private static final int KILLS_A_ROUND = 4;
  private static final int LONGEST_START_MILLIS = 4_000;
  private static final int MOST_MILLIS = 1_500;
  private static final int MOST_FILES = 4;
  private static final int SESSIONS = 2;
  private static final int TWICE_EACH = 20;

  /** Only a connection that is lost brings messages again: a busy machine may be slow. */
  private static final int DEADLINE_SECONDS = 60;

  private static final Pattern SENDER = Pattern.compile("\u000149=([^\u0001]+)\u0001");

  private final Path folder;
  private final Random random;
  private final Program program;

  /** For what nobody kills. */
  private final Program calm;

  private final String store;
  private final Map<String, Integer> sums = new TreeMap<>();
  private List<String> messages;
  private JsonNode batch;
  private int rounds;

  /** Works in a folder, and draws all by {@code random}. */
  WatchKills(Path folder, Random random) {
    this.folder = folder;
    this.random = random;
    // A watch that has started the store need not wait for the one that takes its place.
    this.program = new Program(folder).with("DAISYCHAIN_STORE_LINGER", "60");
    this.store = "--store=embedded:" + folder.resolve("daisychain-data/store");
    this.calm = Program.inProcess(folder).with("DAISYCHAIN_STORE_LINGER", "60");
  }

  /**
   * Kills {@code args[0]} times, all drawn from the seed {@code args[1]}, in the folder {@code
   * args[2]}: in rounds of {@value #KILLS_A_ROUND}, each through some of the sources.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2])).toAbsolutePath();
    WatchKills kills = new WatchKills(folder, new Random(Long.parseLong(args[1])));
    kills.prepare(20_000);
    List<Set<WatchSources.Source>> choices = subsets();
    for (int left = Integer.parseInt(args[0]); left > 0; left -= KILLS_A_ROUND) {
      Set<WatchSources.Source> sources = choices.get(kills.random.nextInt(choices.size()));
      Durable durable = kills.random.nextBoolean() ? Durable.STORE : Durable.JOURNAL;
      Map<String, Integer> sums = kills.run(sources, durable, Math.min(left, KILLS_A_ROUND));
      System.out.println(
          sources + " " + durable + ": the tables of the batch commands; so far " + sums);
    }
  }

  private static List<Set<WatchSources.Source>> subsets() {
    List<Set<WatchSources.Source>> subsets = new ArrayList<>();
    WatchSources.Source[] all = WatchSources.Source.values();
    for (int mask = 1; mask < 1 << all.length; mask++) {
      Set<WatchSources.Source> subset = EnumSet.noneOf(WatchSources.Source.class);
      for (int i = 0; i < all.length; i++) {
        if ((mask >> i & 1) != 0) {
          subset.add(all[i]);
        }
      }
      subsets.add(subset);
    }
    return subsets;
  }

  /** Makes a workload, and what is to come of it. */
  void prepare(int events) throws Exception {
    Workload.generate(calm, "workload", events, "--lineage=native", "--errors=0.02", "--shards=4");
    Workload.worsen(folder.resolve("workload"));
    messages = Workload.messages(folder.resolve("workload"), random);
    batch =
        calm.counts(
            "run", "--input=workload/events-*", "--reference=workload", "--table=batch", store);
    calm.succeed("store", "--stop", store);
  }

  /** What comes through which source, and how far it has come. */
  private final class Feed implements AutoCloseable {
    private final List<String> lines = new ArrayList<>();
    private final List<byte[]> data = new ArrayList<>();
    private final List<List<String>> carried = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final List<TroubledSession> sessions = new ArrayList<>();
    private final Set<WatchSources.Source> sources;
    private final Path incoming;
    private final PubsubStandIn pubsub = new PubsubStandIn(DEADLINE_SECONDS, TWICE_EACH);
    private final int port;
    private final Durable durable;

    /** Of two folders of journals the one of the watch that runs; a standby has the other. */
    private int journal;

    Feed(Set<WatchSources.Source> sources, Durable durable) throws IOException {
      this.sources = sources;
      this.durable = durable;
      incoming = Files.createDirectories(folder.resolve("incoming-" + rounds));
      port = FreePort.any();
      for (int i = 0; i < SESSIONS; i++) {
        carried.add(new ArrayList<>());
      }
      List<WatchSources.Source> drawn = List.copyOf(sources);
      for (String message : messages) {
        int first = random.nextInt(drawn.size());
        deal(message, drawn.get(first));
        if (random.nextInt(TWICE_EACH) == 0) {
          deal(message, drawn.get((first + 1) % drawn.size()));
        }
      }
      List<Set<String>> senders = new ArrayList<>();
      carried.forEach(of -> senders.add(new TreeSet<>()));
      for (int i = 0; i < SESSIONS; i++) {
        for (String message : carried.get(i)) {
          senders.get(i).add(senderOf(message));
        }
      }
      StringBuilder known = new StringBuilder();
      for (int i = 0; i < SESSIONS; i++) {
        known.append("BUREAU" + i + ",MRP," + String.join("|", senders.get(i)) + "\n");
      }
      Files.writeString(folder.resolve("sessions.txt"), known, ISO_8859_1);
      if (sources.contains(WatchSources.Source.FIX)) {
        for (int i = 0; i < SESSIONS; i++) {
          sessions.add(
              new TroubledSession(
                  port, "BUREAU" + i, carried.get(i), new Random(random.nextLong())));
        }
      }
      program.with("PUBSUB_EMULATOR_HOST", pubsub.address());
    }

    private void deal(String message, WatchSources.Source to) {
      switch (to) {
        case FOLDER -> lines.add(message);
        case PUBSUB -> data.add(message.getBytes(ISO_8859_1));
        case FIX -> {
          if (TroubledSession.canCarry(message)) {
            carried.get(Math.floorMod(senderOf(message).hashCode(), SESSIONS)).add(message);
          }
        }
      }
    }

    private static String senderOf(String message) {
      Matcher sender = SENDER.matcher(message);
      return sender.find() ? sender.group(1) : "";
    }

    Program.Command start(String... more) throws IOException {
      List<String> line =
          new ArrayList<>(List.of("watch", "--reference=workload", "--table=live" + rounds));
      line.addAll(List.of(more));
      line.add("--durable=" + durable.name().toLowerCase(Locale.ROOT));
      if (durable == Durable.JOURNAL) {
        line.add("--journal=journal-" + rounds + "-" + journal);
      }
      if (sources.contains(WatchSources.Source.FOLDER)) {
        line.add("--input=" + incoming.getFileName());
      }
      if (sources.contains(WatchSources.Source.PUBSUB)) {
        line.add("--subscription=" + PubsubStandIn.SUBSCRIPTION);
      }
      if (sources.contains(WatchSources.Source.FIX)) {
        line.add("--fix=" + port);
        line.add("--sessions=sessions.txt");
      }
      return program.start(line.toArray(String[]::new));
    }

    /** What one that stands by says when it can take over. */
    String standsBy() {
      return durable == Durable.JOURNAL ? "is a copy" : "watch stands by";
    }

    /** Lets a part of what there is come, after the parts before. */
    void give(int part, int parts) throws IOException {
      List<String> next = lines.subList(at(lines, part, parts), at(lines, part + 1, parts));
      int count = 1 + random.nextInt(MOST_FILES);
      for (int i = 0; i < count && !next.isEmpty(); i++) {
        Path file = incoming.resolve(String.format("%03d-%d.fix", part, i));
        WatchSources.write(next.subList(at(next, i, count), at(next, i + 1, count)), file);
        files.add(file);
      }
      pubsub.publish(data.subList(at(data, part, parts), at(data, part + 1, parts)));
      for (int i = 0; i < sessions.size(); i++) {
        sessions.get(i).allow(at(carried.get(i), part + 1, parts));
      }
    }

    private static int at(List<?> of, int part, int parts) {
      return (int) ((long) of.size() * part / parts);
    }

    boolean isDone() {
      boolean done = pubsub.isDone() && WatchIT.areDone(files);
      for (TroubledSession session : sessions) {
        done &= session.isDone();
      }
      return done;
    }

    void addSums() {
      for (TroubledSession session : sessions) {
        sums.merge("troubles of FIX sessions", session.troubles(), Integer::sum);
        sums.merge("told over FIX", session.toldMessages(), Integer::sum);
      }
      sums.merge("acknowledged to Pub/Sub", pubsub.acknowledged(), Integer::sum);
      sums.merge("files done", files.size(), Integer::sum);
    }

    @Override
    public void close() {
      sessions.forEach(TroubledSession::close);
      pubsub.close();
    }
  }

  /**
   * Hands the workload in through some sources, and kills so many times.
   *
   * @return what was killed how often, and what was told, by all rounds
   */
  Map<String, Integer> run(Set<WatchSources.Source> sources, Durable durable, int times)
      throws Exception {
    rounds++;
    String table = "--table=live" + rounds;
    try (Feed feed = new Feed(sources, durable)) {
      Program.Command watch = feed.start();
      for (int kill = 0; kill < times; kill++) {
        feed.give(kill, times + 1);
        if (kill % 2 == 0) {
          watch = takeOver(watch, feed);
        } else {
          kill(watch);
          watch = feed.start();
        }
      }
      feed.give(times, times + 1);
      Program.Command last = watch;
      assertTrue(
          last.awaitThat(() -> last.hasPrinted("watch ready") && feed.isDone()),
          () -> WatchIT.said(last));
      last.process().destroy();
      Program.Ended ended = last.await();
      assertEquals(0, ended.exitCode(), ended::toString);
      feed.addSums();
    }
    JsonNode linked = calm.counts("link", table, "--days=all", store);
    assertEquals(0, linked.get("written").asLong(), linked::toString);
    JsonNode published = calm.counts("publish", table, "--output=live" + rounds, store);
    assertEquals(batch.at("/publish/digests"), published.get("digests"));
    calm.succeed("store", "--stop", store);
    return sums;
  }

  /** Another watch stands by, and takes the place of one that is killed or ended. */
  private Program.Command takeOver(Program.Command watch, Feed feed)
      throws IOException, InterruptedException {
    boolean runs = watch.awaitThat(() -> watch.hasPrinted("watch ready"));
    assertTrue(runs, () -> WatchIT.said(watch));
    feed.journal = 1 - feed.journal;
    Program.Command standby = feed.start("--standby");
    long wait = TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(MOST_MILLIS));
    long[] since = {0};
    boolean stands =
        standby.awaitThat(
            () -> {
              if (since[0] == 0 && Files.readString(standby.err()).contains(feed.standsBy())) {
                since[0] = System.nanoTime();
              }
              return since[0] != 0 && System.nanoTime() - since[0] > wait;
            });
    assertTrue(stands, () -> WatchIT.said(standby));
    boolean isKilled = random.nextInt(4) != 0;
    if (isKilled) {
      watch.process().destroyForcibly();
    } else {
      watch.process().destroy();
    }
    Program.Ended ended = watch.await();
    assertEquals(isKilled, ended.exitCode() != 0, ended::toString);
    sums.merge(isKilled ? "with a standby" : "ended with a standby", 1, Integer::sum);
    return standby;
  }

  /** Once it listens, or while it still gets ready: one of four times. */
  private void kill(Program.Command watch) throws IOException, InterruptedException {
    boolean early = random.nextInt(4) == 0;
    int most = early ? LONGEST_START_MILLIS : MOST_MILLIS;
    long wait = TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(most));
    String what = List.of("watch", "store", "both").get(random.nextInt(3));
    long[] since = {early ? System.nanoTime() : 0};
    boolean runs =
        watch.awaitThat(
            () -> {
              if (since[0] == 0 && watch.hasPrinted("watch ready")) {
                since[0] = System.nanoTime();
              }
              return since[0] != 0 && System.nanoTime() - since[0] > wait;
            });
    assertTrue(runs, () -> WatchIT.said(watch));
    if (!what.equals("watch") && !killStore()) {
      what = "both"; // there is no store yet
    }
    if (what.equals("store") && early && watch.awaitThat(() -> watch.hasPrinted("watch ready"))) {
      what = "both"; // the store that was killed was the one before
    }
    if (!what.equals("store")) {
      watch.process().destroyForcibly();
    }
    Program.Ended ended = watch.await();
    assertTrue(ended.exitCode() != 0, ended::toString);
    sums.merge((early ? "early " : "") + what, 1, Integer::sum);
  }

  /** False where there is none. */
  private boolean killStore() throws IOException {
    Path running = folder.resolve("daisychain-data/store");
    try (Stream<Path> there = Files.exists(running) ? Files.list(running) : Stream.empty()) {
      if (there.findAny().isPresent()) {
        return RunningStore.lastHolder(running).map(ProcessHandle::destroyForcibly).orElse(false);
      }
      return false;
    }
  }
}
