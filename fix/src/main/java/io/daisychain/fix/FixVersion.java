package io.daisychain.fix;

import java.nio.charset.StandardCharsets;

/**
 * The versions of FIX that are read. A message of FIX 4 says its own by BeginString (8); one of the
 * session layer FIXT.1.1 by ApplVerID (1128), else it is what its session agreed on.
 */
public enum FixVersion {
  FIX40("FIX.4.0", '2'),
  FIX41("FIX.4.1", '3'),
  FIX42("FIX.4.2", '4'),
  FIX43("FIX.4.3", '5'),
  FIX44("FIX.4.4", '6'),
  FIX50("FIX.5.0", '7'),
  FIX50SP1("FIX.5.0SP1", '8'),
  FIX50SP2("FIX.5.0SP2", '9');

  /** BeginString (8) of the session layer of FIX 5.0 and later. */
  public static final String FIXT11 = "FIXT.1.1";

  private static final FixVersion[] ALL = values();
  private static final int FIX4_LENGTH = 7;
  private static final int FIXT_LENGTH = 8;
  private static final int MINOR_AT = 48;
  private static final long FIX4_MASK = (1L << MINOR_AT) - 1;
  private static final long FIRST_SEVEN = (1L << 56) - 1;
  private static final long FIX4 = word("FIX.4.");
  private static final long FIXT = word(FIXT11);

  private final String label;
  private final byte applVerId;

  FixVersion(String label, char applVerId) {
    this.label = label;
    this.applVerId = (byte) applVerId;
  }

  private static long word(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return Swar.loadUpTo(bytes, 0, bytes.length);
  }

  /** As BeginString has it, and for FIX 5.0 as FIX writes it. */
  public String label() {
    return label;
  }

  /** ApplVerID (1128) and DefaultApplVerID (1137) of the version. */
  public byte applVerId() {
    return applVerId;
  }

  /** Whether reports say by ExecTransType (20) what they are; later ones do by ExecType alone. */
  public boolean hasExecTransType() {
    return compareTo(FIX43) < 0;
  }

  /** The version with that name, or null. */
  public static FixVersion ofLabel(String label) {
    for (FixVersion version : ALL) {
      if (version.label.equals(label)) {
        return version;
      }
    }
    return null;
  }

  /** The version with that ApplVerID, or null. */
  public static FixVersion ofApplVerId(int id) {
    int index = id - FIX40.applVerId;
    return index >= 0 && index < ALL.length ? ALL[index] : null;
  }

  /** The version that a field of one byte names by its ApplVerID, or null. */
  public static FixVersion named(FixMessage message, int tag) {
    int field = applVerId(message, tag);
    return field >= 0 && message.valueLength(field) == 1
        ? ofApplVerId(message.buffer()[message.valueOffset(field)])
        : null;
  }

  /** As {@link FixMessage#find}, for a field that mostly is the fourth. */
  private static int applVerId(FixMessage message, int tag) {
    boolean fourth = message.fieldCount() > 3 && message.tag(3) == tag;
    return fourth && message.valueLength(3) > 0 ? 3 : message.find(tag);
  }

  /**
   * The version of a message; FIX 4.2 where its BeginString is of none that is read.
   *
   * @param agreed that of a message of FIXT.1.1 which does not say its own
   */
  public static FixVersion of(FixMessage message, FixVersion agreed) {
    if (isFixt(message)) {
      FixVersion own = named(message, FixTag.APPL_VER_ID);
      return own == null ? agreed : own;
    }
    FixVersion version = ofFix4(message);
    return version == null ? FIX42 : version;
  }

  /** Whether the session layer of a message is FIXT.1.1. */
  public static boolean isFixt(FixMessage message) {
    return begin(message) == FIXT && message.valueLength(0) == FIXT_LENGTH;
  }

  /** Whether a message begins with the BeginString of a version that is read. */
  public static boolean isKnown(FixMessage message) {
    return ofFix4(message) != null || isFixt(message);
  }

  private static FixVersion ofFix4(FixMessage message) {
    long begin = begin(message);
    long minor = (begin >>> MINOR_AT) - '0';
    boolean known = (begin & FIX4_MASK) == FIX4 && minor >= 0 && minor <= 4;
    return known && message.valueLength(0) == FIX4_LENGTH ? ALL[(int) minor] : null;
  }

  /** The first bytes of BeginString, seven of those that have an SOH behind them; 0 for none. */
  private static long begin(FixMessage message) {
    if (message.fieldCount() == 0 || message.tag(0) != FixTag.BEGIN_STRING) {
      return 0;
    }
    byte[] bytes = message.buffer();
    int at = message.valueOffset(0);
    if (at >= bytes.length) {
      return 0;
    }
    long word = Swar.loadUpTo(bytes, at, bytes.length);
    return word >>> 56 == 1 ? word & FIRST_SEVEN : word;
  }
}
