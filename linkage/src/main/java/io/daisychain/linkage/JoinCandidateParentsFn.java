package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.UnresolvedParent;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Brings together what is looked for and what is offered: pairs of components that belong together.
 */
final class JoinCandidateParentsFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  @ProcessElement
  public void join(
      @Element KV<Integer, Iterable<Block>> shard, OutputReceiver<KV<Integer, Block>> out) {
    Map<DatedKey, UnresolvedParent> candidates = new HashMap<>();
    List<UnresolvedParent> wanted = new ArrayList<>();
    PackedReader in = new PackedReader();
    for (Block block : shard.getValue()) {
      in.wrap(block.bytes(), 0, block.length());
      while (in.remaining() > 0) {
        UnresolvedParent end = UnresolvedParent.read(in);
        if (end.isCandidate()) {
          candidates.put(end.key(), end);
        } else {
          wanted.add(end);
        }
      }
    }
    PackedWriter pairs = new PackedWriter();
    for (UnresolvedParent end : wanted) {
      UnresolvedParent candidate = candidates.get(end.key());
      if (candidate != null && !candidate.component().equals(end.component())) {
        end.write(pairs);
        candidate.write(pairs);
      }
    }
    out.output(KV.of(0, Block.of(pairs.toBytes()))); // even none: see LinkJob
  }
}
