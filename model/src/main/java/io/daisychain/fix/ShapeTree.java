package io.daisychain.fix;

/**
 * The shapes that an index has seen, as a tree of their tags. Messages that follow a branch to its
 * end need not have their tags read, looked up and noted one by one: a comparison each does.
 *
 * <p>Messages without fault make few shapes. What makes many is damage, so the tree stops growing
 * at some size, and then knows those that came first.
 */
final class ShapeTree {
  /** In place of a node: the message follows no branch. */
  static final int NOWHERE = -1;

  /** The node before the first field. */
  static final int ROOT = 0;

  private static final int MOST_NODES = 1 << 12;
  private static final int MOST_BRANCHES = 12;

  /** Longest {@code tag=} that is compared at once. */
  private static final int LONGEST = 8;

  // A node's bytes up to the equals sign, or for MsgType up to its SOH, and the mask for them.
  private final long[] texts = new long[MOST_NODES];
  private final long[] masks = new long[MOST_NODES];
  private final int[] tags = new int[MOST_NODES];
  private final byte[] prefixLengths = new byte[MOST_NODES];
  private final short[] firstBranch = new short[MOST_NODES];
  private final short[] nextBranch = new short[MOST_NODES];
  private final Shape[] shapes = new Shape[MOST_NODES];
  private int nodes = 1;

  /** The branch of {@code node} that the field at {@code offset} takes, or {@link #NOWHERE}. */
  int follow(int node, byte[] bytes, int offset) {
    return follow(node, word(bytes, offset));
  }

  private int follow(int node, long word) {
    int branch = firstBranch[node];
    while (branch != 0) {
      if ((word & masks[branch]) == texts[branch]) {
        return branch;
      }
      branch = nextBranch[branch];
    }
    return NOWHERE;
  }

  /** Tag of the field that leads to {@code node}. */
  int tag(int node) {
    return tags[node];
  }

  /** Length of that tag with its equals sign. */
  int prefixLength(int node) {
    return prefixLengths[node];
  }

  /** Whether the message ends there. */
  boolean isEnd(int node) {
    return shapes[node] != null;
  }

  /** The shape that ends at {@code node}; null if none does. */
  Shape shape(int node) {
    return shapes[node];
  }

  /** Learns the shape of a message, unless there are too many. */
  void learn(FixMessage message) {
    int count = message.fieldCount();
    byte[] bytes = message.buffer();
    if (nodes + count > MOST_NODES) {
      return;
    }
    int[] sequence = new int[count];
    int node = ROOT;
    for (int field = 0; field < count; field++) {
      int tag = message.tag(field);
      int offset = message.tagOffset(field);
      int length = length(message, field);
      if (DataFields.lengthTag(tag) != 0 || length > LONGEST) {
        return;
      }
      sequence[field] = tag;
      long word = word(bytes, offset);
      int next = follow(node, word);
      if (next == NOWHERE) {
        next = branch(node, word, length);
        if (next == NOWHERE) {
          return;
        }
        tags[next] = tag;
        prefixLengths[next] = (byte) (message.valueOffset(field) - offset);
      }
      node = next;
    }
    if (shapes[node] == null) {
      shapes[node] = new Shape(sequence, count);
    }
  }

  private static long word(byte[] bytes, int offset) {
    return offset + LONGEST <= bytes.length
        ? Swar.load(bytes, offset)
        : Swar.loadUpTo(bytes, offset, bytes.length);
  }

  /** Bytes of a field that are part of the shape. */
  private static int length(FixMessage message, int field) {
    int afterEquals = message.valueOffset(field) - message.tagOffset(field);
    // What else the message may have depends on its type, and so does its shape.
    return message.tag(field) == FixTag.MSG_TYPE
        ? afterEquals + message.valueLength(field) + 1
        : afterEquals;
  }

  private int branch(int node, long word, int length) {
    int branches = 0;
    int last = 0;
    for (int branch = firstBranch[node]; branch != 0; branch = nextBranch[branch]) {
      last = branch;
      branches++;
    }
    if (branches == MOST_BRANCHES) {
      return NOWHERE;
    }
    int added = nodes++;
    masks[added] = -1L >>> (Long.SIZE - Byte.SIZE * length);
    texts[added] = word & masks[added];
    if (branches == 0) {
      firstBranch[node] = (short) added;
    } else {
      nextBranch[last] = (short) added;
    }
    return added;
  }
}
