package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import java.util.Arrays;

/** The field errors of one message, in arrays. Reusable; only {@link #text} and growth allocate. */
public final class ValidationResult {
  /** In place of a field's index: the field is missing. */
  public static final int NO_FIELD = -1;

  /** Result of {@link #nearestFront} where there is no error. */
  public static final int NONE = -1;

  /** In place of the right number: there is no single one. */
  static final int NO_EXPECTATION = -1;

  private Reason[] reasons = new Reason[8];
  private int[] tags = new int[8];
  private int[] offsets = new int[8];
  private int[] fields = new int[8];
  private int[] expected = new int[8];
  private final StringBuilder text = new StringBuilder();
  private int count;
  private boolean framing;
  private Dictionary dictionary = Dictionary.FIX42;

  /** Removes all errors. */
  public void clear() {
    count = 0;
    framing = false;
    dictionary = Dictionary.FIX42;
  }

  /** Texts name fields and values as this dictionary does, until {@link #clear}. */
  void by(Dictionary checked) {
    dictionary = checked;
  }

  /** Whose names and values the texts have. */
  Dictionary dictionary() {
    return dictionary;
  }

  /** Adds an error of field {@code field}. */
  void add(Reason reason, FixMessage message, int field) {
    add(reason, Math.max(0, message.tag(field)), message.tagOffset(field), field, NO_EXPECTATION);
  }

  /** Adds an error of field {@code field}, of which {@code wanted} is the right value. */
  void add(Reason reason, FixMessage message, int field, int wanted) {
    add(reason, Math.max(0, message.tag(field)), message.tagOffset(field), field, wanted);
  }

  /** Adds that {@code tag} is missing; its place is the message's end. */
  void addMissing(Reason reason, FixMessage message, int tag) {
    add(reason, tag, message.end(), NO_FIELD, NO_EXPECTATION);
  }

  void add(Reason reason, int tag, int offset, int field, int wanted) {
    if (count == reasons.length) {
      grow();
    }
    reasons[count] = reason;
    tags[count] = tag;
    offsets[count] = offset;
    fields[count] = field;
    expected[count] = wanted;
    count++;
    framing |= reason == Reason.FRAMING;
  }

  /**
   * Takes back that a value is not one of those allowed, where the tag turns out to say nothing.
   */
  public void withdrawIncorrectValue(int tag) {
    withdraw(tag, Reason.INCORRECT_VALUE);
  }

  void withdraw(int tag, Reason reason) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (tags[i] == tag && reasons[i] == reason) {
        continue;
      }
      reasons[kept] = reasons[i];
      tags[kept] = tags[i];
      offsets[kept] = offsets[i];
      fields[kept] = fields[i];
      expected[kept] = expected[i];
      kept++;
    }
    count = kept;
  }

  private void grow() {
    int length = 2 * count;
    reasons = Arrays.copyOf(reasons, length);
    tags = Arrays.copyOf(tags, length);
    offsets = Arrays.copyOf(offsets, length);
    fields = Arrays.copyOf(fields, length);
    expected = Arrays.copyOf(expected, length);
  }

  /** Number of errors. */
  public int count() {
    return count;
  }

  /** Reason of error {@code index}. */
  public Reason reason(int index) {
    return reasons[index];
  }

  /** Tag of the field that is wrong or missing; 0 where the field has no readable tag. */
  public int tag(int index) {
    return tags[index];
  }

  /** Offset of that field in the message's buffer; the message's end where it is missing. */
  public int offset(int index) {
    return offsets[index];
  }

  /** Index of that field in the message, or {@link #NO_FIELD}. */
  public int field(int index) {
    return fields[index];
  }

  /** Whether the message must be rejected and never stored. */
  public boolean framingError() {
    return framing;
  }

  /**
   * Index of the error nearest the message's front, the first reported of several; or {@link
   * #NONE}.
   */
  public int nearestFront() {
    int nearest = NONE;
    for (int i = 0; i < count; i++) {
      if (nearest == NONE || offsets[i] < offsets[nearest]) {
        nearest = i;
      }
    }
    return nearest;
  }

  /** The text of an error, by {@link FieldErrorText}. */
  public String text(int index, FixMessage message) {
    return new FieldErrorText(
            text, message, dictionary, reasons[index], tags[index], fields[index], expected[index])
        .text();
  }
}
