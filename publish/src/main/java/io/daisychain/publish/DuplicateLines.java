package io.daisychain.publish;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixTag;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventCell;
import io.daisychain.model.ParentReferenceCell;
import java.util.List;

/**
 * Lines of {@code duplicates}: the contents under a key that are not published in {@code events},
 * so that nothing vanishes that anybody reported.
 */
final class DuplicateLines {
  /** The columns between {@code reporter} and {@code message}: values that {@code events} has. */
  static final List<String> OF_EVENTS =
      List.of(
          "eventType",
          "EventId",
          "timestamp",
          "ReporterId",
          "CustomerId",
          "CustomerIdValid",
          "side",
          "symbol",
          "brokenTag",
          "ReporterIdValid",
          "SymbolValid",
          "quantity",
          "price",
          "ordType",
          "source",
          "destination",
          "lastMkt",
          "errorStatus",
          "errorReason",
          "timestampNanos",
          "sendingTime",
          "execType",
          "execTransType",
          "ordStatus",
          "lastShares",
          "lastPx",
          "cumQty",
          "leavesQty",
          "avgPx",
          "clOrdId",
          "origClOrdId",
          "orderId",
          "execRefId",
          "timeInForce",
          "text",
          "taggedLineage",
          "wireLog");

  private static final byte SOH = 1;

  private final CsvLines lines;
  private final ContentColumns content;
  private final byte[] tradeDate;

  /**
   * Lines of one trade date.
   *
   * @param tradeDate the date as it is published
   * @param lines gets them
   */
  DuplicateLines(byte[] tradeDate, CsvLines lines) {
    this.tradeDate = tradeDate;
    this.lines = lines;
    content = new ContentColumns(lines);
  }

  CsvLines lines() {
    return lines;
  }

  /** Adds a line for each content of the row but the published one. */
  void add(RowCells row) {
    row.forEachOther((event, references) -> add(row, event, references));
  }

  private void add(RowCells row, EventCell event, ParentReferenceCell references) {
    content.of(event, references);
    lines.key(row.keyArray(), row.keyAt());
    if (row.isLinked()) {
      lines.key(row.lineageArray(), row.lineage().lifecycleAt());
    } else {
      lines.empty();
    }
    lines.text(references.reporter());
    content.eventType();
    lines.text(references.eventId());
    lines.time(event.eventTime());
    lines.text(references.reporter());
    content.text(FixTag.CLIENT_ID);
    lines.check(event.customerValid());
    lines.text(references.side());
    lines.text(references.symbol());
    content.brokenTag();
    lines.check(event.reporterValid());
    lines.check(event.symbolValid());
    content.orderColumns();
    int statuses = event.statuses() | ErrorStatus.DUPLICATE_KEY.bit();
    lines.ascii(ErrorStatus.words(statuses).getBytes(US_ASCII));
    lines.text(event.reason());
    content.timeColumns();
    content.executionColumns();
    message(event.contentBytes());
    lines.ascii(tradeDate);
    lines.endLine();
  }

  private void message(ByteSlice bytes) {
    byte[] message = new byte[bytes.length()];
    for (int i = 0; i < message.length; i++) {
      byte value = bytes.buffer()[bytes.offset() + i];
      message[i] = value == SOH ? (byte) '|' : value;
    }
    lines.text(message, 0, message.length);
  }
}
