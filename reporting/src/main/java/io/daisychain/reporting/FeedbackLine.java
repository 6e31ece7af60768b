package io.daisychain.reporting;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.cell.FeedbackCell;

/**
 * An error of one message, or several of a kind together: a line of {@code feedback-REPORTER.csv}.
 *
 * <p>Texts hold one byte a character, as FIX does. Packed, errors compare as bytes in the order in
 * which a file has them: by reporter, role, file, offset, id, order, status, text.
 *
 * @param file input file, as people know it; empty where unknown
 * @param rangeStart offset in the file at which the counting of lines began
 * @param line line within the range, from 1; 0 where unknown
 * @param offset offset of the message in the uncompressed file, -1 where unknown
 * @param order tells the errors of one message apart, and their order
 * @param reporter MPID; empty where it cannot be read
 * @param eventType name of the event type; empty where there is none
 * @param eventId the reporter's own id
 * @param id row key in text; empty where there is none
 * @param status an error status, {@code REJECTED} for a message that was not stored
 * @param reason SessionRejectReason (FIX 4.2, tag 373) or a word; empty where the status says all
 * @param tag tag in error, 0 for none
 * @param text what is wrong, for people
 * @param role why the reporter gets this line
 * @param counterparty the other firm that it is about; empty where there is none
 * @param count errors for which this line stands
 * @param record how CAT names the record that it is about; {@link RecordTerms#NONE} for a message
 *     of FIX
 */
public record FeedbackLine(
    String file,
    long rangeStart,
    long line,
    long offset,
    int order,
    String reporter,
    String eventType,
    String eventId,
    String id,
    String status,
    String reason,
    int tag,
    String text,
    FeedbackRole role,
    String counterparty,
    long count,
    RecordTerms record) {

  /** Whether both are about one message or record, of errors of one file. */
  public boolean isOfSameMessage(FeedbackLine other) {
    return line == other.line && offset == other.offset && id.equals(other.id);
  }

  /** One error of the reporter's own message, which is about no other firm. */
  public FeedbackLine(
      String file,
      long rangeStart,
      long line,
      long offset,
      int order,
      String reporter,
      String eventType,
      String eventId,
      String id,
      String status,
      String reason,
      int tag,
      String text) {
    this(
        file,
        rangeStart,
        line,
        offset,
        order,
        reporter,
        eventType,
        eventId,
        id,
        status,
        reason,
        tag,
        text,
        FeedbackRole.REPORTER,
        "",
        1,
        RecordTerms.NONE);
  }

  /** The same line, with another firm that it is about. */
  public FeedbackLine with(FeedbackRole newRole, String newCounterparty) {
    return with(newRole, newCounterparty, count, record);
  }

  /** The same line for several errors. */
  public FeedbackLine standingFor(long errors) {
    return with(role, counterparty, errors, record);
  }

  /** The same line about a record of CAT. */
  public FeedbackLine of(RecordTerms of) {
    return with(role, counterparty, count, of);
  }

  private FeedbackLine with(
      FeedbackRole newRole, String newCounterparty, long newCount, RecordTerms newRecord) {
    return new FeedbackLine(
        file,
        rangeStart,
        line,
        offset,
        order,
        reporter,
        eventType,
        eventId,
        id,
        status,
        reason,
        tag,
        text,
        newRole,
        newCounterparty,
        newCount,
        newRecord);
  }

  /** Appends this error. */
  public void write(PackedWriter out) {
    SortedText.write(out, FeedbackNames.ofReporter(reporter));
    out.u8(role.code());
    SortedText.write(out, file);
    out.i64(offset ^ Long.MIN_VALUE);
    SortedText.write(out, id);
    out.i64(order);
    SortedText.write(out, status);
    SortedText.write(out, FeedbackCell.cut(text));
    out.i64(rangeStart).i64(line);
    SortedText.write(out, eventType);
    SortedText.write(out, FeedbackCell.cut(eventId));
    SortedText.write(out, reason);
    SortedText.write(out, FeedbackCell.cut(counterparty));
    out.varint(tag).i64(count);
    record.write(out);
  }

  /** Reads the error at the reader's position. */
  public static FeedbackLine read(PackedReader in) {
    String reporter = SortedText.read(in);
    FeedbackRole role = FeedbackRole.ofCode(in.u8());
    String file = SortedText.read(in);
    long offset = in.i64() ^ Long.MIN_VALUE;
    String id = SortedText.read(in);
    int order = (int) in.i64();
    String status = SortedText.read(in);
    String text = SortedText.read(in);
    long rangeStart = in.i64();
    long line = in.i64();
    String eventType = SortedText.read(in);
    String eventId = SortedText.read(in);
    String reason = SortedText.read(in);
    String counterparty = SortedText.read(in);
    return new FeedbackLine(
        file,
        rangeStart,
        line,
        offset,
        order,
        reporter,
        eventType,
        eventId,
        id,
        status,
        reason,
        in.varint(),
        text,
        role,
        counterparty,
        in.i64(),
        RecordTerms.read(in));
  }
}
