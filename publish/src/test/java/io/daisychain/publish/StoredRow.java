package io.daisychain.publish;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;

/** Cells of a row as ingest and link would write them, made by hand from their layouts. */
public final class StoredRow {
  public static final long NOON = 1_773_662_400_000_000_000L; // 2026-03-16T12:00:00Z

  private final byte[] key;
  private final List<Cell> cells = new ArrayList<>();

  public StoredRow(RowKey key) {
    this.key = key.toBytes();
  }

  public static RowKey key(int number) {
    return new RowKey(number, ~number);
  }

  /** Bytes of a text in which each character is one byte and {@code |} stands for SOH. */
  public static byte[] fix(String text) {
    return text.replace('|', '\1').getBytes(ISO_8859_1);
  }

  /** An event with what its parent references and its content say. */
  public static final class Event {
    public EventType type = EventType.NEW;
    public Relation relation = Relation.NONE;
    public CheckResult reporterValid = CheckResult.NOT_MADE;
    public CheckResult customerValid = CheckResult.NOT_MADE;
    public CheckResult symbolValid = CheckResult.NOT_MADE;
    public boolean wireLog;
    public int statuses;
    public int brokenTag;
    public String reason = "";
    public long eventTime = NOON;
    public long sendingTime = NOON;
    public RowKey[] parents = {};
    public String reporter = "ALFA";
    public String eventId = "n1";
    public String symbol = "";
    public String side = "";
    public String ordType = "";
    public String ordStatus = "";
    public byte[] content = {};
    public long hash = 1;

    public Event statuses(ErrorStatus... list) {
      for (ErrorStatus status : list) {
        statuses |= status.bit();
      }
      return this;
    }
  }

  public StoredRow event(Event event) {
    int checks =
        code(event.reporterValid) << 1
            | code(event.customerValid) << 3
            | code(event.symbolValid) << 5;
    PackedWriter data = new PackedWriter().u8(1).u8(event.type.code());
    data.u8(checks | (event.wireLog ? 0x80 : 0)).u16(event.statuses);
    data.i64(event.eventTime).i64(event.sendingTime).varint(event.brokenTag);
    text(data, event.reason);
    data.raw(event.content, 0, event.content.length);
    add(TableSchema.DATA, qualifier(TableSchema.EVENT_PREFIX, event), data.toBytes());

    PackedWriter references = new PackedWriter().u8(2).u8(event.type.code()).u8(checks);
    references.u16(event.statuses).u8(event.relation.code());
    references.i64(event.eventTime).i64(event.sendingTime).varint(event.parents.length);
    for (RowKey parent : event.parents) {
      references.key(parent.high(), parent.low());
    }
    if (event.parents.length > 0) {
      references.u8(0); // all of the event's own date
    }
    text(references, event.symbol);
    text(references, event.side);
    text(references, event.ordType);
    text(references, event.reporter);
    text(references, event.eventId);
    text(references, "");
    text(references, "");
    text(references, event.ordStatus);
    text(references, "");
    add(TableSchema.LINK, qualifier(TableSchema.REFERENCES_PREFIX, event), references.toBytes());
    return this;
  }

  /** The cells that ingest makes of a message, given with {@code |} for SOH; nothing was found. */
  static StoredRow ofMessage(String text) {
    byte[] bytes = fix(text);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    if (reader.read(message) != ReadResult.EVENT) {
      throw new IllegalArgumentException(text);
    }
    OrderEvent event = reader.event();
    PackedWriter content = new PackedWriter();
    PackedWriter data = new PackedWriter();
    PackedWriter references = new PackedWriter();
    EventCell.writeContent(message, content);
    EventCell.write(event, new ValidationFlags(), content, data);
    ParentReferenceCell.write(event, new ValidationFlags(), references);
    long sent = event.sendingTime();
    return new StoredRow(event.key())
        .add(
            TableSchema.DATA,
            TableSchema.contentQualifier(TableSchema.EVENT_PREFIX, 0, 1, sent),
            data.toBytes())
        .add(
            TableSchema.LINK,
            TableSchema.contentQualifier(TableSchema.REFERENCES_PREFIX, 0, 1, sent),
            references.toBytes());
  }

  private static int code(CheckResult check) {
    return switch (check) {
      case NOT_MADE -> 0;
      case PASSED -> 1;
      case FAILED -> 2;
    };
  }

  private static byte[] qualifier(byte prefix, Event event) {
    return TableSchema.contentQualifier(prefix, 0, event.hash, event.sendingTime);
  }

  /** What link found. */
  public static final class Lineage {
    public RowKey grandParent = key(1);
    public RowKey lifecycle = key(1);
    public long hash = 1;
    public int statuses;
    public CheckResult symbolMatch = CheckResult.NOT_MADE;
    public CheckResult sideMatch = CheckResult.NOT_MADE;
    public int depth;
    public int childCount;
    public RowKey child;
    public String childSymbol = "";
    public String childSide = "";
    public String childOrdType = "";
    public RowKey[] parents = {};
    public int edge = LineageCell.edge(true, CheckResult.PASSED, CheckResult.FAILED);
    public String details = "";

    /** What stands of an execution; null for other events. */
    public PackedWriter execution;
  }

  public StoredRow lineage(Lineage lineage) {
    PackedWriter out = new PackedWriter();
    LineageCell.begin(
        out,
        lineage.grandParent,
        lineage.lifecycle,
        0,
        lineage.hash,
        lineage.statuses,
        lineage.symbolMatch,
        lineage.sideMatch,
        lineage.symbolMatch,
        lineage.child != null,
        false,
        lineage.execution != null,
        lineage.depth,
        lineage.childCount);
    if (lineage.child != null) {
      out.key(lineage.child.high(), lineage.child.low());
      text(out, lineage.childSymbol);
      text(out, lineage.childSide);
      text(out, lineage.childOrdType);
    }
    out.varint(lineage.parents.length);
    for (RowKey parent : lineage.parents) {
      out.key(parent.high(), parent.low()).u8(lineage.edge);
    }
    text(out, lineage.details);
    out.varint(0); // other contents
    out.varint(0); // parents on other dates
    if (lineage.execution != null) {
      out.raw(lineage.execution.buffer(), 0, lineage.execution.length());
    }
    return add(TableSchema.LINK, TableSchema.GRANDPARENT.getBytes(ISO_8859_1), out.toBytes());
  }

  public StoredRow lifecycle(LifecycleCell sums) {
    PackedWriter out = new PackedWriter();
    sums.write(out);
    return add(TableSchema.LINK, TableSchema.LIFECYCLE.getBytes(ISO_8859_1), out.toBytes());
  }

  public StoredRow child(RowKey child, Relation relation) {
    byte[] column = TableSchema.childQualifier(child.high(), child.low(), 0, 0);
    return add(TableSchema.LINK, column, new byte[] {relation.code()});
  }

  public StoredRow add(String family, byte[] column, byte[] value) {
    cells.add(new KeyValue(key, family.getBytes(ISO_8859_1), column, 1, value));
    return this;
  }

  private static void text(PackedWriter out, String value) {
    byte[] bytes = value.getBytes(ISO_8859_1);
    out.text(bytes, 0, bytes.length);
  }

  public List<Cell> cells() {
    return cells;
  }

  public void flattenWith(RowFlattener rows) {
    rows.beginRow();
    for (Cell cell : cells) {
      if (cell.getFamilyArray()[cell.getFamilyOffset()] != 'E') {
        rows.add(cell);
      }
    }
    rows.endRow();
  }
}
