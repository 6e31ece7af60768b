package io.daisychain.store;

import io.daisychain.beam.RadixSort;
import io.daisychain.beam.ReadAhead;
import io.daisychain.model.Family;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;

/**
 * Packed rows that are gathered in memory and given out again in the order of HBase's files: by
 * row, family, qualifier, falling timestamp, deletes before values. Of cells that differ in their
 * value only the greatest stays, so that the outcome does not depend on the order of arrival.
 */
final class SortedRowBuffer {
  private static final int FIRST_CAPACITY = 1 << 14;

  private final List<byte[]> blocks = new ArrayList<>();
  private final RowBatch.Reader reader = new RowBatch.Reader();
  private final ReadAhead ahead = new ReadAhead();
  private long[] highs = new long[FIRST_CAPACITY];

  /** Block number in the upper half, offset of the row in the lower. */
  private long[] places = new long[FIRST_CAPACITY];

  private int rows;
  private long bytes;

  /** Takes a cell, in the order of the file. */
  interface Sink {
    void accept(Family family, KeyValue cell) throws IOException;
  }

  /** Adds the rows of a block, which is kept. */
  void add(byte[] block) {
    reader.wrap(block);
    long place = (long) blocks.size() << Integer.SIZE;
    while (reader.nextRow()) {
      if (rows == highs.length) {
        highs = Arrays.copyOf(highs, rows * 2);
        places = Arrays.copyOf(places, rows * 2);
      }
      highs[rows] = LongBytes.read(block, reader.keyOffset());
      places[rows] = place | reader.keyOffset();
      rows++;
    }
    blocks.add(block);
    bytes += block.length;
  }

  /** Bytes of the blocks gathered. */
  long bytes() {
    return bytes;
  }

  /** Rows gathered. */
  int rows() {
    return rows;
  }

  /** Gives out all cells; the run is empty again. */
  void drain(Sink sink) throws IOException {
    sort();
    Map<Family, List<KeyValue>> cells = new EnumMap<>(Family.class);
    for (Family family : Family.values()) {
      cells.put(family, new ArrayList<>());
    }
    int usual = rows == 0 ? 0 : (int) (bytes / rows);
    int fetched = 0;
    int row = 0;
    while (row < rows) {
      if (row >= fetched) {
        fetched = Math.min(rows, row + ReadAhead.ROWS);
        for (int i = row; i < fetched; i++) {
          ahead.fetch(blocks.get((int) (places[i] >>> Integer.SIZE)), (int) places[i], usual);
        }
      }
      int next = row;
      do {
        unpack(places[next], cells);
        next++;
      } while (next < rows && isSameRow(row, next));
      for (Map.Entry<Family, List<KeyValue>> ofFamily : cells.entrySet()) {
        deliver(ofFamily.getKey(), ofFamily.getValue(), sink);
      }
      row = next;
    }
    blocks.clear();
    rows = 0;
    bytes = 0;
  }

  private void unpack(long place, Map<Family, List<KeyValue>> cells) {
    byte[] block = blocks.get((int) (place >>> Integer.SIZE));
    reader.wrap(block, (int) place);
    reader.nextRow();
    while (reader.nextCell()) {
      Family family = reader.family();
      cells.get(family).add(keyValue(block, family));
    }
  }

  private KeyValue keyValue(byte[] block, Family family) {
    boolean put = reader.kind() == RowBatch.Kind.PUT;
    return new KeyValue(
        block,
        reader.keyOffset(),
        RowBatch.KEY_LENGTH,
        family.bytes(),
        0,
        family.bytes().length,
        block,
        reader.qualifierOffset(),
        reader.qualifierLength(),
        reader.timestamp(),
        put ? KeyValue.Type.Put : KeyValue.Type.DeleteColumn,
        block,
        reader.valueOffset(),
        reader.valueLength());
  }

  private static void deliver(Family family, List<KeyValue> cells, Sink sink) throws IOException {
    if (cells.size() > 1) {
      cells.sort(SortedRowBuffer::inFileOrder);
    }
    KeyValue before = null;
    for (KeyValue cell : cells) {
      if (before == null || CellComparator.getInstance().compare(before, cell) != 0) {
        sink.accept(family, cell);
      }
      before = cell;
    }
    cells.clear();
  }

  private static int inFileOrder(KeyValue left, KeyValue right) {
    int order = CellComparator.getInstance().compare(left, right);
    if (order != 0) {
      return order;
    }
    // The greatest value first: it is the one that stays.
    int rightEnd = right.getValueOffset() + right.getValueLength();
    int leftEnd = left.getValueOffset() + left.getValueLength();
    return Arrays.compareUnsigned(
        right.getValueArray(),
        right.getValueOffset(),
        rightEnd,
        left.getValueArray(),
        left.getValueOffset(),
        leftEnd);
  }

  private void sort() {
    RadixSort.sort(highs, places, rows);
    for (int from = 0; from < rows; ) {
      int to = from + 1;
      while (to < rows && highs[to] == highs[from]) {
        to++;
      }
      if (to - from > 1) {
        sortByLow(from, to);
      }
      from = to;
    }
  }

  /** Sorts rows whose keys have the first half alike: mostly copies of one. */
  private void sortByLow(int from, int to) {
    long[] same = Arrays.copyOfRange(places, from, to);
    long[] lows = new long[same.length];
    for (int i = 0; i < same.length; i++) {
      lows[i] = low(same[i]);
    }
    RadixSort.sort(lows, same, same.length);
    System.arraycopy(same, 0, places, from, same.length);
  }

  private boolean isSameRow(int one, int other) {
    return highs[one] == highs[other] && low(places[one]) == low(places[other]);
  }

  private long low(long place) {
    return LongBytes.read(blocks.get((int) (place >>> Integer.SIZE)), (int) place + Long.BYTES);
  }
}
