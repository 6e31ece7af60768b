package io.daisychain.linkage.graph;

import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.List;
import java.util.function.IntPredicate;

/** The cells of events on their parents' rows, where the lineages tell what earlier runs wrote. */
public final class ChildCells {
  private final EventGraph graph;
  private final IntPredicate taken;

  /**
   * Cells of a graph's events.
   *
   * @param taken the trade dates whose rows are written here; those of others are compared whole
   */
  public ChildCells(EventGraph graph, IntPredicate taken) {
    this.graph = graph;
    this.taken = place -> taken.test(place) && !graph.dates().isKept(place);
  }

  /** The event's cell on each parent's row, and none on the rows of parents that it had before. */
  public void write(int node, RowChanges changes) {
    LinkRecord record = graph.record(node);
    boolean linkedBefore = record.has(LinkRecord.LINKED);
    boolean sameParents = linkedBefore && !record.has(LinkRecord.OWN_PRIOR_PARENTS);
    List<DatedKey> former = graph.formerPlaces(node);
    if (sameParents && former.isEmpty() && hasNamedParents(node)) {
      return;
    }
    // What an event's versions say of its relation may differ.
    boolean all = !sameParents || record.has(LinkRecord.ACTIONS);
    KeyNumbers before = linkedBefore ? parentsBefore(node, sameParents) : null;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      long high = graph.parentHigh[edge];
      long low = graph.parentLow[edge];
      int place = graph.childCellDate(node, edge);
      if (taken.test(place) && (all || before.find(high, low, place) == KeyNumbers.ABSENT)) {
        changes.row(place, high, low);
        byte[] relation = {graph.relation(node, edge).code()};
        changes.put(Family.LINK, column(node, place), relation, 1);
      }
    }
    byte[] relation = {graph.relation[node].code()};
    for (DatedKey place : former) {
      long high = place.key().high();
      long low = place.key().low();
      if (taken.test(place.date())
          && (all || before.find(high, low, place.date()) == KeyNumbers.ABSENT)) {
        changes.row(place.date(), high, low);
        changes.put(Family.LINK, column(node, place.date()), relation, 1);
      }
    }
    if (linkedBefore) {
      deleteStaleChildCells(node, before, former, changes);
    }
  }

  /** The parents that an earlier run linked. */
  private KeyNumbers parentsBefore(int node, boolean named) {
    KeyNumbers before = new KeyNumbers();
    LinkRecord record = graph.record(node);
    for (int i = 0; i < record.priorParents(); i++) {
      DatedKey place = record.priorParent(i);
      before.number(place.key().high(), place.key().low(), place.date());
    }
    if (named) {
      ParentReferenceCell references = graph.references(node);
      for (int i = 0; i < references.parents(); i++) {
        before.number(references.parentHigh(i), references.parentLow(i), graph.date[node]);
      }
    }
    return before;
  }

  private byte[] column(int node, int place) {
    return TableSchema.childQualifier(graph.high[node], graph.low[node], graph.date[node], place);
  }

  private void deleteStaleChildCells(
      int node, KeyNumbers before, List<DatedKey> former, RowChanges changes) {
    KeyNumbers now = new KeyNumbers();
    for (DatedKey place : former) {
      now.number(place.key().high(), place.key().low(), place.date());
    }
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      now.number(graph.parentHigh[edge], graph.parentLow[edge], graph.childCellDate(node, edge));
    }
    for (int i = 0; i < before.size(); i++) {
      int place = before.date(i);
      if (taken.test(place)
          && graph.dates().has(place)
          && now.find(before.high(i), before.low(i), place) == KeyNumbers.ABSENT) {
        changes.row(place, before.high(i), before.low(i));
        changes.delete(Family.LINK, column(node, place));
      }
    }
  }

  /**
   * True when the parents are those that the parent references name, one by one, and all of them
   * show the event among the rows of its own date.
   */
  private boolean hasNamedParents(int node) {
    ParentReferenceCell references = graph.references(node);
    int first = graph.parentStart[node];
    int parents = graph.parentStart[node + 1] - first;
    boolean same = references.parents() == parents;
    for (int i = 0; same && i < parents; i++) {
      same =
          graph.childCellDate(node, first + i) == graph.date[node]
              && references.parentHigh(i) == graph.parentHigh[first + i]
              && references.parentLow(i) == graph.parentLow[first + i];
    }
    return same;
  }
}
