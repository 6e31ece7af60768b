package io.daisychain.jmh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cli.Stages;
import io.daisychain.marketdata.MarketLoad;
import io.daisychain.marketdata.feed.FeedFormat;
import io.daisychain.model.RowKey;
import io.daisychain.store.RowBatch;
import io.daisychain.watch.FixSenders;
import io.daisychain.watch.HostPort;
import io.daisychain.watch.Listening;
import io.daisychain.watch.Watch;
import io.daisychain.watch.WatchHooks;
import io.daisychain.watch.WatchMeter;
import io.daisychain.watch.WatchPorts;
import io.daisychain.watch.WatchSettings;
import io.daisychain.watch.replay.Replay;
import io.daisychain.watch.replay.ReplaySettings;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * The doors of {@code watch} over a ladder of rates: an order and three fills a lifecycle, a
 * thousand lifecycles open at a time, sent open loop by {@code replay}, and one subscriber who
 * hears of each change. All in this process but the store; times are of one clock.
 *
 * <p>D0 scheduled at the sender, D1 handed over by the session or read from the file, D2 checked,
 * D3 durable, D4 linked, D5 written to the subscriber's socket, D6 read there.
 */
public final class WatchBench {
  private static final int FIRMS = 4;
  private static final int OPEN = 1_000;
  private static final int PASSES = 4;
  private static final int BLOCK = OPEN * PASSES;
  private static final int DOORS = 7;
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final int[] RATES = {500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000};
  private static final int WARM_RATE = 4_000;
  private static final int SECONDS = 10;
  private static final double SATURATED = 0.95;
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final double MICROS = 1e3;

  private final Path folder;
  private final boolean overFix;
  private final Consumer<String> out;
  private final AtomicLong subscribed = new AtomicLong();
  private volatile Run run;
  private long messages;

  /** What one rate has measured: of each message each door. */
  private static final class Run {
    private final long first;
    private final long[][] doors;
    private final int[] told;
    private final AtomicLong ended = new AtomicLong();

    Run(long first, int count) {
      this.first = first;
      this.doors = new long[DOORS][count];
      this.told = new int[count];
    }
  }

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
   */
  static void run(Stages stages, String table, Path folder, boolean overFix, Consumer<String> out)
      throws IOException {
    Files.createDirectories(folder);
    Path reference = Files.createDirectories(folder.resolve("reference"));
    StringBuilder firms = new StringBuilder("mpid,name,valid_from,valid_to\n");
    for (int firm = 0; firm < FIRMS; firm++) {
      firms.append("FIRM").append(firm).append(",A firm,,\n");
    }
    Files.writeString(reference.resolve("participants.csv"), firms);
    try {
      new WatchBench(folder, overFix, out).run(stages.watch(table, reference));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
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
            -1,
            -1,
            5);
    describe();
    try (Watch watch = Watch.start(settings, new Hooks(), ports, new Meter())) {
      subscribe(watch.port("serve"));
      ReplaySettings.Target target =
          overFix
              ? new ReplaySettings.FixTarget(new HostPort("127.0.0.1", watch.port("fix")))
              : new ReplaySettings.FolderTarget(incoming);
      measure(watch, target, WARM_RATE, SECONDS);
      header();
      for (int rate : RATES) {
        if (!report(rate, measure(watch, target, rate, SECONDS))) {
          break;
        }
      }
    }
  }

