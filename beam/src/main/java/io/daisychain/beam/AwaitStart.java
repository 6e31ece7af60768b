package io.daisychain.beam;

import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;

/**
 * Holds back the one element with which a job begins, until a message of {@link
 * StartOptions#getStartOn} arrives. Nothing at all where no subscription is named.
 */
public final class AwaitStart<T> extends PTransform<PCollection<T>, PCollection<T>> {
  private AwaitStart() {}

  /** To be applied to a collection of one element: each one waits for a message of its own. */
  public static <T> AwaitStart<T> create() {
    return new AwaitStart<>();
  }

  @Override
  public PCollection<T> expand(PCollection<T> one) {
    if (one.getPipeline().getOptions().as(StartOptions.class).getStartOn() == null) {
      return one;
    }
    return one.apply("PullMessage", ParDo.of(new PullMessageFn<T>())).setCoder(one.getCoder());
  }

  private static final class PullMessageFn<T> extends DoFn<T, T> {
    @ProcessElement
    public void process(ProcessContext context) throws IOException {
      StartSubscription.of(context.getPipelineOptions()).await();
      context.output(context.element());
    }
  }
}
