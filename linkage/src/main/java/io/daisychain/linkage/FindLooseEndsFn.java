package io.daisychain.linkage;

import io.daisychain.beam.Chunk;
import java.util.Arrays;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Tells which parents a partition names and does not have. */
final class FindLooseEndsFn extends DoFn<KV<Integer, Iterable<Chunk>>, KV<Integer, Chunk>> {
  private static final long serialVersionUID = 1;

  private final KeyHash hash;
  private final int shards;

  FindLooseEndsFn(KeyHash hash, int shards) {
    this.hash = hash;
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
        .findLooseEnds(partition.getKey(), end -> add(end, chunks, hash, shards));
    chunks.flush();
  }

  static void add(LooseEnd end, Chunks chunks, KeyHash hash, int shards) {
    int shard = hash.part(end.key().high(), end.key().low(), shards);
    end.write(chunks.begin(shard));
    chunks.end(shard);
  }
}
