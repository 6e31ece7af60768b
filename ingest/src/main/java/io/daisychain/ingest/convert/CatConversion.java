package io.daisychain.ingest.convert;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.cat.RecordCheck;
import io.daisychain.cat.RecordFaults;
import io.daisychain.cat.RecordReader;
import io.daisychain.fix.FixMessage;
import io.daisychain.ingest.EventScan;
import io.daisychain.ingest.MessageCounts;
import io.daisychain.model.Action;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.TableSchema;
import io.daisychain.model.event.EventReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files of FIX as files of CAT: read twice, since an event may stand before the order that it
 * names. In between some 20 bytes are kept an order, and each cancel, refused route, bust and
 * correction; all else is passed on.
 */
public final class CatConversion {
  /**
   * What became of what was read: read = written + skipped + rejected, in messages.
   *
   * @param files number of files written
   * @param skippedByKind messages by MsgType, as ingest skips them, and events by why CAT cannot
   *     say them
   */
  public record Sums(
      long read,
      long written,
      long skipped,
      long rejected,
      int files,
      Map<String, Long> skippedByKind,
      Map<String, Long> rejectedByKind) {
    Sums with(int written) {
      return new Sums(
          read, this.written, skipped, rejected, written, skippedByKind, rejectedByKind);
    }
  }

  private final List<String> files;
  private final EventReader.Rules rules;
  private final OrderIndex orders = new OrderIndex();
  private final Trades trades = new Trades();
  private final RecordWriter writer;
  private final RecordReader reader;
  private final CatRecord record = new CatRecord();
  private final RecordCheck check = new RecordCheck();
  private final RecordFaults faults = new RecordFaults();
  private final Map<Unsayable, Long> unsayable = new EnumMap<>(Unsayable.class);
  private final Map<String, Long> lacking = new TreeMap<>();
  private long written;

  private CatConversion(List<String> files, EventReader.Rules rules, CatSchemas.Versions versions) {
    this.files = files;
    this.rules = rules;
    writer = new RecordWriter(rules.dates(), orders);
    reader = new RecordReader(versions);
  }

  /** Takes the records of what is converted. */
  @FunctionalInterface
  public interface Taker {
    /**
     * A record, and where it is to be.
     *
     * @param day {@code YYYYMMDD} of the file
     * @param of the message that it says, valid during the call; null of a trade that is said once
     *     more
     */
    void record(String reporter, String day, byte[] record, FixMessage of) throws IOException;
  }

  /**
   * Converts into files.
   *
   * @param files submissions or wire logs of FIX
   * @param versions by which records are checked
   * @param output folder of a file a reporter and date; those of an earlier run are replaced
   */
  public static Sums run(
      List<String> files, EventReader.Rules rules, CatSchemas.Versions versions, Path output)
      throws IOException {
    try (ShownRecords shown = new ShownRecords(output, RecordFiles.CAT)) {
      RecordFiles into = shown.files();
      Sums sums =
          run(
              files,
              rules,
              versions,
              (reporter, day, record, of) -> into.add(reporter, day, record));
      return sums.with(shown.complete());
    }
  }

  /** Converts, and hands on what comes of it; of files there are none. */
  public static Sums run(
      List<String> files, EventReader.Rules rules, CatSchemas.Versions versions, Taker into)
      throws IOException {
    return new CatConversion(files, rules, versions).convert(into);
  }

  private Sums convert(Taker into) throws IOException {
    EventScan.scan(files, rules, (event, message) -> note(event));
    MessageCounts counts =
        EventScan.scan(files, rules, (event, message) -> take(event, message, into));
    for (Trades.Change change : trades.changes()) {
      change(change, into);
    }
    Map<String, Long> skipped = new TreeMap<>(counts.skippedByKind());
    unsayable.forEach((why, count) -> skipped.merge(why.words(), count, Long::sum));
    lacking.forEach((field, count) -> skipped.merge("value of " + field, count, Long::sum));
    long all = skipped.values().stream().mapToLong(Long::longValue).sum();
    return new Sums(
        counts.read(),
        written,
        all,
        counts.rejected(),
        0,
        skipped,
        new TreeMap<>(counts.rejectedByKind()));
  }

