package io.daisychain.marketdata.feed;

import com.paritytrading.juncture.nasdaq.itch50.ITCH50;
import com.paritytrading.juncture.nasdaq.itch50.ITCH50Listener;
import com.paritytrading.juncture.nasdaq.itch50.ITCH50Parser;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads NASDAQ TotalView-ITCH 5.0: builds the book, makes quotes of its best prices, and trades of
 * executions and of trades with orders that are not shown.
 *
 * <p>Before each message stands its length in two bytes, or 0: then its type tells. A cross (Q) is
 * no trade here, nor is an execution that is not printable: both are reported in another message.
 */
final class ItchFeed implements ITCH50Listener {
  static final Map<Byte, Integer> LENGTHS = new HashMap<>();

  static {
    // NASDAQ TotalView-ITCH 5.0, section 1: bytes of a message by its type.
    String[] lengths =
        ("S12 R39 H25 Y20 L26 V35 W12 K28 J35 h21 A36 F40 E31 C36 X23 D19 U35 P44 Q40 B19 I50 N20"
                + " O48")
            .split(" ", -1);
    for (String length : lengths) {
      LENGTHS.put((byte) length.charAt(0), Integer.valueOf(length.substring(1)));
    }
  }

  private static final String TAKEN = "AFECXDUPB";
  private static final int TRADE_FACTOR = 100; // ten thousandths to millionths
  private static final String EXCHANGE = "XNAS";

  private final String name;
  private final long midnight;
  private final RecordSink sink;
  private final OrderBook book;
  private final int exchange;
  private final Map<Long, Integer> symbols = new HashMap<>();
  private final ITCH50Parser parser = new ITCH50Parser(this);
  private long messages;

  /** What is wrong with the message that is being read; null for nothing. */
  private String fault;

  ItchFeed(String name, long midnight, RecordSink sink) {
    this.name = name;
    this.midnight = midnight;
    this.sink = sink;
    this.book = new OrderBook(sink, EXCHANGE);
    this.exchange = sink.texts().code(EXCHANGE);
  }

