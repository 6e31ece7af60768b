package io.daisychain.linkage.graph;

import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

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
    write(
        node,
        former,
        place ->
            all
                || before.find(place.key().high(), place.key().low(), place.date())
                    == KeyNumbers.ABSENT
                || isNewRow(node, place),
        changes);
    if (linkedBefore) {
      deleteStaleChildCells(node, before, former, changes);
    }
  }

  /**
   * The cells of an event that is as an earlier run linked it, on rows of parents which show
   * nothing of that: their date was dropped, opened again and handed in again.
   *
   * @param written the trade dates whose rows are linked now
   */
  public void writeToNewRows(int node, IntPredicate written, RowChanges changes) {
    boolean isOverDates = false;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      isOverDates |= graph.childCellDate(node, edge) != graph.date[node];
    }
    List<DatedKey> former = graph.formerPlaces(node);
    if ((isOverDates || !former.isEmpty()) && graph.record(node).has(LinkRecord.LINKED)) {
      write(node, former, place -> written.test(place.date()) && isNewRow(node, place), changes);
    }
  }

  private void write(
      int node, List<DatedKey> former, Predicate<DatedKey> missing, RowChanges changes) {
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      int date = graph.childCellDate(node, edge);
      DatedKey place =
          new DatedKey(date, new RowKey(graph.parentHigh[edge], graph.parentLow[edge]));
      if (taken.test(date) && missing.test(place)) {
        write(node, place, graph.relation(node, edge).code(), changes);
      }
    }
    for (DatedKey place : former) {
      if (taken.test(place.date()) && missing.test(place)) {
        write(node, place, graph.relation[node].code(), changes);
      }
    }
  }

  private void write(int node, DatedKey place, byte relation, RowChanges changes) {
    changes.row(place.date(), place.key().high(), place.key().low());
    changes.put(Family.LINK, column(node, place.date()), new byte[] {relation}, 1);
  }

  /** True where a row on another date has been stored and never linked. */
  private boolean isNewRow(int node, DatedKey place) {
    if (place.date() == graph.date[node]) {
      return false;
    }
    int parent = graph.index.find(place.key().high(), place.key().low(), place.date());
    return parent != KeyNumbers.ABSENT && !graph.record(parent).has(LinkRecord.LINKED);
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
