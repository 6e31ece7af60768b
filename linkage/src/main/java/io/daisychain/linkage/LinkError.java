package io.daisychain.linkage;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.reporting.FeedbackLine;
import io.daisychain.reporting.FeedbackRole;

/**
 * An error that link found, on its way to {@link LocateMessagesFn}, which knows the message.
 *
 * @param date trade date of the event
 * @param row key of the event
 * @param content hash of its message's content
 * @param sendingTime of the message, which is in the column's name too
 * @param parent the parent that it is about, null for none
 * @param line what is known of the feedback line: no file, and no text where the message has to say
 *     it
 */
record LinkError(
    int date, RowKey row, RowKey content, long sendingTime, RowKey parent, FeedbackLine line) {

  /** What link found of the event of a row, {@code order} telling its errors apart. */
  static LinkError of(
      int date, RowKey row, FeedbackCell cell, FeedbackCell.Found error, int order) {
    return new LinkError(
        date,
        row,
        cell.content(),
        cell.sendingTime(),
        error.parent(),
        new FeedbackLine(
                "",
                0,
                0,
                -1,
                order,
                cell.reporter(),
                cell.type().name(),
                cell.eventId(),
                row.toString(),
                error.status().name(),
                error.reason(),
                error.tag(),
                error.text())
            .with(FeedbackRole.REPORTER, error.counterparty()));
  }

  /** The same error, told to a reporter for another reason. */
  LinkError as(FeedbackRole role) {
    return new LinkError(
        date, row, content, sendingTime, parent, line.with(role, line.counterparty()));
  }

  /** Appends this error to a block. */
  void write(PackedWriter out) {
    out.i32(date).key(row).key(content).i64(sendingTime);
    out.u8(parent == null ? 0 : 1);
    if (parent != null) {
      out.key(parent);
    }
    line.write(out);
  }

  /** The next error of a block. */
  static LinkError read(PackedReader in) {
    return new LinkError(
        in.i32(),
        in.key(),
        in.key(),
        in.i64(),
        in.u8() == 0 ? null : in.key(),
        FeedbackLine.read(in));
  }

  /** Column of the message, {@code Data:e<content>}. */
  byte[] event() {
    return TableSchema.contentQualifier(
        TableSchema.EVENT_PREFIX, content.high(), content.low(), sendingTime);
  }

  /** Column of the place where the message was read. */
  byte[] origin() {
    return TableSchema.originQualifier(content.high(), content.low());
  }
}
