package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.plan.LinkSettings;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Reads the lifecycles of the events that are news on dates which are not scanned. */
final class FetchNewsFn extends DoFn<Integer, KV<Integer, Block>> {
  private final LinkSettings settings;

  FetchNewsFn(LinkSettings settings) {
    this.settings = settings;
  }

  @ProcessElement
  public void fetch(MultiOutputReceiver out) throws IOException {
    try (Spill.Writer spill = settings.spill().open();
        LifecycleFetch fetch = new LifecycleFetch(settings, spill, out)) {
      for (DatedKey key : settings.plan().readKeys()) {
        fetch.add(key);
      }
      fetch.run();
    }
  }
}
