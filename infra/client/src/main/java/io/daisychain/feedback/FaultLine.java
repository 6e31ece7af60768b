package io.daisychain.feedback;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * One fault of one message: a line of {@code feedback-REPORTER.csv}.
 *
 * <p>Texts hold one byte a character, as FIX does.
 *
 * @param file input file; empty for what link found
 * @param rangeStart offset in the file at which the counting of lines began
 * @param line line within the range, from 1; 0 where unknown
 * @param offset offset of the message in the uncompressed file, -1 where unknown
 * @param order tells the faults of one message apart, and their order
 * @param reporter MPID; empty where it cannot be read
 * @param eventType name of the event type; empty where there is none
 * @param eventId the reporter's own id
 * @param id row key in text; empty where there is none
 * @param status word of the contract's section 5, {@code REJECTED} for a message that was not
 *     stored
 * @param reason SessionRejectReason (FIX 4.2, tag 373) or a word; empty where the status says all
 * @param tag tag at fault, 0 for none
 * @param text what is wrong, for people
 */
public record FaultLine(
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

  /** Appends this fault to a chunk. */
  public void write(PackedWriter out) {
    text(out, file);
    out.i64(rangeStart).i64(line).i64(offset).varint(order);
    text(out, reporter);
    text(out, eventType);
    text(out, eventId);
    text(out, id);
    text(out, status);
    text(out, reason);
    out.varint(tag);
    text(out, text);
  }

  /** The next fault of a chunk. */
  static FaultLine read(PackedReader in) {
    return new FaultLine(
        text(in),
        in.i64(),
        in.i64(),
        in.i64(),
        in.varint(),
        text(in),
        text(in),
        text(in),
        text(in),
        text(in),
        text(in),
        in.varint(),
        text(in));
  }

  private static void text(PackedWriter out, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    out.text(bytes, 0, bytes.length);
  }

  private static String text(PackedReader in) {
    int count = in.varint();
    return new String(in.buffer(), in.advance(count), count, ISO_8859_1);
  }
}
