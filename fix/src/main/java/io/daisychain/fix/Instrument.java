package io.daisychain.fix;

import java.util.Arrays;

/**
 * What a message trades: of an option its OSI symbol, of a future its root and maturity, otherwise
 * its Symbol (FIX 4.2, tag 55).
 *
 * <p>A message is of an option where SecurityType (167) is OPT, where it has a PutOrCall (201), or
 * where its CFICode (461) begins with OC or OP. The OSI symbol is the root padded to six
 * characters, the expiration as YYMMDD, C or P, and the strike price in thousandths in eight
 * digits. It comes from SecurityID (48) or Symbol where one has that form, padded or not, else from
 * Symbol, MaturityDate (541) or MaturityMonthYear (200) with MaturityDay (205), PutOrCall or
 * CFICode, and StrikePrice (202). Reusable, not thread-safe, without garbage.
 */
public final class Instrument {
  private static final int ROOT = 6;

  /** YYMMDD, C or P, eight digits. */
  private static final int TAIL = 15;

  private static final int DATE = 8;
  private static final int MONTH = 6;

  /** Digits of a strike price before its point, in an OSI symbol. */
  public static final int STRIKE_INTEGER_DIGITS = 5;

  /** Digits behind its point. */
  public static final int STRIKE_FRACTION_DIGITS = 3;

  private static final int STRIKE = STRIKE_INTEGER_DIGITS + STRIKE_FRACTION_DIGITS;

  /** What kind of instrument it is. */
  public enum Kind {
    OTHER,
    FUTURE,
    OPTION
  }

  private final byte[] date = new byte[DATE];
  private final int[] missing = new int[3];
  private byte[] own = new byte[ROOT + TAIL];
  private final byte[] strike = new byte[STRIKE + 1];
  private FixMessage message;
  private Kind kind = Kind.OTHER;
  private byte[] buffer = own;
  private int offset;
  private int length;
  private int maturityLength;
  private byte putOrCall;
  private int strikeLength;
  private int missingCount;
  private boolean strikeIsLong;

  /** Whether a message is of an option. */
  public static boolean isOption(FixMessage message) {
    return optionTag(message) != 0;
  }

  /**
   * Whether a message is of an order of several legs as a whole: an order of them (35=AB, AC), or
   * one whose SecurityType (167) is MLEG or whose MultiLegReportingType (442) is 3. Its price is
   * that of all legs together, which no market of its Symbol has; a report of one leg (442=2) is of
   * that leg.
   */
  public static boolean isOfSeveralLegs(FixMessage message) {
    byte of = message.character(FixTag.MULTI_LEG_REPORTING_TYPE);
    return of == '3'
        || (of != '2'
            && (is(message, FixTag.SECURITY_TYPE, "MLEG")
                || is(message, FixTag.MSG_TYPE, "AB")
                || is(message, FixTag.MSG_TYPE, "AC")));
  }

  /** The tag that says that a message is of an option; 0 where none does. */
  public static int optionTag(FixMessage message) {
    if (is(message, FixTag.SECURITY_TYPE, "OPT")) {
      return FixTag.SECURITY_TYPE;
    }
    if (message.find(FixTag.PUT_OR_CALL) >= 0) {
      return FixTag.PUT_OR_CALL;
    }
    boolean isCfi = cfi(message, 0) == 'O' && (cfi(message, 1) == 'C' || cfi(message, 1) == 'P');
    return isCfi ? FixTag.CFI_CODE : 0;
  }

  private static boolean isFuture(FixMessage message) {
    return is(message, FixTag.SECURITY_TYPE, "FUT") || cfi(message, 0) == 'F';
  }

