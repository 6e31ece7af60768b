package io.daisychain.model.cell;

import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What link has to tell the reporter of an event: the cell in {@code Error:feedback}. It is there
 * only where link found an error, so that the feedback of a whole trade date can be written without
 * linking it again.
 *
 * <p>Layout, version 2: version (1 byte); {@link ContentHash} of the published message (16); its
 * SendingTime in nanoseconds since 1970 (8); code of its {@link EventType} (1); its reporter and
 * the reporter's own id (each: length as varint, then bytes); number of errors (varint) and for
 * each the bit of its {@link ErrorStatus} (2), reason (text), tag (varint), 1 and the key of the
 * parent that it is about (16) or 0, words (text) and the other firm (text; version 1 has none).
 *
 * @param content hash of the published message's content
 * @param sendingTime of the message, nanoseconds since 1970
 * @param type of the event
 * @param reporter MPID, one character a byte
 * @param eventId the reporter's own id, one character a byte, cut as {@link #cut} does
 * @param errors what link found, in the order in which feedback has it
 */
public record FeedbackCell(
    RowKey content,
    long sendingTime,
    EventType type,
    String reporter,
    String eventId,
    List<Found> errors) {

  private static final int VERSION = 2;

  /** Cells of this version do not say who the other firm is. */
  private static final int WITHOUT_COUNTERPARTY = 1;

  /** Bytes of an id or a text beyond which feedback cuts it. */
  public static final int LONGEST = 1000;

  /** Bytes of the smallest error. */
  private static final int LEAST_ERROR = 6;

  /**
   * An error of the event.
   *
   * @param status what it is; of a DUPLICATE_KEY the contents under the key tell the rest
   * @param reason why, as feedback has it; empty where the status says all
   * @param tag tag in error, 0 for none or where the parent tells it
   * @param parent key of the parent that it is about, null for none
   * @param text what is wrong; empty where the message has to say it
   * @param counterparty the other firm that it is about; empty for none, or where the message has
   *     to say it
   */
  public record Found(
      ErrorStatus status,
      String reason,
      int tag,
      RowKey parent,
      String text,
      String counterparty) {}

  /** A value as feedback has it, which is no place for those of a megabyte. */
  public static String cut(String value) {
    return value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "...";
  }

  /** Appends this cell to {@code out}. */
  public void write(PackedWriter out) {
    out.u8(VERSION).key(content).i64(sendingTime).u8(type.code());
    out.text(reporter);
    out.text(cut(eventId));
    out.varint(errors.size());
    for (Found error : errors) {
      out.u16(error.status.code());
      out.text(error.reason);
      out.varint(error.tag).u8(error.parent == null ? 0 : 1);
      if (error.parent != null) {
        out.key(error.parent);
      }
      out.text(cut(error.text));
      out.text(cut(error.counterparty));
    }
  }

  /** Reads the cell at {@code offset}. */
  public static FeedbackCell read(byte[] source, int offset, int length) {
    try {
      return parse(new PackedReader().wrap(source, offset, length));
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("feedback", e);
    }
  }

  private static FeedbackCell parse(PackedReader in) {
    int version = in.u8();
    if (version != VERSION && version != WITHOUT_COUNTERPARTY) {
      throw new IllegalStateException("feedback of layout version " + version + "; known: 1, 2");
    }
    RowKey content = in.key();
    long sendingTime = in.i64();
    EventType type = EventType.ofCode(in.u8());
    String reporter = in.string();
    String eventId = in.string();
    int count = in.varint();
    if (count < 0 || count > in.remaining() / LEAST_ERROR) {
      throw new IllegalStateException(Integer.toUnsignedString(count) + " errors");
    }
    List<Found> errors = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ErrorStatus status = ErrorStatus.ofCode(in.u16());
      String reason = in.string();
      int tag = in.varint();
      RowKey parent = in.u8() == 0 ? null : in.key();
      String text = in.string();
      String counterparty = version == WITHOUT_COUNTERPARTY ? "" : in.string();
      errors.add(new Found(status, reason, tag, parent, text, counterparty));
    }
    return new FeedbackCell(content, sendingTime, type, reporter, eventId, errors);
  }
}
