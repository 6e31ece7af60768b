package io.daisychain.linkage;

import io.daisychain.model.Family;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;

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
    KeyNumbers before = linkedBefore ? parentsBefore(node, sameParents) : null;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      long high = graph.parentHigh[edge];
      long low = graph.parentLow[edge];
      if (!sameParents || before.find(high, low) == KeyIndex.ABSENT) {
        changes.row(high, low);
        changes.put(Family.LINK, column, relation, 1);
      }
    }
    if (linkedBefore) {
      deleteStaleChildCells(node, before, column, changes);
    }
  }

  /** The parents that an earlier run linked. */
  private KeyNumbers parentsBefore(int node, boolean claimed) {
    KeyNumbers before = new KeyNumbers();
    LinkRecord record = graph.record(node);
    for (int i = 0; i < record.priorParents(); i++) {
      int at = record.priorParentAt(i);
      before.number(RowKey.high(record.buffer(), at), RowKey.low(record.buffer(), at));
    }
    if (claimed) {
      ParentReferenceCell claim = graph.claim(node);
      for (int i = 0; i < claim.parents(); i++) {
        before.number(claim.parentHigh(i), claim.parentLow(i));
      }
    }
    return before;
  }

  private void deleteStaleChildCells(
      int node, KeyNumbers before, byte[] column, RowChanges changes) {
    KeyNumbers now = new KeyNumbers();
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      now.number(graph.parentHigh[edge], graph.parentLow[edge]);
    }
    for (int i = 0; i < before.size(); i++) {
      if (now.find(before.high(i), before.low(i)) == KeyIndex.ABSENT) {
        changes.row(before.high(i), before.low(i));
        changes.delete(Family.LINK, column);
      }
    }
  }

  /** True when the parents are those that the claim names, one by one. */
  private boolean hasClaimedParents(int node) {
    ParentReferenceCell claim = graph.claim(node);
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
}
