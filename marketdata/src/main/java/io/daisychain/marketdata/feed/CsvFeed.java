package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Reads quotes or trades from lines of text; the header says which, and where columns stand. */
final class CsvFeed {
  private static final int BUFFER = 1 << 20;
  private static final int LONGEST_LINE = 16 << 20;
  private static final int SHOWN = 1_000;

  private static final int SYMBOL = 0;
  private static final int TIME = 1;
  private static final int EXCHANGE = 2;
  private static final int BID_EXCHANGE = 8;
  private static final int ASK_EXCHANGE = 9;

  private final String name;
  private final RecordSink sink;
  private final CsvColumns columns;
  private final LocalDate date;
  private final byte separator;
  private final byte[] trailer;
  private final NumberText numbers = new NumberText();
  private final ConsolidatedQuotes consolidated;

  private byte[] buffer = new byte[BUFFER];
  private long line;
  private CsvColumns.Kind kind;
  private boolean isQuotes;
  private boolean isConsolidated;

  /** Where each wanted column stands in a line; -1 for one that is not there. */
  private int[] places;

  /** What stands for each wanted column that the file does not have; null where it may have it. */
  private byte[][] constants;

  /** Where the column stands by which lines are taken; -1 for none. */
  private int only;

  private int[] starts;
  private int[] ends;
  private int fields;

  /** The line as it came, where quotes are taken out of it in its place. */
  private byte[] original;

  /**
   * A reader of one file.
   *
   * @param date of times that are the clock's; else null
   */
  CsvFeed(String name, CsvColumns columns, LocalDate date, RecordSink sink) {
    this.name = name;
    this.columns = columns;
    this.date = date;
    this.separator = (byte) columns.separator;
    this.trailer = columns.trailer.getBytes(StandardCharsets.UTF_8);
    this.sink = sink;
    this.consolidated = new ConsolidatedQuotes(sink);
  }

  void read(InputStream in) throws IOException {
    int length = 0;
    int from = 0;
    while (true) {
      if (length == buffer.length) {
        if (from > 0) {
          System.arraycopy(buffer, from, buffer, 0, length - from);
          length -= from;
          from = 0;
        } else if (length >= LONGEST_LINE) {
          throw new FeedException(name + ": line " + (line + 1) + " is longer than 16 MB");
        } else {
          buffer = Arrays.copyOf(buffer, 2 * length);
        }
      }
      int searched = length;
      int count = in.read(buffer, length, buffer.length - length);
      if (count < 0) {
        break;
      }
      length += count;
      for (int i = searched; i < length; i++) {
        if (buffer[i] == '\n') {
          line(from, i);
          from = i + 1;
        }
      }
    }
    if (from < length) {
      line(from, length);
    }
    if (line == 0) {
      throw new FeedException(name + " is empty: it has no header");
    }
  }

  private void line(int from, int to) throws IOException {
    line++;
    int end = to > from && buffer[to - 1] == '\r' ? to - 1 : to;
    if (line == 1) {
      header(from, end);
      return;
    }
    if (from == end) {
      sink.skipped("empty line");
      return;
    }
    if (trailer.length > 0 && startsWithTrailer(from, end)) {
      sink.skipped("trailer");
      return;
    }
    original = null;
    String fault = split(from, end);
    if (fault == null && isTaken()) {
      fault = isQuotes ? quote() : trade();
    }
    if (fault != null) {
      sink.rejected(line, fault, shown(from, end));
    }
  }

  private boolean startsWithTrailer(int from, int end) {
    int to = from + trailer.length;
    return to < end
        && buffer[to] == separator
        && Arrays.equals(buffer, from, to, trailer, 0, trailer.length);
  }

  /** Whether a line is one of those that are taken; the others are skipped. */
  private boolean isTaken() {
    if (only < 0) {
      return true;
    }
    String value =
        new String(buffer, starts[only], ends[only] - starts[only], StandardCharsets.UTF_8);
    boolean taken = kind.only().values().contains(value.strip());
    if (!taken) {
      sink.skipped(kind.only().column());
    }
    return taken;
  }

  private String shown(int from, int end) {
    int length = Math.min(end - from, SHOWN);
    return original == null
        ? new String(buffer, from, length, StandardCharsets.UTF_8)
        : new String(original, 0, length, StandardCharsets.UTF_8);
  }

