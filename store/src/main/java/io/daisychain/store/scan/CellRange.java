package io.daisychain.store.scan;

import io.daisychain.model.Family;
import java.util.List;
import java.util.Map;

/**
 * What a scan reads.
 *
 * @param table its name
 * @param start first key; empty for the beginning of the table
 * @param end first key that is not read any more; empty for the end of the table
 * @param columns what to read of each family, all of it if no column is named; everything if no
 *     family is
 * @param limits by family, a timestamp above those of the cells that are wanted
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record CellRange(
    String table,
    byte[] start,
    byte[] end,
    Map<Family, List<byte[]>> columns,
    Map<Family, Long> limits) {
  /** The same from another key on. */
  CellRange from(byte[] key) {
    return new CellRange(table, key, end, columns, limits);
  }

  /** True for a family of which something is read. */
  boolean has(Family family) {
    return columns.isEmpty() || columns.containsKey(family);
  }

  /** The columns of a family; none for all. */
  List<byte[]> columnsOf(Family family) {
    return columns.getOrDefault(family, List.of());
  }

  /** Timestamp above those of the cells of a family that are wanted. */
  long limitOf(Family family) {
    return limits.getOrDefault(family, Long.MAX_VALUE);
  }
}
