package io.daisychain.linkage.graph;

import io.daisychain.model.Family;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;

/** The cells of events on their parents' rows, where the lineages tell what earlier runs wrote. */
public final class ChildCells {
  private final EventGraph graph;

  public ChildCells(EventGraph graph) {
    this.graph = graph;
  }

  /** The event's cell on each parent's row, and none on the rows of parents that it had before. */
  public void write(int node, RowChanges changes) {
    byte[] relation = {graph.relation[node].code()};
    LinkRecord record = graph.record(node);
    boolean linkedBefore = record.has(LinkRecord.LINKED);
    boolean sameParents = linkedBefore && !record.has(LinkRecord.OWN_PRIOR_PARENTS);
    if (sameParents && hasNamedParents(node)) {
      return;
    }
    byte[] column = TableSchema.childQualifier(graph.high[node], graph.low[node]);
    KeyNumbers before = linkedBefore ? parentsBefore(node, sameParents) : null;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      long high = graph.parentHigh[edge];
      long low = graph.parentLow[edge];
      if (!sameParents || before.find(high, low) == KeyNumbers.ABSENT) {
        changes.row(high, low);
        changes.put(Family.LINK, column, relation, 1);
      }
    }
    if (linkedBefore) {
      deleteStaleChildCells(node, before, column, changes);
    }
  }

  /** The parents that an earlier run linked. */
  private KeyNumbers parentsBefore(int node, boolean named) {
    KeyNumbers before = new KeyNumbers();
    LinkRecord record = graph.record(node);
    for (int i = 0; i < record.priorParents(); i++) {
      int at = record.priorParentAt(i);
      before.number(RowKey.high(record.buffer(), at), RowKey.low(record.buffer(), at));
    }
    if (named) {
      ParentReferenceCell references = graph.references(node);
      for (int i = 0; i < references.parents(); i++) {
        before.number(references.parentHigh(i), references.parentLow(i));
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
      if (now.find(before.high(i), before.low(i)) == KeyNumbers.ABSENT) {
        changes.row(before.high(i), before.low(i));
        changes.delete(Family.LINK, column);
      }
    }
  }

  /** True when the parents are those that the parent references names, one by one. */
  private boolean hasNamedParents(int node) {
    ParentReferenceCell references = graph.references(node);
    int first = graph.parentStart[node];
    int parents = graph.parentStart[node + 1] - first;
    boolean same = references.parents() == parents;
    for (int i = 0; same && i < parents; i++) {
      same =
          references.parentHigh(i) == graph.parentHigh[first + i]
              && references.parentLow(i) == graph.parentLow[first + i];
    }
    return same;
  }
}
