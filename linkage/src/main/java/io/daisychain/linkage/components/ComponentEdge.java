package io.daisychain.linkage.components;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * Two components that belong together, seen from one of them; from the other there is a second.
 *
 * <p>Packed, so that bytes sort as unsigned numbers: both (8 each), the destination (4).
 *
 * @param from the one, in the order of its round, see {@link UniteComponents}
 * @param to the other
 * @param destination partition or shard that is to be told the group of {@code from}
 */
public record ComponentEdge(long from, long to, int destination) {
  /** Bytes of each. */
  public static final int LENGTH = 2 * Long.BYTES + Integer.BYTES;

  /** Appends it to {@code out}. */
  public void write(PackedWriter out) {
    out.i64(from).i64(to).i32(destination);
  }

  /** Reads one. */
  static ComponentEdge read(PackedReader in) {
    return new ComponentEdge(in.i64(), in.i64(), in.i32());
  }
}
