package io.daisychain.linkage.graph;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;

/**
 * One event on its way through the link job: its key, what its row shows, and its parent
 * references.
 *
 * <p>Layout: key (16 bytes); its {@link io.daisychain.model.ContentHash} (16); flags (1) and mask
 * of {@link Flag}s shown (1); where {@link #STATUS_SHOWN} the mask of statuses (2); where an
 * earlier run left a lineage the hash of what it wrote (8); where {@link #OWN_PRIOR_PARENTS} the
 * parents that it linked (varint, 16 each); number of earlier days on which native parents may be
 * found (varint) and, where there are any, their number and keys, day by day; length of the parent
 * references (varint) and the parent references. Lives only inside one run, so it has no version.
 */
public final class LinkRecord {
  /** Several contents were reported under the key. */
  static final int DUPLICATE = 1;

  /** An earlier run left a lineage on the row. */
  public static final int LINKED = 2;

  /** An earlier run left a lifecycle on the row. */
  public static final int HAS_LIFECYCLE = 4;

  /** An earlier run linked other parents than the parent references names, and they are listed. */
  public static final int OWN_PRIOR_PARENTS = 8;

  /** The column of statuses is there. */
  public static final int STATUS_SHOWN = 16;

  private final PackedReader reader = new PackedReader();
  private byte[] buffer;
  private int start;
  private int flags;
  private int shownFlags;
  private int shownStatuses;
  private long priorHash;
  private int priorParents;
  private int priorParentsAt;
  private int days;
  private int alternativesAt;
  private int referencesAt;
  private int referencesLength;
  private int end;

  /** What a row shows, and what an earlier run left there. */
  public static final class Prior {
    public int flags;
    public int shownFlags;
    public int shownStatuses;
    public long hash;
    public final ParentReferences parents = new ParentReferences();

    public void clear() {
      flags = 0;
      shownFlags = 0;
      shownStatuses = 0;
      hash = 0;
      parents.clear();
    }
  }

  /**
   * Appends a record.
   *
   * @param contentHigh first half of the hash of the content that is published
   * @param contentLow second half
   * @param references value of the cell {@code Link:p<content>}
   * @param alternatives keys of the parents on earlier days: the parents that the references name,
   *     one day earlier, then two, and so on
   */
  public static void write(
      PackedWriter out,
      long high,
      long low,
      long contentHigh,
      long contentLow,
      ByteSlice references,
      boolean duplicate,
      Prior prior,
      int days,
      ParentReferences alternatives) {
    out.key(high, low).key(contentHigh, contentLow);
    out.u8(prior.flags | (duplicate ? DUPLICATE : 0));
    out.u8(prior.shownFlags);
    if ((prior.flags & STATUS_SHOWN) != 0) {
      out.u16(prior.shownStatuses);
    }
    if ((prior.flags & LINKED) != 0) {
      out.i64(prior.hash);
    }
    if ((prior.flags & OWN_PRIOR_PARENTS) != 0) {
      keys(out, prior.parents);
    }
    out.varint(days);
    if (days > 0) {
      keys(out, alternatives);
    }
    out.text(references.buffer(), references.offset(), references.length());
  }

  private static void keys(PackedWriter out, ParentReferences refs) {
    out.varint(refs.count());
    for (int i = 0; i < refs.count(); i++) {
      out.key(refs.high(i), refs.low(i));
    }
  }

  /** Points this view at the record that begins at {@code offset}. */
  LinkRecord read(byte[] source, int offset) {
    PackedReader in = reader.wrap(source, offset, source.length - offset);
    buffer = source;
    start = in.advance(2 * RowKey.LENGTH);
    flags = in.u8();
    shownFlags = in.u8();
    shownStatuses = has(STATUS_SHOWN) ? in.u16() : 0;
    priorHash = has(LINKED) ? in.i64() : 0;
    priorParents = 0;
    if (has(OWN_PRIOR_PARENTS)) {
      priorParents = in.varint();
      priorParentsAt = in.advance(priorParents * RowKey.LENGTH);
    }
    days = in.varint();
    int alternatives = days == 0 ? 0 : in.varint();
    alternativesAt = in.advance(alternatives * RowKey.LENGTH);
    long references = in.text();
    referencesAt = (int) (references >>> 32);
    referencesLength = (int) references;
    end = in.position();
    return this;
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

  long high() {
    return RowKey.high(buffer, start);
  }

  long low() {
    return RowKey.low(buffer, start);
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

  /** Number of parents listed for {@link #OWN_PRIOR_PARENTS}. */
  int priorParents() {
    return priorParents;
  }

  int priorParentAt(int i) {
    return priorParentsAt + i * RowKey.LENGTH;
  }

  /** Days back on which native parents may be found. */
  int days() {
    return days;
  }

  /** Offset of the key that parent {@code i} of {@code parents} has {@code day} days earlier. */
  int alternativeAt(int i, int parents, int day) {
    return alternativesAt + ((day - 1) * parents + i) * RowKey.LENGTH;
  }

  public byte[] buffer() {
    return buffer;
  }

  int referencesAt() {
    return referencesAt;
  }

  int referencesLength() {
    return referencesLength;
  }
}
