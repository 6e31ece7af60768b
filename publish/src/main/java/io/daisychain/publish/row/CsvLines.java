package io.daisychain.publish.row;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.fix.Limits;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.TableSchema;
import io.daisychain.model.text.TextLines;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SortedRowWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes lines of CSV (RFC 4180, LF), without making garbage a cell.
 *
 * <p>Values are bytes and become the characters of the same numbers in UTF-8, so nothing that a
 * reporter sent is lost. An empty value is a null. Cells are appended in order; {@link #endLine}
 * ends the line and adds its hash to a sum that does not depend on the order of lines.
 */
public final class CsvLines extends TextLines {
  private static final Hasher128 HASHER = Hashing.xxh3_128();
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

  /** Digits that fit into 64 bits, whichever they are. */
  private static final int SHORT_DIGITS = 18;

  /** What a byte asks of the writer. */
  private static final byte QUOTE = 1;

  private static final byte HIGH = 2;
  private static final byte[] CLASSES = new byte[256];

  static {
    CLASSES[','] = QUOTE;
    CLASSES['"'] = QUOTE;
    CLASSES['\n'] = QUOTE;
    CLASSES['\r'] = QUOTE;
    Arrays.fill(CLASSES, 128, 256, HIGH);
  }

  private final SortedRowWriter rows;
  private int lineStart;
  private int cells;
  private long lines;
  private long digestHigh;
  private long digestLow;

  /** Lines alone. */
  public CsvLines() {
    this(null);
  }

  /**
   * Lines, and rows of the same cells.
   *
   * @param rows gets each cell as what it is; null for lines alone
   */
  public CsvLines(SortedRowWriter rows) {
    this.rows = rows;
  }

  /** Forgets the lines but not their number and digest. */
  @Override
  public void clear() {
    super.clear();
    lineStart = 0;
  }

  /** Lines ended so far, the header not among them. */
  public long lines() {
    return lines;
  }

  /** Upper half of the sum, modulo 2^128, of the lines' 128-bit xxh3 hashes. */
  public long digestHigh() {
    return digestHigh;
  }

  /** Lower half of that sum. */
  public long digestLow() {
    return digestLow;
  }

  /** A line that counts for nothing. */
  public void header(String names) {
    put(names);
    put('\n');
    lineStart = length;
  }

  public void endLine() {
    HashValue128 hash = hash(bytes, lineStart, length);
    long low = digestLow + hash.getLeastSignificantBits();
    int carry = Long.compareUnsigned(low, digestLow) < 0 ? 1 : 0;
    digestHigh += hash.getMostSignificantBits() + carry;
    digestLow = low;
    put('\n');
    lineStart = length;
    cells = 0;
    lines++;
    if (rows != null) {
      rows.endRow();
    }
  }

  /** The hash of a line without its end. */
  public static HashValue128 hash(byte[] source, int from, int to) {
    return HASHER.hashBytesTo128Bits(source, from, to - from);
  }

  public void empty() {
    cell(0);
    if (rows != null) {
      rows.addNull();
    }
  }

  public void key(byte[] source, int offset) {
    cell(KEY_LENGTH);
    putKey(source, offset);
    if (rows != null) {
      rows.addKey(source, offset);
    }
  }

  /** Keys one after another in {@code source}, separated by {@code |}. */
  public void keys(byte[] source, int offset, int count, int stride) {
    cell((KEY_LENGTH + 1) * count);
    int start = length;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        bytes[length++] = '|';
      }
      putKey(source, offset + i * stride);
    }
    if (rows != null) {
      if (rows.next() != ColumnType.UUID) {
        rows.addText(bytes, start, length);
      } else if (count == 0) {
        rows.addNull();
      } else {
        rows.addKey(source, offset);
      }
    }
  }

  public void check(CheckResult check) {
    switch (check) {
      case NOT_MADE -> empty();
      case PASSED -> flag(true);
      case FAILED -> flag(false);
    }
  }

  public void flag(boolean value) {
    append(value ? TRUE : FALSE);
    if (rows != null) {
      rows.addFlag(value);
    }
  }

  /** Bytes that need neither quotes nor a second thought. */
  public void ascii(byte[] value) {
    append(value);
    if (rows != null) {
      rows.addText(value, 0, value.length);
    }
  }

  private void append(byte[] value) {
    cell(value.length);
    put(value);
  }

  public void integer(long value) {
    cell(20);
    putInteger(value);
    if (rows != null) {
      rows.addNumber(value);
    }
  }

  /** A moment as ISO UTC with nine digits; empty where the warehouse could not hold it. */
  public void time(long nanosSinceEpoch) {
    if (nanosSinceEpoch < ColumnType.FIRST_TIMESTAMP
        || nanosSinceEpoch > ColumnType.LAST_TIMESTAMP) {
      empty();
      return;
    }
    cell(TIME_LENGTH);
    putTime(nanosSinceEpoch);
    if (rows != null) {
      rows.addNumber(nanosSinceEpoch);
    }
  }

  public void text(ByteSlice value) {
    text(value.buffer(), value.offset(), value.length());
  }

  /** One cell made of two texts with {@code separator} between them where neither is empty. */
  public void text(ByteSlice first, byte[] separator, ByteSlice second) {
    if (first.isEmpty() || second.isEmpty()) {
      text(first.isEmpty() ? second : first);
      return;
    }
    byte[] joined = new byte[first.length() + separator.length + second.length()];
    System.arraycopy(first.buffer(), first.offset(), joined, 0, first.length());
    System.arraycopy(separator, 0, joined, first.length(), separator.length);
    int at = first.length() + separator.length;
    System.arraycopy(second.buffer(), second.offset(), joined, at, second.length());
    text(joined, 0, joined.length);
  }

  /** A text of one byte a character. */
  public void text(String value) {
    byte[] bytes = value.getBytes(ISO_8859_1);
    text(bytes, 0, bytes.length);
  }

  /** A time, empty for {@link TableSchema#NO_TIME}. */
  void timeOrEmpty(long nanos) {
    if (nanos == TableSchema.NO_TIME) {
      empty();
    } else {
      time(nanos);
    }
  }

  public void text(byte[] source, int offset, int count) {
    cell(count);
    int end = offset + count;
    int at = length;
    if (count > 0 && hasBlankEdge(source, offset, end)) {
      oddText(source, offset, end);
      return;
    }
    for (int i = offset; i < end; i++) {
      byte value = source[i];
      if (CLASSES[value & 0xff] != 0) {
        oddText(source, offset, end); // from the beginning: length still stands there
        return;
      }
      bytes[at++] = value;
    }
    length = at;
    if (rows != null) {
      rows.addText(source, offset, end);
    }
  }

  /** Some readers, BigQuery's load among them, take blanks around a bare cell for decoration. */
  private static boolean hasBlankEdge(byte[] source, int offset, int end) {
    return isBlank(source[offset]) || isBlank(source[end - 1]);
  }

  private static boolean isBlank(byte value) {
    return value == ' ' || value == '\t';
  }

  private void oddText(byte[] source, int offset, int end) {
    reserve(2 * (end - offset) + 2);
    boolean quote = hasBlankEdge(source, offset, end);
    for (int i = offset; i < end; i++) {
      quote |= CLASSES[source[i] & 0xff] == QUOTE;
    }
    int at = length;
    if (quote) {
      bytes[at++] = '"';
    }
    for (int i = offset; i < end; i++) {
      int value = source[i] & 0xff;
      if (value >= 128) {
        bytes[at++] = (byte) (0xc0 | value >>> 6);
        bytes[at++] = (byte) (0x80 | (value & 0x3f));
      } else {
        if (value == '"') {
          bytes[at++] = '"';
        }
        bytes[at++] = (byte) value;
      }
    }
    if (quote) {
      bytes[at++] = '"';
    }
    length = at;
    if (rows != null) {
      byte[] characters =
          new String(source, offset, end - offset, ISO_8859_1).getBytes(StandardCharsets.UTF_8);
      rows.addText(characters, 0, characters.length);
    }
  }

  public void decimal(ColumnType type, ByteSlice value) {
    decimal(type, value.buffer(), value.offset(), value.length());
  }

  /**
   * A number as FIX 4.2 writes it, without zeros that say nothing; empty where it is none, or has
   * more digits than the column's type.
   */
  public void decimal(ColumnType type, byte[] source, int offset, int count) {
    if (count > Limits.LONGEST_NUMBER) { // leading zeros and all: sums do without it too
      empty();
      return;
    }
    int end = offset + count;
    boolean negative = count > 0 && source[offset] == '-';
    int digits = negative ? offset + 1 : offset;
    int point = digits;
    while (point < end && isDigit(source[point])) {
      point++;
    }
    int fractionEnd = point < end && source[point] == '.' ? point + 1 : point;
    int fraction = fractionEnd;
    while (fractionEnd < end && isDigit(source[fractionEnd])) {
      fractionEnd++;
    }
    if (fractionEnd != end || point - digits + fractionEnd - fraction == 0) {
      empty();
      return;
    }
    while (digits < point && source[digits] == '0') {
      digits++;
    }
    while (fractionEnd > fraction && source[fractionEnd - 1] == '0') {
      fractionEnd--;
    }
    int fractionDigits = fractionEnd - fraction;
    if (point - digits > type.integerDigits() || fractionDigits > type.fractionDigits()) {
      empty();
      return;
    }
    cell(count + 2);
    if (negative && point - digits + fractionDigits > 0) {
      bytes[length++] = '-';
    }
    if (digits == point) {
      bytes[length++] = '0';
    }
    put(source, digits, point - digits);
    if (fractionDigits > 0) {
      bytes[length++] = '.';
      put(source, fraction, fractionDigits);
    }
    if (rows != null) {
      addDecimal(type, source, negative, digits, point - digits, fraction, fractionDigits);
    }
  }

  /** The same number without its point. */
  private void addDecimal(
      ColumnType type,
      byte[] source,
      boolean negative,
      int digits,
      int count,
      int fraction,
      int fractionDigits) {
    if (count + type.fractionDigits() > SHORT_DIGITS) {
      StringBuilder number = new StringBuilder(negative ? "-" : "");
      number.append(new String(source, digits, count, ISO_8859_1));
      number.append(new String(source, fraction, fractionDigits, ISO_8859_1));
      BigInteger value =
          new BigInteger(number.toString())
              .multiply(BigInteger.TEN.pow(type.fractionDigits() - fractionDigits));
      rows.addDecimal(value.shiftRight(Long.SIZE).longValue(), value.longValue());
      return;
    }
    long value = 0;
    for (int i = digits; i < digits + count; i++) {
      value = value * 10 + source[i] - '0';
    }
    for (int i = 0; i < type.fractionDigits(); i++) {
      value = value * 10 + (i < fractionDigits ? source[fraction + i] - '0' : 0);
    }
    value = negative ? -value : value;
    rows.addDecimal(value >> (Long.SIZE - 1), value);
  }

  private static boolean isDigit(byte value) {
    return value >= '0' && value <= '9';
  }

  /** Begins a cell of at most {@code room} bytes. */
  private void cell(int room) {
    reserve(room + 1);
    if (cells++ > 0) {
      bytes[length++] = ',';
    }
  }
}
