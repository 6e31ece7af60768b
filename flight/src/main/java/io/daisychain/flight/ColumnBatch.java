package io.daisychain.flight;

import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Rows as columns of numbers and codes, copied in from files array by array and out into vectors of
 * Arrow. Not thread-safe.
 */
final class ColumnBatch {
  private static final int DECIMAL_BYTES = 16;
  private static final int PRECISION = 18;
  private static final VarHandle NUMBERS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * A column of an answer.
   *
   * @param spec name, kind and whether it may be null; a number of a scale is a decimal
   * @param isDouble whether its numbers are the bits of doubles
   */
  record Column(ColumnSpec spec, boolean isDouble) {
    static List<Column> of(List<ColumnSpec> specs) {
      return specs.stream().map(spec -> new Column(spec, false)).toList();
    }

    boolean isText() {
      return spec.kind() == ColumnSpec.Kind.TEXT;
    }

    private ArrowType type() {
      if (isDouble) {
        return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      }
      return switch (spec.kind()) {
        case TEXT -> new ArrowType.Utf8();
        case TIME -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC");
        case NUMBER ->
            spec.scale() == 0
                ? new ArrowType.Int(Long.SIZE, true)
                : new ArrowType.Decimal(PRECISION, spec.scale(), DECIMAL_BYTES * Byte.SIZE);
        default -> throw new IllegalArgumentException(spec.name() + " is of no kind of these");
      };
    }
  }

  private final List<Column> columns;
  private final TextCodes texts = new TextCodes();
  private final long[][] numbers;
  private final int[][] codes;
  private int rows;

  /** The rows, where they are not in the arrays; null where they are. */
  private VectorSchemaRoot shared;

  private boolean isEnded;

  /** Texts of up to 8 bytes as numbers, by code, and the lengths of all. */
  private long[] packed = new long[16];

  private int[] lengths = new int[16];
  private int known;

  private long[] decimals = new long[0];
  private int[] offsets = new int[0];
  private byte[] bytes = new byte[0];
  private long[] there = new long[0];

  ColumnBatch(List<Column> columns) {
    this.columns = List.copyOf(columns);
    numbers = new long[columns.size()][];
    codes = new int[columns.size()][];
  }

  static Schema schema(List<Column> columns) {
    List<Field> fields = new ArrayList<>();
    for (Column column : columns) {
      fields.add(
          new Field(
              column.spec().name(),
              new FieldType(column.spec().isOptional(), column.type(), null),
              null));
    }
    return new Schema(fields);
  }

  /** Codes of the texts in {@link #codes}. */
  TextCodes texts() {
    return texts;
  }

  int rows() {
    return rows;
  }

  /** Lets go of all rows. */
  void clear() {
    rows = 0;
    isEnded = false;
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }

  /** What is there is to be sent before further rows are added. */
  void end() {
    isEnded = true;
  }

  boolean isEnded() {
    return isEnded;
  }

  /** Has, in the place of rows of its own, some of vectors, whose memory they share. */
  void share(VectorSchemaRoot held, int from, int to) {
    List<FieldVector> vectors = new ArrayList<>();
    for (FieldVector vector : held.getFieldVectors()) {
      TransferPair part = vector.getTransferPair(vector.getAllocator());
      part.splitAndTransfer(from, to - from);
      vectors.add((FieldVector) part.getTo());
    }
    shared = new VectorSchemaRoot(vectors);
    rows = to - from;
    shared.setRowCount(rows);
    end();
  }

  /** The rows as vectors that others fill no more; null where {@link #fill} gives them. */
  VectorSchemaRoot shared() {
    return shared;
  }

