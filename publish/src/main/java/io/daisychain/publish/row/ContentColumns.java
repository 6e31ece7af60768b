package io.daisychain.publish.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.Instrument;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.EventType;
import io.daisychain.model.MessageFields;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventLegs;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Columns that a content fills by itself, alike in {@code events} and {@code duplicates}.
 *
 * <p>The order of the calls in here is the order of the columns in {@link PublishedTables}.
 */
public final class ContentColumns {
  private static final Map<EventType, byte[]> TYPES = new EnumMap<>(EventType.class);

  static {
    for (EventType type : EventType.values()) {
      TYPES.put(type, type.name().getBytes(US_ASCII));
    }
  }

  private static final Map<FixVersion, byte[]> VERSIONS = new EnumMap<>(FixVersion.class);

  static {
    for (FixVersion version : FixVersion.values()) {
      VERSIONS.put(version, version.label().getBytes(US_ASCII));
    }
  }

  private static final byte[] FIX = {'F', 'I', 'X'};
  private static final byte[] CAT = {'C', 'A', 'T'};
  private static final byte[] BETWEEN = {'|'};
  private static final byte[] STOCK = {'C', 'S'};
  private static final byte[] CALL = {'C'};
  private static final byte[] PUT = {'P'};
  private static final byte[] SEVERAL_LEGS = {'M', 'L', 'E', 'G'};

  private final CsvLines lines;
  private EventCell event;
  private ParentReferenceCell references;
  private final FixMessage fields = new FixMessage();
  private final MessageFields values = new MessageFields();
  private final ByteSlice client = new ByteSlice();
  private final Instrument instrument = new Instrument();
  private final EventLegs legs = new EventLegs();

  /** Columns that are appended to {@code lines}. */
  public ContentColumns(CsvLines lines) {
    this.lines = lines;
  }

  /** Takes the values of a content from now on; they must stay as they are meanwhile. */
  public void of(EventCell event, ParentReferenceCell references) {
    this.event = event;
    this.references = references;
    event.indexContent(fields);
    values.of(fields);
  }

  public void eventType() {
    lines.ascii(TYPES.get(event.type()));
  }

  /** The version of FIX; null for a record of CAT. */
  public void fixVersion() {
    if (event.isCat()) {
      lines.empty();
    } else {
      lines.ascii(VERSIONS.get(event.fixVersion()));
    }
  }

  /** The customer. */
  public void client() {
    values.client(client);
    if (client.isEmpty()) {
      lines.empty();
    } else {
      lines.text(client);
    }
  }

  public void brokenTag() {
    if (event.brokenTag() == 0) {
      lines.empty();
    } else {
      lines.integer(event.brokenTag());
    }
  }

  /** From quantity to lastMkt. */
  public void orderColumns() {
    boolean isAllocation = event.type() == EventType.ALLOCATION && !event.isCat();
    decimal(ColumnType.QUANTITY, isAllocation ? FixTag.QUANTITY : FixTag.ORDER_QTY);
    decimal(ColumnType.PRICE, FixTag.PRICE);
    lines.text(references.ordType());
    text(FixTag.ON_BEHALF_OF_COMP_ID);
    text(FixTag.DELIVER_TO_COMP_ID);
    text(FixTag.LAST_MKT);
  }

  /** The columns timestampNanos and sendingTime. */
  public void timeColumns() {
    lines.integer(event.eventTime());
    lines.timeOrEmpty(event.sendingTime());
  }

  /** From execType to wireLog. */
  public void executionColumns() {
    text(FixTag.EXEC_TYPE);
    text(FixTag.EXEC_TRANS_TYPE);
    lines.text(references.ordStatus());
    decimal(ColumnType.QUANTITY, FixTag.LAST_SHARES);
    decimal(ColumnType.PRICE, FixTag.LAST_PX);
    decimal(ColumnType.QUANTITY, FixTag.CUM_QTY);
    decimal(ColumnType.QUANTITY, FixTag.LEAVES_QTY);
    average(lines, fields, fields.find(FixTag.AVG_PX));
    text(FixTag.CL_ORD_ID);
    text(FixTag.ORIG_CL_ORD_ID);
    text(FixTag.ORDER_ID);
    text(FixTag.EXEC_REF_ID);
    text(FixTag.TIME_IN_FORCE);
    text(FixTag.TEXT);
    lines.flag(fields.find(FixTag.EVENT_ID) >= 0);
    lines.flag(event.isWireLog());
  }

  /** A field's value as it came. */
  public void text(int tag) {
    text(lines, fields, fields.find(tag));
  }

  /** A field's value as it came; null for {@link FixMessage#NOT_FOUND}. */
  static void text(CsvLines lines, FixMessage fields, int field) {
    if (field < 0) {
      lines.empty();
    } else {
      lines.text(fields.buffer(), fields.valueOffset(field), fields.valueLength(field));
    }
  }

