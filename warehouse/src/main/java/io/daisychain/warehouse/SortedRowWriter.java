package io.daisychain.warehouse;

import io.daisychain.beam.Chunks;
import io.daisychain.beam.RadixSort;
import io.daisychain.beam.ReadAhead;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.PageCompression;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes rows of a published table into a Parquet file, sorted as the table is in the warehouse, as
 * many at a time as fit into an amount of memory. The columns are the table's, but for the trade
 * date, which readers take from the name of the file's folder. Not thread-safe.
 *
 * <p>Of each row all cells are added, in the order of the columns; that of the trade date may be.
 */
public final class SortedRowWriter implements Closeable {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int KEY = 16;

  /** Size of the arrays that rows wait in, in bytes. */
  public static final int CHUNK = 1 << 20;

  /** What a row takes beside its bytes, while it waits and while it is sorted. */
  private static final int BESIDE = 48;

  private final List<ColumnType> types = new ArrayList<>();
  private final int[] sortedBy;

  /** Length of a row's first bytes, which have a bit for each column that is null. */
  private final int nulls;

  private final ColumnFileWriter file;
  private final ParquetForm form;
  private final long runBytes;
  private final ReadAhead ahead = new ReadAhead();

  /** Rows, none of which crosses from one chunk to the next. */
  private final List<byte[]> chunks = new ArrayList<>();

  private final Chunks memory;

  private int chunk;
  private int chunkEnd;
  private long held;

  /** By row, its chunk's number and its place in there. */
  private long[] places = new long[1 << 10];

  /** By row, the first of what it is sorted by, as far as 64 bits hold it, as unsigned. */
  private long[] firsts = new long[1 << 10];

  private int rows;
  private byte[] cells = new byte[1 << 10];
  private int length;
  private int column;
  private final int dateAt;
  private boolean datePassed;

  /**
   * Begins a file.
   *
   * @param groupRows rows of a row group
   * @param runBytes of memory that rows take until they are sorted and written
   * @param memory arrays of {@link #CHUNK}, to which they are given back when this is closed
   * @throws IllegalArgumentException for a table that is sorted by others than keys, moments and
   *     text
   */
  public SortedRowWriter(
      WarehouseTable table,
      WritableByteChannel channel,
      int groupRows,
      long runBytes,
      Chunks memory)
      throws IOException {
    this(table, channel, groupRows, runBytes, memory, ParquetForm.DUCKDB);
  }

  /** The same in a form. */
  public SortedRowWriter(
      WarehouseTable table,
      WritableByteChannel channel,
      int groupRows,
      long runBytes,
      Chunks memory,
      ParquetForm form)
      throws IOException {
    this.form = form;
    List<WarehouseTable.Column> columns = table.ownColumns();
    this.runBytes = runBytes;
    this.memory = memory;
    dateAt = table.dateAt();
    List<ColumnSpec> specs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (WarehouseTable.Column each : columns) {
      types.add(each.type());
      names.add(each.name());
      ColumnSpec spec = spec(each, table, form);
      specs.add(
          form == ParquetForm.ICEBERG ? spec.withId(table.columns().indexOf(each) + 1) : spec);
    }
    nulls = (types.size() + Byte.SIZE - 1) / Byte.SIZE;
    sortedBy = table.sortedBy().stream().mapToInt(names::indexOf).toArray();
    for (int by : sortedBy) {
      switch (types.get(by)) {
        case UUID, TIMESTAMP, TEXT -> {
          // can be compared
        }
        case BOOLEAN, INTEGER, BIGINT, DOUBLE, QUANTITY, PRICE, TOTAL, DATE ->
            throw new IllegalArgumentException(table.name() + " is sorted by " + names.get(by));
      }
    }
    file = new ColumnFileWriter(channel, specs, groupRows, PageCompression.SNAPPY);
    beginRow();
  }