  private void header(int start, int end) throws FeedException {
    int from = start;
    if (end - from >= 3
        && buffer[from] == (byte) 0xEF
        && buffer[from + 1] == (byte) 0xBB
        && buffer[from + 2] == (byte) 0xBF) {
      from += 3;
    }
    String header = new String(buffer, from, end - from, StandardCharsets.UTF_8);
    List<String> names = new ArrayList<>();
    for (String column : header.split(Pattern.quote(String.valueOf(columns.separator)), -1)) {
      names.add(
          columns.compared(
              column.length() > 1 && column.startsWith("\"") && column.endsWith("\"")
                  ? column.substring(1, column.length() - 1)
                  : column));
    }
    boolean quotes = fits(columns.quotes, names);
    boolean trades = fits(columns.trades, names);
    // Files of others may have the quote beside each trade: they are read as quotes.
    if (quotes == trades && (!quotes || !columns.isOfOthers())) {
      throw new FeedException(
          name
              + ": its header fits "
              + (quotes ? "both quotes and trades" : "neither quotes nor trades")
              + ": "
              + columns.expected());
    }
    isQuotes = quotes;
    isConsolidated = quotes && columns.quotes.isConsolidated();
    kind = quotes ? columns.quotes : columns.trades;
    places = new int[kind.columns().size()];
    constants = new byte[places.length][];
    for (int i = 0; i < places.length; i++) {
      String constant = kind.constant(i);
      constants[i] = constant == null ? null : constant.getBytes(StandardCharsets.UTF_8);
      places[i] = constant == null ? place(kind.theirs().get(i), names) : -1;
    }
    only = kind.only() == null ? -1 : place(kind.only().column(), names);
    starts = new int[names.size()];
    ends = new int[names.size()];
  }

  private boolean fits(CsvColumns.Kind wanted, List<String> names) {
    return wanted != null
        && wanted.required().stream().map(columns::compared).allMatch(names::contains);
  }

  private int place(String column, List<String> names) throws FeedException {
    if (column == null) {
      return -1;
    }
    String compared = columns.compared(column);
    int place = names.indexOf(compared);
    if (place != names.lastIndexOf(compared)) {
      throw new FeedException(name + ": its header has " + column + " twice");
    }
    return place;
  }

  /** Finds the fields of a line; returns what is wrong with them. */
  private String split(int from, int end) {
    fields = 0;
    int start = from;
    for (int i = from; i < end; i++) {
      byte c = buffer[i];
      if (c == separator) {
        if (fields == starts.length) {
          return "more fields than the header";
        }
        starts[fields] = start;
        ends[fields++] = i;
        start = i + 1;
      } else if (c == '"') {
        return splitQuoted(from, end);
      }
    }
    if (fields == starts.length) {
      return "more fields than the header";
    }
    starts[fields] = start;
    ends[fields++] = end;
    return fields == starts.length ? null : "fewer fields than the header";
  }

  /** The same for a line with quotes, which are taken out where they stand. */
  private String splitQuoted(int from, int end) {
    original = Arrays.copyOfRange(buffer, from, end);
    fields = 0;
    int at = from;
    while (true) {
      if (fields == starts.length) {
        return "more fields than the header";
      }
      int write = at;
      starts[fields] = at;
      if (at < end && buffer[at] == '"') {
        at++;
        boolean closed = false;
        while (at < end && !closed) {
          if (buffer[at] == '"') {
            if (at + 1 < end && buffer[at + 1] == '"') {
              at++;
            } else {
              closed = true;
              at++;
              continue;
            }
          }
          buffer[write++] = buffer[at++];
        }
        if (!closed || (at < end && buffer[at] != separator)) {
          return "quotes";
        }
      } else {
        while (at < end && buffer[at] != separator) {
          if (buffer[at] == '"') {
            return "quotes";
          }
          at++;
        }
        write = at;
      }
      ends[fields++] = write;
      if (at >= end) {
        return fields == starts.length ? null : "fewer fields than the header";
      }
      at++;
    }
  }

  private boolean isEmpty(int column) {
    return constants[column] == null
        && (places[column] < 0 || starts[places[column]] == ends[places[column]]);
  }

  private int code(int column) {
    byte[] constant = constants[column];
    return constant == null
        ? sink.texts().code(buffer, starts[places[column]], ends[places[column]])
        : sink.texts().code(constant, 0, constant.length);
  }

