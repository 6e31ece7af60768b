package io.daisychain.fix;

import java.util.Arrays;

/**
 * The tags of a message in their order and its MsgType, which many messages have in common. Checks
 * that depend on nothing else are made once for all of them.
 *
 * <p>Only messages that are complete, or fields that were remembered without a frame, have a
 * template, none of them empty, malformed or a data field, and only if the index has remembered it
 * before.
 */
public final class MessageTemplate {
  private final int[] tags;
  private final TagTable firsts = new TagTable();
  private final boolean repeats;
  private Object note;

  MessageTemplate(int[] tags, int count) {
    this.tags = Arrays.copyOf(tags, count);
    boolean repeated = false;
    firsts.clear();
    for (int i = 0; i < count; i++) {
      repeated |= !firsts.putFirst(tags[i], i);
    }
    repeats = repeated;
  }

  TagTable firsts() {
    return firsts;
  }

  /** Whether a tag occurs twice or more. */
  public boolean hasRepeats() {
    return repeats;
  }

  /** Whether the message has {@code tag}. */
  public boolean has(int tag) {
    return firsts.first(tag) >= 0;
  }

  public int fieldCount() {
    return tags.length;
  }

  /** Tag of field {@code index}. */
  public int tag(int index) {
    return tags[index];
  }

  /** The object that was {@linkplain #note(Object) noted}; null before. */
  public Object note() {
    return note;
  }

  /** Notes the user's object. A template belongs to one index, which has one user. */
  public void note(Object found) {
    note = found;
  }
}
