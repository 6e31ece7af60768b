package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.model.Check;
import io.daisychain.model.ClaimCell;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.LineageCell;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.Text;
import io.daisychain.store.Family;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Everything that linking finds out about the events of one graph, and what of it is news to the
 * table.
 *
 * <p>The graph must hold every lifecycle whole. A row is written only when its lineage, its errors
 * or its lifecycle's sums are not what an earlier run left there.
 */
final class Resolution {
  private static final byte[] GRANDPARENT = TableSchema.GRANDPARENT.getBytes(US_ASCII);
  private static final byte[] LIFECYCLE = TableSchema.LIFECYCLE.getBytes(US_ASCII);
  private static final byte[] SYMBOL_MATCH = TableSchema.SYMBOL_MATCH.getBytes(US_ASCII);
  private static final byte[] SIDE_MATCH = TableSchema.SIDE_MATCH.getBytes(US_ASCII);
  private static final byte[] CHILD_SYMBOL = TableSchema.CHILD_SYMBOL.getBytes(US_ASCII);
  private static final byte[] CHILD_SIDE = TableSchema.CHILD_SIDE.getBytes(US_ASCII);
  private static final byte[] STATUS = TableSchema.STATUS.getBytes(US_ASCII);
  private static final byte[] FALSE = TableSchema.FALSE.getBytes(US_ASCII);

  private final EventGraph graph;
  private final Ancestry ancestry;
  private final Faults faults;
  private final Lifecycles lifecycles;
  private final PackedWriter lineage = new PackedWriter();
  private final PackedWriter lifecycle = new PackedWriter();
  private final Text text = new Text();

  Resolution(EventGraph graph, UnionFind components, LinkRules rules) {
    this.graph = graph;
    ancestry = new Ancestry(graph);
    faults = new Faults(graph, ancestry, rules);
    Versions versions = new Versions(graph);
    Executions executions = new Executions(graph, ancestry);
    faults.findOverfills(versions, executions);
    lifecycles = new Lifecycles(graph, ancestry, components, versions, executions, faults);
  }

  /** Hash of what a run leaves on a row, to tell whether the next has news; never 0. */
  static long hash(
      byte[] lineage,
      int lineageAt,
      int lineageLength,
      byte[] cycle,
      int cycleAt,
      int cycleLength) {
    long hash = Hashing.xxh3_64().hashBytesToLong(lineage, lineageAt, lineageLength);
    if (cycleLength > 0) {
      hash = hash * 31 + Hashing.xxh3_64().hashBytesToLong(cycle, cycleAt, cycleLength);
    }
    return hash == 0 ? 1 : hash;
  }

  int statuses(int node) {
    return faults.statuses[node];
  }

  /** The faults that linkage found of a node. */
  List<Faults.Found> faults(int node) {
    return faults.of(node);
  }

  /** Number of cycles whose members are counted: all of a cycle's are, or none. */
  int cycles(IntPredicate counted) {
    BitSet cycles = new BitSet();
    for (int node = 0; node < graph.size; node++) {
      if (ancestry.inCycle(node) && counted.test(node)) {
        cycles.set(ancestry.cycle[node]);
      }
    }
    return cycles.cardinality();
  }

  boolean isLifecycleRoot(int node) {
    return lifecycles.lifecycle(node) == node;
  }

  /** Writes the changes of one event's row and its children cells; true if there were any. */
  boolean write(int node, RowChanges changes) {
    writeLineage(node);
    boolean root = isLifecycleRoot(node);
    lifecycle.clear();
    if (root) {
      lifecycles.cell(node).write(lifecycle);
    }
    long hash =
        hash(lineage.buffer(), 0, lineage.length(), lifecycle.buffer(), 0, lifecycle.length());
    if (hash == graph.record(node).priorHash()) {
      return false;
    }
    boolean hadLifecycle = graph.record(node).has(LinkRecord.HAS_LIFECYCLE);
    changes.row(graph.high[node], graph.low[node]);
    changes.put(Family.LINK, GRANDPARENT, lineage.buffer(), lineage.length());
    if (root) {
      changes.put(Family.LINK, LIFECYCLE, lifecycle.buffer(), lifecycle.length());
    } else if (hadLifecycle) {
      changes.delete(Family.LINK, LIFECYCLE);
    }
    writeFlags(node, changes);
    writeStatus(node, changes);
    writeChildCells(node, changes);
    return true;
  }

