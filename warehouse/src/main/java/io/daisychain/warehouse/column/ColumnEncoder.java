package io.daisychain.warehouse.column;

import java.util.Arrays;
import java.util.List;

/** One column of one row group on its way into pages. */
final class ColumnEncoder {
  /** How values are written. */
  enum Way {
    PLAIN(0),
    DELTA(5),
    DICTIONARY(8),
    /** The first byte of each value, then the second of each, and so on. */
    SPLIT(9);

    /** Parquet's number of the encoding. */
    final int number;

    Way(int number) {
      this.number = number;
    }
  }

  private static final int LEVELS = 3; // RLE
  private static final int MOST_ENTRIES = 1 << 14;

  /** Longer texts are not told as the first or the last of a row group. */
  private static final int LONGEST_BOUND = 64;

  /** What a row group needs while it is written, shared by columns that are written in turns. */
  static final class Workspace {
    /** Values that are not null, one after the other. */
    private long[] dense = new long[0];

    /** Lower halves of these, where they have two. */
    private long[] denseSecond = new long[0];

    private long[] present = new long[0];

    /** Numbers of dictionary entries, by value. */
    private long[] indices = new long[0];

    private final long[] entries = new long[MOST_ENTRIES];
    private final long[] entriesSecond = new long[MOST_ENTRIES];
    private int[] entryOfText = new int[0];
    private final int[] slots = new int[4 * MOST_ENTRIES];
    private final DeltaPacking deltas = new DeltaPacking();

    private void ensure(int rows) {
      if (indices.length < rows) {
        dense = new long[rows + Byte.SIZE];
        denseSecond = new long[rows];
        present = new long[rows];
        indices = new long[rows];
      }
    }
  }

  final ColumnSpec column;
  private final Texts texts;
  private final Workspace work;
  private int rows;
  private int count;
  private int entryCount;

  Way way = Way.PLAIN;
  PageCompression compression;
  boolean isTried;
  byte[] least;
  byte[] greatest;

  /**
   * An encoder.
   *
   * @param texts what codes of text mean
   * @param work shared with others, of which each is loaded and written before the next
   */
  ColumnEncoder(ColumnSpec column, Texts texts, PageCompression compression, Workspace work) {
    this.column = column;
    this.texts = texts;
    this.compression = compression;
    this.work = work;
  }

  /**
   * Takes the values of a row group.
   *
   * @param second lower halves, of columns that have two
   * @param absent which rows are null, of columns of which no value says so
   */
  void load(long[] values, long[] second, boolean[] absent, int length) {
    rows = length;
    count = 0;
    work.ensure(length);
    if (!column.isOptional()) {
      System.arraycopy(values, 0, work.dense, 0, length);
      if (column.isWide()) {
        System.arraycopy(second, 0, work.denseSecond, 0, length);
      }
      count = length;
    } else if (absent != null) {
      for (int i = 0; i < length; i++) {
        work.present[i] = absent[i] ? 0 : 1;
        if (!absent[i]) {
          work.dense[count] = values[i];
          if (second != null) {
            work.denseSecond[count] = second[i];
          }
          count++;
        }
      }
    } else {
      long none = column.none();
      for (int i = 0; i < length; i++) {
        boolean there = values[i] != none;
        work.present[i] = there ? 1 : 0;
        if (there) {
          work.dense[count++] = values[i];
        }
      }
    }
    least = null;
    greatest = null;
    if (count > 0) {
      switch (column.kind()) {
        case TEXT -> findTexts();
        case UUID -> findWideRange(Long.MIN_VALUE);
        case DECIMAL -> findWideRange(0);
        case TIME, PLAIN_TIME, MICROS, NUMBER, LONG, INTEGER -> findRange();
        case BOOLEAN, DOUBLE -> {
          // Readers make nothing of it, or not all the same of NaN and -0.
        }
      }
    } else {
      entryCount = 0;
    }
  }

  boolean hasValues() {
    return count > 0;
  }

  int nulls() {
    return rows - count;
  }

