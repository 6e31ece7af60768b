package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.CatKey;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.EventType;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The events of one partition and the edges between them, in arrays.
 *
 * <p>Nodes are numbered in no order that anything depends on. A parent that is not among the nodes
 * is {@link KeyNumbers#ABSENT}. Not thread-safe while loading, read-only after {@link #link}.
 */
public class LineageGraph {
  static final int FIRST_CAPACITY = 1024;

  private final StoreDates dates;
  private final ParentFinder finder;
  private final List<byte[]> blocks = new ArrayList<>();
  private final LinkRecord record = new LinkRecord();
  private final ParentReferenceCell references = new ParentReferenceCell();

  /** Nodes of which the two views were read last. */
  private int recordOf = KeyNumbers.ABSENT;

  private int referencesOf = KeyNumbers.ABSENT;

  private int[] blockOf = new int[FIRST_CAPACITY];
  private int[] offsetOf = new int[FIRST_CAPACITY];
  private int edges;
  private KeyNumbers seen;
  private boolean actions;
  private final LinkRecord.Named named = new LinkRecord.Named();
  private final ParentReferenceCell further = new ParentReferenceCell();

  /** Number of a node by its key, once the graph is linked. */
  KeyNumbers index;

  /** Some references have candidates on earlier dates with keys of their own. */
  boolean alternatives;

  int size;
  long[] high = new long[FIRST_CAPACITY];
  long[] low = new long[FIRST_CAPACITY];

  /** By node: trade date. */
  int[] date = new int[FIRST_CAPACITY];

  /** By node: SendingTime of its first message; from then on the event is found by others. */
  long[] firstSent = new long[FIRST_CAPACITY];

  /** Edges to events of dropped dates that are there for others. */
  private final BitSet toDropped = new BitSet();

  private boolean lateParents;

  /** Edges of node n: from {@code parentStart[n]} to {@code parentStart[n + 1]}. */
  int[] parentStart = new int[FIRST_CAPACITY + 1];

  long[] parentHigh = new long[FIRST_CAPACITY];
  long[] parentLow = new long[FIRST_CAPACITY];

  /** By edge: trade date on which the parent was reported, else should have been. */
  int[] parentDate = new int[FIRST_CAPACITY];

  int[] parentNode;

  /** By edge: code of the relation to the parent, of a record of CAT; 0 where the node says it. */
  byte[] parentRelation = new byte[FIRST_CAPACITY];

  private final BitSet withoutSymbol = new BitSet();

  /** Keys that events bear beside their ids. */
  final BorneKeys keys = new BorneKeys();

  /** True when some edge is not as it is named: of a supplement, of a leg. */
  private boolean indirect;

  /** Set once an event names an order of the other side of a trade. */
  private boolean contra;

  /** An empty graph of events of a store that has these dates. */
  public LineageGraph(StoreDates dates) {
    this.dates = dates;
    this.finder = new ParentFinder(this);
  }

  /** From now on an event that is there already is not added again. */
  final void dropRepeats() {
    seen = new KeyNumbers();
  }

  /** Adds every record of a block. */
  public final void add(byte[] block) {
    forgetViews();
    blocks.add(block);
    int at = 0;
    while (at < block.length) {
      if (size == high.length) {
        grow(size * 2);
      }
      record.read(block, at);
      if (seen != null && !seen.isNew(record.high(), record.low(), record.date())) {
        at = record.end();
        continue;
      }
      addRecord(blocks.size() - 1, at);
      at = record.end();
    }
  }

  /** Adds an event of another graph. */
  final void addFrom(LineageGraph other, int node) {
    byte[] block = other.blocks.get(other.blockOf[node]);
    if (blocks.isEmpty() || blocks.get(blocks.size() - 1) != block) {
      forgetViews();
      blocks.add(block);
    }
    if (size == high.length) {
      grow(size * 2);
    }
    record.read(block, other.offsetOf[node]);
    forgetViews();
    addRecord(blocks.size() - 1, other.offsetOf[node]);
  }

  /** Adds the event of the record that was read, unless it is none of this graph's. */
  private void addRecord(int block, int offset) {
    alternatives |= record.days() > 0;
    actions |= record.has(LinkRecord.ACTIONS);
    int version = version(record);
    if (version == NO_VERSION) {
      return;
    }
    if (version == LinkRecord.STANDING) {
      references.read(record.buffer(), record.referencesAt(), record.referencesLength());
    } else {
      record.named(version, named).read(references);
    }
    blockOf[size] = block;
    offsetOf[size] = offset;
    high[size] = record.high();
    low[size] = record.low();
    date[size] = record.date();
    firstSent[size] = record.firstSent(named, further);
    addParents();
    try {
      addValues(size, references);
    } catch (DamagedCellException e) {
      throw e.inRow(key(size));
    }
    size++;
    parentStart[size] = edges;
  }

  /** The record that is being added. */
  final LinkRecord adding() {
    return record;
  }

  private void forgetViews() {
    recordOf = KeyNumbers.ABSENT;
    referencesOf = KeyNumbers.ABSENT;
  }

  /** In place of a version's number: the event is none of this graph's. */
  static final int NO_VERSION = -2;

  /** The version of an event whose parents come first. */
  int version(LinkRecord of) {
    return LinkRecord.STANDING;
  }

  /** The version of a node that is in the graph. */
  int version(int node) {
    return LinkRecord.STANDING;
  }

  /**
   * True where the parents of all versions of an event with actions are its parents: whatever hangs
   * together by any of them has to be in one place, so that corrections change both sides and the
   * life of faults can be told.
   */
  boolean takesAllVersions() {
    return true;
  }

  /** True when some event has corrections or deletions. */
  public final boolean hasActions() {
    return actions;
  }

  private void addParents() {
    addParents(references);
    if (record.has(LinkRecord.ACTIONS) && takesAllVersions()) {
      for (int version = 0; version < record.versions(); version++) {
        addParents(record.named(version, named).read(further));
      }
    }
  }

  private void addParents(ParentReferenceCell references) {
    if (references.keyKind() != CatKey.Kind.NONE) {
      keys.add(size, references);
    }
    int parents = references.parents();
    if (edges + parents > parentHigh.length) {
      int grown = Math.max(parentHigh.length * 2, edges + parents);
      parentHigh = Arrays.copyOf(parentHigh, grown);
      parentLow = Arrays.copyOf(parentLow, grown);
      parentDate = Arrays.copyOf(parentDate, grown);
      parentRelation = Arrays.copyOf(parentRelation, grown);
    }
    int own = record.date();
    for (int i = 0; i < parents; i++) {
      parentRelation[edges] = 0;
      if (references.isCat()) {
        parentRelation[edges] = references.relation(i).code();
        withoutSymbol.set(edges, references.isWithoutSymbol(i));
        contra |= isContra(edges);
        indirect |= isIndirect(references, i);
      }
      parentHigh[edges] = references.parentHigh(i);
      parentLow[edges] = references.parentLow(i);
      // An id is looked for on the event's own date first.
      parentDate[edges] = references.isParentTagged(i) ? own : references.parentDate(i, own);
      edges++;
    }
  }

  private static boolean isIndirect(ParentReferenceCell references, int parent) {
    return references.isWithoutSymbol(parent)
        || (parent > 0 && references.type() == EventType.SUPPLEMENT);
  }

  /** False for an event that was deleted. */
  boolean isThere(int node) {
    return true;
  }

  /** Takes what else is asked of an event's parent references; nothing, where only its place is. */
  void addValues(int node, ParentReferenceCell values) {}

  /** Makes room for so many nodes. */
  void grow(int capacity) {
    blockOf = Arrays.copyOf(blockOf, capacity);
    offsetOf = Arrays.copyOf(offsetOf, capacity);
    high = Arrays.copyOf(high, capacity);
    low = Arrays.copyOf(low, capacity);
    date = Arrays.copyOf(date, capacity);
    firstSent = Arrays.copyOf(firstSent, capacity);
    parentStart = Arrays.copyOf(parentStart, capacity + 1);
  }

  /**
   * The node of an event that another may name as its parent; ABSENT where there is none. One of a
   * dropped date is there for those alone that had been linked to it, as its row shows.
   */
  final int findParent(int child, long keyHigh, long keyLow, int keyDate) {
    return finder.find(child, keyHigh, keyLow, keyDate);
  }

  /** True for an edge to an event of a dropped date that it had not been linked to before. */
  final boolean isToDropped(int edge) {
    return toDropped.get(edge);
  }

  /** Resolves parents to nodes, once everything is added. */
  public void link() {
    index = KeyNumbers.over(high, low, date, size);
    keys.settle(this);
    parentNode = new int[edges];
    int linked = 0;
    int edge = 0;
    for (int node = 0; node < size; node++) {
      int end = parentStart[node + 1];
      int first = linked;
      KeyNumbers seen = null; // once another date may have made of two references one
      boolean isNamed = false; // what the reference before names is there
      for (int i = edge; i < end; i++) {
        finder.forgetDropped();
        int found = findParent(node, parentHigh[i], parentLow[i], parentDate[i]);
        if (found == KeyNumbers.ABSENT) {
          found = finder.findFurther(node, i, i - edge);
          if (found != KeyNumbers.ABSENT && seen == null) {
            seen = keysOf(first, linked);
          }
        }
        if (withoutSymbol.get(i) && !takesAllVersions()) {
          if (isNamed || found == KeyNumbers.ABSENT) {
            continue;
          }
          linked--; // it is meant in place of the one before
        }
        isNamed = found != KeyNumbers.ABSENT;
        if (found == node) {
          continue; // a key that the event bears itself: no parent
        }
        if (found != KeyNumbers.ABSENT && !isNamedById(i, found)) {
          seen = seen == null ? keysOf(first, linked) : seen;
          parentHigh[i] = high[found];
          parentLow[i] = low[found];
          parentDate[i] = date[found];
        }
        if (found != KeyNumbers.ABSENT && isSentAfter(found, node)) {
          lateParents = true;
          if (takesAllVersions()) {
            finder.addMeant(node, i - edge);
          }
        }
        if (seen == null || seen.isNew(parentHigh[i], parentLow[i], parentDate[i])) {
          parentNode[linked] = found;
          toDropped.set(linked, found == KeyNumbers.ABSENT && finder.hasMetDropped());
          parentHigh[linked] = parentHigh[i];
          parentLow[linked] = parentLow[i];
          parentDate[linked] = parentDate[i];
          parentRelation[linked] = parentRelation[i];
          linked++;
        }
      }
      edge = end;
      parentStart[node] = first;
    }
    parentStart[size] = linked;
    edges = linked;
  }

  /** Sets other edges. */
  final void replaceEdges(
      int[] starts,
      long[] highs,
      long[] lows,
      int[] dates,
      int[] nodes,
      byte[] relations,
      BitSet dropped) {
    parentStart = starts;
    parentHigh = highs;
    parentLow = lows;
    parentDate = dates;
    parentNode = nodes;
    parentRelation = relations;
    toDropped.clear();
    toDropped.or(dropped);
    edges = starts[size];
  }

  private boolean isNamedById(int edge, int node) {
    return parentHigh[edge] == high[node]
        && parentLow[edge] == low[node]
        && parentDate[edge] == date[node];
  }

  /** True where an event was first sent after another, which may have meant a third until then. */
  final boolean isSentAfter(int parent, int child) {
    return firstSent[parent] > firstSent[child];
  }

  /** True when the parent of some event was sent after it. */
  public final boolean hasLateParents() {
    return lateParents;
  }

  private KeyNumbers keysOf(int from, int end) {
    KeyNumbers keys = new KeyNumbers();
    for (int edge = from; edge < end; edge++) {
      keys.number(parentHigh[edge], parentLow[edge], parentDate[edge]);
    }
    return keys;
  }

  /** Connected components over all edges between reported events. */
  public final UnionFind components() {
    return components(takesAllVersions());
  }

  /**
   * Connected components.
   *
   * @param all true to join what is no lifecycle and has to be in one place, too
   */
  final UnionFind components(boolean all) {
    UnionFind components = new UnionFind(size);
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (parentNode[edge] != KeyNumbers.ABSENT && (all || !isContra(edge))) {
          components.union(node, parentNode[edge]);
        }
      }
    }
    finder.uniteMeant(components);
    if (all) {
      keys.unite(components);
    }
    return components;
  }

  /** True for an edge to an order of the other side of a trade: it joins no lifecycles. */
  final boolean isContra(int edge) {
    return parentRelation[edge] == Relation.CONTRA.code();
  }

  /**
   * True when events that are no lifecycle have to be in one place: sides of a trade, and those
   * that bear one key.
   */
  public final boolean hangsTogetherOtherwise() {
    return contra || indirect || keys.hasShared();
  }

  /** True when some event has references that are no edges of a graph of standing versions. */
  public final boolean hasIndirectReferences() {
    return indirect;
  }

  /** The key that a node bears beside its id; null for none. */
  public final DatedKey borneKey(int node) {
    ParentReferenceCell of = references(node);
    return of.keyKind() == CatKey.Kind.NONE
        ? null
        : new DatedKey(of.keyDate(), new RowKey(of.keyHigh(), of.keyLow()));
  }

  /** Points a view of the caller's at the record of a node. */
  final void readInto(LinkRecord view, int node) {
    view.read(blocks.get(blockOf[node]), offsetOf[node]);
  }

  /** The record of a node, valid until the next call. */
  public final LinkRecord record(int node) {
    if (recordOf != node) {
      record.read(blocks.get(blockOf[node]), offsetOf[node]);
      recordOf = node;
    }
    return record;
  }

  /** Sets another record of a node, with the same key and references. */
  public final void replaceRecord(int node, byte[] bytes) {
    forgetViews();
    blocks.add(bytes);
    blockOf[node] = blocks.size() - 1;
    offsetOf[node] = 0;
    alternatives = true;
  }

  /**
   * True when a native parent of a node is none of the nodes or was sent after it, and the keys
   * that it may have on earlier days are not known.
   */
  public final boolean mayHaveEarlierParents(int node) {
    boolean lacks = false;
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      int parent = parentNode[edge];
      lacks |= parent == KeyNumbers.ABSENT || isSentAfter(parent, node);
    }
    if (!lacks) {
      return false;
    }
    if (!record(node).has(LinkRecord.VERSIONS)) {
      return record.days() == 0 && ParentCandidates.areSoughtEarlier(references(node));
    }
    boolean may = false;
    for (int version = 0; version < record.versions(); version++) {
      record.named(version, named).read(further);
      may |= named.days() == 0 && ParentCandidates.areSoughtEarlier(further);
    }
    return may;
  }

  /** The parent references of a node, valid until the next call. */
  public final ParentReferenceCell references(int node) {
    if (referencesOf != node) {
      record(node);
      int version = version(node);
      if (version == LinkRecord.STANDING) {
        references.read(record.buffer(), record.referencesAt(), record.referencesLength());
      } else {
        record.named(version, named).read(references);
      }
      referencesOf = node;
    }
    return references;
  }

  /** Number of nodes. */
  public final int size() {
    return size;
  }

  /** First half of a node's key. */
  public final long keyHigh(int node) {
    return high[node];
  }

  /** Second half of a node's key. */
  public final long keyLow(int node) {
    return low[node];
  }

  /** A node's trade date, days since 1970-01-01. */
  public final int date(int node) {
    return date[node];
  }

  /** First edge of a node to a parent; its edges end where those of the next node begin. */
  public final int firstEdge(int node) {
    return parentStart[node];
  }

  /** First half of the key of an edge's parent. */
  public final long parentHigh(int edge) {
    return parentHigh[edge];
  }

  /** Second half of the key of an edge's parent. */
  public final long parentLow(int edge) {
    return parentLow[edge];
  }

  /** True when an edge's parent was reported, and sent before the child. */
  public final boolean isParentSentBefore(int edge, int child) {
    return isParentReported(edge) && !isSentAfter(parentNode[edge], child);
  }

  /** Trade date of an edge's parent: where it was reported, else where it should have been. */
  public final int parentDate(int edge) {
    return parentDate[edge];
  }

  /** True when an edge's parent is one of the nodes. */
  public final boolean isParentReported(int edge) {
    return parentNode[edge] != KeyNumbers.ABSENT;
  }

  public final RowKey key(int node) {
    return new RowKey(high[node], low[node]);
  }

  /** A node's date and key. */
  public final DatedKey datedKey(int node) {
    return new DatedKey(date[node], key(node));
  }

  /**
   * The row that shows a node as the child of an edge: the parent's, where it was reported, else
   * the one with the parent's key among those of the child's own date.
   */
  public final int childCellDate(int node, int edge) {
    return isFound(edge) ? parentDate[edge] : date[node];
  }

  /** True when an edge's parent was reported, whether or not it was deleted. */
  public boolean isFound(int edge) {
    return parentNode[edge] != KeyNumbers.ABSENT;
  }

  /** Orders by key as unsigned bytes, then by date. */
  final int compareKeys(int a, int b) {
    int byKey = RowKey.compare(high[a], low[a], high[b], low[b]);
    return byKey != 0 ? byKey : Integer.compare(date[a], date[b]);
  }

  /** The dates that the store has. */
  public final StoreDates dates() {
    return dates;
  }
}
