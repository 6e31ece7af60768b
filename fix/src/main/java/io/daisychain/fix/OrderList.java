package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The orders of a New Order List (E): of each the message that has it alone, with what stands
 * outside of group 73 for all of them, sealed.
 *
 * <p>An order begins with its ClOrdID (11), or where ListSeqNo (67) comes again without one. What
 * follows is its own, user-defined fields too, but for what FIX has for the list, for header and
 * trailer. In FIX 4.0 and 4.1, which have no group, and where there is one order alone, the message
 * is the order. Reusable, not thread-safe.
 */
public final class OrderList {
  /** Of all orders together: what they have in common is stored with each. */
  public static final int MOST_BYTES = 16 << 20;

  private static final int OF_LIST = -1;
  private static final byte SOH = 1;
  private static final int LIST_SEQ_NO = 67;
  private static final String NUMBER_OF_ONE = "73=1\1";

  /** Fields of the list in the versions that have the group, and those of header and trailer. */
  private static final boolean[] LIST_TAGS = new boolean[FixTag.FIRST_USER_DEFINED];

  static {
    String list =
        "66 68 69 73 352 353 390 391 394 414 415 433 480 481 513 765 766 767 893 1116 1117 1118 1119"
            + " 1120 1121 1122 1385";
    for (String tag :
        (MessageDraft.HEADER_TAGS + " " + MessageDraft.TRAILER_TAGS + " " + list).split(" ", -1)) {
      LIST_TAGS[Integer.parseInt(tag)] = true;
    }
  }

  private final FixMessage indexed = new FixMessage();
  private int[] owners = new int[64]; // of each field its order
  private int[] common = new int[64]; // fields that are of all orders, or of none
  private int commons;
  private int commonBody; // bytes of those between 9 and 10
  private int number; // the field that is NoOrders
  private int[] starts = new int[8];
  private boolean[] named = new boolean[8];
  private byte[] text = new byte[1024];
  private FixMessage message;
  private int count;
  private int begun; // orders that have fields of their own
  private boolean begunByNumber;
  private boolean miscounted;
  private int length;

  /** Reads the orders of a framed message, which stay valid as long as it is. */
  public OrderList read(FixMessage list) {
    message = list;
    count = 0;
    begunByNumber = false;
    int group = groupOf(list);
    if (owners.length < list.fieldCount()) {
      owners = new int[2 * list.fieldCount()];
      common = new int[owners.length];
    }
    commons = 0;
    commonBody = 0;
    number = FixMessage.NOT_FOUND;
    for (int i = 0; i < list.fieldCount(); i++) {
      int tag = list.tag(i);
      if (group < 0 || i <= group || isOfList(tag) || (count == 0 && !beginsOrder(tag))) {
        addCommon(i);
        continue;
      }
      if (beginsOrder(tag)) {
        begin(i);
      }
      begunByNumber |= tag == LIST_SEQ_NO;
      if (tag == FixTag.CL_ORD_ID) {
        named[count - 1] = true;
      }
      owners[i] = count - 1;
    }
    begun = count;
    miscounted = count > 1 && !isCount(group);
    count = Math.max(1, count);
    return this;
  }

  private void addCommon(int field) {
    owners[field] = OF_LIST;
    common[commons++] = field;
    commonBody += field < 2 || field == message.fieldCount() - 1 ? 0 : bytesOf(field);
    if (message.tag(field) == FixTag.NO_ORDERS && number < 0) {
      number = field;
    }
  }

  /** The field of NoOrders; the one before the first order where that is missing. */
  private static int groupOf(FixMessage list) {
    if (FixVersion.of(list, FixVersion.FIX50SP2).compareTo(FixVersion.FIX42) < 0) {
      return FixMessage.NOT_FOUND;
    }
    int first = FixMessage.NOT_FOUND;
    for (int i = 0; i < list.fieldCount(); i++) {
      if (list.tag(i) == FixTag.NO_ORDERS) {
        return i;
      }
      if (first < 0 && list.tag(i) == FixTag.CL_ORD_ID) {
        first = i - 1;
      }
    }
    return first;
  }

