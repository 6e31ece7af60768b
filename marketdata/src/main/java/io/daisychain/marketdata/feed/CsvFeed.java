package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads quotes or trades from lines of text; the header says which, and where columns stand. */
final class CsvFeed {
  private static final int BUFFER = 1 << 20;
  private static final int LONGEST_LINE = 16 << 20;
  private static final int SHOWN = 1_000;

  private static final List<String> QUOTES =
      List.of("symbol", "time", "exchange", "bid", "bidSize", "ask", "askSize", "condition");
  private static final List<String> TRADES =
      List.of("symbol", "time", "exchange", "price", "size", "condition");

  private static final int SYMBOL = 0;
  private static final int TIME = 1;
  private static final int EXCHANGE = 2;

  private final String name;
  private final RecordSink sink;
  private final NumberText numbers = new NumberText();

  private byte[] buffer = new byte[BUFFER];
  private long line;
  private boolean isQuotes;

  /** Where each wanted column stands in a line; -1 for one that is not there. */
  private int[] places;

  private int[] starts;
  private int[] ends;
  private int fields;

  /** The line as it came, where quotes are taken out of it in its place. */
  private byte[] original;

  CsvFeed(String name, RecordSink sink) {
    this.name = name;
    this.sink = sink;
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
    original = null;
    String fault = split(from, end);
    if (fault == null) {
      fault = isQuotes ? quote() : trade();
    }
    if (fault != null) {
      sink.rejected(line, fault, shown(from, end));
    }
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
    String[] names = new String(buffer, from, end - from, StandardCharsets.UTF_8).split(",", -1);
    List<String> columns = new ArrayList<>();
    for (String column : names) {
      columns.add(
          column.length() > 1 && column.startsWith("\"") && column.endsWith("\"")
              ? column.substring(1, column.length() - 1)
              : column);
    }
    boolean quotes = columns.containsAll(QUOTES.subList(0, QUOTES.size() - 1));
    boolean trades = columns.containsAll(TRADES);
    if (quotes == trades) {
      throw new FeedException(
          name
              + ": its header fits "
              + (quotes ? "both quotes and trades" : "neither quotes nor trades")
              + ": quotes have "
              + String.join(",", QUOTES.subList(0, QUOTES.size() - 1))
              + "[,condition], trades "
              + String.join(",", TRADES));
    }
    isQuotes = quotes;
    List<String> wanted = quotes ? QUOTES : TRADES;
    places = new int[wanted.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = columns.indexOf(wanted.get(i));
      if (places[i] != columns.lastIndexOf(wanted.get(i))) {
        throw new FeedException(name + ": its header has " + wanted.get(i) + " twice");
      }
    }
    starts = new int[columns.size()];
    ends = new int[columns.size()];
  }

  /** Finds the fields of a line; returns what is wrong with them. */
  private String split(int from, int end) {
    fields = 0;
    int start = from;
    for (int i = from; i < end; i++) {
      byte c = buffer[i];
      if (c == ',') {
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
        if (!closed || (at < end && buffer[at] != ',')) {
          return "quotes";
        }
      } else {
        while (at < end && buffer[at] != ',') {
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
    return places[column] < 0 || starts[places[column]] == ends[places[column]];
  }

  private int code(int column) {
    return sink.texts().code(buffer, starts[places[column]], ends[places[column]]);
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
    if (isEmpty(EXCHANGE)) {
      return "exchange is empty";
    }
    if (!isText(SYMBOL) || !isText(EXCHANGE) || !isText(condition)) {
      return "text is not UTF-8";
    }
    return numbers.time(buffer, starts[places[TIME]], ends[places[TIME]]);
  }

  private long value;

  /** Reads a price or size into {@link #value}; returns what is wrong with it. */
  private String number(int column, int scale) {
    if (isEmpty(column)) {
      value = ColumnSpec.NULL;
      return null;
    }
    String fault =
        scale == 0
            ? numbers.size(buffer, starts[places[column]], ends[places[column]])
            : numbers.price(buffer, starts[places[column]], ends[places[column]], scale);
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
    sink.quote(code(SYMBOL), time, code(EXCHANGE), bid, bidSize, ask, askSize, condition);
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
