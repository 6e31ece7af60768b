package io.daisychain.linkage.graph;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;

/**
 * What names an event: an id may be reported on several trade dates, and is an event of each.
 *
 * @param date trade date, days since 1970-01-01
 * @param key row key
 */
public record DatedKey(int date, RowKey key) implements Comparable<DatedKey> {
  /** Appends the date (4 bytes) and the key (16). */
  public void write(PackedWriter out) {
    out.i32(date).key(key.high(), key.low());
  }

  /** Reads what {@link #write} wrote. */
  public static DatedKey read(PackedReader in) {
    return new DatedKey(in.i32(), in.key());
  }

  @Override
  public int compareTo(DatedKey other) {
    int byKey = key.compareTo(other.key);
    return byKey != 0 ? byKey : Integer.compare(date, other.date);
  }
}
