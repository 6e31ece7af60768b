package io.daisychain.jmh.engine;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** CPU time and garbage of this thread over passes through a corpus, as medians of samples. */
final class Meter {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long SAMPLE_NANOS = 40_000_000;

  private final LongSupplier pass;
  private final long expected;
  private double[] nanos = {};
  private double[] bytes = {};

  /** A meter of {@code pass}, which must come to the same result each time. */
  Meter(LongSupplier pass) {
    this.pass = pass;
    expected = pass.getAsLong();
  }

  /** What each pass comes to. */
  long expected() {
    return expected;
  }

  /** Adds a sample: passes until some time is over. */
  void sample() {
    long thread = Thread.currentThread().getId();
    int passes = 0;
    long allocated = THREADS.getThreadAllocatedBytes(thread);
    long before = THREADS.getCurrentThreadCpuTime();
    long spent;
    do {
      if (pass.getAsLong() != expected) {
        throw new IllegalStateException("a pass came to another result than the first one");
      }
      passes++;
      spent = THREADS.getCurrentThreadCpuTime() - before;
    } while (spent < SAMPLE_NANOS);
    allocated = THREADS.getThreadAllocatedBytes(thread) - allocated;
    double messages = (double) passes * Corpus.MESSAGES;
    nanos = with(nanos, spent / messages);
    bytes = with(bytes, allocated / messages);
  }

  /** Forgets all samples. */
  void forget() {
    nanos = new double[0];
    bytes = new double[0];
  }

  /** Median CPU time a message, in nanoseconds. */
  double nanos() {
    return median(nanos);
  }

  /** Median of the bytes allocated a message. */
  double bytes() {
    return median(bytes);
  }

  private static double[] with(double[] samples, double sample) {
    double[] more = Arrays.copyOf(samples, samples.length + 1);
    more[samples.length] = sample;
    return more;
  }

  private static double median(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
