package io.daisychain.store.write;

import io.daisychain.beam.RadixSort;
import io.daisychain.beam.ReadAhead;
import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.store.RowBatch;
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
public final class SortedRowBuffer {
  private static final int FIRST_CAPACITY = 1 << 14;
  private static final Family[] FAMILIES = Family.values();

  private final List<byte[]> arrays = new ArrayList<>();

  /** By family, the cells of the row that is given out. */
  private final Map<Family, List<KeyValue>> cells = new EnumMap<>(Family.class);

  private final RowBatch.Reader reader = new RowBatch.Reader();
  private final ReadAhead ahead = new ReadAhead();
  private long[] highs = new long[FIRST_CAPACITY];

  /** The array's number in the upper half, offset of the row in the lower. */
  private long[] places = new long[FIRST_CAPACITY];

  private int rows;
  private long bytes;

  /** Takes a cell, in the order of the file. */
  public interface Sink {
    void accept(Family family, KeyValue cell) throws IOException;
  }

  public SortedRowBuffer() {
    for (Family family : FAMILIES) {
      cells.put(family, new ArrayList<>());
    }
  }

  /** Adds the rows of a block, which is kept. */
  public void add(byte[] block) {
    add(block, 0, block.length);
  }

  /**
   * Adds the rows of a block that lies within an array, which is not to change until they are given
   * out.
   */
  public void add(byte[] array, int from, int to) {
    reader.wrap(array, from, to);
    long place = (long) arrays.size() << Integer.SIZE;
    while (reader.nextRow()) {
      if (rows == highs.length) {
        highs = Arrays.copyOf(highs, rows * 2);
        places = Arrays.copyOf(places, rows * 2);
      }
      highs[rows] = LongBytes.read(array, reader.keyOffset());
      places[rows] = place | reader.keyOffset();
      rows++;
    }
    arrays.add(array);
    bytes += to - from;
  }

  public int rows() {
    return rows;
  }

  /** Gives out all cells; the run is empty again. */
  public void drain(Sink sink) throws IOException {
    RadixSort.sort(highs, places, rows, this::sortByLow);
    int usual = rows == 0 ? 0 : (int) (bytes / rows);
    int fetched = 0;
    int row = 0;
    while (row < rows) {
      if (row >= fetched) {
        fetched = Math.min(rows, row + ReadAhead.ROWS);
        for (int i = row; i < fetched; i++) {
          ahead.fetch(array(places[i]), (int) places[i], usual);
        }
      }
      int next = row;
      do {
        unpack(places[next]);
        next++;
      } while (next < rows && isSameRow(row, next));
      for (Family family : FAMILIES) {
        deliver(family, cells.get(family), sink);
      }
      row = next;
    }
    arrays.clear();
    rows = 0;
    bytes = 0;
  }

  private byte[] array(long place) {
    return arrays.get((int) (place >>> Integer.SIZE));
  }

  private void unpack(long place) {
    byte[] array = array(place);
    reader.wrap(array, (int) place);
    reader.nextRow();
    while (reader.nextCell()) {
      Family family = reader.family();
      cells.get(family).add(keyValue(array, family));
    }
  }

  private KeyValue keyValue(byte[] array, Family family) {
    boolean put = reader.kind() == RowBatch.Kind.PUT;
    return new KeyValue(
        array,
        reader.keyOffset(),
        RowBatch.KEY_LENGTH,
        family.bytes(),
        0,
        family.bytes().length,
        array,
        reader.qualifierOffset(),
        reader.qualifierLength(),
        reader.timestamp(),
        put ? KeyValue.Type.Put : KeyValue.Type.DeleteColumn,
        array,
        reader.valueOffset(),
        reader.valueLength());
  }

  private static void deliver(Family family, List<KeyValue> cells, Sink sink) throws IOException {
    if (cells.size() > 1) {
      cells.sort(SortedRowBuffer::inFileOrder);
    }
    KeyValue before = null;
    for (int i = 0; i < cells.size(); i++) {
      KeyValue cell = cells.get(i);
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
    return LongBytes.read(array(place), (int) place + Long.BYTES);
  }
}
