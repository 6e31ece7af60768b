package io.daisychain.linkage.graph;

import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.model.PackedWriter;

/** Hash of what a run leaves on a row, cell by cell, to tell whether the next has news. */
public final class ResultHash {
  private long hash;
  private int cells;

  /** Begins anew. */
  ResultHash clear() {
    hash = 0;
    cells = 0;
    return this;
  }

  /** Takes the next cell, of no bytes where there is none. */
  ResultHash add(PackedWriter cell) {
    return add(cell.length() == 0 ? null : cell.buffer(), 0, cell.length());
  }

  /** Takes the next cell, null where there is none. */
  public ResultHash add(byte[] cell, int offset, int length) {
    cells++;
    if (cell != null) {
      hash = (hash * 31 + Hashing.xxh3_64().hashBytesToLong(cell, offset, length)) * 31 + cells;
    }
    return this;
  }

  /** The hash of the cells taken; never 0. */
  public long value() {
    return hash == 0 ? 1 : hash;
  }
}