  private static boolean is(FixMessage message, int tag, String value) {
    int field = message.find(tag);
    if (field < 0 || message.valueLength(field) != value.length()) {
      return false;
    }
    int at = message.valueOffset(field);
    for (int i = 0; i < value.length(); i++) {
      if (message.buffer()[at + i] != value.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A character of CFICode; 0 where it has none. */
  private static byte cfi(FixMessage message, int index) {
    int field = message.find(FixTag.CFI_CODE);
    return field < 0 || message.valueLength(field) <= index
        ? 0
        : message.buffer()[message.valueOffset(field) + index];
  }

  /** Reads the instrument of a message, whose array it points to until the next call. */
  public Instrument read(FixMessage of) {
    message = of;
    kind = isOption(of) ? Kind.OPTION : isFuture(of) ? Kind.FUTURE : Kind.OTHER;
    missingCount = 0;
    strikeIsLong = false;
    maturityLength = 0;
    putOrCall = 0;
    strikeLength = 0;
    buffer = own;
    offset = 0;
    length = 0;
    switch (kind) {
      case OPTION -> readOption();
      case FUTURE -> readFuture();
      case OTHER -> readSymbol();
    }
    return this;
  }

  private void readSymbol() {
    int field = message.find(FixTag.SYMBOL);
    if (field >= 0) {
      buffer = message.buffer();
      offset = message.valueOffset(field);
      length = message.valueLength(field);
    }
  }

  private void readFuture() {
    maturityLength = readMaturity(false);
    if (maturityLength == 0) {
      readSymbol();
      return;
    }
    int root = writeRoot(0, maturityLength);
    if (root == 0) {
      return; // the dictionary asks for a Symbol
    }
    System.arraycopy(date, 0, own, root, maturityLength);
    length = root + maturityLength;
  }

  private void readOption() {
    int id = message.find(FixTag.SECURITY_ID);
    if (takeOsi(id) || takeOsi(message.find(FixTag.SYMBOL))) {
      return;
    }
    compose();
    if (length == 0 && id >= 0 && message.character(FixTag.SECURITY_ID_SOURCE) == 'J') {
      missingCount = 0; // the id says it all, in a form of its own
      buffer = message.buffer();
      offset = message.valueOffset(id);
      length = message.valueLength(id);
    }
  }

  /** Takes a field that is an OSI symbol, padded or not. */
  private boolean takeOsi(int field) {
    int from = field < 0 ? 0 : message.valueOffset(field);
    int size = field < 0 ? 0 : message.valueLength(field);
    if (!isOsi(message.buffer(), from, size)) {
      return false;
    }
    int tail = from + size - TAIL;
    int root = root(message.buffer(), from, tail);
    System.arraycopy(message.buffer(), from, own, 0, root);
    Arrays.fill(own, root, ROOT, (byte) ' ');
    System.arraycopy(message.buffer(), tail, own, ROOT, TAIL);
    whole(ROOT);
    return true;
  }

  /** Whether a text is an OSI symbol, its root padded to six characters or not. */
  public static boolean isOsi(byte[] bytes, int from, int length) {
    int tail = from + length - TAIL;
    if (length <= TAIL || length > ROOT + TAIL) {
      return false;
    }
    int root = root(bytes, from, tail);
    for (int i = from; i < from + root; i++) {
      if (bytes[i] <= ' ') {
        return false;
      }
    }
    boolean digits = root > 0;
    for (int i = tail; i < tail + TAIL; i++) {
      digits &= i == tail + MONTH || (bytes[i] >= '0' && bytes[i] <= '9');
    }
    byte right = bytes[tail + MONTH];
    int month = (bytes[tail + 2] - '0') * 10 + bytes[tail + 3] - '0';
    int day = (bytes[tail + 4] - '0') * 10 + bytes[tail + 5] - '0';
    return digits
        && (right == 'C' || right == 'P')
        && month >= 1
        && month <= 12
        && day >= 1
        && day <= 31;
  }

  /** Length of the root that an OSI symbol begins with; of another text its own. */
  public static int rootLength(byte[] bytes, int from, int length) {
    return isOsi(bytes, from, length) ? root(bytes, from, from + length - TAIL) : length;
  }

  /** Length of a root without the blanks behind it. */
  private static int root(byte[] bytes, int from, int tail) {
    int end = tail;
    while (end > from && bytes[end - 1] == ' ') {
      end--;
    }
    return end - from;
  }

  /** Makes the OSI symbol of its parts; without one of them there is none. */
  private void compose() {
    boolean hasMaturity = readMaturity(true) == DATE;
    byte right = right();
    long thousandths = strike();
    if (!hasMaturity || right == 0 || thousandths < 0) {
      return;
    }
    int root = writeRoot(ROOT, TAIL);
    if (root == 0) {
      return; // the dictionary asks for a Symbol
    }
    System.arraycopy(date, 2, own, root, MONTH);
    own[root + MONTH] = right;
    for (int i = STRIKE; i > 0; i--) {
      own[root + MONTH + i] = (byte) ('0' + thousandths % 10);
      thousandths /= 10;
    }
    whole(root);
  }

  /** All parts from an OSI symbol in {@link #own} whose root has some length. */
  private void whole(int root) {
    buffer = own;
    offset = 0;
    length = root + TAIL;
    date[0] = '2';
    date[1] = '0';
    System.arraycopy(own, root, date, 2, MONTH);
    maturityLength = DATE;
    putOrCall = own[root + MONTH];
    int from = root + MONTH + 1;
    int point = STRIKE_INTEGER_DIGITS;
    int first = 0;
    while (first < point - 1 && own[from + first] == '0') {
      first++;
    }
    int end = STRIKE;
    while (end > point && own[from + end - 1] == '0') {
      end--;
    }
    strikeLength = 0;
    for (int i = first; i < end; i++) {
      if (i == point) {
        strike[strikeLength++] = '.';
      }
      strike[strikeLength++] = own[from + i];
    }
  }

  /**
   * Writes Symbol without blanks around, padded to {@code least} characters.
   *
   * @param more bytes that have to fit behind it
   * @return its length, 0 where there is none
   */
  private int writeRoot(int least, int more) {
    int field = message.find(FixTag.SYMBOL);
    if (field < 0) {
      return 0;
    }
    byte[] bytes = message.buffer();
    int from = message.valueOffset(field);
    int end = from + Math.min(message.valueLength(field), Limits.LONGEST_NAME);
    while (from < end && bytes[from] == ' ') {
      from++;
    }
    int root = root(bytes, from, end);
    if (root == 0) {
      return 0;
    }
    int padded = Math.max(root, least);
    if (own.length < padded + more) {
      own = new byte[padded + more];
    }
    System.arraycopy(bytes, from, own, 0, root);
    Arrays.fill(own, root, padded, (byte) ' ');
    buffer = own;
    offset = 0;
    return padded;
  }

  /**
   * Reads the maturity into {@link #date}.
   *
   * @param needsDay whether a month alone is too little
   * @return 8 with the day, 6 for a month, 0 for none
   */
  private int readMaturity(boolean needsDay) {
    int whole = message.find(FixTag.MATURITY_DATE);
    if (whole >= 0) {
      return takeDate(whole);
    }
    int month = message.find(FixTag.MATURITY_MONTH_YEAR);
    if (month < 0) {
      missing(needsDay, FixTag.MATURITY_MONTH_YEAR);
      return 0;
    }
    if (message.valueLength(month) == DATE) {
      int taken = takeDate(month);
      if (taken > 0) {
        return taken;
      }
    }
    if (message.valueLength(month) < MONTH) {
      return 0;
    }
    System.arraycopy(message.buffer(), message.valueOffset(month), date, 0, MONTH);
    date[MONTH] = '0';
    date[MONTH + 1] = '1';
    if (FixValue.date(date, 0, DATE) == FixValue.INVALID) {
      return 0;
    }
    int day = message.find(FixTag.MATURITY_DAY);
    if (day < 0) {
      missing(needsDay, FixTag.MATURITY_DAY);
      return MONTH;
    }
    int digits = message.valueLength(day);
    if (digits == 1 || digits == 2) {
      int last = message.valueOffset(day) + digits - 1;
      date[MONTH] = digits == 2 ? message.buffer()[last - 1] : (byte) '0';
      date[MONTH + 1] = message.buffer()[last];
    }
    return FixValue.date(date, 0, DATE) == FixValue.INVALID ? 0 : DATE;
  }

  private int takeDate(int field) {
    boolean isDate =
        FixValue.date(message.buffer(), message.valueOffset(field), message.valueLength(field))
            != FixValue.INVALID;
    if (isDate) {
      System.arraycopy(message.buffer(), message.valueOffset(field), date, 0, DATE);
    }
    return isDate ? DATE : 0;
  }

  private byte right() {
    int field = message.find(FixTag.PUT_OR_CALL);
    if (field >= 0) {
      byte value = message.character(FixTag.PUT_OR_CALL);
      return value == '0' ? (byte) 'P' : value == '1' ? (byte) 'C' : 0;
    }
    byte right = cfi(message, 1);
    if (cfi(message, 0) == 'O' && (right == 'C' || right == 'P')) {
      return right;
    }
    missing(true, FixTag.PUT_OR_CALL);
    return 0;
  }

  /** StrikePrice in thousandths; below zero where there is none that an OSI symbol has. */
  private long strike() {
    int field = message.find(FixTag.STRIKE_PRICE);
    if (field < 0) {
      missing(true, FixTag.STRIKE_PRICE);
      return -1;
    }
    byte[] bytes = message.buffer();
    int from = message.valueOffset(field);
    int digits = message.valueLength(field);
    if (!FixValue.isDecimal(bytes, from, digits) || bytes[from] == '-') {
      return -1;
    }
    strikeIsLong =
        !FixValue.fits(bytes, from, digits, STRIKE_INTEGER_DIGITS, STRIKE_FRACTION_DIGITS);
    return strikeIsLong ? -1 : FixValue.decimal(bytes, from, digits, STRIKE_FRACTION_DIGITS);
  }

  private void missing(boolean isNeeded, int tag) {
    if (isNeeded) {
      missing[missingCount++] = tag;
    }
  }

  public Kind kind() {
    return kind;
  }

  /** Number of tags without which half an option is no instrument. */
  public int missingCount() {
    return missingCount;
  }

  /** The tag that is missing, number {@code index}. */
  public int missing(int index) {
    return missing[index];
  }

  /** True where StrikePrice has more digits than an OSI symbol: five before the point, three. */
  public boolean isStrikeLong() {
    return strikeIsLong;
  }

  /** The array that {@link #offset} and {@link #length} are of. */
  public byte[] buffer() {
    return buffer;
  }

  public int offset() {
    return offset;
  }

  /** Length of the instrument's name; 0 where the message does not say all of it. */
  public int length() {
    return length;
  }

  /** The maturity: {@link #maturityLength} digits, YYYYMMDD, of a future also YYYYMM. */
  public byte[] maturity() {
    return date;
  }

  /** 8, 6, or 0 where there is none. */
  public int maturityLength() {
    return maturityLength;
  }

  /** C, P, or 0. */
  public byte putOrCall() {
    return putOrCall;
  }

  /** The strike price: {@link #strikeLength} digits and a point where it has a fraction. */
  public byte[] strikePrice() {
    return strike;
  }

  /** 0 where there is none. */
  public int strikeLength() {
    return strikeLength;
  }
}