  /** Whether text can be told as UTF-8. */
  private boolean isText(int column) {
    if (places[column] < 0) {
      return true;
    }
    int start = starts[places[column]];
    int end = ends[places[column]];
    for (int i = start; i < end; i++) {
      if (buffer[i] < 0) {
        try {
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buffer, start, end - start));
          return true;
        } catch (CharacterCodingException e) {
          return false;
        }
      }
    }
    return true;
  }

  private String commonFault(int condition) {
    if (isEmpty(SYMBOL)) {
      return "symbol is empty";
    }
    if (isConsolidated ? isEmpty(BID_EXCHANGE) || isEmpty(ASK_EXCHANGE) : isEmpty(EXCHANGE)) {
      return "exchange is empty";
    }
    boolean isText =
        isConsolidated ? isText(BID_EXCHANGE) && isText(ASK_EXCHANGE) : isText(EXCHANGE);
    if (!isText || !isText(SYMBOL) || !isText(condition)) {
      return "text is not UTF-8";
    }
    int from = starts[places[TIME]];
    int to = ends[places[TIME]];
    return switch (columns.time) {
      case UTC ->
          columns.isOfOthers()
              ? numbers.looseTime(buffer, from, to)
              : numbers.time(buffer, from, to);
      case CLOCK -> numbers.clock(buffer, from, to, date, columns.zone);
      default -> numbers.epoch(buffer, from, to, columns.time.nanos);
    };
  }

  private long value;

  /** Reads a price or size into {@link #value}; returns what is wrong with it. */
  private String number(int column, int scale) {
    if (isEmpty(column)) {
      value = ColumnSpec.NULL;
      return null;
    }
    int from = starts[places[column]];
    int to = ends[places[column]];
    if (columns.isOfOthers()) {
      to = NumberText.withoutZeros(buffer, from, to);
    }
    String fault =
        scale == 0
            ? numbers.size(buffer, from, to, kind.sizeUnit())
            : columns.priceDecimals > 0
                ? numbers.price(buffer, from, to, columns.priceDecimals, scale)
                : numbers.price(buffer, from, to, scale);
    value = numbers.value;
    return fault;
  }

  private String quote() throws IOException {
    String fault = commonFault(7);
    if (fault != null) {
      return fault;
    }
    long time = numbers.value;
    fault = number(3, RecordSink.QUOTE_SCALE);
    long bid = value;
    if (fault == null) {
      fault = number(4, 0);
    }
    long bidSize = value;
    if (fault == null) {
      fault = number(5, RecordSink.QUOTE_SCALE);
    }
    long ask = value;
    if (fault == null) {
      fault = number(6, 0);
    }
    long askSize = value;
    if (fault != null) {
      return fault;
    }
    if ((bid == ColumnSpec.NULL) != (bidSize == ColumnSpec.NULL)
        || (ask == ColumnSpec.NULL) != (askSize == ColumnSpec.NULL)) {
      return "price or size of a side is missing";
    }
    if (bid == ColumnSpec.NULL && ask == ColumnSpec.NULL) {
      sink.skipped("no side");
      return null;
    }
    int condition = isEmpty(7) ? ColumnSpec.NO_TEXT : code(7);
    if (isConsolidated) {
      consolidated.quote(
          code(SYMBOL),
          time,
          code(BID_EXCHANGE),
          bid,
          bidSize,
          code(ASK_EXCHANGE),
          ask,
          askSize,
          condition);
    } else {
      sink.quote(code(SYMBOL), time, code(EXCHANGE), bid, bidSize, ask, askSize, condition);
    }
    sink.stored();
    return null;
  }

  private String trade() throws IOException {
    String fault = commonFault(5);
    if (fault != null) {
      return fault;
    }
    long time = numbers.value;
    fault = number(3, RecordSink.TRADE_SCALE);
    long price = value;
    if (fault == null) {
      fault = number(4, 0);
    }
    long size = value;
    if (fault != null) {
      return fault;
    }
    if (price == ColumnSpec.NULL || size == ColumnSpec.NULL) {
      return "price or size is missing";
    }
    if (price == 0) {
      return "price is 0";
    }
    int condition = isEmpty(5) ? ColumnSpec.NO_TEXT : code(5);
    sink.trade(code(SYMBOL), time, code(EXCHANGE), price, size, condition, RecordSink.NO_MATCH);
    sink.stored();
    return null;
  }
}
