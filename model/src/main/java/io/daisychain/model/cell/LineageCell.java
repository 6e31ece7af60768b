package io.daisychain.model.cell;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The lineage of one event, found by link: the cell in {@code Link:Grandparent}.
 *
 * <p>Layout, version 4: key of the GrandParent (16 bytes); version (1); key of the lifecycle (16);
 * {@link ContentHash} of what is published (16); mask of {@link ErrorStatus}, ingest's included
 * (2); flags (1): bits 0-1 SymbolMatch, 2-3 SideMatch, 4 a child is published, 5 the event stands
 * for its cycle, 6 the event was deleted; depth and number of children (varint each); of that child
 * its key (16), Symbol, Side and OrdType (length as varint, then bytes); number of parents (varint)
 * and for each its key (16) and one byte: bit 0 reported, bits 1-2 SymbolMatch, 3-4 SideMatch of
 * the edge, 5 deleted; details of the errors (length, bytes); number of other contents reported
 * under the key (varint); and number of parents that lie on other trade dates (varint), for each
 * its place among the parents (varint) and its date (4, days since 1970-01-01). Where flag 7 is
 * set, the event is an execution: one byte (bit 0 its order went no further, 1 it stands, 2 as it
 * was reported), and of one that stands as corrected its quantity and price (length, digits).
 * Version 3 has no executions. In version 5 there stands behind the flags one byte more: bits 0-1
 * InstrumentMatch, which otherwise is as SymbolMatch, from bit 2 on the statuses beyond two bytes.
 * Where an event has actions, there follow the rows that show it as the child of parents which its
 * other versions name: their number (varint), and of each date (4) and key (16). Edges of which bit
 * 6 is set are not as the first parent of the event: at the end there follow, behind that number,
 * codes of their {@link Relation} (1 each).
 */
public final class LineageCell {
  private static final int VERSION = 4;
  private static final int FURTHER_VERSION = 5;
  private static final int WITHOUT_EXECUTIONS = 3;
  private static final int HAS_CHILD = 0x10;
  private static final int STANDS_FOR_CYCLE = 0x20;
  private static final int DELETED = 0x40;
  private static final int EXECUTION = 0x80;
  private static final int COUNTED = 1;
  private static final int STANDS = 2;
  private static final int AS_REPORTED = 4;
  private static final int DELETED_PARENT = 0x20;
  private static final Relation[] AS_THE_FIRST = {};
  private static final int OWN_RELATION = 0x40;
  private static final int PLACE_LENGTH = Integer.BYTES + RowKey.LENGTH;

  /** Edge to a parent that was reported and deleted. */
  public static final int TO_DELETED = DELETED_PARENT;

  /** Edge whose relation follows at the end. */
  public static final int HAS_RELATION = OWN_RELATION;

  /** A row: its trade date and key. */
  public record Place(int date, RowKey key) {}

  private static final int EDGE_LENGTH = RowKey.LENGTH + 1;

  private final PackedReader reader = new PackedReader();
  private byte[] buffer;
  private int start;
  private int flags;
  private CheckResult instrumentMatch = CheckResult.NOT_MADE;
  private int furtherStatuses;
  private int depth;
  private int childCount;
  private int childAt;
  private int edges;
  private int edgesAt;
  private final ByteSlice childSymbol = new ByteSlice();
  private final ByteSlice childSide = new ByteSlice();
  private final ByteSlice childOrdType = new ByteSlice();
  private final ByteSlice details = new ByteSlice();
  private int execution;
  private final ByteSlice standingQuantity = new ByteSlice();
  private final ByteSlice standingPrice = new ByteSlice();
  private int otherContents;
  private int[] datedParents = {};
  private int[] parentDates = {};
  private int dated;
  private final List<Place> formerPlaces = new ArrayList<>();
  private Relation[] relations = AS_THE_FIRST;

  /** The byte of an edge; see the layout. */
  public static int edge(boolean reported, CheckResult symbolMatch, CheckResult sideMatch) {
    return (reported ? 1 : 0) | (symbolMatch.code() << 1) | (sideMatch.code() << 3);
  }

