package io.daisychain.linkage;

import io.daisychain.chunk.Chunk;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Tells which parents a partition names and does not have. */
final class FindLooseEndsFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;

  private final int shards;

  FindLooseEndsFn(int shards) {
    this.shards = shards;
  }

  @ProcessElement
  public void find(
      @Element KV<Integer, Iterable<Chunk>> partition, OutputReceiver<KV<Integer, Chunk>> out) {
    Chunks chunks =
        new Chunks(
            shards,
            (shard, buffer, length) ->
                out.output(KV.of(shard, Chunk.of(Arrays.copyOf(buffer, length)))));
    new LocalGraph<>(new LineageGraph(), partition.getValue())
        .findLooseEnds(partition.getKey(), end -> add(end, chunks, shards));
    chunks.flush();
  }

  static void add(LooseEnd end, Chunks chunks, int shards) {
    long hash = KeyIndex.mix(end.key().high(), end.key().low());
    int shard = (int) Math.floorMod(hash, (long) shards);
    end.write(chunks.begin(shard));
    chunks.end(shard);
  }
}
