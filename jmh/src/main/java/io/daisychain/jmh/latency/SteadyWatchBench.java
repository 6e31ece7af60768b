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

/**
 * One rate for long: a folder gets files of a tenth of a second each, open loop, and every half
 * minute a line says how much is linked and what of the heap is in use after a collection.
 */
public final class SteadyWatchBench {
  private static final int FILES_A_SECOND = 10;
  private static final long LINE_SECONDS = 30;

  private SteadyWatchBench() {}

  /**
   * Measures.
   *
   * @param rate messages a second
   * @param seconds for how long they are handed in
   */
  public static void run(
      Stages stages, String table, Path folder, int rate, int seconds, Consumer<String> out)
      throws IOException {
    Files.createDirectories(folder);
    Path incoming = Files.createTempDirectory(folder, "incoming");
    WatchSettings settings = stages.watch(table, WatchBench.reference(folder));
    WatchPorts ports = WatchBench.ofFolder(incoming, settings);
    int each = rate / FILES_A_SECOND;
    try (Watch watch = Watch.start(settings, new WatchBench.Hooks(), ports)) {
      long began = System.nanoTime();
      long files = (long) seconds * FILES_A_SECOND;
      long nextLine = LINE_SECONDS;
      for (long file = 0; file < files; file++) {
        long due = began + file * TimeUnit.SECONDS.toNanos(1) / FILES_A_SECOND;
        while (due - System.nanoTime() > 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        Path part = incoming.resolve(file + ".part");
        FilledOrders.write(part, file * each, each);
        Files.move(part, incoming.resolve(String.format("%09d", file)));
        if ((System.nanoTime() - began) / 1e9 >= nextLine) {
          line(watch, began, (file + 1) * each, out);
          nextLine += LINE_SECONDS;
        }
      }
      while (watch.linked() < files * each) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
      line(watch, began, files * each, out);
      double took = (System.nanoTime() - began) / 1e9;
      out.accept(String.format(Locale.ROOT, "%,.0f messages a second", files * each / took));
    }
  }

  private static void line(Watch watch, long began, long handedIn, Consumer<String> out) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    out.accept(
        String.format(
            Locale.ROOT,
            "%,.0f s: %,d handed in, %,d linked, %,d keys in memory, %,d MB of heap in use",
            (System.nanoTime() - began) / 1e9,
            handedIn,
            watch.linked(),
            watch.keys(),
            (runtime.totalMemory() - runtime.freeMemory()) >> 20));
  }
}