  /** Makes room for further rows; their values are to be set then. */
  void reserve(int further) {
    int wanted = rows + further;
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).isText()) {
        if (codes[i] == null) {
          codes[i] = new int[wanted];
        } else if (codes[i].length < wanted) {
          codes[i] = Arrays.copyOf(codes[i], Math.max(wanted, 2 * rows));
        }
      } else if (numbers[i] == null) {
        numbers[i] = new long[wanted];
      } else if (numbers[i].length < wanted) {
        numbers[i] = Arrays.copyOf(numbers[i], Math.max(wanted, 2 * rows));
      }
    }
  }

  /** Numbers of a column; valid until room is made. */
  long[] numbers(int column) {
    return numbers[column];
  }

  /** Codes of a column of text; valid until room is made. */
  int[] codes(int column) {
    return codes[column];
  }

  /** Rows whose values were set are there. */
  void added(int further) {
    rows += further;
  }

  /** Fills vectors with some of the rows. */
  void fill(VectorSchemaRoot root, int from, int count) {
    pack();
    for (int i = 0; i < columns.size(); i++) {
      FieldVector vector = root.getVector(i);
      Column column = columns.get(i);
      boolean isFull =
          column.isText()
              ? fillText((VarCharVector) vector, codes[i], from, count)
              : fillNumbers((BaseFixedWidthVector) vector, column, numbers[i], from, count);
      fillValidity(vector, i, from, count, isFull || !column.spec().isOptional());
    }
    root.setRowCount(count);
  }

  private void pack() {
    if (packed.length < texts.size()) {
      packed = Arrays.copyOf(packed, 2 * texts.size());
      lengths = Arrays.copyOf(lengths, 2 * texts.size());
    }
    for (; known < texts.size(); known++) {
      byte[] text = texts.bytes(known);
      long value = 0;
      for (int i = Math.min(text.length, Long.BYTES) - 1; i >= 0; i--) {
        value = value << Byte.SIZE | (text[i] & 0xFF);
      }
      packed[known] = value;
      lengths[known] = text.length;
    }
  }

  /** Returns whether there is a text in every row. */
  private boolean fillText(VarCharVector vector, int[] from, int begin, int count) {
    if (offsets.length < count + 1) {
      offsets = new int[count + 1];
    }
    boolean isFull =
        isOneText(from, begin, count) ? repeat(from[begin], count) : copyTexts(from, begin, count);
    int length = offsets[count];
    if (vector.getValueCapacity() < count || vector.getDataBuffer().capacity() < length) {
      vector.allocateNew(Math.max(length + length / 4L, 1), count);
    }
    memory(vector.getOffsetBuffer(), Integer.BYTES * (count + 1))
        .asIntBuffer()
        .put(offsets, 0, count + 1);
    if (length > 0) {
      memory(vector.getDataBuffer(), length).put(bytes, 0, length);
    }
    vector.setLastSet(count - 1);
    return isFull;
  }

  private static boolean isOneText(int[] from, int begin, int count) {
    int first = from[begin];
    int same = 1;
    while (same < count && from[begin + same] == first) {
      same++;
    }
    return same == count;
  }

  /** The same text so many times, by copies of what is there. */
  private boolean repeat(int code, int count) {
    int length = code < 0 ? 0 : lengths[code];
    int whole = length * count;
    room(whole);
    for (int i = 0; i <= count; i++) {
      offsets[i] = i * length;
    }
    if (whole > 0) {
      System.arraycopy(texts.bytes(code), 0, bytes, 0, length);
      for (int there = length; there < whole; there *= 2) {
        System.arraycopy(bytes, 0, bytes, there, Math.min(there, whole - there));
      }
    }
    return code >= 0;
  }

  private boolean copyTexts(int[] from, int begin, int count) {
    byte[] into = bytes;
    int at = 0;
    int all = 0;
    for (int i = 0; i < count; i++) {
      offsets[i] = at;
      int code = from[begin + i];
      all |= code;
      if (code < 0) {
        continue;
      }
      int length = lengths[code];
      if (into.length - at < length + Long.BYTES) {
        room(2 * (at + length));
        into = bytes;
      }
      if (length <= Long.BYTES) {
        NUMBERS.set(into, at, packed[code]); // what is too much is overwritten
      } else {
        System.arraycopy(texts.bytes(code), 0, into, at, length);
      }
      at += length;
    }
    offsets[count] = at;
    return all >= 0;
  }

  /** Makes room for so many bytes of text, and for what is written behind the last. */
  private void room(int length) {
    if (bytes.length < length + Long.BYTES) {
      bytes = Arrays.copyOf(bytes, length + length / 4 + Long.BYTES);
    }
  }

  /** Returns whether there is a number in every row. */
  private boolean fillNumbers(
      BaseFixedWidthVector vector, Column column, long[] from, int begin, int count) {
    if (vector.getValueCapacity() < count) {
      vector.allocateNew(count);
    }
    long least = Long.MAX_VALUE; // a null is the least that there is
    if (column.isDouble() || column.spec().scale() == 0) {
      for (int i = begin; i < begin + count; i++) {
        least = Math.min(least, from[i]);
      }
      memory(vector.getDataBuffer(), Long.BYTES * count).asLongBuffer().put(from, begin, count);
      return least != ColumnSpec.NULL;
    }
    if (decimals.length < 2 * count) {
      decimals = new long[2 * count];
    }
    for (int i = 0; i < count; i++) {
      long value = from[begin + i];
      least = Math.min(least, value);
      decimals[2 * i] = value;
      decimals[2 * i + 1] = value >> (Long.SIZE - 1);
    }
    memory(vector.getDataBuffer(), DECIMAL_BYTES * count)
        .asLongBuffer()
        .put(decimals, 0, 2 * count);
    return least != ColumnSpec.NULL;
  }

  /** Which values there are, a bit each. */
  private void fillValidity(FieldVector vector, int column, int begin, int count, boolean isFull) {
    int length = (count + Byte.SIZE - 1) / Byte.SIZE;
    if (isFull) {
      vector.getValidityBuffer().setOne(0L, (long) length);
      vector.setValueCount(count);
      return;
    }
    int words = (count + Long.SIZE - 1) / Long.SIZE;
    if (there.length < words) {
      there = new long[words];
    }
    for (int word = 0; word < words; word++) {
      long bits = 0;
      int last = Math.min(count, (word + 1) * Long.SIZE);
      if (columns.get(column).isText()) {
        int[] from = codes[column];
        for (int i = word * Long.SIZE; i < last; i++) {
          bits |= (from[begin + i] >= 0 ? 1L : 0L) << i;
        }
      } else {
        long[] from = numbers[column];
        for (int i = word * Long.SIZE; i < last; i++) {
          bits |= (from[begin + i] != ColumnSpec.NULL ? 1L : 0L) << i;
        }
      }
      there[word] = bits;
    }
    ByteBuffer memory = memory(vector.getValidityBuffer(), length);
    int whole = length / Long.BYTES;
    memory.asLongBuffer().put(there, 0, whole);
    for (int i = whole * Long.BYTES; i < length; i++) {
      memory.put(i, (byte) (there[whole] >>> (i % Long.BYTES * Byte.SIZE)));
    }
    vector.setValueCount(count);
  }

  private static ByteBuffer memory(ArrowBuf buffer, int length) {
    return buffer.nioBuffer(0, length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
