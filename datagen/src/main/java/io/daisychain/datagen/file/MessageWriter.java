package io.daisychain.datagen.file;

import io.daisychain.datagen.fault.Garbling;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.ShardIds;
import io.daisychain.fix.FixVersion;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes events as messages of FIX, each in its version, one a line.
 *
 * <p>Fields that recur (firms, symbols, dates, the current second) are formatted once.
 */
public final class MessageWriter {
  /** Tag of the mask of errors that were put into an event that is to be said in CAT. */
  public static final int INJECTED = 20_001;

  /** Tag of a message whose record is to have a fault that a later one repairs. */
  public static final int FAULTY = 20_002;

  private static final byte SOH = 1;

  /** More than the days of an order and of its late repair. */
  public static final int DAYS = 24;

  private static final byte[][] HEADS = heads();

  /** In place of ListSeqNo, of an order that is in no list. */
  private static final int ALONE = 0;

  private static final int USUAL_DIGITS = 3; // of BodyLength
  private static final byte[] SWEEP = "58=ISO\u0001".getBytes(StandardCharsets.US_ASCII);

  /** From FIX 4.3 on a client is one of the parties. */
  private static final byte[] CLIENT_PARTY = "453=1\u0001448=".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] OF_CLIENT =
      "447=D\u0001452=3\u0001".getBytes(StandardCharsets.US_ASCII);

  /** MaxFloor: so much is shown. */
  private static final byte[] HIDDEN = "111=0\u0001".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] OTHER_CONTENT =
      "58=Corrected\u0001".getBytes(StandardCharsets.US_ASCII);

  private ByteSink sink;
  private FixVersion version; // of the message
  private final MessageVersions versions;
  private final Lineage lineage;
  private final boolean namesDates;
  private final ShardIds ids;
  private final Market market;
  private final int brokers;
  private final int firms;
  private final int[] clockNanos;
  private final byte[][] senders;
  private final byte[][] onBehalfOf;
  private final byte[][] deliverTo;
  private final byte[][] parentFirms;
  private final byte[][] lastMarkets;
  private final InstrumentFields instruments;
  private final AllocationFields allocations;
  private final LegFields legs;
  private final int[] sequence;
  private final byte[][] dates = new byte[DAYS][];
  private final byte[] second = new byte[17];
  private long lastSecond = -1;
  private int lastDay = -1;

  /**
   * A writer of the messages of one shard.
   *
   * @param days of one trade date tagged messages name no dates: their ids are enough
   */
  public MessageWriter(
      Market market,
      MessageVersions versions,
      ShardIds ids,
      Lineage lineage,
      Days days,
      int epochDay) {
    this.versions = versions;
    this.lineage = lineage;
    namesDates = lineage == Lineage.NATIVE || days.areSeveral();
    this.ids = ids;
    this.market = market;
    brokers = market.brokers;
    firms = market.firms();
    clockNanos = market.clockNanos;
    senders = fields("49=", market.firmNames, "\u000156=MRP\u0001");
    onBehalfOf = fields("115=", market.firmNames, "\u0001");
    deliverTo = fields("128=", market.firmNames, "\u0001");
    parentFirms = fields("10835=", market.firmNames, "\u0001");
    lastMarkets = fields("30=", market.firmNames, "\u0001");
    instruments = new InstrumentFields(market);
    sequence = new int[market.firmNames.length];
    for (int day = 0; day < DAYS; day++) {
      dates[day] = CalendarDates.digits(epochDay + day);
    }
    legs = new LegFields(market, instruments);
    allocations = new AllocationFields(ids, instruments, dates, lineage);
    System.arraycopy("-00:00:00".getBytes(StandardCharsets.US_ASCII), 0, second, 8, 9);
  }

  private static byte[][] heads() {
    FixVersion[] all = FixVersion.values();
    byte[][] heads = new byte[1 << 7][]; // by ApplVerID
    for (FixVersion version : all) {
      boolean isFixt = version.compareTo(FixVersion.FIX50) >= 0;
      String begin = isFixt ? FixVersion.FIXT11 : version.label();
      heads[version.applVerId()] = ("8=" + begin + "\u00019=").getBytes(StandardCharsets.US_ASCII);
    }
    return heads;
  }

  /** Appends one message and its line feed. */
  public void write(EventRecord record, ByteSink target) throws IOException {
    sink = target;
    sink.makeRoom();
    byte garbling = record.garbling;
    boolean badEnum = record.badEnum;
    if (record.inCat) { // its record is damaged, not its message
      garbling = 0;
      record.badEnum = false;
    }
    if (record.noiseBefore) {
      sink.put(Garbling.NOISE);
    }
    int start = begin(record);
    switch (record.type) {
      case NEW, AGGREGATE, ROUTE, ACCEPT, INTERNAL -> order(record, ALONE);
      case REPLACE -> replace(record);
      case CANCEL -> cancel(record);
      case CANCEL_REJECT -> cancelReject(record);
      case ALLOCATION -> {
        allocations.allocation(record, version, sink);
        transactTime(record);
      }
      case ALLOCATION_STATUS -> {
        allocations.status(record, version, sink);
        transactTime(record);
      }
      default -> report(record);
    }
    lineage(record);
    if (record.inCat && record.injected != 0) {
      tag(INJECTED);
      sink.number(record.injected);
      sink.put(SOH);
    }
    if (record.inCat && record.superseded && badEnum) {
      character(FAULTY, 'Y');
    }
    record.badEnum = badEnum;
    frame(start, garbling);
  }

  /** True if the orders of a list are one message; before FIX 4.2 each is one of its own. */
  public boolean areTogether(List<EventRecord> list) {
    return versions.of(list.get(0)).compareTo(FixVersion.FIX42) >= 0;
  }

  /** Appends one message of a list, with some of its orders, and its line feed. */
  public void writeList(List<EventRecord> list, int from, int to, ByteSink target)
      throws IOException {
    sink = target;
    sink.makeRoom();
    EventRecord first = list.get(from);
    int start = begin(first);
    tag(66);
    sink.put('L');
    sink.at = ids.write(sink.bytes, sink.at, first.list.lifecycle, first.list.clOrdNo);
    sink.put(SOH);
    if (is(FixVersion.FIX42)) {
      character(394, '3'); // no bidding
    }
    number(68, list.size());
    if (is(FixVersion.FIX42)) {
      number(73, to - from);
    }
    for (int i = from; i < to; i++) {
      order(list.get(i), i + 1);
      lineage(list.get(i));
    }
    frame(start, (byte) 0);
  }

  /** Begins a message; its length and what stands before that come last. */
  private int begin(EventRecord record) {
    version = versions.of(record);
    int start = sink.at;
    sink.at += HEADS[version.applVerId()].length + USUAL_DIGITS + 1;
    header(record);
    return start;
  }

  private void header(EventRecord record) {
    sink.put('3');
    sink.put('5');
    sink.put('=');
    if (isReportOfAllocation(record)) {
      sink.put('A');
      sink.put('S');
    } else if (record.hasLegs()) {
      sink.put('A');
      sink.put(record.type == EventType.REPLACE ? 'C' : 'B');
    } else if (record.list != null) {
      sink.put('E');
    } else {
      sink.put(MessageCodes.msgType(record.type));
    }
    sink.put(SOH);
    if (is(FixVersion.FIX50)) {
      character(1128, version.applVerId());
    }
    sink.put('3');
    sink.put('4');
    sink.put('=');
    sink.number(++sequence[record.reporter]);
    sink.put(SOH);
    sink.put(senders[record.reporter]);
    if (record.repeat) {
      character(97, 'Y');
    }
    if (record.onBehalfOf != EventRecord.NONE) {
      sink.put(onBehalfOf[record.onBehalfOf]);
    }
    if (record.deliverTo != EventRecord.NONE) {
      sink.put(deliverTo[record.deliverTo]);
    }
    tag(52);
    time(record.sendTime, 1_000_000);
  }

  private static boolean isReportOfAllocation(EventRecord record) {
    return record.type == EventType.ALLOCATION_STATUS && record.execNo != EventRecord.NONE;
  }

  private void order(EventRecord record, int listSeqNo) {
    id(11, record, record.clOrdNo);
    if (listSeqNo != ALONE) {
      number(67, listSeqNo);
    }
    if (record.customer != EventRecord.NONE) {
      if (is(FixVersion.FIX43)) {
        sink.put(CLIENT_PARTY);
      } else {
        tag(109);
      }
      int owner = market.ownerOf(record.customer);
      if (owner == EventRecord.NONE) {
        sink.customer(record.customer);
      } else {
        sink.put(market.firmNames[owner]);
      }
      sink.put(SOH);
      if (is(FixVersion.FIX43)) {
        sink.put(OF_CLIENT);
      }
    }
    handling(record);
    instrument(record);
    transactTime(record);
    terms(record);
    instruction(record);
    if (record.parentNo != EventRecord.NONE) {
      id(10887, record, record.parentNo);
      if (record.parentFirm != EventRecord.NONE) {
        sink.put(parentFirms[record.parentFirm]);
      }
    }
  }

  private void replace(EventRecord record) {
    id(41, record, record.origNo);
    id(11, record, record.clOrdNo);
    handling(record);
    instrument(record);
    transactTime(record);
    terms(record);
  }

  private void cancel(EventRecord record) {
    id(41, record, record.origNo);
    id(11, record, record.clOrdNo);
    instrument(record);
    transactTime(record);
    tag(38);
    sink.number(record.qty);
    sink.put(SOH);
    if (version == FixVersion.FIX40) {
      character(125, 'F'); // all that is left
    }
  }

  private void cancelReject(EventRecord record) {
    orderId(record);
    id(11, record, record.clOrdNo);
    id(41, record, record.origNo);
    character(39, record.ordStatus);
    character(102, record.badEnum ? '9' : '0'); // too late to cancel
    character(434, record.rejectResponseTo);
    transactTime(record);
  }

  private void report(EventRecord record) {
    orderId(record);
    id(11, record, record.clOrdNo);
    if (record.origNo != EventRecord.NONE) {
      id(41, record, record.origNo);
    }
    id(17, record, record.execNo);
    if (version.hasExecTransType()) {
      character(20, MessageCodes.transType(record.type));
    }
    if (record.execRefNo != EventRecord.NONE) {
      id(19, record, record.execRefNo);
    }
    character(150, MessageCodes.execType(record, version));
    character(39, record.ordStatus);
    if (record.type == EventType.REJECTED) {
      character(103, '0'); // broker option
    } else if (record.type == EventType.RESTATED) {
      // GT renewal if the order is of another day, else broker option.
      character(378, record.parentDay == record.day() ? '4' : '1');
    }
    if (record.badEnum) {
      handling(record);
    }
    instrument(record);
    terms(record);
    executed(record);
    transactTime(record);
  }

  private void executed(EventRecord record) {
    tag(32);
    sink.number(record.lastQty);
    sink.put(SOH);
    tag(31);
    price(record.lastPrice);
    if (record.lastQty > 0 && record.reporter >= brokers && record.reporter < firms) {
      sink.put(lastMarkets[record.reporter]);
    }
    tag(151);
    sink.number(record.leaves);
    sink.put(SOH);
    tag(14);
    sink.number(record.cum);
    sink.put(SOH);
    tag(6);
    average(record.notional, record.cum, sink);
  }

  /** True for a version and those after it. */
  private boolean is(FixVersion first) {
    return version.compareTo(first) >= 0;
  }

  private void handling(EventRecord record) {
    character(21, record.badEnum ? '9' : '1');
  }

  private void instrument(EventRecord record) {
    instruments.write(record, version, sink);
    character(54, record.side);
    if (record.hasLegs()) {
      legs.all(record, version, sink);
    } else if (record.spread != null && record.type.isReport()) {
      character(442, record.leg == 0 ? '3' : '2');
      if (record.leg > 0) {
        legs.one(record, sink);
      }
    }
  }

  private void terms(EventRecord record) {
    tag(38);
    sink.number(record.qty);
    sink.put(SOH);
    character(40, record.ordType);
    if (record.ordType == '2') {
      tag(44);
      price(record.price);
    }
    character(59, record.timeInForce);
  }

  /** FIX 4.2 has no code for sweeps (18=f is of FIX 4.4), so that the text says it. */
  private void instruction(EventRecord record) {
    if (record.instruction == EventRecord.SWEEP && !record.duplicate) { // that has another text
      sink.put(SWEEP);
    } else if (record.instruction == EventRecord.HIDDEN) {
      sink.put(HIDDEN);
    }
  }

  private void transactTime(EventRecord record) {
    if (!versions.hasTime(record)) {
      return;
    }
    tag(60);
    time(record.time, clockNanos[record.reporter]);
  }

  private void lineage(EventRecord record) {
    if (record.duplicate) {
      sink.put(OTHER_CONTENT);
    }
    if (record.action != 0 && !isVersionOfAllocation(record)) {
      character(10004, record.action);
    }
    if (lineage == Lineage.TAGGED) {
      tag(10001);
      sink.uuid(record.high, record.low);
      sink.put(SOH);
    }
    boolean isNamed =
        lineage == Lineage.NATIVE || record.merged == null || record.merged.length == 1;
    if (record.type == EventType.ALLOCATION && isNamed) { // in its group of orders
      parentDate(record, record.mergedDays[0]);
    } else if (record.merged != null) {
      mergedParents(record);
    } else if (lineage == Lineage.TAGGED && record.parent != EventRecord.NONE) {
      tag(10003);
      sink.uuid(record.parentHigh, record.parentLow);
      sink.put(SOH);
      parentDate(record, record.parentDay);
    } else if (record.parent != EventRecord.NONE) {
      parentDate(record, record.parentDay);
    }
  }

  /** True where tags 71 and 72 say which allocation is replaced or canceled. */
  private static boolean isVersionOfAllocation(EventRecord record) {
    return record.type == EventType.ALLOCATION && record.execNo != EventRecord.NONE;
  }

  private void parentDate(EventRecord record, int day) {
    if (namesDates && day != record.day() && !record.undated) {
      tag(10836);
      sink.put(dates[day]);
      sink.put(SOH);
    }
  }

  private void mergedParents(EventRecord record) {
    tag(10073);
    sink.number(record.merged.length);
    sink.put(SOH);
    for (int i = 0; i < record.merged.length; i++) {
      if (lineage == Lineage.TAGGED) {
        tag(10003);
        sink.uuid(record.mergedKeys[2 * i], record.mergedKeys[2 * i + 1]);
        sink.put(SOH);
      } else {
        id(10887, record, record.mergedNos[i]);
      }
      parentDate(record, record.mergedDays[i]);
    }
  }

  /** BodyLength counts from MsgType, CheckSum adds everything before itself. */
  private void frame(int start, byte garbling) {
    byte[] bytes = sink.bytes;
    byte[] head = HEADS[version.applVerId()];
    int length = sink.at - start - head.length - USUAL_DIGITS - 1;
    int digits = length < 10 ? 1 : length < 100 ? 2 : length < 1_000 ? 3 : length < 10_000 ? 4 : 5;
    if (digits != USUAL_DIGITS) {
      int from = start + head.length + USUAL_DIGITS + 1;
      System.arraycopy(bytes, from, bytes, from + digits - USUAL_DIGITS, length);
    }
    sink.at = start;
    sink.put(head);
    // A wrong length has as many digits as the right one, so that the body does not move.
    sink.number(
        garbling == Garbling.LENGTH ? (length % 10 == 9 ? length - 1 : length + 1) : length);
    sink.put(SOH);
    sink.at += length;
    if (garbling == Garbling.CUT) {
      sink.at = start + (sink.at - start) / 2;
      sink.put('\n');
      return;
    }
    int sum =
        (CheckSum.of(bytes, start, sink.at) + (garbling == Garbling.CHECK_SUM ? 1 : 0)) & 0xff;
    sink.put('1');
    sink.put('0');
    sink.put('=');
    sink.digits(sum, 3);
    sink.put(SOH);
    sink.put('\n');
  }

  private void tag(int tag) {
    sink.tag(tag);
  }

  private void number(int tag, long value) {
    sink.tag(tag);
    sink.number(value);
    sink.put(SOH);
  }

  private void character(int tag, int value) {
    sink.tag(tag);
    sink.put(value);
    sink.put(SOH);
  }

  private void id(int tag, EventRecord record, int number) {
    tag(tag);
    sink.at = ids.write(sink.bytes, sink.at, record.lifecycle, number);
    sink.put(SOH);
  }

  private void orderId(EventRecord record) {
    tag(37);
    sink.put('O');
    sink.at = ids.write(sink.bytes, sink.at, record.lifecycle, record.orderNo);
    sink.put(SOH);
  }

  /** Cents as dollars. */
  private void price(long cents) {
    if (cents == 0) {
      sink.put('0');
    } else {
      sink.number(cents / 100);
      sink.put('.');
      sink.pair((int) (cents % 100));
    }
    sink.put(SOH);
  }

  /** AvgPx to four decimals. */
  static void average(long notional, long shares, ByteSink sink) {
    if (shares == 0) {
      sink.put('0');
    } else {
      long tenThousandths = (notional * 100 + shares / 2) / shares;
      sink.number(tenThousandths / 10_000);
      sink.put('.');
      sink.digits(tenThousandths % 10_000, 4);
    }
    sink.put(SOH);
  }

  private void time(long time, int grain) {
    long seconds = time / 1_000_000_000L;
    if (seconds != lastSecond) {
      lastSecond = seconds;
      int day = (int) (seconds / 86_400);
      if (day != lastDay) {
        lastDay = day;
        System.arraycopy(dates[day], 0, second, 0, 8);
      }
      clock((int) (seconds / 3600 % 24), 9);
      clock((int) (seconds / 60 % 60), 12);
      clock((int) (seconds % 60), 15);
    }
    sink.put(second);
    sink.put('.');
    long nanos = time % 1_000_000_000L;
    sink.digits(nanos / grain, grain == 1 ? 9 : grain == 1_000 ? 6 : 3);
    sink.put(SOH);
  }

  private void clock(int value, int at) {
    second[at] = (byte) ('0' + value / 10);
    second[at + 1] = (byte) ('0' + value % 10);
  }

  private static byte[][] fields(String before, byte[][] values, String after) {
    byte[][] fields = new byte[values.length][];
    for (int i = 0; i < values.length; i++) {
      String value = new String(values[i], StandardCharsets.US_ASCII);
      fields[i] = (before + value + after).getBytes(StandardCharsets.US_ASCII);
    }
    return fields;
  }
}
