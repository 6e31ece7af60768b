package io.daisychain.linkage;

import io.daisychain.beam.Chunk;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Brings together what is looked for and what is offered: pairs of components that belong together.
 */
final class JoinLooseEndsFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;

  @ProcessElement
  public void join(
      @Element KV<Integer, Iterable<Chunk>> shard, OutputReceiver<KV<Integer, Chunk>> out) {
    Map<RowKey, LooseEnd> offers = new HashMap<>();
    List<LooseEnd> wanted = new ArrayList<>();
    PackedReader in = new PackedReader();
    for (Chunk chunk : shard.getValue()) {
      in.wrap(chunk.bytes(), 0, chunk.length());
      while (in.remaining() > 0) {
        LooseEnd end = LooseEnd.read(in);
        if (end.offered()) {
          offers.put(end.key(), end);
        } else {
          wanted.add(end);
        }
      }
    }
    PackedWriter pairs = new PackedWriter();
    for (LooseEnd end : wanted) {
      LooseEnd offer = offers.get(end.key());
      if (offer != null && !offer.component().equals(end.component())) {
        end.write(pairs);
        offer.write(pairs);
      }
    }
    out.output(KV.of(0, Chunk.of(pairs.toBytes()))); // even none: see LinkJob
  }
}
