package io.daisychain.explorer.point;

import io.daisychain.publish.table.PublishedViews;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the upright axis of the picture shows of an event. */
public enum Measure {
  /** Price of the execution, else the limit; of what is traded under its own symbol alone. */
  PRICE("price", "price"),
  /** Price beside the symbol's first trade, 0 for equal. */
  RETURN("return since the first trade", "price"),
  /** Place of the price between bid (0) and ask (1). */
  PLACE("place between bid and ask", "place in a market"),
  /** Seconds since the parent. */
  LATENCY("seconds since the parent", "reported parent");

  /** The type of published decimals. */
  public static final String DECIMAL = "DECIMAL(38,10)";

  private final String words;
  private final String without;

  Measure(String words, String without) {
    this.words = words;
    this.without = without;
  }

  public String words() {
    return words;
  }

  /** What an event lacks that has no such value. */
  public String without() {
    return without;
  }

  public String parameter() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Measure parse(String text) {
    for (Measure measure : values()) {
      if (measure.parameter().equals(text)) {
        return measure;
      }
    }
    throw new BadParameterException(
        "y="
            + text
            + ": must be "
            + Arrays.stream(values()).map(Measure::parameter).collect(Collectors.joining(", ")));
  }

  /** Whether its values are among the {@link Points.Details}. */
  public boolean isDetail() {
    return this == PLACE || this == LATENCY;
  }

  /** Values of this measure by index of the event. */
  public Values of(Points points) {
    return switch (this) {
      case PRICE -> points.price;
      case RETURN -> new Values.Floats(points.returns);
      case PLACE -> new Values.Doubles(points.details().place());
      case LATENCY -> new Values.Floats(points.details().latency());
    };
  }

  /** Whether its values are approximate, in 32 bits. */
  public boolean isFloat() {
    return this == RETURN || this == LATENCY;
  }

  /** The type of {@link #sql}, in which limits are compared. */
  public String type() {
    return switch (this) {
      case PRICE -> DECIMAL;
      case RETURN, LATENCY -> "FLOAT";
      case PLACE -> "DOUBLE";
    };
  }

  /**
   * The same in SQL, of a row of {@code events AS e}; of its {@link #type}.
   *
   * @param dates condition that holds for the trade dates that are shown, of {@code $.tradeDate}
   */
  public String sql(String dates) {
    return switch (this) {
      case PRICE -> price("e");
      case RETURN -> {
        String others = dates.replace("$", "f");
        String value = price("f");
        yield "(SELECT CAST(CAST("
            + price("e")
            + " AS DOUBLE) / CAST(r.first AS DOUBLE) - 1 AS FLOAT) FROM (SELECT symbol, min(px) AS"
            + " first FROM (SELECT f.symbol, "
            + value
            + " AS px, f.timestampNanos AS t, f.eventType IN ('FILL', 'PARTIAL_FILL') AS trade,"
            + " bool_or(trade) OVER (PARTITION BY f.symbol) AS traded,"
            + " min(CASE WHEN trade THEN t END) OVER (PARTITION BY f.symbol) AS tradeTime,"
            + " min(t) OVER (PARTITION BY f.symbol) AS anyTime FROM events AS f WHERE "
            + others
            + " AND f.timestampNanos IS NOT NULL AND "
            + value
            + " IS NOT NULL) WHERE CASE WHEN traded THEN trade AND t = tradeTime ELSE t = anyTime"
            + " END GROUP BY symbol) AS r WHERE r.symbol IS NOT DISTINCT FROM e.symbol)";
      }
      // Decimals are subtracted as such: a price at the ask is at the ask. One of 28 digits less
      // another may be none any more.
      case PLACE ->
          "(SELECT CAST(TRY("
              + price("e")
              + " - m.bid) AS DOUBLE) / CAST(TRY(m.ask - m.bid) AS DOUBLE) FROM event_market AS m"
              + " WHERE m.id = e.id AND m.tradeDate = e.tradeDate AND m.bid < m.ask)";
      case LATENCY ->
          "(SELECT CAST((e.timestampNanos - p.timestampNanos) / 1e9 AS FLOAT) FROM v_parents AS v"
              + " JOIN events AS p ON p.id = v.parent AND p.tradeDate = v.parentDate WHERE v.child ="
              + " e.id AND v.tradeDate = e.tradeDate AND v.parent = e.Parent)";
    };
  }

  /**
   * The price of a row: of the execution, else the limit. Prices of options and of orders of
   * several legs are none of their symbol: one axis has no room for both.
   */
  static String price(String row) {
    return ("CASE WHEN "
            + PublishedViews.traded("$")
            + " IS DISTINCT FROM $.symbol THEN NULL WHEN $.lastPx <> 0 THEN $.lastPx ELSE $.price END")
        .replace("$", row);
  }
}