  private static ColumnSpec spec(
      WarehouseTable.Column column, WarehouseTable table, ParquetForm form) {
    String name = column.name();
    return switch (column.type()) {
      case UUID -> new ColumnSpec(name, ColumnSpec.Kind.UUID, 0, !name.equals(table.key()));
      case TEXT -> ColumnSpec.optionalText(name);
      case BOOLEAN -> new ColumnSpec(name, ColumnSpec.Kind.BOOLEAN, 0, true);
      case INTEGER -> new ColumnSpec(name, ColumnSpec.Kind.INTEGER, 0, true);
      case BIGINT -> new ColumnSpec(name, ColumnSpec.Kind.LONG, 0, true);
      case QUANTITY, PRICE, TOTAL ->
          new ColumnSpec(name, ColumnSpec.Kind.DECIMAL, column.type().fractionDigits(), true);
      case TIMESTAMP ->
          form == ParquetForm.ICEBERG
              ? new ColumnSpec(name, ColumnSpec.Kind.MICROS, 0, true)
              : ColumnSpec.optionalPlainTime(name);
      case DOUBLE, DATE ->
          throw new IllegalArgumentException(name + " is a second date, or no row has such");
    };
  }

  private void beginRow() {
    length = nulls;
    column = 0;
    datePassed = false;
    Arrays.fill(cells, 0, nulls, (byte) 0);
  }

  /** Type of the column whose cell is next; {@link ColumnType#DATE} for the trade date. */
  public ColumnType next() {
    return isDate() || column == types.size() ? ColumnType.DATE : types.get(column);
  }

  private boolean isDate() {
    return column == dateAt && !datePassed;
  }

  /** A null. */
  public void addNull() {
    cells[column >>> 3] |= (byte) (1 << (column & 7));
    column++;
  }

  /** A UUID from 16 bytes. */
  public void addKey(byte[] source, int offset) {
    ensure(KEY);
    System.arraycopy(source, offset, cells, length, KEY);
    length += KEY;
    column++;
  }

  /** A whole number of the column's size, or a moment. */
  public void addNumber(long value) {
    ensure(Long.BYTES);
    if (types.get(column) == ColumnType.INTEGER) {
      INTS.set(cells, length, (int) value);
      length += Integer.BYTES;
    } else {
      LONGS.set(cells, length, value);
      length += Long.BYTES;
    }
    column++;
  }

  /** True or false. */
  public void addFlag(boolean value) {
    ensure(1);
    cells[length++] = (byte) (value ? 1 : 0);
    column++;
  }

  /** A decimal number without its point, in 128 bits. */
  public void addDecimal(long high, long low) {
    ensure(KEY);
    LONGS.set(cells, length, high);
    LONGS.set(cells, length + Long.BYTES, low);
    length += KEY;
    column++;
  }

  /** A text in UTF-8; an empty one is a null. Passed over where the trade date stands. */
  public void addText(byte[] source, int start, int end) {
    if (isDate()) {
      datePassed = true;
      return;
    }
    if (start == end) {
      addNull();
      return;
    }
    ensure(Integer.BYTES + end - start);
    INTS.set(cells, length, end - start);
    System.arraycopy(source, start, cells, length + Integer.BYTES, end - start);
    length += Integer.BYTES + end - start;
    column++;
  }

  private void ensure(int more) {
    if (cells.length - length < more) {
      cells = Arrays.copyOf(cells, Math.max(2 * cells.length, length + more));
    }
  }

  /** The row is complete. */
  public void endRow() {
    if (column != types.size()) {
      throw new IllegalStateException(column + " cells in a row of " + types.size());
    }
    if (chunks.isEmpty() || chunks.get(chunk).length - chunkEnd < length) {
      nextChunk();
    }
    if (rows == places.length) {
      places = Arrays.copyOf(places, 2 * rows);
      firsts = Arrays.copyOf(firsts, 2 * rows);
    }
    System.arraycopy(cells, 0, chunks.get(chunk), chunkEnd, length);
    places[rows++] = (long) chunk << Integer.SIZE | chunkEnd;
    chunkEnd += length;
    held += length + BESIDE;
    beginRow();
  }

  private void nextChunk() {
    chunk = chunks.isEmpty() ? 0 : chunk + 1;
    if (chunk == chunks.size()) {
      chunks.add(memory.take(length));
    } else if (chunks.get(chunk).length < length) {
      memory.giveBack(List.of(chunks.set(chunk, memory.take(length))));
    }
    chunkEnd = 0;
  }

