package io.daisychain.model.cell;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;

/**
 * The values of one event: the cell in {@code Data:e<content>}.
 *
 * <p>Layout, version 1 of what is new, version 2 of an {@link Action}, version 3 of messages of
 * another version of FIX than 4.2, version 4 of a record of CAT: version (1 byte); in versions 2 to
 * 4 the action (1); in version 3 the ApplVerID of the message's version (1); event type (1); flags
 * (1): bits 1-2, 3-4 and 5-6 the {@link CheckResult} of reporter, customer and symbol, bit 7 a wire
 * log; mask of {@link ErrorStatus} found by ingest (2); time of the event and SendingTime in
 * nanoseconds since 1970 (8 each); tag of the fault nearest the front, 0 for none (varint); its
 * reason (length as varint, then ASCII); and to the cell's end the message's content: its fields as
 * they came, {@code tag=value<SOH>}, without those that are no content (8 9 10 34 43 52 97 122
 * 10004). Of a record of CAT the content is its values under the tags that mean the same in FIX,
 * and itself as {@link io.daisychain.fix.FixTag#CAT_RECORD}.
 *
 * <p>To keep all fields takes about 100 bytes a row more than the published fields alone. In return
 * no field of a message is lost, two contents under one identity can be compared and ordered, and a
 * column that is added later needs no second ingest.
 */
public final class EventCell extends CheckedCell {
  private static final int VERSION = 1;
  private static final int ACTION_VERSION = 2;
  private static final int FIX_VERSION = 3;
  private static final int CAT_VERSION = 4;
  private static final int WIRE_LOG = 0x80;

  private final PackedReader reader = new PackedReader();
  private final FixMessage content = new FixMessage();
  private Action action;
  private FixVersion fixVersion;
  private EventType type;
  private boolean cat;
  private long eventTime;
  private long sendingTime;
  private int brokenTag;
  private final ByteSlice reason = new ByteSlice();
  private final ByteSlice contentBytes = new ByteSlice();

  /** True for tags that are part of a message's content: all but those of transmission. */
  public static boolean isContent(int tag) {
    return switch (tag) {
      case FixTag.BEGIN_STRING,
          FixTag.BODY_LENGTH,
          FixTag.CHECK_SUM,
          FixTag.MSG_SEQ_NUM,
          FixTag.POSS_DUP_FLAG,
          FixTag.SENDING_TIME,
          FixTag.POSS_RESEND,
          FixTag.ORIG_SENDING_TIME,
          FixTag.ACTION ->
          false;
      default -> true;
    };
  }

  /** Appends the content of a message, as {@link EventCell} keeps it, to {@code out}. */
  public static void writeContent(FixMessage message, PackedWriter out) {
    byte[] buffer = message.buffer();
    int from = -1;
    int to = -1;
    for (int i = 0; i < message.fieldCount(); i++) {
      int start = message.tagOffset(i);
      if (!isContent(message.tag(i))) {
        continue;
      }
      if (start != to) { // adjacent fields are copied together
        if (from >= 0) {
          out.raw(buffer, from, to - from);
        }
        from = start;
      }
      to = message.valueOffset(i) + message.valueLength(i) + 1;
    }
    if (from >= 0) {
      out.raw(buffer, from, to - from);
    }
  }

  /** Appends the cell of {@code event} with its content, already written by writeContent. */
  public static void write(
      OrderEvent event, ValidationFlags findings, PackedWriter content, PackedWriter out) {
    if (event.isCat()) {
      out.u8(CAT_VERSION).u8(event.action().code());
    } else if (event.version() != FixVersion.FIX42) {
      out.u8(FIX_VERSION).u8(event.action().code()).u8(event.version().applVerId());
    } else if (event.action() == Action.NEW) {
      out.u8(VERSION);
    } else {
      out.u8(ACTION_VERSION).u8(event.action().code());
    }
    out.u8(event.type().code());
    writeChecks(findings, event.isWireLog() ? WIRE_LOG : 0, out);
    out.i64(event.eventTime()).i64(event.sendingTime()).varint(findings.brokenTag());
    byte[] reason = findings.reason().getBytes(ISO_8859_1);
    out.text(reason, 0, reason.length);
    out.raw(content.buffer(), 0, content.length());
  }

  /** Points this view at a cell. */
  public EventCell read(byte[] source, int offset, int length) {
    try {
      return parse(source, offset, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("event", e);
    }
  }

  private EventCell parse(byte[] source, int offset, int length) {
    PackedReader in = reader.wrap(source, offset, length);
    int version = in.u8();
    if (version < VERSION || version > CAT_VERSION) {
      throw new IllegalStateException("event of layout version " + version + "; known: 1 to 4");
    }
    cat = version == CAT_VERSION;
    action = version == VERSION ? Action.NEW : Action.ofCode(in.u8());
    fixVersion = version == FIX_VERSION ? FixVersion.ofApplVerId(in.u8()) : FixVersion.FIX42;
    if (fixVersion == null) {
      throw new IllegalStateException("event of a version of FIX that is not known");
    }
    type = EventType.ofCode(in.u8());
    readChecks(in);
    eventTime = in.i64();
    sendingTime = in.i64();
    brokenTag = in.varint();
    reason.set(source, in.text());
    int count = in.remaining();
    contentBytes.set(source, in.advance(count), count);
    return this;
  }

  /** What the message does to the event. */
  public Action action() {
    return action;
  }

  /** The version of FIX of the message. */
  public FixVersion fixVersion() {
    return fixVersion;
  }

  public EventType type() {
    return type;
  }

  /** True for a record of CAT, false for a message of FIX. */
  public boolean isCat() {
    return cat;
  }

  /** True when the message came in a wire log, where 115 and 128 play no part. */
  public boolean isWireLog() {
    return hasFlag(WIRE_LOG);
  }

  /** Time of the event, nanoseconds since 1970. */
  public long eventTime() {
    return eventTime;
  }

  /** SendingTime in nanoseconds since 1970, {@link TableSchema#NO_TIME} if it cannot be read. */
  public long sendingTime() {
    return sendingTime;
  }

  /** Tag of the fault nearest the front, 0 for none. */
  public int brokenTag() {
    return brokenTag;
  }

  /** Reason of that fault. */
  public ByteSlice reason() {
    return reason;
  }

  /** The content's fields as they were received. */
  public ByteSlice contentBytes() {
    return contentBytes;
  }

  /** The content's fields, indexed; valid until the next call. */
  public FixMessage content() {
    int start = contentBytes.offset();
    content.index(contentBytes.buffer(), start, start + contentBytes.length());
    return content;
  }

  /**
   * Indexes the content's fields for somebody who reads many; where they have no fault, their
   * sequence is remembered.
   *
   * @param fields indexes contents of events alone
   */
  public void indexContent(FixMessage fields) {
    int start = contentBytes.offset();
    fields.index(contentBytes.buffer(), start, start + contentBytes.length());
    if (brokenTag == 0) {
      fields.rememberFields();
    }
  }
}
