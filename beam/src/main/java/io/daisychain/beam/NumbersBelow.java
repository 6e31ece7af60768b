package io.daisychain.beam;

import java.util.stream.IntStream;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The numbers from 0 to below a count, for instance of key ranges. Listed by a worker: tens of
 * thousands of them would not fit what Dataflow takes as a job's description.
 */
public final class NumbersBelow extends PTransform<PCollection<Integer>, PCollection<Integer>> {
  private NumbersBelow() {}

  /** Lists for each element the numbers below it. */
  public static NumbersBelow count() {
    return new NumbersBelow();
  }

  @Override
  public PCollection<Integer> expand(PCollection<Integer> counts) {
    return counts.apply(
        FlatMapElements.into(TypeDescriptors.integers())
            .via(count -> IntStream.range(0, count).boxed().toList()));
  }
}
