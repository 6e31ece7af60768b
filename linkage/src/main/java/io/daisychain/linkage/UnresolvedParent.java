package io.daisychain.linkage;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * A parent that a partition looks for elsewhere, or an event that it has to offer. Events and
 * components are told by {@link KeyHash#of(DatedKey)}: two that share a hash are resolved in one
 * place without need, and nothing else comes of it.
 *
 * <p>Packed, so that bytes sort an offer before those who look for it: hash of the parent (8), 0
 * for an offer and 1 for a wish (1), component (8), partition (4).
 *
 * @param key hash of date and key of the parent
 * @param isCandidate true when the partition has the event, false when it looks for it
 * @param component hash of what names the component at this end inside its partition
 * @param partition where that component lies
 */
record UnresolvedParent(long key, boolean isCandidate, long component, int partition) {
  /** Bytes of each. */
  static final int LENGTH = Long.BYTES + 1 + Long.BYTES + Integer.BYTES;

  void write(PackedWriter out) {
    out.i64(key).u8(isCandidate ? 0 : 1).i64(component).i32(partition);
  }

  static UnresolvedParent read(PackedReader in) {
    return new UnresolvedParent(in.i64(), in.u8() == 0, in.i64(), in.i32());
  }
}