  private static boolean isOfList(int tag) {
    return tag > 0 && tag < LIST_TAGS.length && LIST_TAGS[tag];
  }

  private boolean beginsOrder(int tag) {
    if (count == 0) {
      return tag > 0 && tag < FixTag.FIRST_USER_DEFINED;
    }
    return switch (tag) {
      case FixTag.CL_ORD_ID -> named[count - 1] || begunByNumber;
      case LIST_SEQ_NO -> begunByNumber;
      default -> false;
    };
  }

  private void begin(int field) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      named = Arrays.copyOf(named, 2 * count);
    }
    starts[count] = field;
    named[count] = false;
    count++;
    begunByNumber = false;
  }

  private boolean isCount(int field) {
    return message.tag(field) != FixTag.NO_ORDERS
        || FixValue.integer(
                message.buffer(), message.valueOffset(field), message.valueLength(field))
            == count;
  }

  /** Number of orders, one at least. */
  public int count() {
    return count;
  }

  /** Whether NoOrders (73) says another number than there are orders, which are several. */
  public boolean isMiscounted() {
    return miscounted;
  }

  /** The fields at which orders without a ClOrdID begin. */
  public int[] unnamed() {
    return IntStream.range(0, begun).filter(order -> !named[order]).map(i -> starts[i]).toArray();
  }

  /** Whether the orders, each with what all have in common, are more than is taken. */
  public boolean isTooLarge() {
    long own = message.length() - (long) commonBody;
    return count > 1 && (long) commonBody * count + own > MOST_BYTES;
  }

  private int endOf(int field) {
    return message.valueOffset(field) + message.valueLength(field) + 1;
  }

  /**
   * The message that has an order alone, valid until the next call. NoOrders says so, unless it was
   * wrong.
   */
  public FixMessage order(int order) {
    if (count == 1) {
      return message;
    }
    int from = starts[order];
    int to = order + 1 < begun ? starts[order + 1] : message.fieldCount();
    int bodyLength =
        miscounted || number < 0
            ? commonBody
            : commonBody - bytesOf(number) + NUMBER_OF_ONE.length();
    for (int i = from; i < to; i++) {
      bodyLength += owners[i] == order ? bytesOf(i) : 0;
    }
    length = 0;
    copy(0);
    append("9=" + bodyLength + "\1");
    int next = 2; // behind 8 and 9
    for (; common[next] < from; next++) {
      copyCommon(common[next]);
    }
    for (int i = from; i < to; i++) {
      if (owners[i] == order) {
        copy(i);
      } else if (i < message.fieldCount() - 1) {
        copyCommon(i);
      }
    }
    while (common[next] < to && next < commons - 1) {
      next++;
    }
    for (; next < commons - 1; next++) { // all but 10
      copyCommon(common[next]);
    }
    int sum = 0;
    for (int i = 0; i < length; i++) {
      sum += text[i] & 0xff;
    }
    append(String.format(Locale.ROOT, "10=%03d\1", sum & 0xff));
    indexed.index(text, 0, length);
    return indexed;
  }

  private void copyCommon(int field) {
    if (field == number && !miscounted) {
      append(NUMBER_OF_ONE);
    } else {
      copy(field);
    }
  }

  private int bytesOf(int field) {
    return endOf(field) - message.tagOffset(field);
  }

  private void copy(int field) {
    int from = message.tagOffset(field);
    int to = endOf(field) - 1;
    ensureRoom(to - from + 1);
    System.arraycopy(message.buffer(), from, text, length, to - from);
    length += to - from;
    text[length++] = SOH;
  }

  private void append(String field) {
    byte[] bytes = field.getBytes(US_ASCII);
    ensureRoom(bytes.length);
    System.arraycopy(bytes, 0, text, length, bytes.length);
    length += bytes.length;
  }

  private void ensureRoom(int bytes) {
    if (length + bytes > text.length) {
      text = Arrays.copyOf(text, 2 * (length + bytes));
    }
  }
}
