package io.daisychain.publish;

import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.store.ConnectionLease;
import java.io.IOException;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Scans the key ranges of a shard, or of those of a part, and writes their files; gives back their
 * trade date and what they hold.
 *
 * <p>One that is written twice has the same contents, so a retried bundle does no harm.
 */
final class WriteShardFn extends DoFn<Integer, KV<Integer, PublishedCounts>> {
  private final PublishSettings settings;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events written");

  private transient ConnectionLease store;
  private transient ShardWriter writer;

  WriteShardFn(PublishSettings settings) {
    this.settings = settings;
  }

  @Setup
  public void connect() throws IOException {
    store = settings.table().store().connect();
    writer = new ShardWriter(settings, store, true, progress::inc);
  }

  @ProcessElement
  public void write(@Element Integer number, OutputReceiver<KV<Integer, PublishedCounts>> out)
      throws IOException {
    int piece = number;
    int index = 0;
    while (piece >= settings.days().get(index).pieces()) {
      piece -= settings.days().get(index++).pieces();
    }
    Shards day = settings.days().get(index);
    out.output(KV.of(day.epochDay(), writer.write(day, piece)));
  }

  /** Best effort only: a runner may skip it, so nothing durable depends on it. */
  @Teardown
  public void disconnect() throws IOException {
    if (store != null) {
      store.close();
    }
  }
}
