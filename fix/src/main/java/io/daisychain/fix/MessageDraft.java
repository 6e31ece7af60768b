package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A message whose fields can be changed, until its lengths and its sum are set again.
 *
 * <p>A field whose value is a question mark alone is open: somebody has to fill it in. Not
 * thread-safe.
 */
public final class MessageDraft {
  /** Value of a field that is to be filled in. */
  public static final String OPEN = "?";

  static final String HEADER_TAGS =
      "8 9 35 49 56 115 128 90 91 34 50 142 57 143 116 144 129 145 43 97 52 122 212 213 347 369 370"
          + " 1128 1129 1156 627 628 629 630";

  static final String TRAILER_TAGS = "93 89 10";

  private static final byte SOH = 1;

  /** No value: the field has no readable tag, and is kept as it is. */
  private static final int NO_TAG = 0;

  private static final String NO_LENGTH = "0";
  private static final String NO_SUM = "000";

  private record Field(int tag, String value) {
    boolean isOpen() {
      return value.equals(OPEN);
    }
  }

  private final List<Field> fields = new ArrayList<>();

  /** The message that {@code message} has indexed. */
  public static MessageDraft of(FixMessage message) {
    MessageDraft draft = new MessageDraft();
    for (int i = 0; i < message.fieldCount(); i++) {
      int from = message.tag(i) > 0 ? message.valueOffset(i) : message.tagOffset(i);
      int end = message.valueOffset(i) + message.valueLength(i);
      String value = new String(message.buffer(), from, end - from, ISO_8859_1);
      draft.fields.add(new Field(Math.max(NO_TAG, message.tag(i)), value));
    }
    return draft;
  }

  /** A copy that can be changed on its own. */
  public MessageDraft copy() {
    MessageDraft copy = new MessageDraft();
    copy.fields.addAll(fields);
    return copy;
  }

  /** Number of fields. */
  public int size() {
    return fields.size();
  }

  /** Tag of a field; 0 where it has none that can be read. */
  public int tag(int index) {
    return fields.get(index).tag;
  }

  /** Value of a field, one character a byte; the whole field where it has no readable tag. */
  public String value(int index) {
    return fields.get(index).value;
  }

  /** True when a field is to be filled in. */
  public boolean isOpen(int index) {
    return fields.get(index).isOpen();
  }

  /** Index of the first field with a tag, -1 for none. */
  public int find(int tag) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).tag == tag) {
        return i;
      }
    }
    return -1;
  }

  /** Value of the first field with a tag; empty for none. */
  public String valueOf(int tag) {
    int at = find(tag);
    return at < 0 ? "" : value(at);
  }

  /** Gives a field another value. */
  public void set(int index, String value) {
    fields.set(index, new Field(fields.get(index).tag, value));
  }

  /** Puts a field before another. */
  public void insert(int index, int tag, String value) {
    fields.add(index, new Field(tag, value));
  }

  /** Takes a field out. */
  public void remove(int index) {
    fields.remove(index);
  }

  /** Gives the first field with a tag another value, or adds one where it belongs. */
  public void put(int tag, String value) {
    int at = find(tag);
    if (at >= 0) {
      set(at, value);
    } else {
      insert(placeOf(tag), tag, value);
    }
  }

  /** Where a new field belongs: at the end of the header, of the body, or of the trailer. */
  private int placeOf(int tag) {
    Part part = Part.of(tag);
    int at = fields.size();
    while (at > 0 && Part.of(fields.get(at - 1).tag).compareTo(part) > 0) {
      at--;
    }
    if (part == Part.HEADER) { // a header field may stand in the body, by a fault
      at = 0;
      while (at < fields.size() && Part.of(fields.get(at).tag) == Part.HEADER) {
        at++;
      }
    }
    return at;
  }

  /** Brings header, body and trailer in their order; within each the order stays. */
  public void order() {
    List<Field> ordered = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Field field : fields) {
        if (Part.of(field.tag) == part) {
          ordered.add(field);
        }
      }
    }
    fields.clear();
    fields.addAll(ordered);
  }

  /**
   * Makes 8, 9 and 35 the first three fields, with 35 open where there is none, and 10 the last,
   * with nothing in 9 and 10 as long as the message is not sealed.
   */
  public void frame() {
    int begin = find(FixTag.BEGIN_STRING);
    String version = begin < 0 ? "FIX.4.2" : value(begin);
    int type = find(FixTag.MSG_TYPE);
    String msgType = type < 0 ? OPEN : value(type);
    fields.removeIf(
        field ->
            field.tag == FixTag.BEGIN_STRING
                || field.tag == FixTag.BODY_LENGTH
                || field.tag == FixTag.CHECK_SUM);
    type = find(FixTag.MSG_TYPE);
    if (type >= 0) {
      fields.remove(type);
    }
    insert(0, FixTag.BEGIN_STRING, version);
    insert(1, FixTag.BODY_LENGTH, NO_LENGTH);
    insert(2, FixTag.MSG_TYPE, msgType.isEmpty() ? OPEN : msgType);
    insert(fields.size(), FixTag.CHECK_SUM, NO_SUM);
  }

  /** True of a framed message whose length and sum are not set. */
  public boolean isUnsealed() {
    return fields.size() > 3
        && fields.get(0).tag == FixTag.BEGIN_STRING
        && fields.get(1).equals(new Field(FixTag.BODY_LENGTH, NO_LENGTH))
        && fields.get(fields.size() - 1).equals(new Field(FixTag.CHECK_SUM, NO_SUM));
  }

  /** Tags of the fields that are to be filled in, ascending. */
  public Set<Integer> open() {
    Set<Integer> open = new TreeSet<>();
    for (Field field : fields) {
      if (field.isOpen()) {
        open.add(field.tag);
      }
    }
    return open;
  }

  /** Sets the lengths of data, BodyLength and CheckSum (FIX 4.2, volume 1, appendix A). */
  public void seal() {
    frame();
    for (int i = 1; i < fields.size(); i++) {
      int length = DataFields.lengthTag(fields.get(i).tag);
      if (length > 0 && fields.get(i - 1).tag == length) {
        set(i - 1, Integer.toString(fields.get(i).value.length()));
      }
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    write(2, fields.size() - 1, body);
    set(1, Integer.toString(body.size()));
    ByteArrayOutputStream summed = new ByteArrayOutputStream();
    write(0, fields.size() - 1, summed);
    int sum = 0;
    for (byte b : summed.toByteArray()) {
      sum += b & 0xff;
    }
    set(fields.size() - 1, String.format(Locale.ROOT, "%03d", sum & 0xff));
  }

  /** The message's bytes, without a line's end. */
  public byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(0, fields.size(), out);
    return out.toByteArray();
  }

  private void write(int from, int to, ByteArrayOutputStream out) {
    for (Field field : fields.subList(from, to)) {
      String text = field.tag == NO_TAG ? field.value : field.tag + "=" + field.value;
      out.writeBytes(text.getBytes(ISO_8859_1));
      out.write(SOH);
    }
  }

  /** Part of a message that a field belongs to. FIX, volume 1, "Message format", and FIXT.1.1. */
  private enum Part {
    HEADER,
    BODY,
    TRAILER;

    private static final List<String> OF_HEADER = List.of(HEADER_TAGS.split(" ", -1));
    private static final List<String> OF_TRAILER = List.of(TRAILER_TAGS.split(" ", -1));

    static Part of(int tag) {
      String text = Integer.toString(tag);
      return OF_HEADER.contains(text) ? HEADER : OF_TRAILER.contains(text) ? TRAILER : BODY;
    }
  }
}
