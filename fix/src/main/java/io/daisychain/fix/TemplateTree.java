package io.daisychain.fix;

/**
 * The message templates of an index, as a tree of tags. The fields of a message that follows a
 * branch to its end are only compared; their tags are not parsed, looked up and indexed one by one.
 *
 * <p>Valid messages make few templates. The tree has a largest size, and keeps the templates that
 * came first; its user begins a new tree when many messages find no room.
 *
 * <p>A node is three longs; its number is the index of the first: its text, which is the bytes of
 * its field up to the equals sign, or for MsgType up to its SOH; the mask of these bytes; and its
 * links, from low to high 30 bits of tag, 4 bits of the length of tag and equals sign, one bit for
 * a message's end, and 14 bits each for the first branch and for the next one beside it. The node
 * before the first field is at 0, so that a link of 0 leads nowhere.
 */
final class TemplateTree {
  /** In place of a node: the message follows no branch. */
  static final int NOWHERE = -1;

  /** The node before the first field. */
  static final int ROOT = 0;

  private static final int NODE = 3;
  private static final int MASK = 1;
  private static final int LINKS = 2;
  private static final int PLACES = 1 << 14;
  private static final int MOST_BRANCHES = 12;

  /** Longest text: it is compared as one word. */
  private static final int LONGEST = 8;

  private static final int LENGTH_AT = 30;
  private static final int END_AT = LENGTH_AT + 4;
  private static final int FIRST_AT = END_AT + 1;
  private static final int NEXT_AT = FIRST_AT + 14;

  private final long[] nodes = new long[PLACES];
  private final MessageTemplate[] shapes = new MessageTemplate[PLACES / NODE + 1];
  private int size = NODE;

  long[] nodes() {
    return nodes;
  }

  static int tag(long links) {
    return (int) links & ((1 << LENGTH_AT) - 1);
  }

  /** Length of the tag with its equals sign. */
  static int prefixLength(long links) {
    return (int) (links >>> LENGTH_AT) & 0xF;
  }

  static boolean isEnd(long links) {
    return (links >>> END_AT & 1) != 0;
  }

  static int firstBranch(long links) {
    return (int) (links >>> FIRST_AT) & (PLACES - 1);
  }

  static int nextBranch(long links) {
    return (int) (links >>> NEXT_AT) & (PLACES - 1);
  }

  /** The bytes of the field at {@code offset} that are compared with a node's text. */
  static long word(byte[] bytes, int offset) {
    return offset + LONGEST <= bytes.length
        ? Swar.load(bytes, offset)
        : Swar.loadUpTo(bytes, offset, bytes.length);
  }

  /** The template that ends at {@code node}; null if none does. */
  MessageTemplate shape(int node) {
    return shapes[node / NODE];
  }

  /** Adds the template of a message; false if the tree is full. */
  boolean learn(FixMessage message) {
    if (!canHaveShape(message)) {
      return true;
    }
    int count = message.fieldCount();
    if (size + NODE * count > PLACES) {
      return false;
    }
    int[] sequence = new int[count];
    int node = ROOT;
    for (int field = 0; field < count && node != NOWHERE; field++) {
      sequence[field] = message.tag(field);
      node = branch(node, message, field);
    }
    if (node != NOWHERE && shapes[node / NODE] == null) {
      shapes[node / NODE] = new MessageTemplate(sequence, count);
      if (message.endsWithCheckSum()) {
        nodes[node + LINKS] |= 1L << END_AT;
      }
    }
    return node != NOWHERE;
  }

  private static boolean canHaveShape(FixMessage message) {
    for (int field = 0; field < message.fieldCount(); field++) {
      if (DataFields.lengthTag(message.tag(field)) != 0 || textLength(message, field) > LONGEST) {
        return false;
      }
    }
    return true;
  }

  /** Number of bytes of a field that are part of the template. */
  private static int textLength(FixMessage message, int field) {
    int prefix = message.valueOffset(field) - message.tagOffset(field);
    // The fields that a message may have depend on its type.
    return message.tag(field) == FixTag.MSG_TYPE ? prefix + message.valueLength(field) + 1 : prefix;
  }

  /** The child of {@code node} for a field; it is made if there is none. */
  private int branch(int node, FixMessage message, int field) {
    int offset = message.tagOffset(field);
    long mask = -1L >>> (Long.SIZE - Byte.SIZE * textLength(message, field));
    long text = word(message.buffer(), offset) & mask;
    int branches = 0;
    int last = 0;
    int branch = firstBranch(nodes[node + LINKS]);
    while (branch != 0) {
      if (nodes[branch] == text && nodes[branch + MASK] == mask) {
        return branch;
      }
      branches++;
      last = branch;
      branch = nextBranch(nodes[branch + LINKS]);
    }
    if (branches == MOST_BRANCHES) {
      return NOWHERE;
    }
    branch = size;
    size += NODE;
    nodes[branch] = text;
    nodes[branch + MASK] = mask;
    nodes[branch + LINKS] =
        message.tag(field) | (long) (message.valueOffset(field) - offset) << LENGTH_AT;
    if (branches == 0) {
      nodes[node + LINKS] |= (long) branch << FIRST_AT;
    } else {
      nodes[last + LINKS] |= (long) branch << NEXT_AT;
    }
    return branch;
  }
}
