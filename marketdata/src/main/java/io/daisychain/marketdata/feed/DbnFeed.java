package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads Databento's binary encoding: quotes of {@code mbp-1}, {@code mbp-10}, {@code tbbo} and
 * {@code bbo}, and of the consolidated {@code cmbp-1}, {@code tcbbo} and {@code cbbo}; trades of
 * {@code tbbo}, {@code tcbbo}, {@code trades} and {@code mbo}; quotes of the book that {@code mbo}
 * builds. Records of other schemas are skipped. What is sent live is read in the same way, and
 * tells beside it which symbols its instruments have.
 */
final class DbnFeed {
  private static final long UNDEFINED = Long.MAX_VALUE;
  private static final long NANOS_A_DAY = 86_400_000_000_000L;
  private static final int RECORD_HEAD = 16;

  /** Metadata of so many bytes fit every heap. */
  private static final long LEAST_METADATA = 8 << 20;

  // Numbers of schemas in the metadata, and of record types.
  private static final int SCHEMA_TBBO = 3;
  private static final int TRADES = 0x00;
  private static final int MBP_1 = 0x01;
  private static final int MBP_10 = 0x0A;
  private static final int ERROR = 0x15;
  private static final int SYMBOL_MAPPING = 0x16;
  private static final int SYSTEM = 0x17;
  private static final int REPLAY_COMPLETED = 3;
  private static final int MBO = 0xA0;
  private static final int CMBP_1 = 0xB1;
  private static final int CBBO_1S = 0xC0;
  private static final int CBBO_1M = 0xC1;
  private static final int TCBBO = 0xC2;
  private static final int BBO_1S = 0xC3;
  private static final int BBO_1M = 0xC4;
  private static final int TYPE_OF_IDS = 0;
  private static final Pattern INSTRUMENT = Pattern.compile("[0-9]{1,10}");
  private static final long MOST_INSTRUMENT = 0xFFFF_FFFFL;
  private static final int MAPPING_BYTES = 100; // of memory

  private final String name;
  private final RecordSink sink;

  private final DbnLiveStream live;

  /** Until the past has come that was asked for, heartbeats are ahead of it. */
  private boolean isPast;

  private boolean isOver;
  private final SymbolDays symbols = new SymbolDays();

  /** Symbols of instruments that the stream has told; they come before those of the metadata. */
  private final Map<Integer, Integer> told = new HashMap<>();

  private int version;
  private int schema;
  private DbnPublishers publishers;
  private final ConsolidatedQuotes consolidated;

  /** Of the record that is being read. */
  private DbnPublishers.Venue venue;

  private long records;

  /** Price in the units that are wanted. */
  private long price;

  /**
   * A reader.
   *
   * @param live what says when it ends; null for files
   */
  DbnFeed(String name, DbnLiveStream live, RecordSink sink) {
    this.name = name;
    this.live = live;
    this.isPast = live != null && live.asksForPast();
    this.sink = sink;
    this.consolidated = new ConsolidatedQuotes(sink);
  }

