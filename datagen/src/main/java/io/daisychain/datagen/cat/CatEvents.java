package io.daisychain.datagen.cat;

import io.daisychain.cat.NewYorkTime;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.NativeKeys;
import io.daisychain.datagen.lifecycle.ShardIds;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.CatKey;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.Identity;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Events of firms that report in CAT, by the rules of docs/cat.md: which of them it has, their ids,
 * and whom they name. Their messages of FIX are converted afterwards; here is what must come of it.
 */
public final class CatEvents {
  private static final long NANOS_OF_DAY = 86_400_000_000_000L;

  private final ReportFormat format;
  private final byte[][] firms;
  private final byte[][] symbols;
  private final ShardIds ids;
  private final int tradeDate;
  private final NativeKeys nativeKeys;
  private final Identity identity = new Identity();
  private final byte[] id = new byte[96];

  public CatEvents(
      ReportFormat format, Market market, ShardIds ids, int tradeDate, NativeKeys nativeKeys) {
    this.format = format;
    firms = market.firmNames;
    symbols = market.symbolNames;
    this.ids = ids;
    this.tradeDate = tradeDate;
    this.nativeKeys = nativeKeys;
  }

  /** True where nobody reports in CAT. */
  public boolean areNone() {
    return format == ReportFormat.FIX;
  }

  /** Marks the events of firms that report in CAT, and those of them that CAT has no record for. */
  public void choose(List<EventRecord> records) {
    for (EventRecord record : records) {
      record.inCat = format.isCat(record.reporter);
      if (record.inCat && !isSayable(records, record)) {
        record.unsaid = true;
        record.reported = false;
        if (record.type == EventType.REJECTED && record.deliverTo != EventRecord.NONE) {
          records.get(record.parent).refused = true;
        }
      }
    }
  }

  private static boolean isSayable(List<EventRecord> records, EventRecord record) {
    boolean isRoutes = record.deliverTo != EventRecord.NONE;
    boolean isOfDay =
        record.parent == EventRecord.NONE || whose(records, record).day() == record.day();
    return switch (record.type) {
      case NEW, AGGREGATE, ROUTE, INTERNAL -> true;
      case ACCEPT -> isOfDay;
      case REPLACE, CANCELED -> !isRoutes || isOfDay;
      case CANCEL, RESTATED, PARTIAL_FILL, FILL -> !isRoutes;
      default -> false;
    };
  }

  /** What a report of a cancel is about, or else the parent. */
  private static EventRecord whose(List<EventRecord> records, EventRecord record) {
    EventRecord parent = records.get(record.parent);
    return isOfCancel(record, parent) ? records.get(parent.parent) : parent;
  }

  private static boolean isOfCancel(EventRecord record, EventRecord parent) {
    return record.type.isReport()
        && parent.type == EventType.CANCEL
        && (parent.reported || parent.unsaid);
  }

  /** The id of an event whose key in FIX was derived. */
  public void name(EventRecord record) {
    if (record.inCat) {
      byte[] reporter = firms[record.reporter];
      int day = NewYorkTime.day(tradeDate * NANOS_OF_DAY + record.time);
      String key = new RowKey(record.high, record.low).toString();
      byte[] firmRoeId =
          (CalendarDates.text(day).replace("-", "") + "_" + key)
              .getBytes(StandardCharsets.US_ASCII);
      identity.cat().with(reporter, 0, reporter.length).with(firmRoeId, 0, firmRoeId.length);
      identity.derive();
      record.high = identity.high();
      record.low = identity.low();
    }
  }

  /**
   * Has reports of a cancel name its order, and events the keys of parents that are not reported.
   * The parents' dates, which messages of FIX say, are as they were.
   */
  public void nameParents(List<EventRecord> records) {
    for (EventRecord record : records) {
      if (record.merged != null) {
        for (int i = 0; i < record.merged.length; i++) {
          EventRecord parent = records.get(record.merged[i]);
          if (record.inCat && isMissing(parent)) {
            orderKey(record, parent);
            record.mergedKeys[2 * i] = identity.high();
            record.mergedKeys[2 * i + 1] = identity.low();
          }
        }
      } else if (record.parent != EventRecord.NONE) {
        EventRecord parent = records.get(record.parent);
        if (record.inCat && isOfCancel(record, parent)) {
          record.parent = parent.parent;
          parent = records.get(record.parent);
          record.parentHigh = parent.high;
          record.parentLow = parent.low;
        }
        if (isMissing(parent) && (record.inCat || parent.inCat)) {
          key(record, parent);
        }
      }
    }
  }

  /** Deleted orders are found. */
  private static boolean isMissing(EventRecord parent) {
    return !parent.reported && parent.action == 0;
  }

  /** The key by which an event names a parent that nobody reported. */
  private void key(EventRecord record, EventRecord parent) {
    if (!record.inCat || parent.deliverTo != EventRecord.NONE) {
      // A message of FIX may name no date: then it means its own.
      boolean isOfOwnDay = !record.inCat && record.undated;
      nativeKeys.deriveOn(parent, (isOfOwnDay ? record : parent).day());
      record.parentHigh = nativeKeys.high();
      record.parentLow = nativeKeys.low();
    } else {
      orderKey(record, parent);
      record.parentHigh = identity.high();
      record.parentLow = identity.low();
    }
  }

  private void orderKey(EventRecord record, EventRecord parent) {
    byte[] firm = firms[record.reporter];
    byte[] symbol = symbols[record.symbol];
    int length = 0;
    if (parent.onBehalfOf != EventRecord.NONE) {
      byte[] sender = firms[parent.onBehalfOf];
      System.arraycopy(sender, 0, id, 0, sender.length);
      id[sender.length] = ':';
      length = sender.length + 1;
    }
    length = ids.write(id, length, parent.lifecycle, parent.clOrdNo);
    identity
        .key(CatKey.Kind.ORDER, tradeDate + parent.day())
        .with(firm, 0, firm.length)
        .with(symbol, 0, symbol.length)
        .with(id, 0, length)
        .derive();
  }
}
