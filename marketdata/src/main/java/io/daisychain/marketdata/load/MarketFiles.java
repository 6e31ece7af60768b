package io.daisychain.marketdata.load;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.marketdata.feed.Effects;
import io.daisychain.model.TradeDates;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.column.TextCodes;
import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes sorted rows into the files of their dates. */
final class MarketFiles implements Closeable {
  /** Bits of the effects' mask beside a condition's code. */
  static final int MASK_BITS = 3;

  private final MarketFolder.Load load;
  private final TextCodes texts;
  private final TradeDates dates;

  /** Rows that were written, by kind and date. */
  private final SortedMap<Integer, Map<MarketKind, Long>> rows = new TreeMap<>();

  private int day;
  private ColumnFileWriter first;
  private ColumnFileWriter second;
  private MarketKind firstKind;
  private MarketKind secondKind;

  MarketFiles(MarketFolder.Load load, TextCodes texts, TradeDates dates) {
    this.load = load;
    this.texts = texts;
    this.dates = dates;
  }

  /** A condition's code and what it does not count for, in one number. */
  static int marked(int condition, int effects) {
    return condition == ColumnSpec.NO_TEXT ? ColumnSpec.NO_TEXT : condition << MASK_BITS | effects;
  }

  private static int condition(int marked) {
    return marked == ColumnSpec.NO_TEXT ? ColumnSpec.NO_TEXT : marked >> MASK_BITS;
  }

  private static int effects(int marked) {
    return marked == ColumnSpec.NO_TEXT ? 0 : marked & ((1 << MASK_BITS) - 1);
  }

  SortedMap<Integer, Map<MarketKind, Long>> rows() {
    return rows;
  }

  private ColumnFileWriter open(MarketKind kind) throws IOException {
    return new ColumnFileWriter(
        FileKey.fresh(load.version(day).resolve(kind.file())),
        kind.columns(),
        texts,
        DayFiles.notes(load.id(), TradeDateBounds.of(day, dates)));
  }

  private void finish() throws IOException {
    if (first != null) {
      first.finish();
      rows.get(day).put(firstKind, first.rows());
      first.close();
      first = null;
    }
    if (second != null) {
      second.finish();
      rows.get(day).put(secondKind, second.rows());
      second.close();
      second = null;
    }
  }

  private void begin(int epochDay, MarketKind one, MarketKind other) throws IOException {
    if (first == null || epochDay != day) {
      finish();
      day = epochDay;
      rows.computeIfAbsent(day, none -> new EnumMap<>(MarketKind.class));
      firstKind = one;
      secondKind = other;
      first = open(one);
      second = other == null ? null : open(other);
    }
  }

  /** Writes quotes, and the best bid and offer that they make. */
  void writeQuotes(RowSorter sorted) throws IOException {
    int[] current = new int[1];
    NbboBuilder nbbo =
        new NbboBuilder(
            (time, bid, bidSize, bidExchange, ask, askSize, askExchange) -> {
              second.set(0, current[0]);
              second.set(1, time);
              second.set(2, bid);
              second.set(3, bidSize);
              second.set(4, bidExchange);
              second.set(5, ask);
              second.set(6, askSize);
              second.set(7, askExchange);
              second.endRow();
            });
    sorted.drain(
        new RowSorter.Visitor() {
          @Override
          public void begin(int epochDay, int symbol) throws IOException {
            MarketFiles.this.begin(epochDay, MarketKind.QUOTE, MarketKind.NBBO);
            current[0] = symbol;
            nbbo.begin();
          }

          @Override
          public void row(
              long time, long bid, long bidSize, long ask, long askSize, int exchange, int marked)
              throws IOException {
            first.set(0, current[0]);
            first.set(1, time);
            first.set(2, exchange);
            first.set(3, bid);
            first.set(4, bidSize);
            first.set(5, ask);
            first.set(6, askSize);
            first.set(7, condition(marked));
            first.endRow();
            if ((effects(marked) & Effects.NO_NBBO) == 0) {
              nbbo.quote(time, exchange, bid, bidSize, ask, askSize);
            }
          }

          @Override
          public void end() throws IOException {
            nbbo.end();
          }
        });
    finish();
  }

  /** Which trades were broken. */
  interface Broken {
    boolean has(long match);
  }

  /** Writes trades; of those that were broken the condition says so. */
  void writeTrades(RowSorter sorted, Broken broken) throws IOException {
    int[] current = new int[1];
    int brokenCode = texts.code(Effects.BROKEN);
    sorted.drain(
        new RowSorter.Visitor() {
          @Override
          public void begin(int epochDay, int symbol) throws IOException {
            MarketFiles.this.begin(epochDay, MarketKind.TRADE, null);
            current[0] = symbol;
          }

          @Override
          public void row(
              long time, long price, long size, long match, long none, int exchange, int marked)
              throws IOException {
            int how =
                broken.has(match) ? marked(brokenCode, Effects.NO_VOLUME | Effects.EXEMPT) : marked;
            first.set(0, current[0]);
            first.set(1, time);
            first.set(2, exchange);
            first.set(3, price);
            first.set(4, size);
            first.set(5, condition(how));
            first.set(6, effects(how));
            first.endRow();
          }

          @Override
          public void end() {}
        });
    finish();
  }

  @Override
  public void close() throws IOException {
    if (first != null) {
      first.close();
    }
    if (second != null) {
      second.close();
    }
  }
}
