package io.daisychain.store;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Changes of rows, packed into byte arrays so that a pipeline moves few big elements.
 *
 * <p>A block is the trade date of the table that its rows are for (4 bytes, days since 1970-01-01)
 * and a sequence of rows: key (16 bytes), number of cells (4), cells. A cell: family code (1), kind
 * (1), timestamp (8), length of the qualifier (2) and of the value (4), qualifier, value. Numbers
 * are big-endian. Cells may stand in any order.
 */
public final class RowBatch {
  public static final int KEY_LENGTH = 16;
  static final int ROW_HEADER_LENGTH = KEY_LENGTH + Integer.BYTES;
  public static final int CELL_HEADER_LENGTH = 1 + 1 + Long.BYTES + Short.BYTES + Integer.BYTES;
  private static final int TIMESTAMP_AT = 2;
  private static final int QUALIFIER_LENGTH_AT = TIMESTAMP_AT + Long.BYTES;
  private static final int VALUE_LENGTH_AT = QUALIFIER_LENGTH_AT + Short.BYTES;
  private static final int LONGEST_QUALIFIER = Short.MAX_VALUE;

  private RowBatch() {}

  /** What a cell does to its column. */
  public enum Kind {
    /** Stores a value at a timestamp. */
    PUT((byte) 'P'),
    /**
     * Hides the column's values of this timestamp and older ones. On HBase this holds for values
     * that are written later too: to bring a column back, use a greater timestamp.
     */
    DELETE_COLUMN((byte) 'X');

    private final byte code;

    Kind(byte code) {
      this.code = code;
    }

    static Kind ofCode(byte code) {
      if (code == PUT.code) {
        return PUT;
      }
      if (code == DELETE_COLUMN.code) {
        return DELETE_COLUMN;
      }
      throw new IllegalArgumentException("no kind of cell has the code " + code);
    }
  }

  /** Packs rows. Reusable, not thread-safe. */
  public static final class Writer implements Serializable {
    private static final int FIRST_CAPACITY = 1 << 12;

    private final int date;
    private byte[] buffer = new byte[FIRST_CAPACITY];
    private int size;
    private int rowAt = -1;
    private int rows;

    /** Packs rows for the table of a trade date, days since 1970-01-01. */
    public Writer(int date) {
      this.date = date;
    }

    /** Begins a row, whose key is copied. */
    public Writer row(byte[] key, int offset) {
      reserve(Integer.BYTES + ROW_HEADER_LENGTH);
      if (size == 0) {
        LongBytes.writeInt(date, buffer, 0);
        size = Integer.BYTES;
      }
      rowAt = size;
      System.arraycopy(key, offset, buffer, size, KEY_LENGTH);
      LongBytes.writeInt(0, buffer, size + KEY_LENGTH);
      size += ROW_HEADER_LENGTH;
      rows++;
      return this;
    }

    /** Adds a value to the row begun last. */
    public Writer put(Family family, byte[] qualifier, long timestamp, byte[] value) {
      return put(family, qualifier, 0, qualifier.length, timestamp, value, 0, value.length);
    }

    /** As {@link #put(Family, byte[], long, byte[])}, from parts of arrays. */
    public Writer put(
        Family family,
        byte[] qualifier,
        int qualifierOffset,
        int qualifierLength,
        long timestamp,
        byte[] value,
        int valueOffset,
        int valueLength) {
      int at = cell(family, Kind.PUT, timestamp, qualifierLength, valueLength);
      System.arraycopy(qualifier, qualifierOffset, buffer, at, qualifierLength);
      System.arraycopy(value, valueOffset, buffer, at + qualifierLength, valueLength);
      return this;
    }

    /** Deletes a column of the row begun last: its values of {@code timestamp} and older. */
    public Writer deleteColumn(Family family, byte[] qualifier, long timestamp) {
      int at = cell(family, Kind.DELETE_COLUMN, timestamp, qualifier.length, 0);
      System.arraycopy(qualifier, 0, buffer, at, qualifier.length);
      return this;
    }

    /** Bytes packed since the last {@link #take}. */
    public int size() {
      return size;
    }

    /** Rows packed since the last {@link #take}. */
    public int rows() {
      return rows;
    }

    /** The rows packed so far; the writer is empty again. */
    public byte[] take() {
      byte[] block = Arrays.copyOf(buffer, size);
      clear();
      return block;
    }