  private void note(OrderEvent event) {
    boolean isToRoute = isOfRoute(event);
    switch (event.type()) {
      case NEW, AGGREGATE, INTERNAL, ACCEPT -> order(event, false);
      case REPLACE -> {
        if (!isToRoute) {
          order(event, false);
        }
      }
      case CANCEL -> order(event, true);
      case REJECTED -> {
        if (isToRoute && event.parents().count() > 0) {
          orders.addRefused(event.parents().key(0));
        }
      }
      case BUST, CORRECT -> trades.note(event);
      default -> {}
    }
  }

  private static boolean isOfRoute(OrderEvent event) {
    return !event.isWireLog() && !event.destination().isEmpty();
  }

  private void order(OrderEvent event, boolean isCancel) {
    if (event.action() != Action.DELETION) {
      orders.add(event.high(), event.low(), event.symbol(), isCancel);
      ParentReferences parents = event.parents();
      if (isCancel && parents.count() > 0) {
        boolean isSaid = parents.date(0) != ParentReferences.NO_DATE;
        orders.addCanceled(
            event.key(), parents.key(0), isSaid ? parents.date(0) : event.tradeDate());
      }
    }
  }

  private static int fileDay(OrderEvent event) {
    int day = NewYorkTime.day(event.eventTime());
    boolean isLater = event.action() != Action.NEW || Trades.isChange(event);
    return isLater && event.sendingTime() != TableSchema.NO_TIME
        ? Math.max(day, NewYorkTime.day(event.sendingTime()))
        : day;
  }

  private void take(OrderEvent event, FixMessage message, Taker into) throws IOException {
    if (Trades.isChange(event)) {
      boolean isRoutes = isOfRoute(event);
      if (isRoutes || event.action() != Action.NEW || !trades.change(event, fileDay(event))) {
        skip(isRoutes ? Unsayable.REPORT : Unsayable.NO_TRADE);
      }
      return;
    }
    Unsayable why = writer.write(event, message);
    if (why != null) {
      skip(why);
      return;
    }
    int day = fileDay(event);
    Trades.Trade trade = writer.trade();
    if (put(event.reporter().toString(), day, message, into)
        && trade != null
        && trades.isWanted(event.high(), event.low())) {
      trade.fileDay = day;
      trades.keep(event.key(), trade, event);
    }
  }

  private void change(Trades.Change change, Taker into) throws IOException {
    Trades.Trade trade = trades.tradeOf(change);
    if (trade == null) {
      skip(Unsayable.NO_TRADE);
      return;
    }
    if (change.isBust()) {
      trade.isBusted = true;
      trade.bustTime = change.time();
    } else {
      trade.quantity = change.quantity();
      trade.price = change.price();
    }
    trade.fileDay = Math.max(trade.fileDay, change.fileDay());
    writer.change(trade);
    put(trade.reporter, trade.fileDay, null, into);
  }

  /** Writes a record without faults; of others the first fault's field is counted. */
  private boolean put(String reporter, int day, FixMessage of, Taker into) throws IOException {
    byte[] line = writer.record();
    String field = "eventTimestamp";
    if (reader.read(true, line, 0, line.length - 1, record)) {
      check.check(record, faults);
      field = faults.all().isEmpty() ? "" : faults.all().get(0).field();
    }
    if (!field.isEmpty()) {
      lacking.merge(field.replaceAll("\\[\\d+]", ""), 1L, Long::sum);
      return false;
    }
    into.record(reporter, ConvertedEvent.day(day), line, of);
    written++;
    return true;
  }

  private void skip(Unsayable why) {
    unsayable.merge(why, 1L, Long::sum);
  }
}