  /** Begins a cell; the caller appends all else in the order of the layout. */
  public static void begin(
      PackedWriter out,
      RowKey grandParent,
      RowKey lifecycle,
      long contentHigh,
      long contentLow,
      int statuses,
      CheckResult symbolMatch,
      CheckResult sideMatch,
      CheckResult instrumentMatch,
      boolean hasChild,
      boolean standsForCycle,
      boolean isExecution,
      int depth,
      int childCount) {
    int furtherStatuses = statuses >>> 16;
    boolean isOther = instrumentMatch != symbolMatch || furtherStatuses != 0;
    out.key(grandParent.high(), grandParent.low()).u8(isOther ? FURTHER_VERSION : VERSION);
    out.key(lifecycle.high(), lifecycle.low()).key(contentHigh, contentLow).u16(statuses);
    out.u8(
        symbolMatch.code()
            | (sideMatch.code() << 2)
            | (hasChild ? HAS_CHILD : 0)
            | (standsForCycle ? STANDS_FOR_CYCLE : 0)
            | (isExecution ? EXECUTION : 0));
    if (isOther) {
      out.u8(instrumentMatch.code() | (furtherStatuses << 2));
    }
    out.varint(depth).varint(childCount);
  }

  /**
   * Appends what stands of an execution, after the dates of its parents.
   *
   * @param counted whether the order or route that was filled went no further
   * @param stands false for one that was busted
   */
  public static void writeExecution(PackedWriter out, boolean counted, boolean stands) {
    out.u8((counted ? COUNTED : 0) | (stands ? STANDS | AS_REPORTED : 0));
  }

  /** Appends what stands of an execution that was corrected. */
  public static void writeCorrected(
      PackedWriter out, boolean counted, ByteSlice quantity, ByteSlice price) {
    out.u8((counted ? COUNTED : 0) | STANDS);
    out.text(quantity.buffer(), quantity.offset(), quantity.length());
    out.text(price.buffer(), price.offset(), price.length());
  }

  /**
   * Begins the cell of a deleted event, which has no lineage; no parent, detail or date follows.
   */
  public static void writeDeleted(
      PackedWriter out, RowKey key, long contentHigh, long contentLow, int statuses) {
    out.key(key.high(), key.low()).u8(VERSION);
    out.key(key.high(), key.low()).key(contentHigh, contentLow).u16(statuses);
    out.u8(DELETED).varint(0).varint(0).varint(0).varint(0).varint(0).varint(0);
  }

