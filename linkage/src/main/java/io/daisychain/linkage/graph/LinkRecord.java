package io.daisychain.linkage.graph;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.List;

/**
 * One event on its way through the link job: its date and key, what its row shows, and its parent
 * references.
 *
 * <p>Layout: key (16 bytes); {@link io.daisychain.model.cell.ContentHash} (16); trade date (4);
 * flags (2) and mask of {@link Flag}s shown (1); where {@link #DUPLICATE} the number of other
 * contents (varint); where {@link #STATUS_SHOWN} the mask of statuses (2); where an earlier run
 * left a lineage the hash of what it wrote (8), the statuses it found (2), whether the event stood
 * for its cycle (1), numbers of parents and of other contents (varint each); where {@link
 * #OWN_PRIOR_PARENTS} the places at which it wrote the event as a child (varint, 20 each); where
 * {@link #OTHER_CHILDREN} the children on other dates that the row shows (varint, 20 each); number
 * of earlier days on which native parents may be found (varint) and, where there are any, their
 * number and keys, day by day; length of the parent references (varint) and the parent references;
 * where {@link #VERSIONS} the same for each version: their number (varint), and of each its {@link
 * io.daisychain.model.cell.ContentHash} (16), days, keys, and parent references. The head has the
 * version that stands. Lives only inside one run, so it has no version.
 */
public final class LinkRecord {
  /** Several contents were reported under the key. */
  static final int DUPLICATE = 1;

  /** An earlier run left a lineage on the row. */
  public static final int LINKED = 2;

  /** An earlier run left a lifecycle on the row. */
  public static final int HAS_LIFECYCLE = 4;

  /** An earlier run wrote the event as a child of other rows than the references name. */
  public static final int OWN_PRIOR_PARENTS = 8;

  /** The column of statuses is there. */
  public static final int STATUS_SHOWN = 16;

  /** The row shows children on other dates, and they are listed. */
  public static final int OTHER_CHILDREN = 32;

  /** The column of feedback is there. */
  public static final int HAS_FEEDBACK = 64;

  /** Several versions were reported under the key, or one that is an action; they are listed. */
  public static final int VERSIONS = 128;

  /** The column of faults is there. */
  public static final int HAS_FAULTS = 256;

  /** Some version is a correction or deletion. */
  public static final int ACTIONS = 512;

  /** In place of a version's number: the one that stands. */
  public static final int STANDING = -1;

  /** An earlier run found the event deleted. */
  public static final int WAS_DELETED = 1024;

  private static final int PLACE_LENGTH = Integer.BYTES + RowKey.LENGTH;

  private final PackedReader reader = new PackedReader();
  private byte[] buffer;
  private int start;
  private int date;
  private int flags;
  private int shownFlags;
  private int others;
  private int shownStatuses;
  private long priorHash;
  private int priorStatuses;
  private boolean stoodForCycle;
  private int priorEdges;
  private int priorOthers;
  private int priorParents;
  private int priorParentsAt;
  private int children;
  private int childrenAt;
  private int daysAt;
  private int days;
  private int versionsStart;
  private int referencesAt;
  private int referencesLength;
  private int versions;
  private int[] versionsAt = {};
  private int end;

  /**
   * A version of an event.
   *
   * @param columnHigh first half of the hash in its column
   * @param columnLow second half
   * @param references value of the cell {@code Link:p<content>}
   * @param days number of earlier days on which native parents may be found
   * @param alternatives keys of the parents there; null for no days
   */
  public record Version(
      long columnHigh,
      long columnLow,
      ByteSlice references,
      int days,
      ParentReferences alternatives) {}

  /** What a row shows, and what an earlier run left there. */
  public static final class Prior {
    public int flags;
    public int shownFlags;
    public int shownStatuses;
    public long hash;
    public int statuses;
    public boolean stoodForCycle;
    public int edges;
    public int others;
    public final List<DatedKey> parents = new ArrayList<>();
    public final List<DatedKey> children = new ArrayList<>();

