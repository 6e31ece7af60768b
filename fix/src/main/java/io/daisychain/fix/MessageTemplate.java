package io.daisychain.fix;

import java.util.Arrays;

/**
 * The tags of a message in their order, with MsgType's value: what many messages have in common.
 * What depends on nothing else needs to be found out once for all of them.
 *
 * <p>Only complete messages have one, without empty and malformed fields and without data fields,
 * and among those only such as an index has seen before.
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

  /** Whether some tag is there twice or more. */
  public boolean hasRepeats() {
    return repeats;
  }

  /** Whether {@code tag} is there. */
  public boolean has(int tag) {
    return firsts.first(tag) >= 0;
  }

  /** Number of fields. */
  public int fieldCount() {
    return tags.length;
  }

  /** Tag of field {@code index}. */
  public int tag(int index) {
    return tags[index];
  }

  /** What was {@linkplain #note(Object) noted} of this shape; null before. */
  public Object note() {
    return note;
  }

  /** Notes what its user has found out. A shape belongs to one index, and so to one user. */
  public void note(Object found) {
    note = found;
  }
}
