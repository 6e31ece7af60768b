package io.daisychain.watch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How long messages took from their reading, in buckets. Safe for several threads. */
final class LatencyHistograms implements LatencyListener {
  /** Upper ends of the buckets in seconds. */
  private static final double[] SECONDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
  };

  private static final double NANOS = 1e9;

  private final WatchMeter meter;
  private final Histogram checked = new Histogram();
  private final Histogram durable = new Histogram();
  private final Histogram linked = new Histogram();

  LatencyHistograms(WatchMeter meter) {
    this.meter = meter;
  }

  private static final class Histogram {
    private final long[] counts = new long[SECONDS.length + 1];
    private double sum;

    void add(long nanos) {
      double seconds = nanos / NANOS;
      int bucket = 0;
      while (bucket < SECONDS.length && seconds > SECONDS[bucket]) {
        bucket++;
      }
      counts[bucket]++;
      sum += seconds;
    }
  }

  @Override
  public synchronized void durable(List<PendingMessage> group, long now) {
    for (PendingMessage message : group) {
      checked.add(message.checked() - message.read());
      durable.add(now - message.read());
      message.durable(now);
    }
  }

  @Override
  public synchronized void linked(List<PendingMessage> group, long now) {
    for (PendingMessage message : group) {
      linked.add(now - message.read());
      if (message.block() != null) {
        meter.linked(message.block(), message.read(), message.checked(), message.durable(), now);
      }
    }
  }

  /** The histograms in the text format of Prometheus. */
  synchronized void write(StringBuilder out) {
    write("daisychain_checked_seconds", "From read to checked", checked, out);
    write("daisychain_durable_seconds", "From read to durable", durable, out);
    write("daisychain_linked_seconds", "From read to linked", linked, out);
  }

  private static void write(String name, String help, Histogram of, StringBuilder out) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(" histogram\n");
    long below = 0;
    for (int bucket = 0; bucket < SECONDS.length; bucket++) {
      below += of.counts[bucket];
      out.append(
          String.format(Locale.ROOT, "%s_bucket{le=\"%s\"} %d%n", name, SECONDS[bucket], below));
    }
    long all = Arrays.stream(of.counts).sum();
    out.append(String.format(Locale.ROOT, "%s_bucket{le=\"+Inf\"} %d%n", name, all));
    out.append(String.format(Locale.ROOT, "%s_sum %f%n%s_count %d%n", name, of.sum, name, all));
  }
}