  /** Points this view at a cell. */
  public LineageCell read(byte[] source, int offset, int length) {
    try {
      return parse(source, offset, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new DamagedCellException("lineage", e);
    }
  }

  private LineageCell parse(byte[] source, int offset, int length) {
    PackedReader in = reader.wrap(source, offset, length);
    buffer = source;
    start = in.advance(RowKey.LENGTH);
    int version = in.u8();
    if (version < WITHOUT_EXECUTIONS || version > FURTHER_VERSION) {
      throw new IllegalStateException("lineage of layout version " + version + "; known: 3 to 5");
    }
    in.advance(2 * RowKey.LENGTH + 2);
    flags = in.u8();
    CheckResult.requireKnown(flags, 2);
    int further = version == FURTHER_VERSION ? in.u8() : flags & 3;
    instrumentMatch = CheckResult.ofCode(further & 3);
    furtherStatuses = version == FURTHER_VERSION ? further >>> 2 : 0;
    if (furtherStatuses > 1) {
      throw new IllegalStateException("statuses nobody knows: " + furtherStatuses);
    }
    depth = in.varint();
    childCount = in.varint();
    if (hasChild()) {
      childAt = in.advance(RowKey.LENGTH);
      childSymbol.set(source, in.text());
      childSide.set(source, in.text());
      childOrdType.set(source, in.text());
    } else {
      childSymbol.clear();
      childSide.clear();
      childOrdType.clear();
    }
    edges = in.varint();
    edgesAt = in.advance(edges, EDGE_LENGTH);
    for (int i = 0; i < edges; i++) {
      CheckResult.requireKnown(source[edgesAt + i * EDGE_LENGTH + RowKey.LENGTH] >>> 1, 2);
    }
    details.set(source, in.text());
    otherContents = in.varint();
    readDates(in);
    readExecution(in);
    readFormerPlaces(in);
    readRelations(in);
    return this;
  }

  private void readExecution(PackedReader in) {
    execution = isExecution() ? in.u8() : 0;
    if (isCorrected()) {
      standingQuantity.set(buffer, in.text());
      standingPrice.set(buffer, in.text());
    } else {
      standingQuantity.clear();
      standingPrice.clear();
    }
  }

  /** True for a fill, and for a CORRECT that stands as its own. */
  public boolean isExecution() {
    return (flags & EXECUTION) != 0;
  }

  /** True for an execution whose order or route went no further. */
  public boolean isCounted() {
    return (execution & COUNTED) != 0;
  }

  /** True for an execution that was not busted. */
  public boolean stands() {
    return (execution & STANDS) != 0;
  }

  /** True for an execution that stands as another message said. */
  public boolean isCorrected() {
    return stands() && (execution & AS_REPORTED) == 0;
  }

  /** LastShares (32) of the latest CORRECT; empty unless {@link #isCorrected}. */
  public ByteSlice standingQuantity() {
    return standingQuantity;
  }

  /** Its LastPx (31); empty where it has none, or unless {@link #isCorrected}. */
  public ByteSlice standingPrice() {
    return standingPrice;
  }

  private void readFormerPlaces(PackedReader in) {
    formerPlaces.clear();
    int count = in.remaining() == 0 ? 0 : in.varint();
    if (count < 0 || count > in.remaining() / PLACE_LENGTH) {
      throw new IllegalStateException(Integer.toUnsignedString(count) + " former parents");
    }
    for (int i = 0; i < count; i++) {
      int date = in.i32();
      formerPlaces.add(new Place(date, RowKey.read(buffer, in.advance(RowKey.LENGTH))));
    }
  }

  /** True for an event that was deleted: it has no lineage. */
  public boolean isDeleted() {
    return (flags & DELETED) != 0;
  }

  /** The rows that show the event as the child of parents which its other versions name. */
  public List<Place> formerPlaces() {
    return formerPlaces;
  }

  /** True when parent {@code i} was reported, whether or not it was deleted. */
  public boolean parentFound(int i) {
    return (buffer[parentAt(i) + RowKey.LENGTH] & (1 | DELETED_PARENT)) != 0;
  }

  private void readDates(PackedReader in) {
    dated = in.varint();
    if (dated < 0 || dated > edges) {
      throw new IllegalStateException(
          Integer.toUnsignedString(dated) + " dates of " + edges + " parents");
    }
    if (dated > datedParents.length) {
      datedParents = new int[dated];
      parentDates = new int[dated];
    }
    for (int i = 0; i < dated; i++) {
      datedParents[i] = in.varint();
      // What is looked for by halving has to ascend.
      if (datedParents[i] >= edges || datedParents[i] <= (i == 0 ? -1 : datedParents[i - 1])) {
        throw new IllegalStateException(
            "the date of parent " + Integer.toUnsignedString(datedParents[i]) + " of " + edges);
      }
      parentDates[i] = in.i32();
    }
  }

  /** Offset of the GrandParent's key in the array given to {@link #read}. */
  public int grandParentAt() {
    return start;
  }

  /** Offset of the lifecycle's key in the array given to {@link #read}. */
  public int lifecycleAt() {
    return start + RowKey.LENGTH + 1;
  }

  /**
   * Offset of the {@link ContentHash} of the event's published content, in the array given to
   * {@link #read}.
   */
  public int contentAt() {
    return start + 2 * RowKey.LENGTH + 1;
  }

  /** True if the qualifier at {@code offset} is of the published content. */
  public boolean isOfContent(byte[] qualifier, int offset) {
    return TableSchema.isSameContent(buffer, contentAt() - 1, qualifier, offset);
  }

  /** Mask of {@link ErrorStatus}, all of them. */
  public int statuses() {
    int at = contentAt() + RowKey.LENGTH;
    return (furtherStatuses << 16) | ((buffer[at] & 0xff) << 8) | (buffer[at + 1] & 0xff);
  }

  /** Whether every child that can be compared has the event's Symbol. */
  public CheckResult symbolMatch() {
    return CheckResult.ofCode(flags & 3);
  }

  /** Whether every child that can be compared is on the event's Side. */
  public CheckResult sideMatch() {
    return CheckResult.ofCode((flags >>> 2) & 3);
  }

  /** Whether every child that can be compared has the event's instrument. */
  public CheckResult instrumentMatch() {
    return instrumentMatch;
  }

  /** Number of edges of the longest path up to a root. */
  public int depth() {
    return depth;
  }

  /** Number of distinct reported children. */
  public int childCount() {
    return childCount;
  }

  /** True if the event has a child; the first with another Symbol or Side, else the earliest. */
  public boolean hasChild() {
    return (flags & HAS_CHILD) != 0;
  }

  /** Offset of that child's key in the array given to {@link #read}. */
  public int childAt() {
    return childAt;
  }

  /** That child's Symbol. */
  public ByteSlice childSymbol() {
    return childSymbol;
  }

  /** That child's Side. */
  public ByteSlice childSide() {
    return childSide;
  }

  /** That child's OrdType. */
  public ByteSlice childOrdType() {
    return childOrdType;
  }

  /** Number of parents, reported or not. */
  public int edges() {
    return edges;
  }

  /** Offset of the key of parent {@code i} in the array given to {@link #read}. */
  public int parentAt(int i) {
    return edgesAt + i * EDGE_LENGTH;
  }

  /**
   * Trade date of parent {@code i}, days since 1970-01-01: where it was reported, else where it
   * should have been.
   *
   * @param ownDate the event's own
   */
  public int parentDate(int i, int ownDate) {
    int at = Arrays.binarySearch(datedParents, 0, dated, i);
    return at < 0 ? ownDate : parentDates[at];
  }

  /** Number of other contents reported under the event's key, which are not published. */
  public int otherContents() {
    return otherContents;
  }

  /** True of one member of each cycle, by which cycles are counted. */
  public boolean standsForCycle() {
    return (flags & STANDS_FOR_CYCLE) != 0;
  }

  /** True when parent {@code i} was reported. */
  public boolean parentReported(int i) {
    return (buffer[parentAt(i) + RowKey.LENGTH] & 1) != 0;
  }

  private void readRelations(PackedReader in) {
    relations = AS_THE_FIRST;
    for (int i = 0; i < edges; i++) {
      if ((buffer[parentAt(i) + RowKey.LENGTH] & OWN_RELATION) != 0) {
        if (relations.length == 0) {
          relations = new Relation[edges];
          Arrays.fill(relations, Relation.NONE);
        }
        relations[i] = Relation.ofCode(in.u8());
      }
    }
  }

  /** How the event hangs on parent {@code i}; NONE: as its content says of the first. */
  public Relation relation(int i) {
    return relations.length == 0 ? Relation.NONE : relations[i];
  }

  /** Whether parent {@code i} and the event name the same Symbol. */
  public CheckResult edgeSymbolMatch(int i) {
    return CheckResult.ofCode((buffer[parentAt(i) + RowKey.LENGTH] >>> 1) & 3);
  }

  /** Whether parent {@code i} and the event are on the same Side. */
  public CheckResult edgeSideMatch(int i) {
    return CheckResult.ofCode((buffer[parentAt(i) + RowKey.LENGTH] >>> 3) & 3);
  }

  /** Details of the errors that link found, for people. */
  public ByteSlice details() {
    return details;
  }
}
