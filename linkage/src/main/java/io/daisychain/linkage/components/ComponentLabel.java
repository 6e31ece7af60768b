package io.daisychain.linkage.components;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * The least of a component and its neighbours: told to itself, and to each of them.
 *
 * <p>Packed, so that bytes sort a component's own label before those of its neighbours: component
 * (8), 0 for its own and 1 for a neighbour's (1), label (8).
 */
record ComponentLabel(long component, boolean isOwn, long label) {
  /** Bytes of each. */
  static final int LENGTH = 2 * Long.BYTES + 1;

  void write(PackedWriter out) {
    out.i64(component).u8(isOwn ? 0 : 1).i64(label);
  }

  static ComponentLabel read(PackedReader in) {
    return new ComponentLabel(in.i64(), in.u8() == 0, in.i64());
  }
}