  /** Whether as many rows wait as there is memory for: {@link #flush} is to be called. */
  public boolean isFull() {
    return held >= runBytes;
  }

  /** Sorts the rows that wait, and writes them. */
  public void flush() throws IOException {
    sort();
    int usual = rows == 0 ? 0 : (int) (held / rows) - BESIDE;
    for (int from = 0; from < rows; from += ReadAhead.ROWS) {
      int to = Math.min(rows, from + ReadAhead.ROWS);
      for (int i = from; i < to; i++) {
        long place = places[i];
        ahead.fetch(chunks.get((int) (place >>> Integer.SIZE)), (int) place, usual);
      }
      for (int i = from; i < to; i++) {
        write(places[i]);
      }
    }
    file.endGroup();
    rows = 0;
    chunk = 0;
    chunkEnd = 0;
    held = 0;
    chunks.removeIf(array -> array.length > CHUNK);
  }

  private void write(long place) throws IOException {
    byte[] bytes = chunks.get((int) (place >>> Integer.SIZE));
    int at = (int) place;
    int start = at;
    at += nulls;
    for (int i = 0; i < types.size(); i++) {
      if (isNull(bytes, start, i)) {
        file.setNull(i);
        continue;
      }
      switch (types.get(i)) {
        case UUID, QUANTITY, PRICE, TOTAL -> {
          file.set(i, (long) LONGS.get(bytes, at), (long) LONGS.get(bytes, at + Long.BYTES));
          at += KEY;
        }
        case TEXT -> {
          int from = at + Integer.BYTES;
          at = from + (int) INTS.get(bytes, at);
          file.set(i, bytes, from, at);
        }
        case BOOLEAN -> file.set(i, bytes[at++]);
        case INTEGER -> {
          file.set(i, (int) INTS.get(bytes, at));
          at += Integer.BYTES;
        }
        case BIGINT -> {
          file.set(i, (long) LONGS.get(bytes, at));
          at += Long.BYTES;
        }
        case TIMESTAMP -> {
          long nanos = (long) LONGS.get(bytes, at);
          file.set(i, form == ParquetForm.ICEBERG ? Math.floorDiv(nanos, 1_000L) : nanos);
          at += Long.BYTES;
        }
        case DOUBLE, DATE -> throw new IllegalStateException("no column of a file of one date");
      }
    }
    file.endRow();
  }

  private static boolean isNull(byte[] bytes, int start, int column) {
    return (bytes[start + (column >>> 3)] >>> (column & 7) & 1) != 0;
  }

  /** Where a row has the cell of a column; negative for a null. */
  private int find(byte[] bytes, int start, int wanted) {
    if (isNull(bytes, start, wanted)) {
      return -1;
    }
    int at = start + nulls;
    for (int i = 0; i < wanted; i++) {
      if (!isNull(bytes, start, i)) {
        at +=
            switch (types.get(i)) {
              case UUID, QUANTITY, PRICE, TOTAL -> KEY;
              case TEXT -> Integer.BYTES + (int) INTS.get(bytes, at);
              case BOOLEAN -> 1;
              case INTEGER -> Integer.BYTES;
              case BIGINT, TIMESTAMP -> Long.BYTES;
              case DOUBLE, DATE ->
                  throw new IllegalStateException("no column of a file of one date");
            };
      }
    }
    return at;
  }

  /** Brings the rows that wait into the order of the table. */
  private void sort() {
    findFirsts();
    RadixSort.sort(firsts, places, rows, this::sortEqual);
  }

  /** Sorts rows that have their firsts alike. */
  private void sortEqual(int from, int to) {
    Long[] same = new Long[to - from];
    for (int i = from; i < to; i++) {
      same[i - from] = places[i];
    }
    Arrays.sort(same, this::compare);
    for (int i = from; i < to; i++) {
      places[i] = same[i - from];
    }
  }