    public void clear() {
      flags = 0;
      shownFlags = 0;
      shownStatuses = 0;
      hash = 0;
      statuses = 0;
      stoodForCycle = false;
      edges = 0;
      others = 0;
      parents.clear();
      children.clear();
    }
  }

  /**
   * Appends a record.
   *
   * @param date trade date
   * @param contentHigh first half of the hash of the content that is published
   * @param contentLow second half
   * @param references value of the cell {@code Link:p<content>}
   * @param others number of other contents reported under the key
   * @param alternatives keys of the parents on earlier days: the parents that the references name,
   *     one day earlier, then two, and so on
   */
  public static void write(
      PackedWriter out,
      int date,
      long high,
      long low,
      long contentHigh,
      long contentLow,
      ByteSlice references,
      int others,
      Prior prior,
      int days,
      ParentReferences alternatives) {
    write(
        out,
        date,
        high,
        low,
        new Version(contentHigh, contentLow, references, days, alternatives),
        others,
        prior,
        List.of());
  }

  /**
   * Appends a record.
   *
   * @param date trade date
   * @param standing the version that stands
   * @param others number of other contents reported under the key
   * @param versions all versions in their order; none where what stands is new and the only one
   */
  public static void write(
      PackedWriter out,
      int date,
      long high,
      long low,
      Version standing,
      int others,
      Prior prior,
      List<Version> versions) {
    long contentHigh = standing.columnHigh();
    long contentLow = standing.columnLow();
    int flags = prior.flags;
    prior.flags |= versions.isEmpty() ? 0 : VERSIONS;
    for (Version version : versions) {
      prior.flags |= ParentReferenceCell.isAction(version.references()) ? ACTIONS : 0;
    }
    writeHead(out, date, high, low, contentHigh, contentLow, others, prior);
    prior.flags = flags;
    writeReferences(out, standing.references(), standing.days(), standing.alternatives());
    if (!versions.isEmpty()) {
      out.varint(versions.size());
      for (Version version : versions) {
        out.key(version.columnHigh(), version.columnLow());
        writeReferences(out, version.references(), version.days(), version.alternatives());
      }
    }
  }

  private static void writeHead(
      PackedWriter out,
      int date,
      long high,
      long low,
      long contentHigh,
      long contentLow,
      int others,
      Prior prior) {
    out.key(high, low).key(contentHigh, contentLow).i32(date);
    out.u16(
        prior.flags
            | (others > 0 ? DUPLICATE : 0)
            | (prior.children.isEmpty() ? 0 : OTHER_CHILDREN));
    out.u8(prior.shownFlags);
    if (others > 0) {
      out.varint(others);
    }
    if ((prior.flags & STATUS_SHOWN) != 0) {
      out.varint(prior.shownStatuses);
    }
    if ((prior.flags & LINKED) != 0) {
      out.i64(prior.hash).varint(prior.statuses).u8(prior.stoodForCycle ? 1 : 0);
      out.varint(prior.edges).varint(prior.others);
    }
    if ((prior.flags & OWN_PRIOR_PARENTS) != 0) {
      places(out, prior.parents);
    }
    if (!prior.children.isEmpty()) {
      places(out, prior.children);
    }
  }

  private static void writeReferences(
      PackedWriter out, ByteSlice references, int days, ParentReferences alternatives) {
    out.varint(days);
    if (days > 0) {
      out.varint(alternatives.count());
      for (int i = 0; i < alternatives.count(); i++) {
        out.key(alternatives.high(i), alternatives.low(i));
      }
    }
    out.text(references.buffer(), references.offset(), references.length());
  }

  /** Appends this record with other keys of parents on earlier days; see {@link #write}. */
  public void writeWith(int otherDays, ParentReferences alternatives, PackedWriter out) {
    out.raw(buffer, start, daysAt - start);
    ByteSlice references = new ByteSlice().set(buffer, referencesAt, referencesLength);
    writeReferences(out, references, otherDays, alternatives);
    out.raw(buffer, versionsStart, end - versionsStart);
  }

