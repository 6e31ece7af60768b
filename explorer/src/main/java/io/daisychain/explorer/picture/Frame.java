package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Measure;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.TimeAxis;
import io.daisychain.explorer.point.Values;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where a picture puts times and values.
 *
 * @param axis places of times
 * @param from first nanosecond
 * @param to nanosecond after the last
 * @param low value of the lowest row
 * @param high value of the highest row
 * @param log whether rows are equal ratios, not equal differences
 * @param width columns
 * @param height rows, counted from below
 */
public record Frame(
    TimeAxis axis,
    long from,
    long to,
    double low,
    double high,
    boolean log,
    int width,
    int height) {
  private static final int SAMPLE = 20_000;
  private static final float[] LOG2 = new float[2049];

  static {
    for (int i = 0; i < LOG2.length; i++) {
      LOG2[i] = (float) (Math.log(1 + i / 2048.0) / Math.log(2));
    }
  }

  /** The frame of a view: its times, and its values or those that most events have. */
  public static Frame of(Points points, EventView view, int width, int height) {
    long from = view.window().from().orElse(points.axis.first());
    long to = Math.max(from + 1, view.window().to().orElse(points.axis.last()));
    EventView.Area window = view.window();
    double[] range =
        window.low().isPresent() && window.high().isPresent()
            ? new double[2]
            : view.isWide() ? whole(points, view, from, to) : usual(points, view, from, to);
    double low = end(view.measure(), window.low(), range[0]);
    double high = end(view.measure(), window.high(), range[1]);
    if (!(high > low)) {
      double room = Math.max(Math.abs(low) * 0.01, 0.001);
      high = Math.max(low, high) + room;
      low -= room;
    }
    boolean ratios = view.measure() == Measure.LATENCY || view.measure() == Measure.PRICE;
    boolean log = ratios && low > 0 && high / low > 20;
    return new Frame(points.axis, from, to, low, high, log, width, height);
  }

  /** A limit, rounded as the values are. */
  private static double end(Measure measure, Optional<BigDecimal> given, double usual) {
    if (measure.isFloat()) {
      return given.isPresent() ? given.get().floatValue() : (float) usual;
    }
    return given.isPresent() ? given.get().doubleValue() : usual;
  }

  /** Least and largest value of the view. */
  private static double[] whole(Points points, EventView view, long from, long to) {
    PointFilter filter = new PointFilter(points, view.withoutBrush());
    Values values = view.measure().of(points);
    double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (int i = points.from(from), end = points.from(to); i < end; i++) {
      double value = values.at(i);
      if (Double.isFinite(value) && filter.passes(i)) {
        range[0] = Math.min(range[0], value);
        range[1] = Math.max(range[1], value);
      }
    }
    return range[0] > range[1] ? new double[] {0, 1} : range;
  }

  /** Least and largest value but for a few far out, whatever is filtered but symbols. */
  private static double[] usual(Points points, EventView view, long from, long to) {
    EventView symbols = EventView.ofSymbols(view.measure(), view.symbols());
    PointFilter filter = new PointFilter(points, symbols);
    Values values = view.measure().of(points);
    int first = points.from(from);
    int end = points.from(to);
    double[] sample = new double[SAMPLE];
    int count = 0;
    int step = view.symbols().isEmpty() ? Math.max(1, (end - first) / SAMPLE) : 1;
    int kept = 1;
    int seen = 0;
    boolean positive = view.measure() == Measure.LATENCY;
    for (int i = first; i < end; i += step) {
      if (!filter.passes(i)) {
        continue;
      }
      double value = values.at(i);
      if (Double.isNaN(value) || Double.isInfinite(value) || (positive && value <= 0)) {
        continue;
      }
      if (seen++ % kept != 0) {
        continue;
      }
      if (count == SAMPLE) { // every second of them, and of those to come
        for (int j = 0; j < SAMPLE / 2; j++) {
          sample[j] = sample[2 * j];
        }
        count = SAMPLE / 2;
        kept *= 2;
      }
      sample[count++] = value;
    }
    if (count == 0) {
      return new double[] {0, 1};
    }
    Arrays.sort(sample, 0, count);
    double low = sample[count / 200];
    double high = sample[count - 1 - count / 200];
    if (positive) {
      return new double[] {low / 1.5, high * 1.5};
    }
    double room = (high - low) * 0.06;
    boolean ratios = view.measure() == Measure.PRICE && low > 0 && high > 20 * low;
    return ratios ? new double[] {low / 1.2, high * 1.2} : new double[] {low - room, high + room};
  }

  /** Time at which a column begins; that of column {@code width} is the end. */
  long start(int column) {
    if (column <= 0) {
      return from;
    }
    long first = axis.place(from);
    long span = axis.place(to) - first;
    return column >= width ? to : axis.time(first + (long) ((double) span * column / width));
  }

  /** The share of the width at which a time is. */
  public double across(long time) {
    long first = axis.place(from);
    return (double) (axis.place(time) - first) / Math.max(1, axis.place(to) - first);
  }

  /** Turns values into rows. */
  Rows rows() {
    return new Rows(this);
  }

  /** Finds rows of values between low and high. */
  static final class Rows {
    private final double low;
    private final double scale;
    private final int last;
    private final boolean log;

    private Rows(Frame frame) {
      log = frame.log;
      low = log ? log2(frame.low) : frame.low;
      double most = log ? log2(frame.high) : frame.high;
      scale = frame.height / (most - low);
      last = frame.height - 1;
    }

    /** By a table: a logarithm of each point would cost more than all else. */
    private static float log2(double value) {
      int bits = Float.floatToRawIntBits((float) value);
      return (bits >>> 23) - 127 + LOG2[(bits & 0x7FFFFF) >>> 12];
    }

    public int of(double value) {
      int row = (int) (((log ? log2(value) : value) - low) * scale);
      return Math.max(0, Math.min(last, row));
    }
  }

  /** The height of a value between 0, below, and 1. */
  public double shareOf(double value) {
    return log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  }
}
