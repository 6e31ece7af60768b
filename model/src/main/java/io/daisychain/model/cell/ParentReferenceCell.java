package io.daisychain.model.cell;

import io.daisychain.fix.Limits;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CatKey;
import io.daisychain.model.CheckResult;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;

/**
 * The parents that an event names, and the fields of it that link compares: the cell in {@code
 * Link:p<content>}.
 *
 * <p>Layout, version 4 of what is new, version 5 of an {@link Action}, versions 6 and 7 the same of
 * a record of CAT, 8 to 11 the same of an option or a future, 12 to 19 all these of an order of
 * several legs or a report of one of them: version (1 byte); of an action it (1) and the hash of
 * its content alone (16); event type (1); flags (1): bit 0 a parent reference that cannot be read,
 * bits 1-2, 3-4 and 5-6 the {@link CheckResult} of reporter, customer and symbol; mask of {@link
 * ErrorStatus} found by ingest (2); relation of the first parent (1); time of the event and
 * SendingTime in nanoseconds since 1970 (8 each); number of parents (varint) and their keys (16
 * each); where there are parents how their dates are given (1): 0 all were derived with the event's
 * own trade date, 1 all are named by their ids without a date, 2 each has 1 byte (bit 0 named by
 * its id, bit 1 has a date) and its date (4, days since 1970-01-01); of a record of CAT how it
 * hangs on each parent (1 each, with {@link CatKey#WITHOUT_SYMBOL}), flags of {@link CatKey} (1),
 * kind of the key that it bears (1) and, where there is one, the key (16), its date (4), and a hash
 * of the session of a route (8, 0 for none); then texts, each preceded by its length (varint):
 * Symbol, Side, OrdType, reporter, the reporter's own id, OrderQty, LastShares, OrdStatus, and the
 * firm that a ROUTE or an ACCEPT names, of an option or a future the instrument, empty for half of
 * one, of several legs {@link OrderEvent#legs}, whole; of each at most the first {@link
 * Limits#LONGEST_NAME} bytes, since link repeats them on other events' rows. Last, which further
 * values there are (1): bit 0 ClientID, 1 Account, 2 Price, 3 TimeInForce, 4 LastPx of a CORRECT,
 * each as a text, and bit 5 what of each parent went into an aggregate (8 each, see {@link
 * ParentReferences#quantity}); bit 6 the tag of the message's fault nearest the front (varint), its
 * reason (text), and the tag of a parent reference that cannot be read (varint, 0 for none); bit 7
 * alone says that the message was sent before (97=Y). Versions 2 and 3 are 4 and 5 without further
 * values.
 */
public final class ParentReferenceCell extends CheckedCell {
  private static final int NONE = -1;
  private static final int DATE_LENGTH = 1 + Integer.BYTES;

  private final PackedReader reader = new PackedReader();
  private byte[] buffer;
  private Action action;
  private int contentAt;
  private EventType type;
  private Relation relation;
  private long eventTime;
  private long sendingTime;
  private int parents;
  private int parentsAt;
  private int dateForm;
  private int datesAt;
  private boolean textsRead;
  private boolean hasFurther;
  private final ByteSlice symbol = new ByteSlice();
  private final ByteSlice instrument = new ByteSlice();
  private final ByteSlice legs = new ByteSlice();
  private final ByteSlice side = new ByteSlice();
  private final ByteSlice ordType = new ByteSlice();
  private final ByteSlice reporter = new ByteSlice();
  private final ByteSlice eventId = new ByteSlice();
  private final ByteSlice orderQty = new ByteSlice();
  private final ByteSlice lastShares = new ByteSlice();
  private final ByteSlice ordStatus = new ByteSlice();
  private final ByteSlice counterparty = new ByteSlice();
  private final ByteSlice reason = new ByteSlice();
  private final ByteSlice clientId = new ByteSlice();
  private final ByteSlice account = new ByteSlice();
  private final ByteSlice price = new ByteSlice();
  private final ByteSlice timeInForce = new ByteSlice();
  private final ByteSlice lastPx = new ByteSlice();

  /** Further texts, in the order of their bits. */
  private final ByteSlice[] further = {clientId, account, price, timeInForce, lastPx};