    /** Hands on the rows packed so far; the writer is empty again. */
    public void drain(int number, BlockSink sink) {
      sink.accept(number, buffer, size);
      clear();
    }

    private void clear() {
      size = 0;
      rows = 0;
      rowAt = -1;
    }

    /** Writes all but qualifier and value, and returns where they go. */
    private int cell(
        Family family, Kind kind, long timestamp, int qualifierLength, int valueLength) {
      if (rowAt < 0) {
        throw new IllegalStateException("a cell needs a row");
      }
      if (qualifierLength > LONGEST_QUALIFIER) {
        throw new IllegalArgumentException("qualifier of " + qualifierLength + " bytes");
      }
      int length = CELL_HEADER_LENGTH + qualifierLength + valueLength;
      reserve(length);
      int at = size;
      buffer[at] = family.code();
      buffer[at + 1] = kind.code;
      LongBytes.write(timestamp, buffer, at + TIMESTAMP_AT);
      buffer[at + QUALIFIER_LENGTH_AT] = (byte) (qualifierLength >>> Byte.SIZE);
      buffer[at + QUALIFIER_LENGTH_AT + 1] = (byte) qualifierLength;
      LongBytes.writeInt(valueLength, buffer, at + VALUE_LENGTH_AT);
      int countAt = rowAt + KEY_LENGTH;
      LongBytes.writeInt(LongBytes.readInt(buffer, countAt) + 1, buffer, countAt);
      size += length;
      return at + CELL_HEADER_LENGTH;
    }

    private void reserve(int length) {
      if (size + length > buffer.length) {
        buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + length));
      }
    }
  }

  /** Walks the rows and cells of a block without copying. Reusable, not thread-safe. */
  public static final class Reader {
    private byte[] block = {};
    private int date;
    private int end;
    private int position;
    private int rowAt;
    private int cellsLeft;
    private int cellAt;

    /** Starts before the first row of {@code block}, which is borrowed. */
    public Reader wrap(byte[] block) {
      return wrap(block, 0, block.length);
    }

    /** Starts before the first row of a block that lies within an array. */
    public Reader wrap(byte[] array, int from, int to) {
      date = LongBytes.readInt(array, from);
      wrap(array, from + Integer.BYTES);
      end = to;
      return this;
    }

    /** Trade date of the table that the rows are for, days since 1970-01-01. */
    public int date() {
      return date;
    }

    /** Starts before the row at {@code offset}. */
    public Reader wrap(byte[] newBlock, int offset) {
      block = newBlock;
      end = newBlock.length;
      position = offset;
      cellsLeft = 0;
      return this;
    }

    /** Moves to the next row, over cells not read; false at the end. */
    public boolean nextRow() {
      while (cellsLeft > 0) {
        nextCell();
      }
      if (position == end) {
        return false;
      }
      rowAt = position;
      cellsLeft = LongBytes.readInt(block, position + KEY_LENGTH);
      position += ROW_HEADER_LENGTH;
      return true;
    }

    /** Moves to the row's next cell; false at the end of the row. */
    public boolean nextCell() {
      if (cellsLeft == 0) {
        return false;
      }
      cellsLeft--;
      cellAt = position;
      position = valueOffset() + valueLength();
      return true;
    }

    /** The array that all offsets are of. */
    public byte[] array() {
      return block;
    }

    public int keyOffset() {
      return rowAt;
    }

    /** Cells of this row that have not been read. */
    public int cellsLeft() {
      return cellsLeft;
    }

    public Family family() {
      return Family.ofCode(block[cellAt]);
    }

    public Kind kind() {
      return Kind.ofCode(block[cellAt + 1]);
    }

    public long timestamp() {
      return LongBytes.read(block, cellAt + TIMESTAMP_AT);
    }

    public int qualifierOffset() {
      return cellAt + CELL_HEADER_LENGTH;
    }

    public int qualifierLength() {
      return ((block[cellAt + QUALIFIER_LENGTH_AT] & 0xff) << Byte.SIZE)
          | (block[cellAt + QUALIFIER_LENGTH_AT + 1] & 0xff);
    }

    public int valueOffset() {
      return qualifierOffset() + qualifierLength();
    }

    public int valueLength() {
      return LongBytes.readInt(block, cellAt + VALUE_LENGTH_AT);
    }
  }
}