  /**
   * Appends this record with other keys of parents on earlier days.
   *
   * @param standing the version that stands
   * @param all all versions in their order
   */
  public void writeWith(Version standing, List<Version> all, PackedWriter out) {
    out.raw(buffer, start, daysAt - start);
    writeReferences(out, standing.references(), standing.days(), standing.alternatives());
    out.varint(all.size());
    for (Version version : all) {
      out.key(version.columnHigh(), version.columnLow());
      writeReferences(out, version.references(), version.days(), version.alternatives());
    }
  }

  /** Appends this record as it is once a run has written its row. */
  public void writeLinked(Prior prior, PackedWriter out) {
    int kept = prior.flags;
    prior.flags |= flags & (VERSIONS | ACTIONS);
    writeHead(out, date, high(), low(), contentHigh(), contentLow(), others, prior);
    prior.flags = kept;
    out.raw(buffer, daysAt, end - daysAt);
  }

  private static void places(PackedWriter out, List<DatedKey> places) {
    out.varint(places.size());
    places.forEach(place -> place.write(out));
  }

  /** Points this view at the record that begins at {@code offset}. */
  public LinkRecord read(byte[] source, int offset) {
    PackedReader in = reader.wrap(source, offset, source.length - offset);
    buffer = source;
    start = in.advance(2 * RowKey.LENGTH);
    date = in.i32();
    flags = in.u16();
    shownFlags = in.u8();
    others = has(DUPLICATE) ? in.varint() : 0;
    shownStatuses = has(STATUS_SHOWN) ? in.varint() : 0;
    priorHash = has(LINKED) ? in.i64() : 0;
    priorStatuses = has(LINKED) ? in.varint() : 0;
    stoodForCycle = has(LINKED) && in.u8() == 1;
    priorEdges = has(LINKED) ? in.varint() : 0;
    priorOthers = has(LINKED) ? in.varint() : 0;
    priorParents = has(OWN_PRIOR_PARENTS) ? in.varint() : 0;
    priorParentsAt = in.advance(priorParents, PLACE_LENGTH);
    children = has(OTHER_CHILDREN) ? in.varint() : 0;
    childrenAt = in.advance(children, PLACE_LENGTH);
    daysAt = in.position();
    days = in.varint();
    int alternatives = days == 0 ? 0 : in.varint();
    in.advance(alternatives, RowKey.LENGTH);
    long references = in.text();
    referencesAt = (int) (references >>> 32);
    referencesLength = (int) references;
    versionsStart = in.position();
    versions = has(VERSIONS) ? in.varint() : 0;
    if (versionsAt.length < versions) {
      versionsAt = new int[versions];
    }
    for (int i = 0; i < versions; i++) {
      versionsAt[i] = in.advance(RowKey.LENGTH);
      int of = in.varint() == 0 ? 0 : in.varint();
      in.advance(of, RowKey.LENGTH);
      in.text();
    }
    end = in.position();
    return this;
  }

  /** Number of versions; 0 where what stands is new and the only one. */
  public int versions() {
    return versions;
  }

  /** SendingTime of the first message of the event; the views are pointed anywhere. */
  long firstSent(Named named, ParentReferenceCell view) {
    long first = named(STANDING, named).read(view).sendingTime();
    for (int version = 0; version < versions; version++) {
      first = Math.min(first, named(version, named).read(view).sendingTime());
    }
    return first;
  }

  /** SendingTime of the first message of the event. */
  public long firstSent() {
    return firstSent(new Named(), new ParentReferenceCell());
  }

  /** Points a view at what is named: by a version, or by the one that stands. */
  public Named named(int version, Named into) {
    if (version == STANDING) {
      return into.set(buffer, contentHigh(), contentLow(), daysAt);
    }
    int at = versionsAt[version];
    return into.set(buffer, RowKey.high(buffer, at), RowKey.low(buffer, at), at + RowKey.LENGTH);
  }

  /** The parents that a version names, and the keys that they may have on earlier days. */
  public static final class Named {
    private final PackedReader in = new PackedReader();
    private byte[] source;
    private long columnHigh;
    private long columnLow;
    private int daysBack;
    private int keysAt;
    private int at;
    private int length;

