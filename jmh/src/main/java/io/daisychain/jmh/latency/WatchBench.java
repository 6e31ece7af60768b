package io.daisychain.jmh.latency;

import io.daisychain.cli.job.Stages;
import io.daisychain.listen.Listening;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.load.MarketFile;
import io.daisychain.watch.FixSenders;
import io.daisychain.watch.HostPort;
import io.daisychain.watch.Watch;
import io.daisychain.watch.WatchHooks;
import io.daisychain.watch.WatchPorts;
import io.daisychain.watch.WatchSettings;
import io.daisychain.watch.journal.Durable;
import io.daisychain.watch.journal.Journal;
import io.daisychain.watch.replay.Replay;
import io.daisychain.watch.replay.ReplaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The doors of {@code watch} over a ladder of rates: an order and three fills a lifecycle, a
 * thousand lifecycles open at a time, sent open loop by {@code replay}, and one subscriber who
 * hears of each change. All in this process but the store; times are of one clock.
 *
 * <p>D0 scheduled at the sender, D1 handed over by the session or read from the file, D2 checked,
 * D3 durable, D4 linked, D5 written to the subscriber's socket, D6 read there.
 */
public final class WatchBench {
  private static final int[] RATES = {300, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000};
  private static final int WARM_RATE = 4_000;
  private static final int SECONDS = 10;
  private static final double SATURATED = 0.95;
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Path folder;
  private final boolean overFix;
  private final Consumer<String> out;
  private final LatencyMeter meter = new LatencyMeter();
  private long messages;

  private WatchBench(Path folder, boolean overFix, Consumer<String> out) {
    this.folder = folder;
    this.overFix = overFix;
    this.out = out;
  }