  private void describe() throws IOException {
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
        (overFix ? FIRMS + " FIX sessions" : "a folder, a file a tenth of a second")
            + ", embedded store with a synced log, one subscriber of all lifecycles, "
            + SECONDS
            + " s a rate after as long at "
            + WARM_RATE
            + "/s");
  }

  /** What a rate has brought; the lag of the last message says whether it was kept. */
  private record Measured(Run run, double rate, double waiting, Replay.Sums sums) {}

  private Measured measure(Watch watch, ReplaySettings.Target target, int rate, int seconds)
      throws IOException, InterruptedException {
    int count = Math.max(1, rate * seconds / BLOCK) * BLOCK;
    Path file = folder.resolve("messages.fix");
    write(file, messages, count);
    Run measured = new Run(messages, count);
    run = measured;
    messages += count;
    ReplaySettings settings =
        new ReplaySettings(
            MarketLoad.files(file.toAbsolutePath().normalize().toString()),
            rate,
            0,
            target,
            false,
            null,
            "MRP",
            FeedFormat.CSV,
            null);
    Sampler sampler = new Sampler(watch);
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

  private void header() {
    out.accept("");
    out.accept(
        "in us: p50, p90, p99, p99.9, most; all percentiles of all messages of the rate, counted from"
            + " the schedule");
  }

  /** Prints a rate; false where it was not kept. */
  private boolean report(int rate, Measured measured) {
    Run run = measured.run();
    out.accept("");
    out.accept(
        String.format(
            Locale.ROOT,
            "%,d/s: %,.0f/s linked, %,d messages, %,d told to the subscriber",
            rate,
            measured.rate(),
            run.told.length,
            run.ended.get()));
    line("D0-D1 sent and read", run, 0, 1);
    line("D1-D2 checked", run, 1, 2);
    line("D2-D3 durable", run, 2, 3);
    line("D3-D4 linked", run, 3, 4);
    line("D4-D5 written", run, 4, 5);
    line("D5-D6 received", run, 5, 6);
    line("D0-D6 end to end", run, 0, 6);
    line("D1-D5 door to door", run, 1, 5);
    Histogram logic = new Histogram(3);
    Histogram inside = new Histogram(3);
    for (int i = 0; i < run.told.length; i++) {
      if (run.doors[4][i] > 0) {
        long d1 = run.doors[1][i];
        long d2 = run.doors[2][i];
        logic.recordValue(d2 - d1 + run.doors[4][i] - run.doors[3][i]);
        inside.recordValue(run.doors[4][i] - d2);
      }
    }
    line("business logic D4-D1 without D3", logic);
    double little = measured.rate() * inside.getMean() / 1e9;
    out.accept(
        String.format(
            Locale.ROOT,
            "  queue between D2 and D4: %.1f messages, Little's law says %.1f",
            measured.waiting(),
            little));
    return measured.rate() >= SATURATED * rate;
  }

  private void line(String name, Run run, int from, int to) {
    Histogram times = new Histogram(3);
    for (int i = 0; i < run.told.length; i++) {
      if (run.doors[to][i] > 0 && run.doors[from][i] > 0) {
        times.recordValue(Math.max(0, run.doors[to][i] - run.doors[from][i]));
      }
    }
    line(name, times);
  }

  private void line(String name, Histogram times) {
    StringBuilder line = new StringBuilder(String.format("  %-32s", name));
    for (double percentile : PERCENTILES) {
      line.append(
          String.format(Locale.ROOT, " %,12.1f", times.getValueAtPercentile(percentile) / MICROS));
    }
    line.append(String.format(Locale.ROOT, " %,12.1f", times.getMaxValue() / MICROS));
    out.accept(line.toString());
  }

  /** Looks a thousand times a second how many messages wait. */
  private static final class Sampler {
    private final Thread thread;
    private long sum;
    private long count;
    private volatile boolean ended;

    Sampler(Watch watch) {
      thread =
          new Thread(
              () -> {
                while (!ended) {
                  long waiting = watch.waiting();
                  if (waiting > 0 || count > 0) {
                    sum += waiting;
                    count++;
                  }
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    /** Mean number that waited. */
    double end() throws InterruptedException {
      ended = true;
      thread.join();
      return count == 0 ? 0 : (double) sum / count;
    }
  }

  /** Messages in blocks of {@value #OPEN} lifecycles: all orders, then each fill of all. */
  private static void write(Path file, long first, int count) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file, ISO_8859_1)) {
      for (long i = first; i < first + count; i++) {
        long pass = i % BLOCK / OPEN;
        long root = i - pass * OPEN;
        long millis = i % 36_000_000;
        String time =
            String.format(
                Locale.ROOT,
                "20260316-%02d:%02d:%02d.%03d",
                8 + millis / 3_600_000,
                millis / 60_000 % 60,
                millis / 1_000 % 60,
                millis % 1_000);
        String body =
            "35="
                + (pass == 0 ? "D" : "8")
                + "|34=1|49=FIRM"
                + root % FIRMS
                + "|56=MRP|52="
                + time
                + "|"
                + (pass == 0 ? order(root) : fill(root, pass))
                + "60="
                + time
                + "|10001="
                + key(i)
                + "|";
        writer.write(framed(body));
        writer.write('\n');
      }
    }
  }

  private static String order(long root) {
    return "11=o" + root + "|21=1|55=S" + root % 100 + "|54=1|38=300|40=2|44=10|";
  }

  private static String fill(long root, long pass) {
    boolean isLast = pass == PASSES - 1;
    return "37=x"
        + root
        + "|11=o"
        + root
        + "|17=f"
        + root
        + "-"
        + pass
        + "|20=0|150="
        + (isLast ? "2|39=2" : "1|39=1")
        + "|55=S"
        + root % 100
        + "|54=1|38=300|32=100|31=10|151="
        + (300 - 100 * pass)
        + "|14="
        + 100 * pass
        + "|6=10|";
  }

  private static String framed(String fields) {
    String body = fields.replace('|', '\u0001');
    String message = "8=FIX.4.2\u00019=" + body.length() + "\u0001" + body;
    int sum = 0;
    for (int i = 0; i < message.length(); i++) {
      sum += message.charAt(i);
    }
    return message + String.format("10=%03d\u0001", sum & 0xFF);
  }

  /** A random UUID in form, whose lower half has the message's number. */
  private static UUID key(long message) {
    long high = (message + 1) * 0x9E37_79B9_7F4A_7C15L;
    return new UUID((high & ~0xF000L) | 0x4000L, Long.MIN_VALUE | message);
  }

  private static long messageOf(long low) {
    return low & Long.MAX_VALUE;
  }

  /** Takes the times. */
  private final class Meter implements WatchMeter {
    private final RowBatch.Reader reader = new RowBatch.Reader();

    @Override
    public void linked(byte[] row, long read, long checked, long durable, long linked) {
      reader.wrap(row);
      reader.nextRow();
      long message = messageOf(RowKey.low(reader.array(), reader.keyOffset()));
      Run now = run;
      int index = (int) (message - now.first);
      if (index >= 0 && index < now.told.length) {
        now.doors[1][index] = read;
        now.doors[2][index] = checked;
        now.doors[3][index] = durable;
        now.doors[4][index] = linked;
      }
    }

    @Override
    public OutputStream watched(OutputStream out) {
      return new Written(out);
    }
  }

  private record Chunk(long end, long time) {}

  private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();

  /** Notes when which bytes were written. */
  private final class Written extends FilterOutputStream {
    private long position;

    Written(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      position += length;
      synchronized (chunks) {
        chunks.add(new Chunk(position, 0));
      }
      out.write(bytes, from, length);
      long now = System.nanoTime();
      synchronized (chunks) {
        chunks.removeLastOccurrence(new Chunk(position, 0));
        chunks.add(new Chunk(position, now));
        chunks.notifyAll();
      }
    }
  }

  /** When the bytes up to a position were written. */
  private long writtenAt(long position) throws InterruptedException {
    synchronized (chunks) {
      while (true) {
        while (!chunks.isEmpty() && chunks.peek().end() < position) {
          chunks.poll();
        }
        if (!chunks.isEmpty() && chunks.peek().time() > 0) {
          return chunks.peek().time();
        }
        chunks.wait();
      }
    }
  }

  private void subscribe(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket
        .getOutputStream()
        .write("{\"table\":\"lifecycles\",\"fields\":[\"events\"]}\n".getBytes(ISO_8859_1));
    Thread reader =
        new Thread(
            () -> {
              try (socket) {
                read(socket.getInputStream());
              } catch (IOException e) {
                subscribed.set(-1);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    reader.setDaemon(true);
    reader.start();
    while (subscribed.get() == 0) {
      Thread.onSpinWait();
    }
  }

  private void read(InputStream in) throws IOException, InterruptedException {
    byte[] buffer = new byte[1 << 20];
    int length = 0;
    long position = 0;
    for (int read = in.read(buffer);
        read >= 0;
        read = in.read(buffer, length, buffer.length - length)) {
      long now = System.nanoTime();
      length += read;
      int from = 0;
      for (int i = 0; i < length; i++) {
        if (buffer[i] == '\n') {
          position += i + 1 - from;
          take(new String(buffer, from, i - from, ISO_8859_1), position, now);
          from = i + 1;
        }
      }
      System.arraycopy(buffer, from, buffer, 0, length - from);
      length -= from;
    }
  }

  private void take(String line, long position, long now) throws InterruptedException {
    if (line.contains("\"ready\"")) {
      subscribed.set(1);
      return;
    }
    int id = line.indexOf("\"id\":\"");
    int events = line.indexOf("\"events\":");
    Run current = run;
    if (id < 0 || events < 0 || current == null) {
      return;
    }
    long low = UUID.fromString(line.substring(id + 6, id + 42)).getLeastSignificantBits();
    int root = (int) (messageOf(low) - current.first);
    int count = line.charAt(events + 9) - '0';
    if (root < 0 || root >= current.told.length) {
      return;
    }
    long written = writtenAt(position);
    for (int pass = current.told[root]; pass < count; pass++) {
      current.doors[5][root + pass * OPEN] = written;
      current.doors[6][root + pass * OPEN] = now;
      current.ended.incrementAndGet();
    }
    current.told[root] = Math.max(current.told[root], count);
  }

  private static final class Hooks implements WatchHooks {
    @Override
    public void linkAll() {
      throw new IllegalStateException("something beside the bench has changed the table");
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
