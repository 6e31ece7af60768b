package io.daisychain.linkage;

import io.daisychain.beam.Chunk;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollectionView;

/** Offers the events of a partition that another partition may be looking for. */
final class OfferEventsFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;

  private final PCollectionView<KeyFilter> wanted;
  private final KeyHash hash;
  private final int shards;

  OfferEventsFn(PCollectionView<KeyFilter> wanted, KeyHash hash, int shards) {
    this.wanted = wanted;
    this.hash = hash;
    this.shards = shards;
  }

  @ProcessElement
  public void offer(ProcessContext context) {
    KeyFilter filter = context.sideInput(wanted);
    if (filter.isEmpty()) {
      return;
    }
    Chunks chunks =
        new Chunks(
            shards,
            (shard, buffer, length) ->
                context.output(KV.of(shard, Chunk.of(Arrays.copyOf(buffer, length)))));
    int partition = context.element().getKey();
    LineageGraph graph = new LineageGraph();
    LocalGraph<LineageGraph> local = new LocalGraph<>(graph, context.element().getValue());
    for (int node = 0; node < graph.size; node++) {
      if (filter.mayContain(graph.high[node], graph.low[node])) {
        LooseEnd end = new LooseEnd(graph.key(node), true, local.component(node), partition);
        FindLooseEndsFn.add(end, chunks, hash, shards);
      }
    }
    chunks.flush();
  }
}