  private void writeLineage(int node) {
    int child = faults.shownChild[node];
    int statuses = faults.statuses[node];
    LineageCell.begin(
        lineage.clear(),
        graph.key(ancestry.grandParent[node]),
        graph.key(lifecycles.lifecycle(node)),
        graph.record(node).contentHash(),
        statuses,
        faults.symbolMatch[node],
        faults.sideMatch[node],
        child != KeyIndex.ABSENT,
        ancestry.depth[node],
        graph.childStart[node + 1] - graph.childStart[node]);
    if (child != KeyIndex.ABSENT) {
      lineage.key(graph.high[child], graph.low[child]);
      append(graph.claim(child).symbol());
      append(graph.claim(child).side());
      append(graph.claim(child).ordType());
    }
    lineage.varint(graph.parentStart[node + 1] - graph.parentStart[node]);
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      lineage.key(graph.parentHigh[edge], graph.parentLow[edge]);
      int parent = graph.parentNode[edge];
      boolean reported = parent != KeyIndex.ABSENT;
      lineage.u8(
          LineageCell.edge(
              reported,
              reported ? faults.symbolsAgree(parent, node) : Check.NOT_MADE,
              reported ? faults.sidesAgree(parent, node) : Check.NOT_MADE));
    }
    byte[] details = faults.details(node).getBytes(StandardCharsets.ISO_8859_1);
    lineage.text(details, 0, details.length);
  }

  private void append(Text value) {
    lineage.text(value.buffer(), value.offset(), value.length());
  }

  private void writeFlags(int node, RowChanges changes) {
    boolean symbolFailed = faults.symbolMatch[node] == Check.FAILED;
    boolean sideFailed = faults.sideMatch[node] == Check.FAILED;
    boolean symbolFlagged = graph.record(node).has(LinkRecord.SYMBOL_FLAGGED);
    boolean sideFlagged = graph.record(node).has(LinkRecord.SIDE_FLAGGED);
    int child = faults.shownChild[node];
    flag(changes, symbolFailed, symbolFlagged, SYMBOL_MATCH, FALSE, FALSE.length);
    flag(changes, sideFailed, sideFlagged, SIDE_MATCH, FALSE, FALSE.length);
    copy(symbolFailed ? graph.claim(child).symbol() : text.clear());
    flag(
        changes, symbolFailed, symbolFlagged, CHILD_SYMBOL, lifecycle.buffer(), lifecycle.length());
    copy(sideFailed ? graph.claim(child).side() : text.clear());
    flag(changes, sideFailed, sideFlagged, CHILD_SIDE, lifecycle.buffer(), lifecycle.length());
  }

  /** Lifecycle's bytes have been handed over by now, so its array serves for a short value. */
  private void copy(Text value) {
    lifecycle.clear().raw(value.buffer(), value.offset(), value.length());
  }

  private static void flag(
      RowChanges changes, boolean now, boolean before, byte[] column, byte[] value, int length) {
    if (now) {
      changes.put(Family.DATA, column, value, length);
    } else if (before) {
      changes.delete(Family.DATA, column);
    }
  }

  /** Ingest wrote its own statuses to the same column, those of a losing content among them. */
  private void writeStatus(int node, RowChanges changes) {
    LinkRecord record = graph.record(node);
    int statuses = faults.statuses[node];
    int shown = record.has(LinkRecord.LINKED) ? record.priorStatuses() : graph.statuses[node];
    if (statuses == shown && !record.has(LinkRecord.DUPLICATE)) {
      return;
    }
    if (statuses == 0) {
      changes.delete(Family.ERROR, STATUS);
    } else {
      byte[] words = ErrorStatus.words(statuses).getBytes(US_ASCII);
      changes.put(Family.ERROR, STATUS, words, words.length);
    }
  }

  /** The event's cell on each parent's row, and none on the rows of parents that it had before. */
  private void writeChildCells(int node, RowChanges changes) {
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
