package io.daisychain.warehouse.column;

import java.util.Arrays;
import java.util.List;

/** One column of one row group on its way into pages. */
final class ColumnEncoder {
  /** How values are written. */
  enum Way {
    PLAIN(0),
    DELTA(5),
    DICTIONARY(8);

    /** Parquet's number of the encoding. */
    final int number;

    Way(int number) {
      this.number = number;
    }
  }

  private static final int LEVELS = 3; // RLE
  private static final int MOST_ENTRIES = 1 << 14;

  final ColumnSpec column;
  private final TextCodes texts;
  private final DeltaPacking deltas = new DeltaPacking();
  private long[] raw;
  private long[] rawSecond;
  private int rows;

  /** Values that are not null, one after the other. */
  private final long[] dense = new long[ColumnFileWriter.GROUP_ROWS];

  private final long[] present = new long[ColumnFileWriter.GROUP_ROWS];
  private int count;

  /** Numbers of dictionary entries, by value. */
  private final long[] indices = new long[ColumnFileWriter.GROUP_ROWS];

  private final long[] entries = new long[MOST_ENTRIES];
  private int entryCount;
  private int[] entryOfText = new int[0];
  private final int[] slots = new int[4 * MOST_ENTRIES];

  Way way;
  byte[] least;
  byte[] greatest;

  ColumnEncoder(ColumnSpec column, TextCodes texts) {
    this.column = column;
    this.texts = texts;
  }

  /** Takes the values of a row group. */
  void load(long[] values, long[] second, int length) {
    raw = values;
    rawSecond = second;
    rows = length;
    long none = column.kind() == ColumnSpec.Kind.TEXT ? ColumnSpec.NO_TEXT : ColumnSpec.NULL;
    count = 0;
    if (!column.isOptional()) {
      System.arraycopy(values, 0, dense, 0, length);
      count = length;
    } else {
      for (int i = 0; i < length; i++) {
        boolean there = values[i] != none;
        present[i] = there ? 1 : 0;
        if (there) {
          dense[count++] = values[i];
        }
      }
    }
    switch (column.kind()) {
      case TEXT -> findTexts();
      case UUID -> {
        least = null;
        greatest = null;
      }
      default -> findRange();
    }
  }

  int nulls() {
    return rows - count;
  }

  private void findRange() {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, dense[i]);
      high = Math.max(high, dense[i]);
    }
    least = count == 0 ? null : bytes(low);
    greatest = count == 0 ? null : bytes(high);
  }

  private static byte[] bytes(long value) {
    ByteBuilder out = new ByteBuilder();
    out.putLong(value);
    return out.copy();
  }

  /** Numbers the texts of this row group, and finds the first and the last of them. */
  private void findTexts() {
    if (entryOfText.length < texts.size()) {
      entryOfText = new int[2 * texts.size()];
      Arrays.fill(entryOfText, -1);
    }
    entryCount = 0;
    least = null;
    greatest = null;
    boolean fits = true;
    for (int i = 0; i < count && fits; i++) {
      int code = (int) dense[i];
      int entry = entryOfText[code];
      if (entry < 0) {
        if (entryCount == MOST_ENTRIES) {
          fits = false;
          break;
        }
        entry = entryCount++;
        entryOfText[code] = entry;
        entries[entry] = code;
      }
      indices[i] = entry;
    }
    for (int i = 0; i < entryCount; i++) {
      entryOfText[(int) entries[i]] = -1;
      extend(texts.bytes((int) entries[i]));
    }
    if (!fits) {
      for (int i = 0; i < count; i++) {
        extend(texts.bytes((int) dense[i]));
      }
      entryCount = -1;
    }
  }

  private void extend(byte[] text) {
    if (least == null || Arrays.compareUnsigned(text, least) < 0) {
      least = text;
    }
    if (greatest == null || Arrays.compareUnsigned(text, greatest) > 0) {
      greatest = text;
    }
  }

  /** The ways to be tried. */
  List<Way> ways() {
    return switch (column.kind()) {
      case TEXT -> List.of(Way.DICTIONARY, Way.PLAIN);
      case UUID -> List.of(Way.PLAIN);
      default -> List.of(Way.PLAIN, Way.DELTA, Way.DICTIONARY);
    };
  }

  /** The way for values that the usual one cannot write. */
  Way otherwise() {
    return Way.PLAIN;
  }

  /** Writes a page's contents; false if it cannot be done this way. */
  boolean encode(Way wanted, ByteBuilder page) {
    if (column.isOptional()) {
      int start = page.size;
      page.putInt(0);
      RunPacking.write(present, rows, 1, page);
      ByteBuilder.INTS.set(page.bytes, start, page.size - start - 4);
    }
    switch (wanted) {
      case PLAIN -> plain(page);
      case DELTA -> deltas.write(dense, count, page);
      default -> {
        boolean isText = column.kind() == ColumnSpec.Kind.TEXT;
        if (isText ? entryCount < 0 : !findEntries()) {
          return false;
        }
        int width = Math.max(1, BitPacking.width(Math.max(0, entryCount - 1)));
        page.put(width);
        RunPacking.write(indices, count, width, page);
      }
    }
    return true;
  }

  private void plain(ByteBuilder page) {
    switch (column.kind()) {
      case TEXT -> {
        for (int i = 0; i < count; i++) {
          byte[] text = texts.bytes((int) dense[i]);
          page.putInt(text.length);
          page.put(text);
        }
      }
      case UUID -> {
        for (int i = 0; i < rows; i++) {
          page.putLong(Long.reverseBytes(raw[i]));
          page.putLong(Long.reverseBytes(rawSecond[i]));
        }
      }
      default -> {
        page.reserve(8 * count);
        for (int i = 0; i < count; i++) {
          page.putLong(dense[i]);
        }
      }
    }
  }

  /** Numbers the values; false if they are too many for a dictionary to pay. */
  private boolean findEntries() {
    Arrays.fill(slots, -1);
    entryCount = 0;
    int most = Math.min(MOST_ENTRIES, count / 4 + 16);
    int mask = slots.length - 1;
    for (int i = 0; i < count; i++) {
      long value = dense[i];
      long hash = value * 0x9E3779B97F4A7C15L;
      int slot = (int) (hash >>> 40) & mask;
      while (slots[slot] >= 0 && entries[slots[slot]] != value) {
        slot = (slot + 1) & mask;
      }
      int entry = slots[slot];
      if (entry < 0) {
        if (entryCount == most) {
          return false;
        }
        entry = entryCount++;
        slots[slot] = entry;
        entries[entry] = value;
      }
      indices[i] = entry;
    }
    return true;
  }

  /** About what the dictionary adds to a page that was written that way. */
  int dictionarySize(Way written) {
    return written == Way.DICTIONARY ? 4 * entryCount : 0;
  }

  void putDictionary(ByteBuilder page) {
    for (int i = 0; i < entryCount; i++) {
      if (column.kind() == ColumnSpec.Kind.TEXT) {
        byte[] text = texts.bytes((int) entries[i]);
        page.putInt(text.length);
        page.put(text);
      } else {
        page.putLong(entries[i]);
      }
    }
  }

  void dictionaryHeader(ThriftWriter out) {
    out.begin(7);
    out.number(1, entryCount);
    out.number(2, Way.PLAIN.number);
    out.end();
  }

  void dataHeader(ThriftWriter out, int length) {
    out.begin(5);
    out.number(1, length);
    out.number(2, way.number);
    out.number(3, LEVELS);
    out.number(4, LEVELS);
    out.end();
  }
}