  private void findRange() {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      low = Math.min(low, work.dense[i]);
      high = Math.max(high, work.dense[i]);
    }
    least = bytes(low);
    greatest = bytes(high);
  }

  private byte[] bytes(long value) {
    ByteBuilder out = new ByteBuilder();
    if (column.kind() == ColumnSpec.Kind.INTEGER) {
      out.putInt((int) value);
    } else {
      out.putLong(value);
    }
    return out.copy();
  }

  /** Of pairs of numbers, the upper one compared as signed once {@code sign} is turned in it. */
  private void findWideRange(long sign) {
    int low = 0;
    int high = 0;
    for (int i = 1; i < count; i++) {
      if (isBelow(i, low, sign)) {
        low = i;
      } else if (isBelow(high, i, sign)) {
        high = i;
      }
    }
    least = wide(low);
    greatest = wide(high);
  }

  private boolean isBelow(int one, int other, long sign) {
    long left = work.dense[one] ^ sign;
    long right = work.dense[other] ^ sign;
    return left != right
        ? left < right
        : Long.compareUnsigned(work.denseSecond[one], work.denseSecond[other]) < 0;
  }

  private byte[] wide(int index) {
    ByteBuilder out = new ByteBuilder();
    out.putLong(Long.reverseBytes(work.dense[index]));
    out.putLong(Long.reverseBytes(work.denseSecond[index]));
    return out.copy();
  }

  /** Numbers the texts of this row group, and finds the first and the last of them. */
  private void findTexts() {
    if (texts instanceof GroupTexts own) {
      entryCount = own.areFew() && own.size() <= MOST_ENTRIES ? own.size() : -1;
      for (int i = 0; i < entryCount; i++) {
        work.entries[i] = i;
      }
      if (entryCount >= 0) {
        System.arraycopy(work.dense, 0, work.indices, 0, count);
      }
      findBounds(own.size(), false);
      return;
    }
    if (work.entryOfText.length < texts.size()) {
      work.entryOfText = new int[2 * texts.size()];
      Arrays.fill(work.entryOfText, -1);
    }
    entryCount = 0;
    boolean fits = true;
    for (int i = 0; i < count && fits; i++) {
      int code = (int) work.dense[i];
      int entry = work.entryOfText[code];
      if (entry < 0) {
        if (entryCount == MOST_ENTRIES) {
          fits = false;
          break;
        }
        entry = entryCount++;
        work.entryOfText[code] = entry;
        work.entries[entry] = code;
      }
      work.indices[i] = entry;
    }
    for (int i = 0; i < entryCount; i++) {
      work.entryOfText[(int) work.entries[i]] = -1;
    }
    if (fits) {
      findBounds(entryCount, true);
    } else {
      entryCount = -1;
      findBounds(count, false);
    }
  }

  /** The first and the last of so many texts: entries, or numbers of them, or all values. */
  private void findBounds(int length, boolean areEntries) {
    boolean areOwn = texts instanceof GroupTexts;
    int low = -1;
    int high = -1;
    for (int i = 0; i < length; i++) {
      int code = areOwn ? i : (int) (areEntries ? work.entries[i] : work.dense[i]);
      if (low < 0 || texts.compare(code, low) < 0) {
        low = code;
      }
      if (high < 0 || texts.compare(code, high) > 0) {
        high = code;
      }
    }
    if (low >= 0) {
      byte[] first = texts.bytes(low);
      byte[] last = texts.bytes(high);
      if (first.length <= LONGEST_BOUND && last.length <= LONGEST_BOUND) {
        least = first;
        greatest = last;
      }
    }
  }

  List<Way> ways() {
    return switch (column.kind()) {
      case TEXT, DECIMAL, INTEGER -> List.of(Way.PLAIN, Way.DICTIONARY);
      // An id that every row has differs in each row: a dictionary would only repeat it.
      case UUID -> column.isOptional() ? List.of(Way.PLAIN, Way.DICTIONARY) : List.of(Way.PLAIN);
      case BOOLEAN -> List.of(Way.PLAIN);
      case TIME, PLAIN_TIME, MICROS, NUMBER, LONG -> List.of(Way.PLAIN, Way.DELTA, Way.DICTIONARY);
      case DOUBLE -> List.of(Way.PLAIN, Way.SPLIT, Way.DICTIONARY);
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
      RunPacking.write(work.present, rows, 1, page);
      ByteBuilder.INTS.set(page.bytes, start, page.size - start - 4);
    }
    switch (wanted) {
      case PLAIN -> plain(page);
      case DELTA -> work.deltas.write(work.dense, count, page);
      case SPLIT -> {
        page.reserve(8 * count);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
          for (int i = 0; i < count; i++) {
            page.bytes[page.size++] = (byte) (work.dense[i] >>> shift);
          }
        }
      }
      case DICTIONARY -> {
        boolean isText = column.kind() == ColumnSpec.Kind.TEXT;
        if (isText ? entryCount < 0 : !findEntries()) {
          return false;
        }
        int width = Math.max(1, BitPacking.width(Math.max(0, entryCount - 1)));
        page.put(width);
        RunPacking.write(work.indices, count, width, page);
      }
    }
    return true;
  }

  private void plain(ByteBuilder page) {
    switch (column.kind()) {
      case TEXT -> {
        for (int i = 0; i < count; i++) {
          texts.put((int) work.dense[i], page);
        }
      }
      case UUID, DECIMAL -> {
        page.reserve(16 * count);
        for (int i = 0; i < count; i++) {
          page.putLong(Long.reverseBytes(work.dense[i]));
          page.putLong(Long.reverseBytes(work.denseSecond[i]));
        }
      }
      case BOOLEAN -> {
        int whole = (count + Byte.SIZE - 1) / Byte.SIZE * Byte.SIZE;
        Arrays.fill(work.dense, count, whole, 0);
        BitPacking.pack(work.dense, 0, whole, 1, page);
      }
      case INTEGER -> {
        page.reserve(4 * count);
        for (int i = 0; i < count; i++) {
          page.putInt((int) work.dense[i]);
        }
      }
      case TIME, PLAIN_TIME, MICROS, NUMBER, LONG, DOUBLE -> {
        page.reserve(8 * count);
        for (int i = 0; i < count; i++) {
          page.putLong(work.dense[i]);
        }
      }
    }
  }

  /** Numbers the values; false if they are too many for a dictionary to pay. */
  private boolean findEntries() {
    Arrays.fill(work.slots, -1);
    entryCount = 0;
    int most = Math.min(MOST_ENTRIES, count / 4 + 16);
    int mask = work.slots.length - 1;
    boolean isWide = column.isWide();
    for (int i = 0; i < count; i++) {
      long value = work.dense[i];
      long second = isWide ? work.denseSecond[i] : 0;
      long hash = (value + second * 31) * 0x9E3779B97F4A7C15L;
      int slot = (int) (hash >>> 40) & mask;
      while (work.slots[slot] >= 0
          && (work.entries[work.slots[slot]] != value
              || (isWide && work.entriesSecond[work.slots[slot]] != second))) {
        slot = (slot + 1) & mask;
      }
      int entry = work.slots[slot];
      if (entry < 0) {
        if (entryCount == most) {
          return false;
        }
        entry = entryCount++;
        work.slots[slot] = entry;
        work.entries[entry] = value;
        work.entriesSecond[entry] = second;
      }
      work.indices[i] = entry;
    }
    return true;
  }

  /** About what the dictionary adds to a page that was written that way. */
  int dictionarySize(Way written) {
    return written == Way.DICTIONARY ? (column.isWide() ? 12 : 4) * entryCount : 0;
  }

  void putDictionary(ByteBuilder page) {
    for (int i = 0; i < entryCount; i++) {
      switch (column.kind()) {
        case TEXT -> texts.put((int) work.entries[i], page);
        case UUID, DECIMAL -> {
          page.putLong(Long.reverseBytes(work.entries[i]));
          page.putLong(Long.reverseBytes(work.entriesSecond[i]));
        }
        case INTEGER -> page.putInt((int) work.entries[i]);
        case TIME, PLAIN_TIME, MICROS, NUMBER, LONG, DOUBLE, BOOLEAN ->
            page.putLong(work.entries[i]);
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
