package io.daisychain.explorer.point;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.IntPredicate;

/** A number of each event, or none: what a picture draws by, and what views have limits of. */
public interface Values {
  /** The number of an event as nearly as a double has it; NaN for none. */
  double at(int event);

  /**
   * Copies numbers, so that loops over events need no call for each.
   *
   * @param from first event
   * @param to event after the last
   * @param into from its begin on
   */
  void copy(int from, int to, double[] into);

  /** Whether an event's number lies between two limits, both included; never where it has none. */
  IntPredicate between(Optional<BigDecimal> low, Optional<BigDecimal> high);

  /** Numbers that are themselves approximate, and limits rounded as they are. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Floats(float[] values) implements Values {
    @Override
    public double at(int event) {
      return values[event];
    }

    @Override
    public void copy(int from, int to, double[] into) {
      for (int i = from; i < to; i++) {
        into[i - from] = values[i];
      }
    }

    @Override
    public IntPredicate between(Optional<BigDecimal> low, Optional<BigDecimal> high) {
      float least = low.map(BigDecimal::floatValue).orElse(Float.NEGATIVE_INFINITY);
      float most = high.map(BigDecimal::floatValue).orElse(Float.POSITIVE_INFINITY);
      return event -> values[event] >= least && values[event] <= most;
    }
  }

  /** Quotients. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Doubles(double[] values) implements Values {
    @Override
    public double at(int event) {
      return values[event];
    }

    @Override
    public void copy(int from, int to, double[] into) {
      System.arraycopy(values, from, into, 0, to - from);
    }

    @Override
    public IntPredicate between(Optional<BigDecimal> low, Optional<BigDecimal> high) {
      double least = low.map(BigDecimal::doubleValue).orElse(Double.NEGATIVE_INFINITY);
      double most = high.map(BigDecimal::doubleValue).orElse(Double.POSITIVE_INFINITY);
      return event -> values[event] >= least && values[event] <= most;
    }
  }
}