  /**
   * Measures a source, rate by rate until it is saturated.
   *
   * @param table new, of the stages' store
   * @param overFix true for FIX sessions, false for a folder
   * @param durable when sources are told
   */
  public static void run(
      Stages stages,
      String table,
      Path folder,
      boolean overFix,
      Durable durable,
      Consumer<String> out)
      throws IOException {
    Files.createDirectories(folder);
    WatchSettings settings = stages.watch(table, reference(folder));
    try (Journal journal = durable == Durable.JOURNAL ? journal(settings, folder, out) : null) {
      new WatchBench(folder, overFix, out).run(settings.durable(durable, journal));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Journal journal(WatchSettings settings, Path folder, Consumer<String> out)
      throws IOException {
    return Journal.open(
        folder.resolve("journal"),
        "127.0.0.1",
        settings.table(),
        out,
        failure -> out.accept("journal: " + failure));
  }

  /** A watch of a folder, and of nothing else. */
  static WatchPorts ofFolder(Path incoming, WatchSettings settings) {
    return new WatchPorts(
        incoming,
        null,
        Listening.LOOPBACK,
        -1,
        -1,
        FixSenders.participants(settings.reference().participants(), "MRP"),
        null,
        -1,
        -1,
        null,
        5);
  }

  /** Reference data with the firms that send. */
  static Path reference(Path folder) throws IOException {
    Path reference = Files.createDirectories(folder.resolve("reference"));
    StringBuilder firms = new StringBuilder("mpid,name,valid_from,valid_to\n");
    for (int firm = 0; firm < FilledOrders.FIRMS; firm++) {
      firms.append("FIRM").append(firm).append(",A firm,,\n");
    }
    Files.writeString(reference.resolve("participants.csv"), firms);
    return reference;
  }

  private void run(WatchSettings settings) throws IOException, InterruptedException {
    Path incoming = Files.createTempDirectory(folder, "incoming");
    WatchPorts ports =
        new WatchPorts(
            overFix ? null : incoming,
            null,
            Listening.LOOPBACK,
            0,
            overFix ? 0 : -1,
            FixSenders.participants(settings.reference().participants(), "MRP"),
            null,
            -1,
            -1,
            null,
            5);
    describe(settings);
    try (Watch watch = Watch.start(settings, new Hooks(), ports, meter)) {
      meter.subscribe(watch.port("serve"));
      ReplaySettings.Target target =
          overFix
              ? new ReplaySettings.FixTarget(new HostPort("127.0.0.1", watch.port("fix")))
              : new ReplaySettings.FolderTarget(incoming);
      measure(watch, target, WARM_RATE, SECONDS);
      LatencyTable table = new LatencyTable(out);
      table.header();
      for (int rate : RATES) {
        Measured measured = measure(watch, target, rate, SECONDS);
        table.print(rate, measured.run(), measured.rate(), measured.waiting());
        if (measured.rate() < SATURATED * rate) {
          break;
        }
      }
      out.accept(
          String.format(
              Locale.ROOT,
              "noting dates as linked: nothing was stored for %.1f ms at most",
              watch.longestNoting() / 1e6));
    }
  }

  private void describe(WatchSettings settings) throws IOException {
    String model = "";
    Path cpu = Path.of("/proc/cpuinfo");
    if (Files.isReadable(cpu)) {
      model =
          Files.readAllLines(cpu).stream()
              .filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 2) + ", ")
              .findFirst()
              .orElse("");
    }
    out.accept(
        String.format(
            Locale.ROOT,
            "%s%d processors, %s %s, Java %s, heap %d MB, options %s",
            model,
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("java.version"),
            Runtime.getRuntime().maxMemory() >> 20,
            java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.matches("-X(m|X:[+]Use|X:.*(Tier|Collector)).*"))
                .toList()));
    out.accept(
        (overFix ? FilledOrders.FIRMS + " FIX sessions" : "a folder, a file a tenth of a second")
            + ", durable="
            + settings.durable().name().toLowerCase(Locale.ROOT)
            + ", embedded store with a synced log, one subscriber of all lifecycles, "
            + SECONDS
            + " s a rate after as long at "
            + WARM_RATE
            + "/s");
  }

  /** What a rate has brought; the lag of the last message says whether it was kept. */
  private record Measured(LatencyRun run, double rate, double waiting, Replay.Sums sums) {}

  private Measured measure(Watch watch, ReplaySettings.Target target, int rate, int seconds)
      throws IOException, InterruptedException {
    int count = Math.max(1, rate * seconds / FilledOrders.BLOCK) * FilledOrders.BLOCK;
    Path file = folder.resolve("messages.fix");
    FilledOrders.write(file, messages, count);
    LatencyRun measured = new LatencyRun(messages, count);
    meter.begin(measured);
    messages += count;
    ReplaySettings settings =
        new ReplaySettings(
            MarketFile.list(file.toAbsolutePath().normalize().toString()),
            rate,
            0,
            target,
            false,
            null,
            "MRP",
            Feed.CSV);
    WaitingSampler sampler = new WaitingSampler(watch);
    Replay.Sums sums;
    try (Replay replay = Replay.open(settings)) {
      replay.run();
      long end = System.nanoTime() + SETTLE_NANOS;
      while (measured.ended.get() < count && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      for (int i = 0; i < count; i++) {
        measured.doors[0][i] = replay.began() + (long) (i / (double) rate * 1e9);
      }
      sums = replay.sums();
    }
    double waiting = sampler.end();
    long last = Arrays.stream(measured.doors[4]).max().orElse(0);
    double took = (last - measured.doors[0][0]) / 1e9;
    return new Measured(measured, count / took, waiting, sums);
  }

  /** Nothing but the bench is about. */
  static final class Hooks implements WatchHooks {
    @Override
    public void linkAll(long before) {
      // All that the table has is linked.
    }

    @Override
    public void storedSoFar(Map<Integer, Long> byDate) {
      // Sums of submissions are the command's.
    }

    @Override
    public void failed(Throwable cause) {
      throw new IllegalStateException(cause);
    }
  }
}
