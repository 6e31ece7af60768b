package io.daisychain.linkage;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentRefs;
import io.daisychain.model.RowKey;

/**
 * One event on its way through the link job: its key, what an earlier run wrote, and its claim.
 *
 * <p>Layout: key (16 bytes); hash of the published content (8); flags (1); where an earlier run
 * left a lineage: hash of what it wrote (8), its mask of statuses (2); where {@link
 * #OWN_PRIOR_PARENTS} the parents that it linked (varint, 16 each); number of earlier days on which
 * native parents may be found (varint) and, where there are any, their number and keys, day by day;
 * length of the claim (varint) and the claim. Lives only inside one run, so it has no version.
 */
final class LinkRecord {
  /** Several contents were reported under the key. */
  static final int DUPLICATE = 1;

  /** An earlier run left a lineage on the row. */
  static final int LINKED = 2;

  /** An earlier run left a lifecycle on the row. */
  static final int HAS_LIFECYCLE = 4;

  /** An earlier run linked other parents than the claim names, and they are listed. */
  static final int OWN_PRIOR_PARENTS = 8;

  /** An earlier run wrote {@code SymbolMatch} and {@code ChildSymbol}. */
  static final int SYMBOL_FLAGGED = 16;

  /** An earlier run wrote {@code SideMatch} and {@code ChildSide}. */
  static final int SIDE_FLAGGED = 32;

  private final PackedReader reader = new PackedReader();
  private byte[] buffer;
  private int start;
  private int flags;
  private long priorHash;
  private int priorStatuses;
  private int priorParents;
  private int priorParentsAt;
  private int days;
  private int alternativesAt;
  private int claimAt;
  private int claimLength;
  private int end;

  /** What an earlier run left on a row. */
  static final class Prior {
    int flags;
    long hash;
    int statuses;
    final ParentRefs parents = new ParentRefs();

    void clear() {
      flags = 0;
      hash = 0;
      statuses = 0;
      parents.clear();
    }
  }

  /**
   * Appends a record.
   *
   * @param alternatives keys of the parents on earlier days: the claim's parents one day earlier,
   *     then two, and so on
   */
  static void write(
      PackedWriter out,
      long high,
      long low,
      long contentHash,
      boolean duplicate,
      Prior prior,
      int days,
      ParentRefs alternatives,
      byte[] claim,
      int claimOffset,
      int claimLength) {
    out.key(high, low).i64(contentHash).u8(prior.flags | (duplicate ? DUPLICATE : 0));
    if ((prior.flags & LINKED) != 0) {
      out.i64(prior.hash).u16(prior.statuses);
    }
    if ((prior.flags & OWN_PRIOR_PARENTS) != 0) {
      keys(out, prior.parents);
    }
    out.varint(days);
    if (days > 0) {
      keys(out, alternatives);
    }
    out.text(claim, claimOffset, claimLength);
  }

  private static void keys(PackedWriter out, ParentRefs refs) {
    out.varint(refs.count());
    for (int i = 0; i < refs.count(); i++) {
      out.key(refs.high(i), refs.low(i));
    }
  }

  /** Points this view at the record that begins at {@code offset}. */
  LinkRecord read(byte[] source, int offset) {
    PackedReader in = reader.wrap(source, offset, source.length - offset);
    buffer = source;
    start = in.advance(RowKey.LENGTH + 8);
    flags = in.u8();
    priorHash = 0;
    priorStatuses = 0;
    if (has(LINKED)) {
      priorHash = in.i64();
      priorStatuses = in.u16();
    }
    priorParents = 0;
    if (has(OWN_PRIOR_PARENTS)) {
      priorParents = in.varint();
      priorParentsAt = in.advance(priorParents * RowKey.LENGTH);
    }
    days = in.varint();
    int alternatives = days == 0 ? 0 : in.varint();
    alternativesAt = in.advance(alternatives * RowKey.LENGTH);
    long claim = in.text();
    claimAt = (int) (claim >>> 32);
    claimLength = (int) claim;
    end = in.position();
    return this;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  int start() {
    return start;
  }

  /** Offset after the record. */
  int end() {
    return end;
  }

  long high() {
    return RowKey.high(buffer, start);
  }

  long low() {
    return RowKey.low(buffer, start);
  }

  long contentHash() {
    return RowKey.high(buffer, start + RowKey.LENGTH);
  }

  /** Hash of what an earlier run wrote on the row, 0 if none did. */
  long priorHash() {
    return priorHash;
  }

  /** Statuses that an earlier run wrote. */
  int priorStatuses() {
    return priorStatuses;
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

  byte[] buffer() {
    return buffer;
  }

  int claimAt() {
    return claimAt;
  }

  int claimLength() {
    return claimLength;
  }
}
