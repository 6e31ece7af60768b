package io.daisychain.marketdata.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which columns of CSV files hold what, and how. For files of others properties say it, such as
 * {@code quote.bid = Bid_Price}; a value in quotation marks is one that the files do not have, such
 * as {@code quote.exchange = "SIP"}.
 */
public final class CsvColumns {
  /** What {@code --columns} takes beside files. */
  public static final List<String> BUILT_IN = List.of("alpaca", "databento", "polygon", "taq");

  private static final List<String> QUOTES =
      List.of("symbol", "time", "exchange", "bid", "bidSize", "ask", "askSize", "condition");

  /** Of quotes that are the best of all exchanges, in place of {@code exchange}. */
  private static final List<String> BEST_QUOTES =
      Stream.concat(QUOTES.stream(), Stream.of("bidExchange", "askExchange")).toList();

  private static final List<String> TRADES =
      List.of("symbol", "time", "exchange", "price", "size", "condition");

  /** Our own files. */
  static final CsvColumns OWN =
      new CsvColumns(
          "",
          ',',
          TimeForm.UTC,
          ZoneId.of("UTC"),
          0,
          "",
          new Kind("quotes", QUOTES, QUOTES, null, 1),
          new Kind("trades", TRADES, TRADES, null, 1));

  /** What a time is written as. */
  enum TimeForm {
    /** ISO 8601 in UTC, or nanoseconds since 1970. */
    UTC(1),
    MICROS(1_000),
    MILLIS(1_000_000),
    SECONDS(1_000_000_000),
    /** HHMMSS and digits of a second, in a zone, of a date that the files do not say. */
    CLOCK(0);

    /** Nanoseconds of one; 0 where it is no number of them. */
    final long nanos;

    TimeForm(long nanos) {
      this.nanos = nanos;
    }
  }

  /**
   * Lines that are taken alone.
   *
   * @param values of the column
   */
  record Only(String column, Set<String> values) {}

  /**
   * Quotes or trades.
   *
   * @param columns our names for them
   * @param theirs names in the header, or values in quotation marks; null for none
   * @param only which lines are taken; null for all
   * @param sizeUnit shares of one in a size
   */
  record Kind(String word, List<String> columns, List<String> theirs, Only only, int sizeUnit) {
    /** Names that the header must have. */
    List<String> required() {
      List<String> required = new ArrayList<>();
      for (int i = 0; i < theirs.size(); i++) {
        boolean may = columns.get(i).equals("condition") && word.equals("quotes");
        if (theirs.get(i) != null && constant(i) == null && !may) {
          required.add(theirs.get(i));
        }
      }
      if (only != null) {
        required.add(only.column());
      }
      return required;
    }

    /**
     * Whether each side has an exchange of its own: {@code bidExchange} and {@code askExchange}.
     */
    boolean isConsolidated() {
      return columns.size() > QUOTES.size();
    }

    /** What stands for a column that the files do not have; null where they have it. */
    String constant(int column) {
      String text = theirs.get(column);
      return text != null && text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
          ? text.substring(1, text.length() - 1)
          : null;
    }
  }

  private final String name;
  final char separator;
  final TimeForm time;
  final ZoneId zone;

  /** Decimals of prices that are written without a point. */
  final int priceDecimals;

  /** How the last line begins where it is no record; empty for not at all. */
  final String trailer;

  /** Null where these files have none. */
  final Kind quotes;

  final Kind trades;

  private CsvColumns(
      String name,
      char separator,
      TimeForm time,
      ZoneId zone,
      int priceDecimals,
      String trailer,
      Kind quotes,
      Kind trades) {
    this.name = name;
    this.separator = separator;
    this.time = time;
    this.zone = zone;
    this.priceDecimals = priceDecimals;
    this.trailer = trailer;
    this.quotes = quotes;
    this.trades = trades;
  }

  /**
   * Columns by the name of who makes the files, or by a file that says them.
   *
   * @throws IllegalArgumentException naming what is wrong with the file
   * @throws IOException if it cannot be read
   */
  public static CsvColumns named(String name) throws IOException {
    Properties properties = new Properties();
    if (BUILT_IN.contains(name)) {
      try (InputStream in = CsvColumns.class.getResourceAsStream(name + ".properties")) {
        properties.load(in);
      }
    } else {
      try (Reader in = Files.newBufferedReader(Path.of(name), UTF_8)) {
        properties.load(in);
      } catch (NoSuchFileException e) {
        throw new IllegalArgumentException(
            name + " is no file, and none of " + String.join(", ", BUILT_IN), e);
      } catch (MalformedInputException e) {
        throw new IllegalArgumentException(name + " is not in UTF-8", e);
      }
    }
    return new Words(name, properties).columns();
  }

