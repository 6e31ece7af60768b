package io.daisychain.jmh.engine;

import io.daisychain.jmh.artio.decoder.ExecutionReportDecoder;
import io.daisychain.jmh.artio.decoder.HeaderDecoder;
import io.daisychain.jmh.artio.decoder.NewOrderSingleDecoder;
import io.daisychain.jmh.artio.decoder.OrderCancelRejectDecoder;
import io.daisychain.jmh.artio.decoder.OrderCancelReplaceRequestDecoder;
import io.daisychain.jmh.artio.decoder.OrderCancelRequestDecoder;
import uk.co.real_logic.artio.fields.DecimalFloat;
import uk.co.real_logic.artio.fields.UtcTimestampDecoder;

/** The values that Artio's decoders hold, type by type, through the getters of each. */
final class ArtioValues {
  private static final long[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000};

  private final UtcTimestampDecoder timestamps = new UtcTimestampDecoder(true);

  long of(NewOrderSingleDecoder order) {
    long sum = header(order.header());
    sum += text(order.clOrdID(), order.clOrdIDLength());
    if (order.hasAccount()) {
      sum += text(order.account(), order.accountLength());
    }
    if (order.hasClientID()) {
      sum += text(order.clientID(), order.clientIDLength());
    }
    sum += text(order.symbol(), order.symbolLength());
    sum += order.side();
    sum += order.ordType();
    if (order.hasOrderQty()) {
      sum += decimal(order.orderQty());
    }
    if (order.hasPrice()) {
      sum += decimal(order.price());
    }
    sum += time(order.transactTime(), order.transactTimeLength());
    return sum;
  }

  long of(OrderCancelRequestDecoder cancel) {
    long sum = header(cancel.header());
    sum += text(cancel.clOrdID(), cancel.clOrdIDLength());
    sum += text(cancel.origClOrdID(), cancel.origClOrdIDLength());
    if (cancel.hasOrderID()) {
      sum += text(cancel.orderID(), cancel.orderIDLength());
    }
    if (cancel.hasAccount()) {
      sum += text(cancel.account(), cancel.accountLength());
    }
    if (cancel.hasClientID()) {
      sum += text(cancel.clientID(), cancel.clientIDLength());
    }
    sum += text(cancel.symbol(), cancel.symbolLength());
    sum += cancel.side();
    if (cancel.hasOrderQty()) {
      sum += decimal(cancel.orderQty());
    }
    sum += time(cancel.transactTime(), cancel.transactTimeLength());
    return sum;
  }

  long of(OrderCancelReplaceRequestDecoder replace) {
    long sum = header(replace.header());
    sum += text(replace.clOrdID(), replace.clOrdIDLength());
    sum += text(replace.origClOrdID(), replace.origClOrdIDLength());
    if (replace.hasOrderID()) {
      sum += text(replace.orderID(), replace.orderIDLength());
    }
    if (replace.hasAccount()) {
      sum += text(replace.account(), replace.accountLength());
    }
    if (replace.hasClientID()) {
      sum += text(replace.clientID(), replace.clientIDLength());
    }
    sum += text(replace.symbol(), replace.symbolLength());
    sum += replace.side();
    sum += replace.ordType();
    if (replace.hasOrderQty()) {
      sum += decimal(replace.orderQty());
    }
    if (replace.hasPrice()) {
      sum += decimal(replace.price());
    }
    sum += time(replace.transactTime(), replace.transactTimeLength());
    return sum;
  }

  long of(ExecutionReportDecoder report) {
    long sum = header(report.header());
    if (report.hasClOrdID()) {
      sum += text(report.clOrdID(), report.clOrdIDLength());
    }
    if (report.hasOrigClOrdID()) {
      sum += text(report.origClOrdID(), report.origClOrdIDLength());
    }
    sum += text(report.orderID(), report.orderIDLength());
    sum += text(report.execID(), report.execIDLength());
    if (report.hasExecRefID()) {
      sum += text(report.execRefID(), report.execRefIDLength());
    }
    if (report.hasAccount()) {
      sum += text(report.account(), report.accountLength());
    }
    if (report.hasClientID()) {
      sum += text(report.clientID(), report.clientIDLength());
    }
    sum += text(report.symbol(), report.symbolLength());
    sum += report.execTransType();
    sum += report.execType();
    sum += report.ordStatus();
    sum += report.side();
    if (report.hasOrdType()) {
      sum += report.ordType();
    }
    if (report.hasOrderQty()) {
      sum += decimal(report.orderQty());
    }
    if (report.hasPrice()) {
      sum += decimal(report.price());
    }
    if (report.hasLastShares()) {
      sum += decimal(report.lastShares());
    }
    if (report.hasLastPx()) {
      sum += decimal(report.lastPx());
    }
    sum += decimal(report.cumQty());
    sum += decimal(report.leavesQty());
    sum += decimal(report.avgPx());
    if (report.hasTransactTime()) {
      sum += time(report.transactTime(), report.transactTimeLength());
    }
    return sum;
  }

  long of(OrderCancelRejectDecoder reject) {
    long sum = header(reject.header());
    sum += text(reject.clOrdID(), reject.clOrdIDLength());
    sum += text(reject.origClOrdID(), reject.origClOrdIDLength());
    sum += text(reject.orderID(), reject.orderIDLength());
    if (reject.hasAccount()) {
      sum += text(reject.account(), reject.accountLength());
    }
    if (reject.hasClientID()) {
      sum += text(reject.clientID(), reject.clientIDLength());
    }
    sum += reject.ordStatus();
    if (reject.hasTransactTime()) {
      sum += time(reject.transactTime(), reject.transactTimeLength());
    }
    return sum;
  }

  private long header(HeaderDecoder header) {
    return text(header.senderCompID(), header.senderCompIDLength())
        + text(header.targetCompID(), header.targetCompIDLength())
        + header.msgSeqNum()
        + time(header.sendingTime(), header.sendingTimeLength());
  }

  private static long text(char[] value, int length) {
    return TypedEngine.text(length, value[0]);
  }

  private static long decimal(DecimalFloat value) {
    return value.value() * POWERS_OF_TEN[TypedEngine.SCALE - value.scale()];
  }

  private long time(byte[] value, int length) {
    return TypedEngine.time(timestamps.decodeNanos(value, length));
  }
}
