package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * An index of the fields of one FIX message in the caller's array, made in one pass.
 *
 * <p>A message begins at the offset that the caller gives. It ends at the first of these:
 *
 * <ul>
 *   <li>the SOH of its CheckSum, the first field with tag 10;
 *   <li>the next {@code 8=FIX} that follows an SOH: another message begins, and this one was cut
 *       off;
 *   <li>the end of the caller's range, with or without an SOH.
 * </ul>
 *
 * A data field may contain SOH and {@code 10=}. If its length field comes directly before it and
 * the byte after that many bytes is an SOH, all of these bytes are its value. A length that is
 * wrong, or reaches into the next message, is ignored: the value then ends at its first SOH, so
 * that a wrong length does not hide the fields after it.
 *
 * <p>A malformed field throws no exception; its {@linkplain #tag tag} is below one: {@link
 * #NO_EQUALS}, {@link #NOT_DIGITS}, {@link #LEADING_ZERO}, {@link #OVERLONG_TAG}.
 *
 * <p>An instance is reusable, allocates nothing once its arrays have grown, and is not thread-safe.
 * It keeps the array given to {@link #index}; offsets are those of that array.
 */
public final class FixMessage {
  /** In place of a tag: the field has no {@code =}. Its value is the whole field. */
  public static final int NO_EQUALS = -1;

  /** In place of a tag: there are no digits before the {@code =}, or other characters. */
  public static final int NOT_DIGITS = -2;

  /** In place of a tag: its first digit is a zero. */
  public static final int LEADING_ZERO = -3;

  /** In place of a tag: it has more than {@value #MAX_TAG_DIGITS} digits. */
  public static final int OVERLONG_TAG = -4;

  /** Result of {@link #find} for a tag that is absent or has no value. */
  public static final int NOT_FOUND = -1;

  /** Digits of the longest tag that is read. */
  public static final int MAX_TAG_DIGITS = 9;

  private static final byte SOH = 1;
  private static final long SOHS = Swar.repeat(SOH);
  private static final long EQUALS_SIGNS = Swar.repeat('=');
  private static final int BLOCK = 64;
  private static final int MOST_UNLEARNED = 10_000;

  /** Tags with a special meaning: they begin or end a message, or may contain SOH. */
  private static final boolean[] SPECIAL = new boolean[DataFields.LIMIT];

  static {
    for (int tag = 1; tag < SPECIAL.length; tag++) {
      SPECIAL[tag] =
          tag == FixTag.BEGIN_STRING || tag == FixTag.CHECK_SUM || DataFields.lengthTag(tag) != 0;
    }
  }

  private final TagTable ownFirsts = new TagTable();
  private TemplateTree shapes; // made with the first complete message
  private int unlearned; // messages without a template since the tree was full
  private int[] tags = new int[2 * BLOCK];
  private int[] valueOffsets = new int[2 * BLOCK];
  // One more than the number of fields: a field ends one byte before the next begins.
  private int[] tagOffsets = new int[2 * BLOCK + 1];

  private byte[] buffer = {};
  private TagTable firsts = ownFirsts;

  // The node of the template tree that the fields so far lead to.
  private int node;
  private MessageTemplate shape;
  private int count;
  private int from;
  private int end;
  private int equalsAt;
  // An SOH before here belongs to the data field that is being read.
  private int dataEnd;
  // No message begins between the start of the search and here.
  private int searchedTo;
  private int nextMessage;
  private boolean endsWithSoh;
  private boolean hasRepeats;
  private boolean hasEmptyValues;
  private boolean hasMalformedFields;
  private boolean endsWithCheckSum;

  /**
   * Indexes the message that begins at {@code from}, in place of the one before.
   *
   * @param to end of the line, or of the bytes received so far (exclusive)
   * @return end of the message (exclusive); {@code to} at most
   */
  public int index(byte[] buffer, int from, int to) {
    this.buffer = buffer;
    this.from = from;
    count = 0;
    endsWithCheckSum = false;
    dataEnd = from;
    searchedTo = from;
    nextMessage = Integer.MAX_VALUE;
    endsWithSoh = false;
    hasRepeats = false;
    hasEmptyValues = false;
    hasMalformedFields = false;
    node = TemplateTree.ROOT;
    if (shapes == null) {
      leaveShapes();
    }
    end = scan(buffer, from, to);
    tagOffsets[count] = endsWithSoh ? end : end + 1;
    shape = node >= 0 ? shapes.shape(node) : null;
    if (shape != null) {
      firsts = shape.firsts();
      hasRepeats = shape.hasRepeats();
    } else {
      leaveShapes();
    }
    return end;
  }

  /** Adds the fields so far to the index of tags, if they match no template. */
  private void leaveShapes() {
    if (node == TemplateTree.NOWHERE) {
      return;
    }
    node = TemplateTree.NOWHERE;
    firsts = ownFirsts;
    firsts.clear();
    for (int i = 0; i < count; i++) {
      hasRepeats |= !firsts.putFirst(tags[i], i);
    }
  }

  /**
   * Adds the message's template to the tree, for the messages after it. To be called for valid
   * messages only: invalid ones would make too many templates. Messages that can have no template
   * are ignored.
   */
  public void rememberShape() {
    if (endsWithCheckSum) {
      remember();
    }
  }

  /**
   * Adds the sequence of fields to the tree, of what was a message and lacks its frame. To be
   * called on an instance that indexes nothing else, and for fields of valid messages only.
   */
  public void rememberFields() {
    if (endsWithSoh) {
      remember();
    }
  }

  private void remember() {
    if (shape != null || hasEmptyValues || hasMalformedFields) {
      return;
    }
    if (shapes == null) {
      shapes = new TemplateTree();
    }
    if (!shapes.learn(this) && ++unlearned == MOST_UNLEARNED) {
      // Begins a new tree, or one reporter's many templates would exclude all others for ever.
      shapes = new TemplateTree();
      unlearned = 0;
    }
  }

  private int scan(byte[] bytes, int begin, int to) {
    int fieldStart = begin;
    for (int block = begin; block < to; block += BLOCK) {
      long sohs =
          block + BLOCK <= bytes.length
              ? Swar.matches64(bytes, block, SOHS)
              : Swar.matchesUpTo(bytes, block, bytes.length, SOHS);
      if (to - block < BLOCK) { // bytes after the range may be another message's
        sohs &= (1L << (to - block)) - 1;
      }
      fieldStart = addFields(bytes, block, sohs, fieldStart, to);
      if (fieldStart < 0) {
        endsWithCheckSum = endsWithSoh; // false if another message begins
        endsWithSoh = true;
        return ~fieldStart;
      }
    }
    return finish(bytes, begin, fieldStart, to);
  }

  /**
   * Adds the fields that end in a block; its SOHs are given as bits.
   *
   * @return where the next field begins; where the message ends, its bits turned, if it does
   */
  private int addFields(byte[] bytes, int block, long bits, int start, int to) {
    ensureRoom(BLOCK);
    long sohs = bits;
    int fieldStart = start;
    if (node >= 0) {
      int before = count;
      fieldStart = followShapes(bytes, block, sohs, fieldStart);
      if (fieldStart < 0) {
        return fieldStart;
      }
      for (int i = before; i < count; i++) {
        sohs &= sohs - 1;
      }
      if (sohs != 0) {
        leaveShapes();
      }
    }
    for (; sohs != 0; sohs &= sohs - 1) {
      int soh = block + Long.numberOfTrailingZeros(sohs);
      if (soh < dataEnd) {
        continue;
      }
      int tag = readTag(bytes, fieldStart, soh);
      if (tag >= 0 && tag < SPECIAL.length && SPECIAL[tag]) {
        if (tag == FixTag.CHECK_SUM) {
          add(tag, fieldStart, soh);
          endsWithSoh = true;
          return ~(soh + 1);
        }
        if (tag == FixTag.BEGIN_STRING) {
          if (fieldStart > from && MessageFinder.startsMessage(bytes, fieldStart, soh)) {
            return ~fieldStart;
          }
        } else if (dataEnd <= fieldStart) {
          dataEnd = dataEnd(bytes, tag, fieldStart, soh, to);
          if (dataEnd > soh) {
            continue;
          }
        }
      }
      add(tag, fieldStart, soh);
      fieldStart = soh + 1;
    }
    return fieldStart;
  }

  /** As {@link #addFields}, while the fields match a template. */
  private int followShapes(byte[] bytes, int block, long bits, int start) {
    long[] nodes = shapes.nodes();
    int[] tags = this.tags;
    int[] tagOffsets = this.tagOffsets;
    int[] valueOffsets = this.valueOffsets;
    int at = node;
    int field = count;
    int fieldStart = start;
    for (long sohs = bits; sohs != 0; sohs &= sohs - 1) {
      int soh = block + Long.numberOfTrailingZeros(sohs);
      long word = TemplateTree.word(bytes, fieldStart);
      int branch = TemplateTree.firstBranch(nodes[at + 2]);
      while (branch != 0 && (word & nodes[branch + 1]) != nodes[branch]) {
        branch = TemplateTree.nextBranch(nodes[branch + 2]);
      }
      long found = nodes[branch + 2];
      int valueOffset = fieldStart + TemplateTree.prefixLength(found);
      if (branch == 0 || valueOffset >= soh) {
        break;
      }
      at = branch;
      tags[field] = TemplateTree.tag(found);
      tagOffsets[field] = fieldStart;
      valueOffsets[field++] = valueOffset;
      fieldStart = soh + 1;
      if (TemplateTree.isEnd(found)) {
        endsWithSoh = true;
        fieldStart = ~fieldStart;
        break;
      }
    }
    node = at;
    count = field;
    return fieldStart;
  }

  /** Adds the bytes after the last SOH as a field, if there are any. */
  private int finish(byte[] bytes, int begin, int fieldStart, int to) {
    if (fieldStart >= to) {
      endsWithSoh = to > begin;
      return to;
    }
    if (fieldStart > begin && MessageFinder.startsMessage(bytes, fieldStart, to)) {
      endsWithSoh = true;
      return fieldStart;
    }
    leaveShapes();
    ensureRoom(1);
    add(readTag(bytes, fieldStart, to), fieldStart, to);
    return to;
  }

  /**
   * Where the value of data field {@code tag} ends: {@code soh}, or later if that is inside of it.
   */
  private int dataEnd(byte[] bytes, int tag, int fieldStart, int soh, int to) {
    int lengthTag = DataFields.lengthTag(tag);
    int lengthField = count > 0 && tags[count - 1] == lengthTag ? count - 1 : find(lengthTag);
    if (lengthField < 0) {
      return soh;
    }
    tagOffsets[count] = fieldStart; // the end of the length field, if that is the last field so far
    long length = FixValue.integer(bytes, valueOffset(lengthField), valueLength(lengthField));
    int valueOffset = equalsAt + 1;
    if (length <= soh - valueOffset || length >= to - valueOffset) {
      return soh;
    }
    int wanted = valueOffset + (int) length;
    return bytes[wanted] == SOH && !messageBeginsBefore(bytes, soh, wanted, to) ? wanted : soh;
  }

  /** Whether a message begins after an SOH in {@code [soh, limit)}. Reads no byte twice. */
  private boolean messageBeginsBefore(byte[] bytes, int soh, int limit, int to) {
    for (int i = Math.max(soh, searchedTo); i < limit && nextMessage > limit; i++) {
      if (bytes[i] == SOH && MessageFinder.startsMessage(bytes, i + 1, to)) {
        nextMessage = i + 1;
      }
    }
    searchedTo = Math.max(searchedTo, limit);
    return nextMessage <= limit;
  }

  /** Tag of the field in {@code [offset, limit)}, or the code of its error; sets equalsAt. */
  private int readTag(byte[] bytes, int offset, int limit) {
    if (offset + 8 <= bytes.length) {
      long word = Swar.load(bytes, offset);
      int digits = Swar.firstMatch(Swar.firstMatches(word, EQUALS_SIGNS));
      // All tags of FIX 4.2 have four digits or fewer, the first of them not zero.
      if (digits <= 4 && digits != 0 && offset + digits < limit && (byte) word != '0') {
        equalsAt = offset + digits;
        int value = Swar.fewDigits(word, digits);
        return value < 0 ? NOT_DIGITS : value;
      }
    }
    return readOddTag(bytes, offset, limit);
  }

  private int readOddTag(byte[] bytes, int offset, int limit) {
    int value = 0;
    boolean digitsOnly = true;
    for (int i = offset; i < limit; i++) {
      int digit = bytes[i] - '0';
      if (bytes[i] == '=') {
        equalsAt = i;
        if (!digitsOnly || i == offset) {
          return NOT_DIGITS;
        }
        if (bytes[offset] == '0') {
          return LEADING_ZERO;
        }
        return i - offset > MAX_TAG_DIGITS ? OVERLONG_TAG : value;
      }
      digitsOnly &= digit >= 0 && digit <= 9;
      value = value * 10 + digit;
    }
    equalsAt = offset - 1; // so that the value is the whole field
    return NO_EQUALS;
  }

  private void add(int tag, int fieldStart, int fieldEnd) {
    int index = count;
    tags[index] = tag;
    tagOffsets[index] = fieldStart;
    int valueOffset = equalsAt + 1;
    valueOffsets[index] = valueOffset;
    count = index + 1;
    if (tag <= 0) {
      hasMalformedFields = true;
    } else if (valueOffset == fieldEnd) {
      hasEmptyValues = true;
    } else if (!firsts.putFirst(tag, index)) {
      hasRepeats = true;
    }
  }

  private void ensureRoom(int fields) {
    if (count + fields > tags.length) {
      int length = tags.length * 2;
      tags = Arrays.copyOf(tags, length);
      valueOffsets = Arrays.copyOf(valueOffsets, length);
      tagOffsets = Arrays.copyOf(tagOffsets, length + 1);
    }
  }

  /** The message's template; null if it has none, or none that is known yet. */
  public MessageTemplate shape() {
    return shape;
  }

  /** The array that was indexed. */
  public byte[] buffer() {
    return buffer;
  }

  /** Offset of the message. */
  public int from() {
    return from;
  }

  /** End of the message, exclusive. */
  public int end() {
    return end;
  }

  /** Length of the message in bytes. */
  public int length() {
    return end - from;
  }

  /** Number of fields, malformed ones included. */
  public int fieldCount() {
    return count;
  }

  /** Tag of field {@code index}; below one it is the code of the field's error. */
  public int tag(int index) {
    return tags[index];
  }

  /** Offset of field {@code index}. */
  public int tagOffset(int index) {
    return tagOffsets[index];
  }

  /** Offset of the value of field {@code index}. */
  public int valueOffset(int index) {
    return valueOffsets[index];
  }

  /** Length in bytes of the value of field {@code index}, without its SOH. */
  public int valueLength(int index) {
    return tagOffsets[index + 1] - 1 - valueOffsets[index];
  }

  /**
   * The first field with {@code tag} and a value; an empty field counts as absent. Takes constant
   * time for every tag.
   *
   * @return its index, or {@link #NOT_FOUND}
   */
  public int find(int tag) {
    return firsts.first(tag);
  }

  /** Value of the first field with {@code tag}, one character a byte; empty if there is none. */
  public String value(int tag) {
    int field = find(tag);
    return field < 0 ? "" : valueOf(field);
  }

  /** The one byte that is the value of the first field with {@code tag}; 0 for any other value. */
  public byte character(int tag) {
    int field = find(tag);
    return field >= 0 && valueLength(field) == 1 ? buffer[valueOffset(field)] : 0;
  }

  /** Value of a field, one character a byte. */
  public String valueOf(int index) {
    return new String(buffer, valueOffset(index), valueLength(index), ISO_8859_1);
  }

  /** Whether the last field is a CheckSum, ended by an SOH. Otherwise the message was cut off. */
  public boolean endsWithCheckSum() {
    return endsWithCheckSum;
  }

  /** Whether the last byte is the SOH of the last field. */
  public boolean endsWithSoh() {
    return endsWithSoh;
  }

  /**
   * The right CheckSum: the sum of all bytes before it modulo 256; -1 if the message has no
   * complete CheckSum.
   */
  public int computedCheckSum() {
    return endsWithCheckSum ? Swar.sum(buffer, from, tagOffsets[count - 1]) : -1;
  }

  /**
   * The right BodyLength: the number of bytes between the second field and the CheckSum; -1 if the
   * message has no complete CheckSum, or fewer than three fields.
   */
  public int computedBodyLength() {
    return endsWithCheckSum && count >= 3 ? tagOffsets[count - 1] - tagOffsets[2] : -1;
  }

  /** Whether some tag has two or more non-empty fields. */
  public boolean hasRepeats() {
    return hasRepeats;
  }

  /** Whether some field has no value. */
  public boolean hasEmptyValues() {
    return hasEmptyValues;
  }

  /** Whether some field has no readable tag. */
  public boolean hasMalformedFields() {
    return hasMalformedFields;
  }
}
