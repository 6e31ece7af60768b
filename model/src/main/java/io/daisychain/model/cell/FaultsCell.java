package io.daisychain.model.cell;

import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * The life of the faults of an event, and where it disagrees with other firms: the cell in {@code
 * Error:faults}. It is there only where a fault was not gone by the deadline of reports.
 *
 * <p>Layout, version 2: version (1 byte); number of faults (varint) and for each the bit of its
 * {@link ErrorStatus} (2), reason (length as varint, then bytes), tag (varint), {@link ContentHash}
 * of the version that had it first (16), reporter (text), the SendingTimes after which it was there
 * and gone in nanoseconds since 1970 (8 each), how it was repaired (1), whether in time (1), number
 * of other firms that it concerned (varint) and these (texts); number of breaks (varint) and for
 * each its kind (1), hash of the event's version that disagreed last (16; not in version 1), the
 * other firm (text), 1 and the key of its event (16) or 0, its event's id, the value and the other
 * firm's (texts), and 1 where it is open, else 0.
 *
 * @param faults in the order in which they are published
 * @param breaks in the order in which they are published
 */
public record FaultsCell(List<Fault> faults, List<Break> breaks) {
  private static final int VERSION = 2;
  private static final int LEAST_FAULT = 2 + 1 + 1 + RowKey.LENGTH + 1 + 2 * Long.BYTES + 3;
  private static final int LEAST_BREAK = 1 + 1 + 1 + 1 + 1 + 1 + 1;

  /** What made a fault go away. */
  public enum Repair {
    /** Nothing: the fault is open. */
    NONE(0, ""),
    /** A correction, of whichever event. */
    CORRECTION(1, "correction"),
    /** A deletion, of whichever event. */
    DELETION(2, "deletion"),
    /** An event that came. */
    ARRIVAL(3, "arrival");

    private final int code;
    private final String published;

    Repair(int code, String published) {
      this.code = code;
      this.published = published;
    }

    /** The word, empty for none. */
    public String published() {
      return published;
    }

    private static Repair ofCode(int code) {
      return values()[code];
    }
  }

  /** In what two firms disagree. */
  public enum Kind {
    /** An order that was received, and that its sender did not report. */
    UNLINKED(0),
    /** An order that was sent, and that its receiver did not report. */
    UNACCEPTED(1),
    /** Parent and child have different symbols. */
    SYMBOL_MISMATCH(2),
    /** Parent and child have one symbol and different instruments. */
    INSTRUMENT_MISMATCH(5),
    /** Parent and child are on different sides. */
    SIDE_MISMATCH(3),
    /** Both reported an event under one key. */
    DUPLICATE_KEY(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of break has the code " + code);
    }
  }

  /**
   * One fault.
   *
   * @param status what it is
   * @param reason why; empty where the status says all
   * @param tag tag in error; 0 where the message has to say it
   * @param version hash of the version that had it first
   * @param reporter whose fault it is
   * @param firstSeen SendingTime after which it was there
   * @param repaired SendingTime after which it was gone, {@link TableSchema#NO_TIME} for never
   * @param repair by what
   * @param inTime whether it was gone in time
   * @param named other firms that it concerned
   */
  public record Fault(
      ErrorStatus status,
      String reason,
      int tag,
      RowKey version,
      String reporter,
      long firstSeen,
      long repaired,
      Repair repair,
      boolean inTime,
      List<String> named) {

    /** True where the fault is still there. */
    public boolean isOpen() {
      return repair == Repair.NONE;
    }
  }

  /**
   * One disagreement of two firms.
   *
   * @param kind what it is
   * @param version hash of the version that disagreed last, whose reporter the one firm is; null
   *     for the one that is published
   * @param named the other firm
   * @param namedId key of its event, null where nobody knows
   * @param namedEventId the other firm's own id of its event, empty where nobody knows
   * @param value what the event says
   * @param namedValue what the other firm's says
   * @param isOpen whether it is still there
   */
  public record Break(
      Kind kind,
      RowKey version,
      String named,
      RowKey namedId,
      String namedEventId,
      String value,
      String namedValue,
      boolean isOpen) {}

  /** Appends this cell to {@code out}. */
  public void write(PackedWriter out) {
    out.u8(VERSION).varint(faults.size());
    for (Fault fault : faults) {
      out.u16(fault.status.code());
      out.text(fault.reason);
      out.varint(fault.tag).key(fault.version);
      out.text(fault.reporter);
      out.i64(fault.firstSeen).i64(fault.repaired).u8(fault.repair.code);
      out.u8(fault.inTime ? 1 : 0).varint(fault.named.size());
      for (String firm : fault.named) {
        out.text(firm);
      }
    }
    out.varint(breaks.size());
    for (Break pair : breaks) {
      out.u8(pair.kind.code).key(pair.version);
      out.text(pair.named);
      out.u8(pair.namedId == null ? 0 : 1);
      if (pair.namedId != null) {
        out.key(pair.namedId);
      }
      out.text(pair.namedEventId);
      out.text(pair.value);
      out.text(pair.namedValue);
      out.u8(pair.isOpen ? 1 : 0);
    }
  }

  /** Reads the cell at {@code offset}. */
  public static FaultsCell read(byte[] source, int offset, int length) {
    try {
      return parse(new PackedReader().wrap(source, offset, length));
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("faults", e);
    }
  }

  private static FaultsCell parse(PackedReader in) {
    int version = in.u8();
    if (version < 1 || version > VERSION) {
      throw new IllegalStateException("faults of layout version " + version + "; known: 1, 2");
    }
    int count = count(in, LEAST_FAULT);
    List<Fault> faults = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      faults.add(
          new Fault(
              ErrorStatus.ofCode(in.u16()),
              in.string(),
              in.varint(),
              in.key(),
              in.string(),
              in.i64(),
              in.i64(),
              Repair.ofCode(in.u8()),
              in.u8() == 1,
              texts(in)));
    }
    count = count(in, LEAST_BREAK);
    List<Break> breaks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      breaks.add(
          new Break(
              Kind.ofCode(in.u8()),
              version == 1 ? null : in.key(),
              in.string(),
              in.u8() == 0 ? null : in.key(),
              in.string(),
              in.string(),
              in.string(),
              in.u8() == 1));
    }
    return new FaultsCell(faults, breaks);
  }

  private static List<String> texts(PackedReader in) {
    int count = count(in, 1);
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(in.string());
    }
    return texts;
  }

  private static int count(PackedReader in, int least) {
    int count = in.varint();
    if (count < 0 || count > in.remaining() / least) {
      throw new IllegalStateException(Integer.toUnsignedString(count) + " entries");
    }
    return count;
  }
}