  void read(InputStream in) throws IOException {
    byte[] bytes = new byte[1 << 16];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long offset = 0;
    while (true) {
      int head = in.readNBytes(bytes, 0, 2);
      if (head == 0) {
        return;
      }
      requireBytes(2, head, offset);
      int said = (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
      requireBytes(1, in.readNBytes(bytes, 0, 1), offset);
      Integer known = LENGTHS.get(bytes[0]);
      if (known == null ? said == 0 : said != 0 && said != known) {
        throw new FeedException(
            "%s is no ITCH 5.0 file: at byte %s a message of type %s and length %s"
                .formatted(name, offset, shown(bytes[0]), said));
      }
      int length = known == null ? said : known;
      requireBytes(length - 1, in.readNBytes(bytes, 1, length - 1), offset);
      messages++;
      if (TAKEN.indexOf(bytes[0]) < 0) {
        sink.skipped(shown(bytes[0]));
      } else {
        take(buffer.clear().limit(length));
      }
      offset += 2 + length;
    }
  }

  private void requireBytes(int wanted, int found, long offset) throws FeedException {
    if (found < wanted) {
      throw new FeedException(name + " ends in the middle of a message, at byte " + offset);
    }
  }

  private static String shown(byte type) {
    return type > ' ' && type < 0x7F ? String.valueOf((char) type) : DbnFeed.hex(type & 0xFF);
  }

  private void take(ByteBuffer message) throws IOException {
    fault = null;
    byte type = message.get(0);
    parser.message(message);
    if (fault == null) {
      sink.stored();
    } else {
      sink.rejected(messages, fault.substring(0, fault.indexOf(':')), shown(type) + " " + fault);
    }
  }

  private long time(int high, long low) {
    return midnight + ((long) high << 32 | low);
  }

  private int symbol(long stock) {
    return symbols.computeIfAbsent(
        stock,
        eight -> {
          byte[] bytes = ByteBuffer.allocate(8).putLong(eight).array();
          int end = bytes.length;
          while (end > 0 && bytes[end - 1] == ' ') {
            end--;
          }
          return sink.texts().code(bytes, 0, end);
        });
  }

  private OrderBook.Order order(long reference) {
    OrderBook.Order order = book.find(reference);
    if (order == null) {
      fault = "order was never added: order " + reference;
    }
    return order;
  }

  private void add(long reference, long stock, byte side, long shares, long price, long time)
      throws IOException {
    OrderBook.Order order = new OrderBook.Order(symbol(stock), side == 'B', price, shares);
    if (!book.add(reference, order)) {
      fault = "order was added before: order " + reference;
      return;
    }
    book.tell(order.symbol, time);
  }

  @Override
  public void addOrder(ITCH50.AddOrder message) throws IOException {
    add(
        message.orderReferenceNumber,
        message.stock,
        message.buySellIndicator,
        message.shares,
        message.price,
        time(message.timestampHigh, message.timestampLow));
  }

  @Override
  public void addOrderMPID(ITCH50.AddOrderMPID message) throws IOException {
    add(
        message.orderReferenceNumber,
        message.stock,
        message.buySellIndicator,
        message.shares,
        message.price,
        time(message.timestampHigh, message.timestampLow));
  }

  private void execute(
      long reference, long shares, OptionalPrice price, boolean isPrinted, long match, long time)
      throws IOException {
    OrderBook.Order order = order(reference);
    if (order == null) {
      return;
    }
    if (isPrinted) {
      long paid = (price.isThere() ? price.value() : order.price) * TRADE_FACTOR;
      sink.trade(order.symbol, time, exchange, paid, shares, ColumnSpec.NO_TEXT, match);
    }
    book.take(reference, order, shares);
    book.tell(order.symbol, time);
  }

  /** The price of an execution that is not at the order's. */
  private record OptionalPrice(boolean isThere, long value) {
    static final OptionalPrice OF_ORDER = new OptionalPrice(false, 0);
  }

  @Override
  public void orderExecuted(ITCH50.OrderExecuted message) throws IOException {
    execute(
        message.orderReferenceNumber,
        message.executedShares,
        OptionalPrice.OF_ORDER,
        true,
        message.matchNumber,
        time(message.timestampHigh, message.timestampLow));
  }

  @Override
  public void orderExecutedWithPrice(ITCH50.OrderExecutedWithPrice message) throws IOException {
    execute(
        message.orderReferenceNumber,
        message.executedShares,
        new OptionalPrice(true, message.executionPrice),
        message.printable == 'Y',
        message.matchNumber,
        time(message.timestampHigh, message.timestampLow));
  }

  @Override
  public void orderCancel(ITCH50.OrderCancel message) throws IOException {
    OrderBook.Order order = order(message.orderReferenceNumber);
    if (order != null) {
      book.take(message.orderReferenceNumber, order, message.canceledShares);
      book.tell(order.symbol, time(message.timestampHigh, message.timestampLow));
    }
  }

  @Override
  public void orderDelete(ITCH50.OrderDelete message) throws IOException {
    OrderBook.Order order = order(message.orderReferenceNumber);
    if (order != null) {
      book.take(message.orderReferenceNumber, order, order.shares);
      book.tell(order.symbol, time(message.timestampHigh, message.timestampLow));
    }
  }

  @Override
  public void orderReplace(ITCH50.OrderReplace message) throws IOException {
    OrderBook.Order old = order(message.originalOrderReferenceNumber);
    if (old == null) {
      return;
    }
    if (book.find(message.newOrderReferenceNumber) != null) {
      fault = "order was added before: order " + message.newOrderReferenceNumber;
      return;
    }
    book.take(message.originalOrderReferenceNumber, old, old.shares);
    book.add(
        message.newOrderReferenceNumber,
        new OrderBook.Order(old.symbol, old.isBuy, message.price, message.shares));
    book.tell(old.symbol, time(message.timestampHigh, message.timestampLow));
  }

  @Override
  public void trade(ITCH50.Trade message) throws IOException {
    sink.trade(
        symbol(message.stock),
        time(message.timestampHigh, message.timestampLow),
        exchange,
        message.price * TRADE_FACTOR,
        message.shares,
        ColumnSpec.NO_TEXT,
        message.matchNumber);
  }

  @Override
  public void brokenTrade(ITCH50.BrokenTrade message) {
    sink.broken(message.matchNumber);
  }

  // What follows is not handed to the parser.

  @Override
  public void systemEvent(ITCH50.SystemEvent message) {}

  @Override
  public void stockDirectory(ITCH50.StockDirectory message) {}

  @Override
  public void stockTradingAction(ITCH50.StockTradingAction message) {}

  @Override
  public void regSHORestriction(ITCH50.RegSHORestriction message) {}

  @Override
  public void marketParticipantPosition(ITCH50.MarketParticipantPosition message) {}

  @Override
  public void mwcbDeclineLevel(ITCH50.MWCBDeclineLevel message) {}

  @Override
  public void mwcbStatus(ITCH50.MWCBStatus message) {}

  @Override
  public void ipoQuotingPeriodUpdate(ITCH50.IPOQuotingPeriodUpdate message) {}

  @Override
  public void luldAuctionCollar(ITCH50.LULDAuctionCollar message) {}

  @Override
  public void operationalHalt(ITCH50.OperationalHalt message) {}

  @Override
  public void crossTrade(ITCH50.CrossTrade message) {}

  @Override
  public void noii(ITCH50.NOII message) {}

  @Override
  public void rpii(ITCH50.RPII message) {}
}