  /** Whether files do not say of which date they are. */
  public boolean needsDate() {
    return time == TimeForm.CLOCK;
  }

  /** Whether text of others is read, which may write numbers and times in more ways. */
  boolean isOfOthers() {
    return !name.isEmpty();
  }

  /** A name of a header as it is compared: others change case and underscores between versions. */
  String compared(String column) {
    return isOfOthers() ? column.strip().toLowerCase(Locale.ROOT).replace('_', ' ') : column;
  }

  /** What the header of a file may have, for messages. */
  String expected() {
    if (!isOfOthers()) {
      return "quotes have "
          + String.join(",", quotes.required())
          + "[,condition], trades "
          + String.join(",", trades.required());
    }
    String all = name + " has ";
    if (quotes != null) {
      all += "quotes with " + String.join(", ", quotes.required()) + (trades == null ? "" : "; ");
    }
    return trades == null ? all : all + "trades with " + String.join(", ", trades.required());
  }

  /** What properties say; each must be known. */
  private record Words(String name, Properties properties, Set<String> unknown) {
    private static final int MOST_DECIMALS = 9;
    private static final int MOST_SHARES = 1_000_000;

    Words(String name, Properties properties) {
      this(name, properties, new TreeSet<>(properties.stringPropertyNames()));
    }

    CsvColumns columns() {
      String separator = taken("separator").orElse(",");
      boolean isTab = separator.equals("tab");
      check(isTab || (separator.length() == 1 && separator.charAt(0) < 128), "separator");
      CsvColumns columns =
          new CsvColumns(
              name,
              isTab ? '\t' : separator.charAt(0),
              timeForm(),
              zone(),
              number("price.decimals", 0, MOST_DECIMALS),
              taken("trailer").orElse(""),
              kind("quote", properties.containsKey("quote.bidExchange") ? BEST_QUOTES : QUOTES),
              kind("trade", TRADES));
      if (!unknown.isEmpty()) {
        throw new IllegalArgumentException(name + ": there is no " + unknown.iterator().next());
      }
      if (columns.quotes == null && columns.trades == null) {
        throw new IllegalArgumentException(name + " has neither quote.symbol nor trade.symbol");
      }
      return columns;
    }

    private Kind kind(String word, List<String> columns) {
      List<String> theirs =
          columns.stream()
              .map(column -> taken(word + "." + column).orElse(null))
              .collect(Collectors.toCollection(ArrayList::new));
      Only only = taken(word + ".only").map(text -> only(word, text)).orElse(null);
      int unit = number(word + ".size.unit", 1, MOST_SHARES);
      if (theirs.stream().allMatch(Objects::isNull)) {
        return null;
      }
      boolean isBest = columns.size() > QUOTES.size();
      for (int i = 0; i < columns.size(); i++) {
        String column = columns.get(i);
        boolean isInstead = isBest && column.equals("exchange");
        boolean may = column.equals("condition") || isInstead;
        check(may || theirs.get(i) != null, word + "." + column);
        check(!isInstead || theirs.get(i) == null, word + "." + column);
      }
      return new Kind(word + "s", columns, theirs, only, unit);
    }

    private Only only(String word, String text) {
      int equals = text.indexOf('=');
      check(equals > 0, word + ".only");
      String[] values = text.substring(equals + 1).split(",", -1);
      return new Only(
          text.substring(0, equals).strip(),
          Arrays.stream(values).map(String::strip).collect(Collectors.toSet()));
    }

    private TimeForm timeForm() {
      String text = taken("time").orElse("utc");
      Optional<TimeForm> form =
          Arrays.stream(TimeForm.values())
              .filter(known -> known.name().equalsIgnoreCase(text))
              .findFirst();
      check(form.isPresent(), "time");
      return form.orElseThrow();
    }

    private ZoneId zone() {
      try {
        return ZoneId.of(taken("zone").orElse("America/New_York"));
      } catch (DateTimeException e) {
        throw new IllegalArgumentException(name + ": zone is wrong: " + e.getMessage(), e);
      }
    }

    private int number(String key, int least, int most) {
      String text = taken(key).orElse(Integer.toString(least));
      check(text.matches("\\d{1,7}"), key);
      int number = Integer.parseInt(text);
      check(number >= least && number <= most, key);
      return number;
    }

    private Optional<String> taken(String key) {
      unknown.remove(key);
      return Optional.ofNullable(properties.getProperty(key))
          .map(String::strip)
          .filter(text -> !text.isEmpty());
    }

    private void check(boolean isRight, String key) {
      if (!isRight) {
        String value = properties.getProperty(key);
        throw new IllegalArgumentException(
            name + ": " + (value == null ? key + " is missing" : key + " = " + value));
      }
    }
  }
}
