package io.daisychain.marketdata.window;

import io.daisychain.marketdata.AsOfMerge;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.warehouse.column.ColumnSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What windows are made of: one number of each trade that counts, or of each best bid and offer.
 */
public enum WindowValue {
  /** Price of a trade, beside which its size is kept. */
  PRICE("price", MarketKind.TRADE, "time price size effects"),
  /** The middle, where there is a bid and an offer. */
  MID("mid", MarketKind.NBBO, "time bid ask"),
  BID("bid", MarketKind.NBBO, "time bid"),
  BID_SIZE("bidSize", MarketKind.NBBO, "time bidSize"),
  ASK("ask", MarketKind.NBBO, "time ask"),
  ASK_SIZE("askSize", MarketKind.NBBO, "time askSize");

  private final String text;
  private final MarketKind kind;
  private final String columns;

  WindowValue(String text, MarketKind kind, String columns) {
    this.text = text;
    this.kind = kind;
    this.columns = columns;
  }

  /** What is taken of a kind where nothing else is asked for. */
  public static WindowValue of(MarketKind kind) {
    return kind == MarketKind.TRADE ? PRICE : MID;
  }

  /**
   * Reads one of some kinds.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  public static WindowValue parse(String text, Set<MarketKind> kinds) {
    List<WindowValue> all =
        Arrays.stream(values()).filter(value -> kinds.contains(value.kind)).toList();
    return all.stream()
        .filter(value -> value.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("--value=" + text + " is none of " + all));
  }

  /** The records that have it. */
  public MarketKind kind() {
    return kind;
  }

  /** Digits after the point that its numbers stand for. */
  public int scale() {
    return this == MID ? AsOfMerge.MID_SCALE : kind.columns().get(columns()[1]).scale();
  }

  /** A difference that is no outlier's whatever the deviation: two cents, or a round lot. */
  double granularity() {
    return this == BID_SIZE || this == ASK_SIZE ? 100 : 0.02;
  }

  /** Numbers of the columns that are read, the time first. */
  int[] columns() {
    return Arrays.stream(columns.split(" ", -1)).mapToInt(kind::column).toArray();
  }

  /** It, of a best bid and offer; {@link ColumnSpec#NULL} where there is none. */
  long of(long bid, long bidSize, long ask, long askSize) {
    return switch (this) {
      case MID -> mid(bid, ask);
      case BID -> bid;
      case BID_SIZE -> bidSize;
      case ASK -> ask;
      case ASK_SIZE -> askSize;
      case PRICE -> throw new IllegalStateException("a best bid and offer is no trade");
    };
  }

  static long mid(long bid, long ask) {
    return bid == ColumnSpec.NULL || ask == ColumnSpec.NULL ? ColumnSpec.NULL : (bid + ask) * 5;
  }

  @Override
  public String toString() {
    return text;
  }
}
