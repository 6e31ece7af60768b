package io.daisychain.linkage;

import io.daisychain.model.Check;
import io.daisychain.model.ClaimCell;
import io.daisychain.model.EventCell;
import io.daisychain.model.LineageCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * What one row says about its event: the claims of all contents reported under its key, and what an
 * earlier link run left.
 */
final class RowClaims {
  private final ClaimCell view = new ClaimCell();
  private final LineageCell lineageView = new LineageCell();
  private final List<Cell> claims = new ArrayList<>();
  private Cell lineage;
  private Cell lifecycle;

  void clear() {
    claims.clear();
    lineage = null;
    lifecycle = null;
  }

  /** Takes a cell of the Link family; cells of children are none of this row's own. */
  void add(Cell cell) {
    switch (cell.getQualifierArray()[cell.getQualifierOffset()]) {
      case TableSchema.CLAIM_PREFIX -> claims.add(cell);
      case 'G' -> lineage = cell;
      case 'L' -> lifecycle = cell;
      default -> {}
    }
  }

  /** True when the row's event was reported, and not just named by others. */
  boolean isReported() {
    return !claims.isEmpty();
  }

  /** True when several contents were reported. */
  boolean isDuplicate() {
    for (Cell claim : claims) {
      if (hash(claim) != hash(claims.get(0))) {
        return true;
      }
    }
    return false;
  }

  /** True when SendingTime does not tell which of several contents is published. */
  boolean isTied() {
    Cell first = earliest();
    for (Cell claim : claims) {
      if (hash(claim) != hash(first) && sendingTime(claim) == sendingTime(first)) {
        return true;
      }
    }
    return false;
  }

  /** The claim that was sent first; any of those where several were. */
  Cell earliest() {
    Cell earliest = claims.get(0);
    for (Cell claim : claims) {
      if (sendingTime(claim) < sendingTime(earliest)) {
        earliest = claim;
      }
    }
    return earliest;
  }

  /**
   * The claim of the content that is published.
   *
   * @param contentHash of that content
   */
  Cell earliestOf(long contentHash) {
    Cell earliest = null;
    for (Cell claim : claims) {
      if (hash(claim) == contentHash
          && (earliest == null || sendingTime(claim) < sendingTime(earliest))) {
        earliest = claim;
      }
    }
    return earliest;
  }

  /** What an earlier run left, in comparison with the claim that stands now. */
  void readPrior(Cell claim, LinkRecord.Prior prior) {
    prior.clear();
    if (lifecycle != null) {
      prior.flags |= LinkRecord.HAS_LIFECYCLE;
    }
    if (lineage == null) {
      return;
    }
    prior.flags |= LinkRecord.LINKED;
    prior.hash =
        Resolution.hash(
            lineage.getValueArray(),
            lineage.getValueOffset(),
            lineage.getValueLength(),
            lifecycle == null ? null : lifecycle.getValueArray(),
            lifecycle == null ? 0 : lifecycle.getValueOffset(),
            lifecycle == null ? 0 : lifecycle.getValueLength());
    lineageView.read(lineage.getValueArray(), lineage.getValueOffset(), lineage.getValueLength());
    prior.statuses = lineageView.statuses();
    prior.flags |= lineageView.symbolMatch() == Check.FAILED ? LinkRecord.SYMBOL_FLAGGED : 0;
    prior.flags |= lineageView.sideMatch() == Check.FAILED ? LinkRecord.SIDE_FLAGGED : 0;
    readPriorParents(claim, prior);
  }

  private void readPriorParents(Cell claim, LinkRecord.Prior prior) {
    read(claim);
    byte[] array = lineage.getValueArray();
    boolean same = lineageView.edges() == view.parents();
    for (int i = 0; same && i < view.parents(); i++) {
      int at = lineageView.parentAt(i);
      same =
          RowKey.high(array, at) == view.parentHigh(i)
              && RowKey.low(array, at) == view.parentLow(i);
    }
    if (same) {
      return;
    }
    prior.flags |= LinkRecord.OWN_PRIOR_PARENTS;
    for (int i = 0; i < lineageView.edges(); i++) {
      int at = lineageView.parentAt(i);
      prior.parents.add(RowKey.high(array, at), RowKey.low(array, at));
    }
  }

  /** A claim's cell, unpacked; valid until the next call. */
  ClaimCell read(Cell claim) {
    return view.read(claim.getValueArray(), claim.getValueOffset(), claim.getValueLength());
  }

  private long sendingTime(Cell claim) {
    return read(claim).sendingTime();
  }

  static long hash(Cell cell) {
    return TableSchema.contentHash(cell.getQualifierArray(), cell.getQualifierOffset());
  }

  /**
   * Hash of the content that is published: the one sent first, then the one with the smaller bytes
   * (contract, section 5).
   *
   * @param events cells {@code Data:e<content>} of the row, one at least
   */
  static long published(List<Cell> events) {
    EventCell best = null;
    long bestHash = 0;
    for (Cell cell : events) {
      EventCell event =
          new EventCell().read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      if (best == null || event.isPublishedBefore(best)) {
        best = event;
        bestHash = hash(cell);
      }
    }
    return bestHash;
  }
}