  /** StopPx, Account, and Rule80A or from FIX 4.3 on OrderCapacity. */
  public void furtherColumns() {
    decimal(ColumnType.PRICE, FixTag.STOP_PX);
    text(FixTag.ACCOUNT);
    text(fields.find(FixTag.RULE_80A) >= 0 ? FixTag.RULE_80A : FixTag.ORDER_CAPACITY);
  }

  /**
   * From format to errorCode.
   *
   * @param details what link has to say, which begins with CAT's codes where it has some
   */
  public void formatColumns(ByteSlice details) {
    lines.ascii(event.isCat() ? CAT : FIX);
    if (!event.isCat()) {
      lines.empty();
      lines.empty();
      lines.empty();
      return;
    }
    text(FixTag.CAT_TYPE);
    text(FixTag.FIRM_ROE_ID);
    ByteSlice found = event.reason();
    int end = 0;
    while (details != null && end < details.length() && isOfCode(details, end)) {
      end++;
    }
    if (end == 0) {
      lines.text(found);
    } else {
      ByteSlice codes = new ByteSlice().set(details.buffer(), details.offset(), end);
      lines.text(found, BETWEEN, codes);
    }
  }

  private static boolean isOfCode(ByteSlice details, int at) {
    byte b = details.buffer()[details.offset() + at];
    return (b >= '0' && b <= '9') || b == '|';
  }

  /** From securityType to multiplier. */
  public void instrumentColumns() {
    boolean hasLegs = isRecordOfLegs();
    if (hasLegs || fields.find(FixTag.SECURITY_TYPE) < 0) {
      lines.ascii(hasLegs ? SEVERAL_LEGS : STOCK);
    } else {
      text(FixTag.SECURITY_TYPE);
    }
    instrument.read(fields);
    lines.text(instrument.buffer(), instrument.offset(), instrument.length());
    lines.text(instrument.maturity(), 0, instrument.maturityLength());
    if (instrument.putOrCall() == 'C') {
      lines.ascii(CALL);
    } else if (instrument.putOrCall() == 'P') {
      lines.ascii(PUT);
    } else {
      lines.empty();
    }
    if (instrument.strikeLength() == 0) {
      lines.empty();
    } else {
      lines.decimal(ColumnType.PRICE, instrument.strikePrice(), 0, instrument.strikeLength());
    }
    decimal(ColumnType.PRICE, FixTag.CONTRACT_MULTIPLIER);
  }

  /** Whether it is of an order of several legs as a whole. */
  public void multiLeg() {
    lines.flag(event.isCat() ? isRecordOfLegs() : Instrument.isOfSeveralLegs(fields));
  }

  private boolean isRecordOfLegs() {
    return event.isCat() && fields.value(FixTag.CAT_TYPE).startsWith("ML");
  }

  /** The leg that a report is of. */
  public void legRefId() {
    if (references.isOfLegs() && event.type().isReport()) {
      lines.text(references.legs());
    } else {
      lines.empty();
    }
  }

  /** The legs of an order of several. */
  public List<EventLegs.Leg> legs() {
    if (event.isCat()) {
      return isRecordOfLegs() ? EventLegs.ofRecord(event, fields) : List.of();
    }
    return references.isOfLegs() && !event.type().isReport() ? legs.of(fields) : List.of();
  }

  /** AvgPx, a quotient: rounded where it goes on. */
  static void average(CsvLines lines, FixMessage fields, int field) {
    if (field < 0
        || !FixValue.isDecimal(
            fields.buffer(), fields.valueOffset(field), fields.valueLength(field))
        || FixValue.isPrice(
            fields.buffer(), fields.valueOffset(field), fields.valueLength(field))) {
      decimal(lines, ColumnType.PRICE, fields, field);
      return;
    }
    BigDecimal value =
        new BigDecimal(
            new String(
                fields.buffer(), fields.valueOffset(field), fields.valueLength(field), US_ASCII));
    byte[] rounded =
        value
            .setScale(ColumnType.PRICE.fractionDigits(), RoundingMode.HALF_UP)
            .toPlainString()
            .getBytes(US_ASCII);
    lines.decimal(ColumnType.PRICE, rounded, 0, rounded.length);
  }

  public void decimal(ColumnType type, int tag) {
    decimal(lines, type, fields, fields.find(tag));
  }

  /** A field's value; null for {@link FixMessage#NOT_FOUND}. */
  static void decimal(CsvLines lines, ColumnType type, FixMessage fields, int field) {
    if (field < 0) {
      lines.empty();
    } else {
      lines.decimal(type, fields.buffer(), fields.valueOffset(field), fields.valueLength(field));
    }
  }
}
