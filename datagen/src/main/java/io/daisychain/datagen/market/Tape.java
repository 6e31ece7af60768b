package io.daisychain.datagen.market;

import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.quote.BackgroundTrades;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/**
 * Writes the trades of a generated market: each execution once, where the order went no further, as
 * it was first reported, and what others trade; of two reported sides from the one that came to
 * trade. Conditions are those of the consolidated tapes.
 */
public final class Tape {
  static final byte[] HEADER =
      "symbol,time,exchange,price,size,condition\n".getBytes(StandardCharsets.US_ASCII);

  private final Market market;
  private final int epochDay;
  private final MarketTruth.DatesWithQuotes dates;
  private final ByteSink sink;

  public Tape(Market market, int epochDay, MarketTruth.DatesWithQuotes dates, OutputStream out) {
    this.market = market;
    this.epochDay = epochDay;
    this.dates = dates;
    this.sink = new ByteSink(out);
    sink.put(HEADER);
  }

  public void flush() throws IOException {
    sink.flush();
  }

  /**
   * Writes the trades of a lifecycle.
   *
   * @param ownFills as of {@link #ownFills}
   */
  public void write(List<EventRecord> records, BitSet ownFills) throws IOException {
    for (int i = ownFills.nextSetBit(0); i >= 0; i = ownFills.nextSetBit(i + 1)) {
      EventRecord record = records.get(i);
      if (!record.otherSide
          && record.symbol < market.symbols
          && dates.has(epochDay + record.day())) {
        trade(record);
      }
    }
  }

  /** The fills of orders that went no further: no version was routed, split or merged. */
  public static BitSet ownFills(List<EventRecord> records) {
    BitSet passedOn = new BitSet();
    for (EventRecord record : records) {
      switch (record.type) {
        case ROUTE, ACCEPT, INTERNAL, AGGREGATE -> {
          for (int p = 0; p < record.parentCount(); p++) {
            passedOn.set(firstVersion(records, record.parent(p)));
          }
        }
        default -> {}
      }
    }
    BitSet fills = new BitSet();
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      boolean isFill = record.type == EventType.FILL || record.type == EventType.PARTIAL_FILL;
      fills.set(i, isFill && !passedOn.get(firstVersion(records, record.parent)));
    }
    return fills;
  }

  private static int firstVersion(List<EventRecord> records, int order) {
    int at = order;
    while (records.get(at).type == EventType.REPLACE || records.get(at).type == EventType.CANCEL) {
      at = records.get(at).parent;
    }
    return at;
  }

  private void trade(EventRecord record) throws IOException {
    int grain = market.clockNanos[record.reporter];
    put(record.symbol, record.time / grain * grain, record.reporter);
    QuoteFile.cents(record.lastPrice, sink);
    boolean sweeps = record.instruction == EventRecord.SWEEP;
    end(record.lastQty, BackgroundTrades.condition(record.lastQty, sweeps));
  }

  /**
   * Writes what others trade in a symbol on the date: at what they quote, unless a reported order
   * shows a better price.
   */
  public void write(int symbol, BackgroundTrades background, SymbolQuotes known)
      throws IOException {
    background.forEach(
        symbol,
        trade -> {
          int moment = known.momentAt(trade.time());
          boolean isWithin =
              trade.price() >= 100 * known.bid(moment) && trade.price() <= 100 * known.ask(moment);
          if (isWithin || trade.isAuction()) {
            put(symbol, trade.time(), market.brokers + trade.venue());
            price(trade.price());
            end(trade.size(), trade.condition());
          }
        });
  }

  private void put(int symbol, long time, int venue) throws IOException {
    sink.makeRoom();
    sink.put(market.symbolNames[symbol]);
    sink.put(',');
    sink.number(epochDay * TradingDay.NANOS_PER_DAY + time);
    sink.put(',');
    sink.put(market.firmNames[venue]);
    sink.put(',');
  }

  private void price(int hundredthsOfCents) {
    QuoteFile.cents(hundredthsOfCents / 100, sink);
    int rest = hundredthsOfCents % 100;
    if (rest > 0) {
      sink.pair(rest);
    }
  }

  private void end(long size, String condition) {
    sink.put(',');
    sink.number(size);
    sink.put(',');
    for (int i = 0; i < condition.length(); i++) {
      sink.put(condition.charAt(i));
    }
    sink.put('\n');
  }
}
