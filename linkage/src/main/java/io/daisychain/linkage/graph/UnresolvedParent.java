package io.daisychain.linkage.graph;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;

/**
 * A parent that a partition looks for elsewhere, or an event that it has to offer.
 *
 * <p>Packed: key of the parent (16 bytes), 1 for an offer (1), smallest key of the component at
 * this end (16), its partition (varint).
 *
 * @param key key of the parent
 * @param isCandidate true when the partition has the event, false when it looks for it
 * @param component smallest key of the component at this end, as it is known inside its partition
 * @param partition where that component lies
 */
public record UnresolvedParent(RowKey key, boolean isCandidate, RowKey component, int partition) {

  public void write(PackedWriter out) {
    out.key(key.high(), key.low()).u8(isCandidate ? 1 : 0);
    out.key(component.high(), component.low()).varint(partition);
  }

  public static UnresolvedParent read(PackedReader in) {
    RowKey key = key(in);
    boolean isCandidate = in.u8() == 1;
    return new UnresolvedParent(key, isCandidate, key(in), in.varint());
  }

  /** The next 16 bytes as a key. */
  static RowKey key(PackedReader in) {
    return RowKey.read(in.buffer(), in.advance(RowKey.LENGTH));
  }
}
