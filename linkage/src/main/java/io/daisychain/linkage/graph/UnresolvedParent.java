package io.daisychain.linkage.graph;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * A parent that a partition looks for elsewhere, or an event that it has to offer.
 *
 * <p>Packed: date and key of the parent (20 bytes), 1 for an offer (1), the smallest of the
 * component at this end (20), its partition (varint).
 *
 * @param key date and key of the parent
 * @param isCandidate true when the partition has the event, false when it looks for it
 * @param component smallest key of the component at this end, as it is known inside its partition
 * @param partition where that component lies
 */
public record UnresolvedParent(
    DatedKey key, boolean isCandidate, DatedKey component, int partition) {

  public void write(PackedWriter out) {
    key.write(out);
    out.u8(isCandidate ? 1 : 0);
    component.write(out);
    out.varint(partition);
  }

  public static UnresolvedParent read(PackedReader in) {
    DatedKey key = DatedKey.read(in);
    boolean isCandidate = in.u8() == 1;
    return new UnresolvedParent(key, isCandidate, DatedKey.read(in), in.varint());
  }
}
