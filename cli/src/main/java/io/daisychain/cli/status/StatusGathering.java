package io.daisychain.cli.status;

import io.daisychain.audit.AuditLog;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.listen.Listener;
import io.daisychain.store.dates.Dates;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.watch.FolderFiles;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Looks at store, warehouse, disk and folders, on a thread of its own: when somebody asks and the
 * last look is older than {@value #FRESH_SECONDS} seconds, and once a minute for what is shown over
 * time. Who asks is told what was found last where a look takes longer than a moment.
 */
final class StatusGathering implements AutoCloseable {
  private static final long FRESH_SECONDS = 3;
  private static final Duration SAMPLE = Duration.ofMinutes(1);

  /** BigQuery is asked for money. */
  private static final Duration REMOTE = Duration.ofMinutes(5);

  private static final String FAULTS =
      "SELECT ReporterId, CAST(count(*) AS VARCHAR) FROM errors WHERE repaired IS NULL"
          + " GROUP BY ReporterId ORDER BY ReporterId";

  /** Looks at one thing. */
  private interface Look<T> {
    T look() throws Exception;
  }

  private final StatusSources sources;
  private final InstantSource clock;
  private final Duration moment;
  private final SampleFile samples;
  private final SortedMap<String, String> problems = new TreeMap<>();
  private Instant sampled = Instant.MIN;
  private String seen = "";
  private Map<Integer, PublishedDay> published = Map.of();
  private SortedMap<String, Long> faults = new TreeMap<>();
  private long publishedEvents;
  private Status found;
  private boolean isAsked;
  private boolean isClosed;

  StatusGathering(StatusSources sources, InstantSource clock, Duration moment) {
    this.sources = sources;
    this.clock = clock;
    this.moment = moment;
    this.samples = new SampleFile(sources.folder(), Status.COLUMNS.size());
    this.found = Status.none(clock.instant());
  }

  void start() {
    Listener.start("daisychain-status", this::run);
  }

  /** What was found last; of this moment, where that takes no longer than a moment. */
  synchronized Status current() {
    Instant asked = clock.instant();
    if (isOld(asked)) {
      isAsked = true;
      notifyAll();
      long end = System.nanoTime() + moment.toNanos();
      try {
        for (long left = moment.toMillis(); isOld(asked) && left > 0 && !isClosed; ) {
          wait(left);
          left = (end - System.nanoTime()) / 1_000_000;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return found;
  }

  private boolean isOld(Instant asked) {
    return found.problems().containsKey("status")
        || found.at().plusSeconds(FRESH_SECONDS).isBefore(asked);
  }

  private void run() {
    while (awaitWork()) {
      Status now = look();
      synchronized (this) {
        found = now;
        notifyAll();
      }
    }
  }

  /** Returns false at the end. */
  private synchronized boolean awaitWork() {
    try {
      while (!isClosed && !isAsked && clock.instant().isBefore(nextSample())) {
        wait(SAMPLE.toMillis());
      }
    } catch (InterruptedException e) {
      return false;
    }
    isAsked = false; // who asks from now on is told of the look after this one
    return !isClosed;
  }

  private Instant nextSample() {
    return sampled.equals(Instant.MIN) ? sampled : sampled.plus(SAMPLE);
  }

  /** Looks at everything; what cannot be looked at is a problem, and the rest is told. */
  Status look() {
    problems.clear();
    Instant at = clock.instant();
    List<DateState> dates = look("store", List.of(), this::dates);
    Optional<Status.Input> input =
        sources.input().flatMap(folder -> look("input", Optional.empty(), () -> input(folder)));
    SortedMap<String, Status.Disk> disks = new TreeMap<>();
    sources.places().forEach((name, folder) -> disk(name, folder, disks));
    long resident = look("memory", -1L, StatusGathering::resident);
    Status now =
        new Status(
            at,
            dates,
            publishedEvents,
            faults,
            look("runs", found.runs(), () -> CommandRuns.read(sources.folder())),
            input,
            disks,
            resident,
            look("audit", Optional.empty(), StatusGathering::auditEntries),
            new TreeMap<>(problems),
            List.of());
    if (!at.isBefore(nextSample())) {
      sampled = at;
      sample(now);
    }
    return now.with(samples.all());
  }

  private <T> T look(String what, T otherwise, Look<T> look) {
    try {
      return look.look();
    } catch (Exception e) {
      CommandLog.failure(e);
      problems.put(what, ErrorCauses.message(e));
    } catch (LinkageError e) {
      problems.put(what, ErrorCauses.ofLibrary(e));
    }
    return otherwise;
  }

  private List<DateState> dates() throws IOException {
    look("warehouse", false, this::warehouse);
    return sources.store().isEmpty()
        ? List.of()
        : DateState.of(Dates.list(sources.store().get()), published);
  }

  /** What is published, where that may have changed. */
  private boolean warehouse() throws IOException {
    if (!sources.warehouse().exists()) {
      return false;
    }
    String now = state();
    if (now.equals(seen)) {
      return false;
    }
    published = sources.warehouse().published();
    if (sources.warehouse().address() instanceof WarehouseAddress.Iceberg) {
      seen = now; // others read its tables
      return true;
    }
    SortedMap<String, Long> open = new TreeMap<>();
    for (String[] row : sources.warehouse().query().rows(FAULTS)) {
      open.put(row[0] == null ? "" : row[0], Long.parseLong(row[1]));
    }
    faults = open;
    publishedEvents =
        Long.parseLong(
            sources
                .warehouse()
                .query()
                .rows("SELECT CAST(count(*) AS VARCHAR) FROM events")
                .get(0)[0]);
    seen = now;
    return true;
  }

  /** Another text where the warehouse may be another: publish renames a file over the old one. */
  private String state() throws IOException {
    if (sources.warehouse().address() instanceof WarehouseAddress.DuckDb duckDb) {
      Path file = Path.of("").toAbsolutePath().resolve(duckDb.file());
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    }
    return Long.toString(clock.instant().getEpochSecond() / REMOTE.toSeconds());
  }

  private static Optional<Status.Input> input(Path folder) throws IOException {
    FolderFiles files = new FolderFiles(folder);
    return Optional.of(new Status.Input(files.complete().size(), files.countFailed()));
  }

  private void disk(String name, Path folder, SortedMap<String, Status.Disk> disks) {
    look(
        "disk of " + name,
        null,
        () -> {
          Path there = folder.toAbsolutePath();
          while (!Files.exists(there)) {
            there = there.getParent();
          }
          if (!Files.isDirectory(there)) {
            there = there.getParent();
          }
          FileStore disk = Files.getFileStore(there);
          return disks.put(
              name,
              new Status.Disk(
                  folder.toString(),
                  disk.getUsableSpace(),
                  disk.getTotalSpace(),
                  Finding.ofDisk(there)));
        });
  }

  /** Linux says it. */
  private static long resident() throws IOException {
    Path file = Path.of("/proc/self/status");
    if (!Files.isReadable(file)) {
      return -1;
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .findFirst()
        .map(kilobytes -> Long.parseLong(kilobytes) << 10)
        .orElse(-1L);
  }

  private static Optional<Long> auditEntries() throws IOException {
    Optional<AuditLog> log = AuditTrail.find();
    return log.isEmpty() ? Optional.empty() : Optional.of(log.get().head().number());
  }

  static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void sample(Status now) {
    samples.add(
        now.at().getEpochSecond(),
        now.news(),
        now.input().map(Status.Input::waiting).orElse(0L),
        now.openFaults(),
        usedHeap(),
        now.residentBytes(),
        free(now, "store"),
        free(now, "warehouse"));
  }

  private static long free(Status now, String place) {
    return now.disks().containsKey(place) ? now.disks().get(place).free() : -1;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}
