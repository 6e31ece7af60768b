package io.daisychain.beam;

import java.io.Serializable;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine;

/**
 * Adds up values that change as others are added to them; the order does not matter. Sums travel as
 * elements and not as Beam counters, since a counter counts a retried bundle twice.
 */
public final class AddUp<T> extends Combine.CombineFn<T, T, T> {
  private final Zero<T> zero;
  private final Addition<T> addition;

  private AddUp(Zero<T> zero, Addition<T> addition) {
    this.zero = zero;
    this.addition = addition;
  }

  /** Makes a sum of nothing. */
  public interface Zero<T> extends Supplier<T>, Serializable {}

  /** Adds the second to the first, and leaves the second as it is. */
  public interface Addition<T> extends BiConsumer<T, T>, Serializable {}

  /** For {@link Combine}: sums begin with {@code zero}. */
  public static <T> AddUp<T> of(Zero<T> zero, Addition<T> addition) {
    return new AddUp<>(zero, addition);
  }

  @Override
  public T createAccumulator() {
    return zero.get();
  }

  @Override
  public T addInput(T sum, T input) {
    addition.accept(sum, input);
    return sum;
  }

  @Override
  public T mergeAccumulators(Iterable<T> sums) {
    T total = zero.get();
    sums.forEach(sum -> addition.accept(total, sum));
    return total;
  }

  @Override
  public T extractOutput(T sum) {
    return sum;
  }

  @Override
  public Coder<T> getAccumulatorCoder(CoderRegistry registry, Coder<T> input) {
    return input;
  }

  @Override
  public Coder<T> getDefaultOutputCoder(CoderRegistry registry, Coder<T> input) {
    return input;
  }
}