  private boolean cat;
  private boolean derivative;
  private boolean ofLegs;
  private int relationsAt;
  private int catFlags;
  private CatKey.Kind keyKind = CatKey.Kind.NONE;
  private int keyAt;
  private int keyDate;
  private long keySession;
  private int quantitiesAt;
  private int brokenTag;
  private int brokenParentTag;
  private boolean sentAgain;

  /** Appends the parent references of an event that is no action to {@code out}. */
  public static void write(OrderEvent event, ValidationFlags findings, PackedWriter out) {
    write(event, findings, null, out);
  }

  /**
   * Appends the parent references of {@code event} to {@code out}.
   *
   * @param hash of the event's content
   */
  public static void write(
      OrderEvent event, ValidationFlags findings, ContentHash hash, PackedWriter out) {
    ParentReferenceWriter.write(event, findings, hash, out);
  }

  /**
   * Points this view at a cell. The texts are parsed, and may fail, when the first of them is read.
   */
  public ParentReferenceCell read(byte[] source, int offset, int length) {
    try {
      return parse(source, offset, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("parent references", e);
    }
  }

  private ParentReferenceCell parse(byte[] source, int offset, int length) {
    PackedReader in = reader.wrap(source, offset, length);
    buffer = source;
    int form = ParentReferenceForm.of(in.u8());
    hasFurther = (form & ParentReferenceForm.WITHOUT_FURTHER) == 0;
    cat = (form & ParentReferenceForm.CAT) != 0;
    derivative = (form & ParentReferenceForm.DERIVATIVE) != 0;
    ofLegs = (form & ParentReferenceForm.LEGS) != 0;
    boolean isAction = (form & ParentReferenceForm.ACTION) != 0;
    action = isAction ? Action.ofCode(in.u8()) : Action.NEW;
    contentAt = isAction ? in.advance(RowKey.LENGTH) : NONE;
    type = EventType.ofCode(in.u8());
    readChecks(in);
    relation = Relation.ofCode(in.u8());
    eventTime = in.i64();
    sendingTime = in.i64();
    parents = in.varint();
    parentsAt = in.advance(parents, RowKey.LENGTH);
    dateForm = parents == 0 ? ParentReferenceForm.OWN_DATES : in.u8();
    if (dateForm > ParentReferenceForm.EACH_DATE) {
      throw new IllegalStateException("dates of parents in form " + dateForm);
    }
    datesAt = dateForm == ParentReferenceForm.EACH_DATE ? in.advance(parents, DATE_LENGTH) : 0;
    relationsAt = cat ? in.advance(parents, 1) : 0;
    catFlags = cat ? in.u8() : 0;
    keyKind = cat ? CatKey.Kind.ofCode(in.u8()) : CatKey.Kind.NONE;
    if (keyKind != CatKey.Kind.NONE) {
      keyAt = in.advance(RowKey.LENGTH);
      keyDate = in.i32();
      keySession = in.i64();
    }
    textsRead = false;
    return this;
  }

  /** Most readers want the lineage alone, so texts are found when the first is asked for. */
  private ByteSlice text(ByteSlice value) {
    if (!textsRead) {
      readTexts();
    }
    return value;
  }

  private void readTexts() {
    PackedReader in = reader;
    try {
      symbol.set(buffer, in.text());
      side.set(buffer, in.text());
      ordType.set(buffer, in.text());
      reporter.set(buffer, in.text());
      eventId.set(buffer, in.text());
      orderQty.set(buffer, in.text());
      lastShares.set(buffer, in.text());
      ordStatus.set(buffer, in.text());
      counterparty.set(buffer, in.text());
      if (derivative) {
        instrument.set(buffer, in.text());
      }
      legs.clear();
      if (ofLegs) {
        legs.set(buffer, in.text());
      }
      readFurther(in);
    } catch (IndexOutOfBoundsException e) {
      throw new DamagedCellException("parent references", e);
    }
    textsRead = true;
  }

  private void readFurther(PackedReader in) {
    int mask = hasFurther ? in.u8() : 0;
    for (int i = 0; i < further.length; i++) {
      if ((mask & 1 << i) != 0) {
        further[i].set(buffer, in.text());
      } else {
        further[i].clear();
      }
    }
    quantitiesAt =
        (mask & ParentReferenceForm.QUANTITIES) == 0 ? NONE : in.advance(parents, Long.BYTES);
    boolean isFaulty = (mask & ParentReferenceForm.FAULT) != 0;
    brokenTag = isFaulty ? in.varint() : 0;
    reason.clear();
    if (isFaulty) {
      reason.set(buffer, in.text());
    }
    brokenParentTag = isFaulty ? in.varint() : 0;
    sentAgain = (mask & ParentReferenceForm.SENT_AGAIN) != 0;
  }

  /** True for a cell of a correction or deletion. */
  public static boolean isAction(ByteSlice cell) {
    int form = ParentReferenceForm.of(cell.buffer()[cell.offset()]);
    return (form & ParentReferenceForm.ACTION) != 0;
  }

  /** True of a message that says that it was sent before (97=Y). */
  public boolean isSentAgain() {
    text(reason);
    return sentAgain;
  }

  /** What the message does to the event. */
  public Action action() {
    return action;
  }

  /**
   * First half of the {@link ContentHash} of the content alone.
   *
   * @param column that of the cell's column, which of what is new is the same
   */
  public long contentHigh(long column) {
    return contentAt == NONE ? column : RowKey.high(buffer, contentAt);
  }

  /** Second half of that hash. */
  public long contentLow(long column) {
    return contentAt == NONE ? column : RowKey.low(buffer, contentAt);
  }

  public EventType type() {
    return type;
  }

  /** True when a parent reference could not be read, which makes the event an orphan. */
  public boolean brokenParent() {
    return hasFlag(ParentReferenceForm.BROKEN_PARENT);
  }

  /** Relation to the first parent. */
  public Relation relation() {
    return relation;
  }

  /** Relation to parent {@code i}: in FIX to all the same. */
  public Relation relation(int i) {
    return cat
        ? Relation.ofCode(buffer[relationsAt + i] & ~CatKey.WITHOUT_SYMBOL & 0xff)
        : relation;
  }

  /** True for a reference that counts where the one before it is not found. */
  public boolean isWithoutSymbol(int i) {
    return cat && (buffer[relationsAt + i] & CatKey.WITHOUT_SYMBOL) != 0;
  }

  /** True for a record of CAT, false for a message of FIX. */
  public boolean isCat() {
    return cat;
  }

  /** True for a flag of {@link CatKey}. */
  public boolean has(int catFlag) {
    return (catFlags & catFlag) != 0;
  }

  /** Kind of the key by which others name the event; NONE where it is its id. */
  public CatKey.Kind keyKind() {
    return keyKind;
  }

  /** First half of that key. */
  public long keyHigh() {
    return RowKey.high(buffer, keyAt);
  }

  /** Second half of that key. */
  public long keyLow() {
    return RowKey.low(buffer, keyAt);
  }

  /** Hash of the session of a route that bears a key; 0 for none. */
  public long keySession() {
    return keySession;
  }

  /** The date in that key, days since 1970-01-01. */
  public int keyDate() {
    return keyDate;
  }

  /** Time of the event, nanoseconds since 1970. */
  public long eventTime() {
    return eventTime;
  }

  /** SendingTime in nanoseconds since 1970, {@link TableSchema#NO_TIME} if it cannot be read. */
  public long sendingTime() {
    return sendingTime;
  }

  public int parents() {
    return parents;
  }

  /** First half of the key of parent {@code i}. */
  public long parentHigh(int i) {
    return RowKey.high(buffer, parentsAt + i * RowKey.LENGTH);
  }

  /** Second half of the key of parent {@code i}. */
  public long parentLow(int i) {
    return RowKey.low(buffer, parentsAt + i * RowKey.LENGTH);
  }

  /** True when parent {@code i} is named by its id (10003), false when its key was derived. */
  public boolean isParentTagged(int i) {
    return dateForm == ParentReferenceForm.TAGGED_WITHOUT_DATES
        || (dateForm == ParentReferenceForm.EACH_DATE
            && (buffer[datesAt + i * DATE_LENGTH] & ParentReferenceForm.TAGGED) != 0);
  }

  /**
   * Trade date on which parent {@code i} was reported, as far as the message says it.
   *
   * @param ownDate the event's own trade date, days since 1970-01-01
   * @return {@link ParentReferences#NO_DATE} for a parent named by its id alone
   */
  public int parentDate(int i, int ownDate) {
    if (dateForm == ParentReferenceForm.OWN_DATES) {
      return ownDate;
    }
    int at = datesAt + i * DATE_LENGTH;
    if (dateForm == ParentReferenceForm.TAGGED_WITHOUT_DATES
        || (buffer[at] & ParentReferenceForm.DATED) == 0) {
      return ParentReferences.NO_DATE;
    }
    return PackedReader.i32(buffer, at + 1);
  }

  /**
   * Tag of the message's fault nearest the front; 0 for none, or where the cell does not say it.
   */
  public int brokenTag() {
    text(reason);
    return brokenTag;
  }

  /** Reason of that fault: SessionRejectReason (FIX 4.2, tag 373) or a word. */
  public ByteSlice reason() {
    return text(reason);
  }

  /** The tag of the parent reference that cannot be read; 0 for none. */
  public int brokenParentTag() {
    text(reason);
    return brokenParentTag;
  }

  /** FIX 4.2, tag 55. */
  public ByteSlice symbol() {
    return text(symbol);
  }

  /** True of an option or a future, which its symbol alone does not name. */
  public boolean isDerivative() {
    return derivative;
  }

  /** What is traded: the Symbol, unless it is a derivative; empty where that is half of one. */
  public ByteSlice instrument() {
    return text(derivative ? instrument : symbol);
  }

  /** True of an order of several legs, and of a report of one of them. */
  public boolean isOfLegs() {
    return ofLegs;
  }

  /** See {@link OrderEvent#legs}. */
  public ByteSlice legs() {
    return text(legs);
  }

  /** FIX 4.2, tag 54. */
  public ByteSlice side() {
    return text(side);
  }

  /** FIX 4.2, tag 40. */
  public ByteSlice ordType() {
    return text(ordType);
  }

  /** The reporter's MPID. */
  public ByteSlice reporter() {
    return text(reporter);
  }

  /** The reporter's own id: FIX 4.2, tag 17 of an ExecutionReport, else tag 11. */
  public ByteSlice eventId() {
    return text(eventId);
  }

  /** FIX 4.2, tag 38; empty unless it is a number. */
  public ByteSlice orderQty() {
    return text(orderQty);
  }

  /** FIX 4.2, tag 32; empty unless it is a number. */
  public ByteSlice lastShares() {
    return text(lastShares);
  }

  /** FIX 4.2, tag 39. */
  public ByteSlice ordStatus() {
    return text(ordStatus);
  }

  /** FIX 4.2, tag 128 of a ROUTE, 115 of an ACCEPT; empty for every other event. */
  public ByteSlice counterparty() {
    return text(counterparty);
  }

  /** FIX 4.2, tag 109. */
  public ByteSlice clientId() {
    return text(clientId);
  }

  /** FIX 4.2, tag 1. */
  public ByteSlice account() {
    return text(account);
  }

  /** FIX 4.2, tag 44; empty unless it is a number. */
  public ByteSlice price() {
    return text(price);
  }

  /** FIX 4.2, tag 59. */
  public ByteSlice timeInForce() {
    return text(timeInForce);
  }

  /** FIX 4.2, tag 31 of a CORRECT; empty for every other event, and unless it is a number. */
  public ByteSlice lastPx() {
    return text(lastPx);
  }

  /**
   * What of parent {@code i} went into an aggregate, in millionths: tag 10889.
   *
   * @return {@link ParentReferences#NO_QUANTITY} where the message does not say it
   */
  public long parentQuantity(int i) {
    text(symbol);
    return quantitiesAt == NONE
        ? ParentReferences.NO_QUANTITY
        : RowKey.high(buffer, quantitiesAt + i * Long.BYTES);
  }
}