    private Named set(byte[] buffer, long high, long low, int offset) {
      source = buffer;
      columnHigh = high;
      columnLow = low;
      in.wrap(buffer, offset, buffer.length - offset);
      daysBack = in.varint();
      int keys = daysBack == 0 ? 0 : in.varint();
      keysAt = in.advance(keys, RowKey.LENGTH);
      long text = in.text();
      at = (int) (text >>> 32);
      length = (int) text;
      return this;
    }

    /** First half of the hash in the version's column. */
    public long columnHigh() {
      return columnHigh;
    }

    /** Second half of that hash. */
    public long columnLow() {
      return columnLow;
    }

    /** Reads the parent references. */
    public ParentReferenceCell read(ParentReferenceCell into) {
      return into.read(source, at, length);
    }

    /** The cell's bytes. */
    public ByteSlice references() {
      return new ByteSlice().set(source, at, length);
    }

    /** Days back on which native parents may be found. */
    int days() {
      return daysBack;
    }

    byte[] buffer() {
      return source;
    }

    /** Offset of the key that parent {@code i} of {@code parents} has {@code day} days earlier. */
    int alternativeAt(int i, int parents, int day) {
      return keysAt + ((day - 1) * parents + i) * RowKey.LENGTH;
    }
  }

  /** Trade date of the record that begins at {@code offset}. */
  public static int dateOf(byte[] source, int offset) {
    return PackedReader.i32(source, offset + 2 * RowKey.LENGTH);
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public int start() {
    return start;
  }

  /** Offset after the record. */
  public int end() {
    return end;
  }

  public long high() {
    return RowKey.high(buffer, start);
  }

  public long low() {
    return RowKey.low(buffer, start);
  }

  /** Trade date of the event, days since 1970-01-01. */
  public int date() {
    return date;
  }

  /** First half of the hash of the content that is published. */
  public long contentHigh() {
    return RowKey.high(buffer, start + RowKey.LENGTH);
  }

  /** Second half of that hash. */
  public long contentLow() {
    return RowKey.low(buffer, start + RowKey.LENGTH);
  }

  /** Mask of the {@link Flag}s whose columns are there. */
  int shownFlags() {
    return shownFlags;
  }

  /** Mask of the statuses that the column names. */
  int shownStatuses() {
    return shownStatuses;
  }

  /** Hash of what an earlier run wrote on the row, 0 if none did or it may not be all. */
  long priorHash() {
    return priorHash;
  }

  /** Mask of the statuses that an earlier run found. */
  public int priorStatuses() {
    return priorStatuses;
  }

  /** True when the event stood for its cycle after an earlier run. */
  public boolean stoodForCycle() {
    return stoodForCycle;
  }

  /** Number of parents that an earlier run linked. */
  public int priorEdges() {
    return priorEdges;
  }

  /** Number of other contents that an earlier run found. */
  public int priorOthers() {
    return priorOthers;
  }

  /** Number of places listed for {@link #OWN_PRIOR_PARENTS}. */
  public int priorParents() {
    return priorParents;
  }

  /** A row on which an earlier run wrote the event as a child. */
  public DatedKey priorParent(int i) {
    return place(priorParentsAt, i);
  }

  /** Number of children on other dates that the row shows. */
  public int otherChildren() {
    return children;
  }

  /** A child on another date that the row shows. */
  public DatedKey otherChild(int i) {
    return place(childrenAt, i);
  }

  private DatedKey place(int at, int i) {
    int offset = at + i * PLACE_LENGTH;
    return new DatedKey(
        PackedReader.i32(buffer, offset), RowKey.read(buffer, offset + Integer.BYTES));
  }

  /** Days back on which native parents may be found. */
  int days() {
    return days;
  }

  public byte[] buffer() {
    return buffer;
  }

  public int referencesAt() {
    return referencesAt;
  }

  public int referencesLength() {
    return referencesLength;
  }
}
