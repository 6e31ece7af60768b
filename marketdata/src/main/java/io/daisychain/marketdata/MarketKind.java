package io.daisychain.marketdata;

import static io.daisychain.warehouse.column.ColumnSpec.number;
import static io.daisychain.warehouse.column.ColumnSpec.optionalNumber;
import static io.daisychain.warehouse.column.ColumnSpec.optionalText;
import static io.daisychain.warehouse.column.ColumnSpec.text;
import static io.daisychain.warehouse.column.ColumnSpec.time;

import io.daisychain.marketdata.feed.RecordSink;
import io.daisychain.warehouse.column.ColumnSpec;
import java.util.List;

/** Kinds of market data, each in a file of its own for each trade date. */
public enum MarketKind {
  /** The best bid and offer of all exchanges. */
  NBBO(
      "nbbo",
      "nbbo.parquet",
      List.of(
          text("symbol"),
          time("time"),
          optionalNumber("bid", RecordSink.QUOTE_SCALE),
          optionalNumber("bidSize", 0),
          optionalText("bidExchange"),
          optionalNumber("ask", RecordSink.QUOTE_SCALE),
          optionalNumber("askSize", 0),
          optionalText("askExchange")),
      8),
  /** What each exchange quotes. */
  QUOTE(
      "quote",
      "quotes.parquet",
      List.of(
          text("symbol"),
          time("time"),
          text("exchange"),
          optionalNumber("bid", RecordSink.QUOTE_SCALE),
          optionalNumber("bidSize", 0),
          optionalNumber("ask", RecordSink.QUOTE_SCALE),
          optionalNumber("askSize", 0),
          optionalText("condition")),
      8),
  /** Trades; the column {@code effects} says what they do not count for. */
  TRADE(
      "trade",
      "trades.parquet",
      List.of(
          text("symbol"),
          time("time"),
          text("exchange"),
          number("price", RecordSink.TRADE_SCALE),
          number("size", 0),
          optionalText("condition"),
          number("effects", 0)),
      6);

  private final String word;
  private final String file;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<ColumnSpec> columns;

  private final int shown;

  MarketKind(String word, String file, List<ColumnSpec> columns, int shown) {
    this.word = word;
    this.file = file;
    this.columns = columns;
    this.shown = shown;
  }

  /** As users write it. */
  public String word() {
    return word;
  }

  /** Name of a date's file. */
  public String file() {
    return file;
  }

  /** Name of the view in a warehouse. */
  public String view() {
    return file.replace(".parquet", "");
  }

  public List<ColumnSpec> columns() {
    return columns;
  }

  /** Columns that users see. */
  public List<ColumnSpec> shownColumns() {
    return columns.subList(0, shown);
  }

  public int column(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(word + " has no " + name);
  }

  public static MarketKind parse(String word) {
    for (MarketKind kind : values()) {
      if (kind.word.equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("type '" + word + "' is none of quote, nbbo, trade");
  }
}
