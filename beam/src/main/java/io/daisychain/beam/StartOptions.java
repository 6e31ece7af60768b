package io.daisychain.beam;

import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;

/** When a job begins to work. */
public interface StartOptions extends PipelineOptions {
  /** Null for at once. */
  @Description(
      "Pub/Sub subscription, projects/PROJECT/subscriptions/NAME, whose next message starts the "
          + "job: workers come up before and wait for it. Any message will do.")
  String getStartOn();

  /** Sets the subscription. */
  void setStartOn(String subscription);

  /** Where Pub/Sub answers. */
  @Description("Root of Pub/Sub's REST interface, with a slash at its end, for an emulator.")
  @Default.String("https://pubsub.googleapis.com/")
  String getStartEndpoint();

  /** Sets where Pub/Sub answers. */
  void setStartEndpoint(String root);
}
