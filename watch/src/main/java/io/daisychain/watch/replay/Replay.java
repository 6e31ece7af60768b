package io.daisychain.watch.replay;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Sends what was recorded, open loop: when each message is due is known before, and no target holds
 * up the schedule. Times are counted from it, so that a target that stands still shows in all that
 * was due meanwhile.
 */
public final class Replay implements AutoCloseable {
  private static final double NANOS = 1e9;
  private static final long IDLE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_PARK = TimeUnit.MILLISECONDS.toNanos(20);

  private final ReplaySettings settings;
  private final ReplayCounts counts = new ReplayCounts();
  private final ReplayRecord record;
  private final ReplayTarget target;
  private volatile long began;

  /**
   * What became of all that was read.
   *
   * @param read messages, lines or records
   * @param sent of these
   * @param told of these, by the target: they are durable there
   * @param refused that the target did not take
   * @param leftOut that are nothing to be sent, by reason
   */
  public record Sums(long read, long sent, long told, long refused, Map<String, Long> leftOut) {}

  private Replay(ReplaySettings settings) throws IOException {
    this.settings = settings;
    this.record = new ReplayRecord(settings.record());
    ReplaySettings.Target wanted = settings.target();
    if (wanted instanceof ReplaySettings.FixTarget) {
      target = new SessionsTarget(settings, counts, record);
    } else if (wanted instanceof ReplaySettings.FolderTarget to) {
      target = new FilesTarget(to.folder(), settings.now(), counts, record);
    } else {
      target = new TickTarget((ReplaySettings.TicksTarget) wanted, settings.now(), counts, record);
    }
  }

  public static Replay open(ReplaySettings settings) throws IOException {
    return new Replay(settings);
  }

  public void run() throws IOException, InterruptedException {
    try (ReplayOrder order = new ReplayOrder(settings, counts)) {
      ReplayItem item = order.next();
      began = System.nanoTime();
      long first = ReplayItem.NO_TIME;
      long due = began;
      boolean goesOn = false;
      for (long number = 1; item != null; number++) {
        if (settings.rate() > 0) {
          due = began + (long) ((number - 1) / settings.rate() * NANOS);
        } else if (item.time() != ReplayItem.NO_TIME) {
          first = first == ReplayItem.NO_TIME ? item.time() : first;
          due = Math.max(due, began + (long) ((item.time() - first) / settings.speed()));
        }
        if (!goesOn) {
          await(due);
        }
        goesOn = item.isOpen();
        target.send(item, number, due);
        item = order.next();
      }
    } finally {
      target.finish();
    }
  }

  private void await(long due) throws IOException {
    long left = due - System.nanoTime();
    if (left > IDLE_NANOS) {
      target.idle();
    }
    while (left > 0) {
      LockSupport.parkNanos(Math.min(left, LONGEST_PARK));
      left = due - System.nanoTime();
    }
  }

  /** When the first message was due, of {@link System#nanoTime}. */
  public long began() {
    return began;
  }

  public Sums sums() {
    return counts.sums();
  }

  /** How far behind its schedule it was, in a line for people. */
  public String lags() {
    Histogram telling = record.telling();
    String sent = "sent after " + shown(record.sending());
    return telling.getTotalCount() == 0 ? sent : sent + "; told after " + shown(telling);
  }

  private static String shown(Histogram nanos) {
    return String.format(
        Locale.ROOT,
        "%.3f ms p50, %.3f p99, %.3f p99.9, %.3f most",
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6,
        nanos.getValueAtPercentile(99.9) / 1e6,
        nanos.getMaxValue() / 1e6);
  }

  @Override
  public void close() throws IOException {
    try {
      target.close();
    } finally {
      record.close();
    }
  }
}