  /** What fits 64 bits: a key's or a moment's, or a text's rank before part of what follows. */
  private void findFirsts() {
    int by = sortedBy[0];
    if (types.get(by) != ColumnType.TEXT) {
      for (int row = 0; row < rows; row++) {
        byte[] bytes = chunks.get((int) (places[row] >>> Integer.SIZE));
        firsts[row] = number(bytes, find(bytes, (int) places[row], by), types.get(by));
      }
      return;
    }
    TextRanks ranks = new TextRanks(rows);
    for (int row = 0; row < rows; row++) {
      byte[] bytes = chunks.get((int) (places[row] >>> Integer.SIZE));
      int at = find(bytes, (int) places[row], by);
      if (at < 0) {
        ranks.addNone(row);
      } else {
        int start = at + Integer.BYTES;
        ranks.add(row, bytes, start, start + (int) INTS.get(bytes, at));
      }
    }
    int bits = ranks.bits();
    boolean hasSecond = sortedBy.length > 1 && types.get(sortedBy[1]) != ColumnType.TEXT;
    long least = -1;
    long most = 0;
    for (int row = 0; row < rows && hasSecond; row++) {
      byte[] bytes = chunks.get((int) (places[row] >>> Integer.SIZE));
      int at = find(bytes, (int) places[row], sortedBy[1]);
      long second = number(bytes, at, types.get(sortedBy[1]));
      firsts[row] = second;
      if (at >= 0) {
        least = Long.compareUnsigned(second, least) < 0 ? second : least;
        most = Long.compareUnsigned(second, most) > 0 ? second : most;
      }
    }
    // As many of the second's bits as are left, from the highest that differs on.
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(most - least) + bits + 1 - 64);
    long none = (-1L >>> bits) >>> (bits == 0 ? 1 : 0);
    for (int row = 0; row < rows; row++) {
      long second = 0;
      if (hasSecond) {
        boolean isNull = Long.compareUnsigned(firsts[row], most) > 0;
        second = isNull ? none : (firsts[row] - least) >>> shift;
      }
      firsts[row] = (bits == 0 ? 0 : (long) ranks.of(row) << (Long.SIZE - bits)) | second;
    }
  }

  /** The upper bits of a cell in the order of unsigned numbers; nulls last. */
  private static long number(byte[] bytes, int at, ColumnType type) {
    if (at < 0) {
      return -1;
    }
    long value = (long) LONGS.get(bytes, at);
    return type == ColumnType.TIMESTAMP ? value ^ Long.MIN_VALUE : value;
  }

  private int compare(long one, long other) {
    byte[] left = chunks.get((int) (one >>> Integer.SIZE));
    byte[] right = chunks.get((int) (other >>> Integer.SIZE));
    for (int by : sortedBy) {
      int leftAt = find(left, (int) one, by);
      int rightAt = find(right, (int) other, by);
      int compared;
      if (leftAt < 0 || rightAt < 0) {
        compared = Boolean.compare(leftAt < 0, rightAt < 0);
      } else {
        compared = compare(left, leftAt, right, rightAt, types.get(by));
      }
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  private static int compare(byte[] left, int leftAt, byte[] right, int rightAt, ColumnType type) {
    if (type == ColumnType.TIMESTAMP) {
      return Long.compare((long) LONGS.get(left, leftAt), (long) LONGS.get(right, rightAt));
    }
    int leftStart = leftAt;
    int rightStart = rightAt;
    int leftLength = KEY;
    int rightLength = KEY;
    if (type == ColumnType.TEXT) {
      leftLength = (int) INTS.get(left, leftAt);
      rightLength = (int) INTS.get(right, rightAt);
      leftStart += Integer.BYTES;
      rightStart += Integer.BYTES;
    }
    return Arrays.compareUnsigned(
        left, leftStart, leftStart + leftLength, right, rightStart, rightStart + rightLength);
  }

  /** Writes what waits, and completes the file. */
  public void finish() throws IOException {
    flush();
    file.finish();
  }

  /** Rows that were written or wait. */
  public long rows() {
    return file.rows() + rows;
  }

  @Override
  public void close() throws IOException {
    memory.giveBack(chunks);
    chunks.clear();
    file.close();
  }
}
