package io.daisychain.linkage;

import io.daisychain.model.ClaimCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.store.Family;

/** The cells of events on their parents' rows, where the lineages tell what earlier runs wrote. */
final class ChildCells {
  private final EventGraph graph;

  ChildCells(EventGraph graph) {
    this.graph = graph;
  }

  /** The event's cell on each parent's row, and none on the rows of parents that it had before. */
  void write(int node, RowChanges changes) {
    byte[] relation = {graph.relation[node].code()};
    LinkRecord record = graph.record(node);
    boolean linkedBefore = record.has(LinkRecord.LINKED);
    boolean sameParents = linkedBefore && !record.has(LinkRecord.OWN_PRIOR_PARENTS);
    if (sameParents && hasClaimedParents(node)) {
      return;
    }
    byte[] column = TableSchema.childQualifier(graph.high[node], graph.low[node]);
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (!sameParents || !isClaimed(node, graph.parentHigh[edge], graph.parentLow[edge])) {
        changes.row(graph.parentHigh[edge], graph.parentLow[edge]);
        changes.put(Family.LINK, column, relation, 1);
      }
    }
    deleteStaleChildCells(node, sameParents, column, changes);
  }

  private void deleteStaleChildCells(
      int node, boolean sameParents, byte[] column, RowChanges changes) {
    LinkRecord record = graph.record(node);
    for (int i = 0; i < record.priorParents(); i++) {
      long high = RowKey.high(record.buffer(), record.priorParentAt(i));
      long low = RowKey.low(record.buffer(), record.priorParentAt(i));
      if (!isParent(node, high, low)) {
        changes.row(high, low);
        changes.delete(Family.LINK, column);
      }
    }
    if (sameParents) {
      int claimed = graph.claim(node).parents();
      for (int i = 0; i < claimed; i++) {
        long high = graph.claim(node).parentHigh(i);
        long low = graph.claim(node).parentLow(i);
        if (!isParent(node, high, low)) {
          changes.row(high, low);
          changes.delete(Family.LINK, column);
        }
      }
    }
  }

  /** True when the parents are those that the claim names, one by one. */
  private boolean hasClaimedParents(int node) {
    ClaimCell claim = graph.claim(node);
    int first = graph.parentStart[node];
    int parents = graph.parentStart[node + 1] - first;
    boolean same = claim.parents() == parents;
    for (int i = 0; same && i < parents; i++) {
      same =
          claim.parentHigh(i) == graph.parentHigh[first + i]
              && claim.parentLow(i) == graph.parentLow[first + i];
    }
    return same;
  }

  private boolean isClaimed(int node, long high, long low) {
    ClaimCell claim = graph.claim(node);
    for (int i = 0; i < claim.parents(); i++) {
      if (claim.parentHigh(i) == high && claim.parentLow(i) == low) {
        return true;
      }
    }
    return false;
  }

  private boolean isParent(int node, long high, long low) {
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentHigh[edge] == high && graph.parentLow[edge] == low) {
        return true;
      }
    }
    return false;
  }
}
