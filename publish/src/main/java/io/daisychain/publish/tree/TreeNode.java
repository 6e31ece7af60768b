package io.daisychain.publish.tree;

import io.daisychain.publish.table.PublishedViews;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One published event as {@link TreeView} draws it; values are text as published, or null.
 *
 * @param symbol what is traded: of an option its OSI symbol, of several legs {@code IBM (legs)}
 */
public record TreeNode(
    String id,
    List<String> parents,
    String relation,
    String time,
    String nanos,
    String type,
    String reporter,
    String eventId,
    String source,
    String destination,
    String lastMkt,
    String symbol,
    String side,
    String ordType,
    String quantity,
    String price,
    String lastShares,
    String lastPx,
    String execRefId,
    String errors,
    String lifecycle,
    String date,
    String legRefId,
    String bid,
    String ask) {

  /** What is selected of {@code events} and the market, in the order that {@link #of} takes. */
  static final String COLUMNS =
      """
      e.id, e.Parent, e.$merge, e.relation, e.timestamp, e.timestampNanos, e.eventType,
        e.ReporterId, e.EventId, e.source, e.destination, e.lastMkt, $named, e.side, e.ordType,
        e.quantity, e.price, e.lastShares, e.lastPx, e.execRefId, e.errorStatus, e.LifecycleId,
        e.tradeDate, e.legRefId, $bid, $ask"""
          .replace("$named", PublishedViews.named("e"));

  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final Set<String> BUYS = Set.of("1", "3");
  private static final Set<String> SALES = Set.of("2", "4", "5", "6");

  static TreeNode of(String[] row) {
    List<String> parents = new ArrayList<>();
    if (row[1] != null) {
      parents.add(row[1]);
    }
    if (row[2] != null) {
      parents.addAll(List.of(row[2].split("\\|", -1)));
    }
    return new TreeNode(
        row[0], parents, row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11],
        row[12], row[13], row[14], row[15], row[16], row[17], row[18], row[19], row[20], row[21],
        row[22], row[23], row[24], row[25]);
  }

  /** Whether this reports that shares were traded. */
  public boolean isFill() {
    return "FILL".equals(type) || "PARTIAL_FILL".equals(type);
  }

  boolean isAmendment() {
    return "BUST".equals(type) || "CORRECT".equals(type);
  }

  /** Shares and price of an execution: {@code 100 @ 10.49}. */
  String execution() {
    return grouped(lastShares) + " @ " + (lastPx == null ? "?" : lastPx);
  }

  /**
   * The limit of the order that this is a fill of, null for none: a leg has no limit of its own.
   */
  static String limit(TreeNode order, TreeNode fill) {
    if (fill.legRefId != null) {
      return null;
    }
    String ordType = order == null || order.ordType == null ? fill.ordType : order.ordType;
    if ("1".equals(ordType)) {
      return null;
    }
    return order == null || order.price == null ? fill.price : order.price;
  }

  /** True of a fill at a price worse than the limit of its order; as v_fill_price tells it. */
  static boolean isBeyond(TreeNode order, TreeNode fill) {
    String limit = limit(order, fill);
    String orderSide = order == null || order.side == null ? fill.side : order.side;
    if (limit == null || fill.lastPx == null || fill.side == null) {
      return false;
    }
    int above = new BigDecimal(fill.lastPx).compareTo(new BigDecimal(limit));
    return (above > 0 && BUYS.contains(fill.side) && BUYS.contains(orderSide))
        || (above < 0 && SALES.contains(fill.side) && SALES.contains(orderSide));
  }

  /** The event in words, beside the one that it hangs on, null for none. */
  String words(TreeNode above) {
    StringBuilder words = new StringBuilder();
    words.append(reporter == null ? "-" : reporter);
    words.append(' ').append(eventId == null ? "-" : eventId);
    append(words, " from ", source);
    append(words, " to ", destination);
    append(words, " at ", lastMkt);
    String instrument = instrument();
    if (above == null || !instrument.equals(above.instrument())) {
      words.append(instrument.isEmpty() ? "" : "  " + instrument);
    }
    if (isAmendment()) {
      amendment(words, above);
    } else if (lastShares != null && !lastShares.equals("0")) {
      words.append("  ").append(execution());
      String limit = limit(above, this);
      if (isBeyond(above, this)) {
        words.append(" BEYOND LIMIT ").append(limit);
      } else if (isFill() && limit != null) {
        words.append(" limit ").append(limit);
      }
    } else if (quantity != null) {
      words.append("  ").append(grouped(quantity));
      append(words, " limit ", price);
      words.append("1".equals(ordType) ? " market" : "");
    }
    if (bid != null || ask != null) {
      words.append("  {").append(bid == null ? "-" : bid);
      words.append(" x ").append(ask == null ? "-" : ask).append('}');
    }
    if (errors != null) {
      words.append("  [").append(errors).append(']');
    }
    return words.toString();
  }

  /** What was busted or corrected. */
  private void amendment(StringBuilder words, TreeNode above) {
    boolean bust = "BUST".equals(type);
    words.append(bust ? "  busts " : "  corrects ");
    if (above != null && (above.isFill() || above.isAmendment())) {
      words.append(above.execution()).append(" of ").append(above.eventId);
    } else {
      words.append(execRefId == null ? "an execution without ExecRefID" : execRefId);
    }
    if (!bust) {
      words.append(" to ").append(execution());
    }
  }

  /** Side and symbol. */
  private String instrument() {
    return (sideWords() + (symbol == null ? "" : symbol)).strip();
  }

  private String sideWords() {
    if (side == null) {
      return "";
    }
    return switch (side) {
      case "1" -> "buy ";
      case "2" -> "sell ";
      case "3" -> "buy minus ";
      case "4" -> "sell plus ";
      case "5" -> "sell short ";
      case "6" -> "sell short exempt ";
      default -> "side " + side + " ";
    };
  }

  private static void append(StringBuilder words, String before, String value) {
    if (value != null) {
      words.append(before).append(value);
    }
  }

  /** Whole numbers with their thousands apart. */
  static String grouped(String number) {
    if (number == null) {
      return "?";
    }
    BigDecimal value = new BigDecimal(number);
    return value.scale() <= 0 ? String.format(Locale.ROOT, "%,d", value.toBigInteger()) : number;
  }

  /** Day and time, without zeros that say nothing. */
  String moment() {
    if (time == null) {
      return "?";
    }
    String text = time.substring(0, 10) + " " + time.substring(11, time.length() - 1);
    while (text.endsWith("000")) {
      text = text.substring(0, text.length() - 3);
    }
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  /** Time since another event, with a sign: {@code +450us}, {@code +2.003s}, {@code +6h29m10s}. */
  static String elapsed(TreeNode from, TreeNode to) {
    if (from.nanos == null || to.nanos == null) {
      return "?";
    }
    BigDecimal difference = new BigDecimal(to.nanos).subtract(new BigDecimal(from.nanos));
    String sign = difference.signum() < 0 ? "-" : "+";
    long nanos = difference.abs().min(LONGEST).longValue();
    if (nanos < 1_000) {
      return sign + nanos + "ns";
    }
    if (nanos < 1_000_000) {
      return sign + nanos / 1_000 + "us";
    }
    if (nanos < 1_000_000_000) {
      return sign + thousandths(nanos / 1_000) + "ms";
    }
    if (nanos < 60_000_000_000L) {
      return sign + thousandths(nanos / 1_000_000) + "s";
    }
    long seconds = nanos / 1_000_000_000;
    String hours = seconds < 3600 ? "" : seconds / 3600 + "h";
    return sign + hours + seconds / 60 % 60 + "m" + seconds % 60 + "s";
  }

  private static String thousandths(long value) {
    return BigDecimal.valueOf(value, 3).stripTrailingZeros().toPlainString();
  }
}
