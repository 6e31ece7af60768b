package io.daisychain.datagen.file;

import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.datagen.lifecycle.ShardIds;
import io.daisychain.fix.FixVersion;

/** Writes allocations (MsgType J) and what is said of them (P, and of FIX 4.4 AS). */
final class AllocationFields {
  private static final byte SOH = 1;

  private final ShardIds ids;
  private final InstrumentFields instruments;
  private final byte[][] dates;
  private final boolean isTagged;
  private ByteSink sink;
  private FixVersion version;

  AllocationFields(ShardIds ids, InstrumentFields instruments, byte[][] dates, Lineage lineage) {
    this.ids = ids;
    this.instruments = instruments;
    this.dates = dates;
    isTagged = lineage == Lineage.TAGGED;
  }

  /** Appends an allocation but its time: its orders, and what of them goes to which accounts. */
  void allocation(EventRecord record, FixVersion of, ByteSink target) {
    sink = target;
    version = of;
    boolean isNew = record.execNo == EventRecord.NONE;
    id(70, record, isNew ? record.clOrdNo : record.execNo);
    character(71, record.badEnum ? '9' : isNew ? '0' : record.action == 'C' ? '1' : '2');
    if (!isNew) {
      id(72, record, record.clOrdNo);
    }
    if (version.compareTo(FixVersion.FIX43) >= 0) {
      character(626, '1'); // calculated
    }
    if (version.compareTo(FixVersion.FIX44) >= 0) {
      character(857, '1'); // orders are listed
    }
    number(73, record.mergedNos.length);
    for (int i = 0; i < record.mergedNos.length; i++) {
      id(11, record, record.mergedNos[i]);
      if (isTagged && record.merged.length == 1) { // several stand in the group of parents
        sink.tag(10003);
        sink.uuid(record.mergedKeys[2 * i], record.mergedKeys[2 * i + 1]);
        sink.put(SOH);
      }
    }
    shares(record);
  }

  /** Appends what the receiver of an allocation says of it, but the time. */
  void status(EventRecord record, FixVersion of, ByteSink target) {
    sink = target;
    version = of;
    if (record.execNo == EventRecord.NONE) {
      id(70, record, record.clOrdNo);
      date(record);
      character(87, record.ordStatus);
      return;
    }
    id(755, record, record.execNo);
    id(70, record, record.clOrdNo);
    character(71, '0');
    character(794, '4'); // sellside calculated without preliminary
    character(87, record.ordStatus);
    character(857, '0'); // orders are not listed
    shares(record);
  }

  private void shares(EventRecord record) {
    instruments.write(record, version, sink);
    character(54, record.side);
    number(53, record.cum);
    sink.tag(6);
    MessageWriter.average(record.notional, record.cum, sink);
    date(record);
    number(78, record.allocated.length / 2);
    for (int i = 0; i < record.allocated.length; i += 2) {
      sink.tag(79);
      sink.account(record.allocated[i]);
      sink.put(SOH);
      number(80, record.allocated[i + 1]);
    }
  }

  private void date(EventRecord record) {
    sink.tag(75);
    sink.put(dates[record.day()]);
    sink.put(SOH);
  }

  private void character(int tag, int value) {
    sink.tag(tag);
    sink.put(value);
    sink.put(SOH);
  }

  private void number(int tag, long value) {
    sink.tag(tag);
    sink.number(value);
    sink.put(SOH);
  }

  private void id(int tag, EventRecord record, int number) {
    sink.tag(tag);
    sink.at = ids.write(sink.bytes, sink.at, record.lifecycle, number);
    sink.put(SOH);
  }
}
