package io.daisychain.jmh.latency;

import io.daisychain.cli.job.Stages;
import io.daisychain.watch.Watch;
import io.daisychain.watch.WatchPorts;
import io.daisychain.watch.WatchSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What live lifecycles take in memory: the heap that is in use after full collections, before a
 * generated workload comes through a folder and when all of it is linked, noted, and packed.
 */
public final class LiveMemoryBench {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private LiveMemoryBench() {}

  /**
   * Measures.
   *
   * @param events of the workload that the stages have generated
   */
  public static void run(
      Stages stages, String table, Path folder, long events, Consumer<String> out)
      throws IOException {
    Files.createDirectories(folder);
    Path incoming = Files.createTempDirectory(folder, "incoming");
    Path workload = Path.of(stages.files().get(0)).getParent();
    WatchSettings settings = stages.watch(table, workload);
    WatchPorts ports = WatchBench.ofFolder(incoming, settings);
    try (Watch watch = Watch.start(settings, new WatchBench.Hooks(), ports)) {
      long before = used();
      long began = System.nanoTime();
      for (String file : stages.files()) {
        Path name = Path.of(file).getFileName();
        Files.createLink(incoming.resolve(name), Path.of(file));
      }
      while (watch.waiting() > 0 || !areDone(incoming, stages.files().size())) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      long took = System.nanoTime() - began;
      out.accept(line("all linked", watch, events, before));
      while (watch.restingKeys() < watch.keys()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      out.accept(line("all packed", watch, events, before));
      out.accept(
          String.format(
              Locale.ROOT,
              "%,d events, %,d a second; packed lifecycles take %.1f bytes an event",
              events,
              Math.round(events * 1e9 / took),
              watch.restingBytes() / (double) events));
    }
  }

  private static boolean areDone(Path incoming, int files) throws IOException {
    try (Stream<Path> there = Files.list(incoming)) {
      return there.filter(path -> path.toString().endsWith(".done")).count() == files;
    }
  }

  private static String line(String when, Watch watch, long events, long before) {
    long used = used() - before;
    return String.format(
        Locale.ROOT,
        "%s: %,d keys, of which %,d packed; heap %,d KB more than before, %.1f bytes an event",
        when,
        watch.keys(),
        watch.restingKeys(),
        used >> 10,
        used / (double) events);
  }

  /** Bytes in use when all garbage is gone. */
  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