  void read(InputStream in) throws IOException {
    byte[] head = in.readNBytes(8);
    if (head.length < 8 || head[0] != 'D' || head[1] != 'B' || head[2] != 'N') {
      throw new FeedException(name + " is no DBN file: it does not begin with DBN");
    }
    version = head[3];
    if (version < 1 || version > 3) {
      throw new FeedException(name + " is DBN of version " + version + ": 1 to 3 are known");
    }
    int length = ByteBuffer.wrap(head, 4, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length > mostMetadata()) {
      throw new FeedException(
          "%s says that its metadata have %s bytes; of so much memory %s are read"
              .formatted(name, length, mostMetadata()));
    }
    byte[] metadata = in.readNBytes(Math.max(0, length));
    if (metadata.length != length) {
      throw new FeedException(name + " ends in the middle of its metadata");
    }
    try {
      metadata(ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN));
    } catch (java.nio.BufferUnderflowException | IllegalArgumentException e) {
      throw new FeedException(name + ": its metadata are damaged", e);
    }
    byte[] record = new byte[4 * 256];
    ByteBuffer buffer = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    long offset = 8L + length;
    while (true) {
      int first = in.read();
      if (first < 0) {
        if (live != null) {
          throw new FeedException(
              name
                  + ": the connection has ended after "
                  + records
                  + " records, before "
                  + Instant.EPOCH.plusNanos(live.until()));
        }
        return;
      }
      int size = 4 * first;
      record[0] = (byte) first;
      if (size < RECORD_HEAD) {
        throw new FeedException(name + ": at byte " + offset + " a record of " + size + " bytes");
      }
      if (in.readNBytes(record, 1, size - 1) < size - 1) {
        throw new FeedException(name + " ends in the middle of a record, at byte " + offset);
      }
      records++;
      record(buffer.clear().limit(size));
      if (isOver) {
        return;
      }
      offset += size;
    }
  }

  /** Symbols take up to seven times the memory that they have in the file. */
  private static long mostMetadata() {
    return Math.max(LEAST_METADATA, Runtime.getRuntime().maxMemory() / 16);
  }

  private void metadata(ByteBuffer in) {
    publishers = new DbnPublishers(text(in, 16), sink);
    schema = in.getShort() & 0xFFFF;
    skip(in, version == 1 ? 32 : 24); // start, end, limit, and the number of records
    int typeIn = in.get();
    int typeOut = in.get();
    skip(in, 1);
    int symbolLength = version == 1 ? 22 : in.getShort() & 0xFFFF;
    skip(in, version == 1 ? 47 : 53);
    skip(in, in.getInt()); // definition of the schema
    for (int list = 0; list < 3; list++) { // symbols, those found in part, those not found
      skip(in, (long) in.getInt() * symbolLength);
    }
    int mappings = in.getInt();
    for (int i = 0; i < mappings; i++) {
      String asked = text(in, symbolLength);
      int intervals = in.getInt();
      for (int k = 0; k < intervals; k++) {
        int from = day(in.getInt());
        int to = day(in.getInt());
        String found = text(in, symbolLength);
        boolean isAsked = typeOut == TYPE_OF_IDS || typeIn != TYPE_OF_IDS;
        String id = isAsked ? found : asked;
        String symbol = isAsked ? asked : found;
        if (INSTRUMENT.matcher(id).matches() && Long.parseLong(id) <= MOST_INSTRUMENT) {
          symbols.add((int) Long.parseLong(id), from, to, sink.texts().code(symbol));
        }
      }
    }
    symbols.end();
  }

  private static void skip(ByteBuffer in, long bytes) {
    if (bytes < 0 || bytes > in.remaining()) {
      throw new IllegalArgumentException("no room for " + bytes + " bytes");
    }
    in.position(in.position() + (int) bytes);
  }

  /** Characters up to the first NUL. */
  private static String text(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    int end = 0;
    while (end < length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  /** A date of eight digits as a number of days since 1970. */
  private static int day(int digits) {
    try {
      return (int) LocalDate.of(digits / 10_000, digits / 100 % 100, digits % 100).toEpochDay();
    } catch (java.time.DateTimeException e) {
      throw new IllegalArgumentException("no date: " + digits, e);
    }
  }

  private void record(ByteBuffer in) throws IOException {
    int type = in.get(1) & 0xFF;
    int size =
        switch (type) {
          case TRADES -> 48;
          case MBP_1, MBP_10, CMBP_1, CBBO_1S, CBBO_1M, TCBBO, BBO_1S, BBO_1M -> 80;
          case MBO -> 56;
          default -> 0;
        };
    long sent = in.getLong(8);
    boolean isLate = live != null && sent >= live.until() && sent != UNDEFINED;
    if (size == 0) {
      other(type, in, isLate);
      return;
    }
    if (isLate) {
      isOver = true;
      sink.skipped("beyond the end");
      return;
    }
    venue = publishers.of(in.getShort(2) & 0xFFFF);
    long instrument = in.getInt(4) & 0xFFFFFFFFL;
    // Of a second or minute, ts_event is the last trade's, and ts_recv its end.
    boolean isInterval = type >= CBBO_1S && type != TCBBO;
    String fault = null;
    long time = in.limit() < size ? 0 : in.getLong(isInterval ? 32 : 8);
    if (in.limit() < size) {
      fault = "record is too short";
    } else if (time < 0 || time == UNDEFINED) {
      fault = "time is undefined";
    } else {
      Integer known = told.isEmpty() ? null : told.get((int) instrument);
      int symbol = known == null ? symbols.of((int) instrument, (int) (time / NANOS_A_DAY)) : known;
      if (symbol < 0) {
        fault = "instrument has no symbol";
      } else {
        fault =
            switch (type) {
              case MBO -> order(in, symbol, time);
              case TRADES -> trade(in, symbol, time);
              default -> topOfBook(type, in, symbol, time);
            };
      }
    }
    if (fault != null) {
      sink.rejected(
          records,
          fault,
          "rtype "
              + hex(type)
              + " instrument "
              + instrument
              + " ts_event "
              + Long.toUnsignedString(time)
              + " price "
              + (in.limit() >= 28 ? in.getLong(16) : 0)
              + " size "
              + (in.limit() >= 28 ? in.getInt(24) & 0xFFFFFFFFL : 0));
    }
  }

  /** A record without market data: version 1 has shorter texts. */
  private void other(int type, ByteBuffer in, boolean isLate) throws IOException {
    boolean isShort = in.limit() < 176;
    String kind = "rtype " + hex(type);
    if (type == SYMBOL_MAPPING && in.limit() >= 80) {
      kind = "symbol of an instrument";
      String symbol = text(in.position(isShort ? 38 : 89), isShort ? 22 : 71);
      told.put(in.getInt(4), sink.texts().code(symbol));
      if (told.size() > mostMetadata() / MAPPING_BYTES) {
        throw new FeedException(name + ": memory has no room for " + told.size() + " symbols");
      }
    } else if (type == ERROR || type == SYSTEM) {
      String text = text(in.position(RECORD_HEAD), Math.min(isShort ? 64 : 302, in.remaining()));
      if (type == ERROR && live != null) {
        throw new FeedException(name + ": the gateway says " + DbnLiveStream.shown(text));
      }
      isPast &= isShort || in.get(in.limit() - 1) != REPLAY_COMPLETED;
      isOver = isLate && text.equals("Heartbeat") && !isPast;
      kind = type == ERROR ? "error of a gateway" : "word of a gateway";
    }
    sink.skipped(kind);
  }

  /** As {@code 0x%02x} does, without a formatter, which takes more memory than a record has. */
  static String hex(int unsigned) {
    return (unsigned < 0x10 ? "0x0" : "0x") + Integer.toHexString(unsigned);
  }

  /** Takes billionths for other units; returns what is wrong. */
  private String price(long billionths, int scale) {
    if (billionths == UNDEFINED) {
      price = ColumnSpec.NULL;
      return null;
    }
    long unit = scale == RecordSink.QUOTE_SCALE ? 100_000 : 1_000;
    if (billionths < 0) {
      return "price is negative";
    }
    if (billionths % unit != 0) {
      return "price has more than "
          + (scale == RecordSink.QUOTE_SCALE ? "four" : "six")
          + " decimals";
    }
    price = billionths / unit;
    return null;
  }

  /** 0 for a price that is undefined. */
  private static long orNone(long price) {
    return price == ColumnSpec.NULL ? 0 : price;
  }

  private String topOfBook(int type, ByteBuffer in, int symbol, long time) throws IOException {
    if (type == MBP_10 && in.get(31) != 0) {
      sink.skipped("mbp-10 below the top");
      return null;
    }
    boolean hasTrade = type == TCBBO || (type == MBP_1 && schema == SCHEMA_TBBO);
    String fault = price(in.getLong(48), RecordSink.QUOTE_SCALE);
    long bid = orNone(price);
    if (fault == null) {
      fault = price(in.getLong(56), RecordSink.QUOTE_SCALE);
    }
    long ask = orNone(price);
    if (fault == null && hasTrade) {
      fault = tradeFault(in.getLong(16));
    }
    if (fault != null) {
      return fault;
    }
    // One without a price is not there: it withdraws what the exchange quoted before.
    long bidSize = bid == 0 ? 0 : in.getInt(64) & 0xFFFFFFFFL;
    long askSize = ask == 0 ? 0 : in.getInt(68) & 0xFFFFFFFFL;
    int exchange = venue.exchange();
    if (hasTrade) {
      putTrade(symbol, time, in.getInt(24));
    }
    if (type == CMBP_1 || type == CBBO_1S || type == CBBO_1M || type == TCBBO) {
      int bidExchange = publishers.of(in.getShort(72) & 0xFFFF).exchange();
      int askExchange = publishers.of(in.getShort(76) & 0xFFFF).exchange();
      consolidated.quote(
          symbol, time, bidExchange, bid, bidSize, askExchange, ask, askSize, ColumnSpec.NO_TEXT);
    } else {
      sink.quote(symbol, time, exchange, bid, bidSize, ask, askSize, ColumnSpec.NO_TEXT);
    }
    sink.stored();
    return null;
  }

  /** What is wrong with a trade; its price is read otherwise. */
  private String tradeFault(long billionths) {
    String fault = price(billionths, RecordSink.TRADE_SCALE);
    if (fault != null) {
      return fault;
    }
    return price == ColumnSpec.NULL ? "price is undefined" : price == 0 ? "price is 0" : null;
  }

  private String trade(ByteBuffer in, int symbol, long time) throws IOException {
    String fault = tradeFault(in.getLong(16));
    if (fault != null) {
      return fault;
    }
    putTrade(symbol, time, in.getInt(24));
    sink.stored();
    return null;
  }

  /** Hands on the trade whose price was read last. */
  private void putTrade(int symbol, long time, int size) throws IOException {
    sink.trade(
        symbol,
        time,
        venue.exchange(),
        price,
        size & 0xFFFFFFFFL,
        ColumnSpec.NO_TEXT,
        RecordSink.NO_MATCH);
  }

  /** An order's add, cancel, modify, the book's clear, or a trade; of fills trades tell. */
  private String order(ByteBuffer in, int symbol, long time) throws IOException {
    long reference = in.getLong(16);
    long shares = in.getInt(32) & 0xFFFFFFFFL;
    char action = (char) in.get(38);
    char side = (char) in.get(39);
    OrderBook book = venue.book();
    OrderBook.Order order = book.find(reference);
    switch (action) {
      case 'A', 'M' -> {
        String fault = price(in.getLong(24), RecordSink.QUOTE_SCALE);
        if (fault != null || price == ColumnSpec.NULL || side == 'N') {
          return fault == null ? "order has no price or side" : fault;
        }
        if (order != null) {
          book.take(reference, order, order.shares);
        }
        if (shares > 0) {
          book.add(reference, new OrderBook.Order(symbol, side == 'B', price, shares));
        }
      }
      case 'C' -> {
        if (order == null) {
          return "order was never added";
        }
        book.take(reference, order, shares);
      }
      case 'R' -> book.clear(symbol);
      case 'T' -> {
        String fault = tradeFault(in.getLong(24));
        if (fault == null) {
          putTrade(symbol, time, in.getInt(32));
          sink.stored();
        }
        return fault;
      }
      case 'F', 'N' -> {
        sink.skipped("mbo action " + action);
        return null;
      }
      default -> {
        return "action is unknown";
      }
    }
    book.tell(symbol, time);
    sink.stored();
    return null;
  }
}
