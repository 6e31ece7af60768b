package io.daisychain.linkage.graph;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The events of one partition and the edges between them, in arrays.
 *
 * <p>Nodes are numbered in no order that anything depends on. A parent that is not among the nodes
 * is {@link KeyNumbers#ABSENT}. Not thread-safe while loading, read-only after {@link #link}.
 */
public class LineageGraph {
  static final int FIRST_CAPACITY = 1024;

  private final List<byte[]> blocks = new ArrayList<>();
  private final LinkRecord record = new LinkRecord();
  private final ParentReferenceCell references = new ParentReferenceCell();

  private int[] blockOf = new int[FIRST_CAPACITY];
  private int[] offsetOf = new int[FIRST_CAPACITY];
  private int edges;

  int size;
  long[] high = new long[FIRST_CAPACITY];
  long[] low = new long[FIRST_CAPACITY];

  /** Edges of node n: from {@code parentStart[n]} to {@code parentStart[n + 1]}. */
  int[] parentStart = new int[FIRST_CAPACITY + 1];

  long[] parentHigh = new long[FIRST_CAPACITY];
  long[] parentLow = new long[FIRST_CAPACITY];

  int[] parentNode;

  /** Adds every record of a block. */
  public final void add(byte[] block) {
    blocks.add(block);
    int at = 0;
    while (at < block.length) {
      if (size == high.length) {
        grow(size * 2);
      }
      record.read(block, at);
      references.read(block, record.referencesAt(), record.referencesLength());
      blockOf[size] = blocks.size() - 1;
      offsetOf[size] = at;
      high[size] = record.high();
      low[size] = record.low();
      addParents();
      try {
        addValues(size, references);
      } catch (DamagedCellException e) {
        throw e.inRow(key(size));
      }
      size++;
      parentStart[size] = edges;
      at = record.end();
    }
  }

  private void addParents() {
    int parents = references.parents();
    if (edges + parents > parentHigh.length) {
      int grown = Math.max(parentHigh.length * 2, edges + parents);
      parentHigh = Arrays.copyOf(parentHigh, grown);
      parentLow = Arrays.copyOf(parentLow, grown);
    }
    for (int i = 0; i < parents; i++) {
      parentHigh[edges] = references.parentHigh(i);
      parentLow[edges] = references.parentLow(i);
      edges++;
    }
  }

  /** Takes what else is asked of an event's parent references; nothing, where only its place is. */
  void addValues(int node, ParentReferenceCell values) {}

  /** Makes room for so many nodes. */
  void grow(int capacity) {
    blockOf = Arrays.copyOf(blockOf, capacity);
    offsetOf = Arrays.copyOf(offsetOf, capacity);
    high = Arrays.copyOf(high, capacity);
    low = Arrays.copyOf(low, capacity);
    parentStart = Arrays.copyOf(parentStart, capacity + 1);
  }

  /** Resolves parents to nodes, once everything is added. */
  public void link() {
    KeyNumbers index = KeyNumbers.over(high, low, size);
    parentNode = new int[edges];
    int linked = 0;
    int edge = 0;
    for (int node = 0; node < size; node++) {
      int end = parentStart[node + 1];
      int first = linked;
      KeyNumbers seen = null; // once an earlier day may have made of two references one
      for (int i = edge; i < end; i++) {
        int found = index.find(parentHigh[i], parentLow[i]);
        if (found == KeyNumbers.ABSENT && record(node).days() > 0) {
          found = findEarlier(index, node, i, edge, end);
          if (found != KeyNumbers.ABSENT && seen == null) {
            seen = keysOf(first, linked);
          }
        }
        if (seen == null || seen.isNew(parentHigh[i], parentLow[i])) {
          parentNode[linked] = found;
          parentHigh[linked] = parentHigh[i];
          parentLow[linked] = parentLow[i];
          linked++;
        }
      }
      edge = end;
      parentStart[node] = first;
    }
    parentStart[size] = linked;
    edges = linked;
  }

  /** Looks for a parent on earlier days, and has its edge name what was found. */
  private int findEarlier(KeyNumbers index, int node, int edge, int from, int end) {
    for (int day = 1; day <= record.days(); day++) {
      int at = record.alternativeAt(edge - from, end - from, day);
      long otherHigh = RowKey.high(record.buffer(), at);
      long otherLow = RowKey.low(record.buffer(), at);
      int other = index.find(otherHigh, otherLow);
      if (other != KeyNumbers.ABSENT && other != node) {
        parentHigh[edge] = otherHigh;
        parentLow[edge] = otherLow;
        return other;
      }
    }
    return KeyNumbers.ABSENT;
  }

  private KeyNumbers keysOf(int from, int end) {
    KeyNumbers keys = new KeyNumbers();
    for (int edge = from; edge < end; edge++) {
      keys.number(parentHigh[edge], parentLow[edge]);
    }
    return keys;
  }

  /** Connected components over all edges between reported events. */
  public final UnionFind components() {
    UnionFind components = new UnionFind(size);
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (parentNode[edge] != KeyNumbers.ABSENT) {
          components.union(node, parentNode[edge]);
        }
      }
    }
    return components;
  }

  /** The record of a node, valid until the next call. */
  public final LinkRecord record(int node) {
    return record.read(blocks.get(blockOf[node]), offsetOf[node]);
  }

  /** The claim of a node, valid until the next call. */
  public final ParentReferenceCell references(int node) {
    record(node);
    return references.read(record.buffer(), record.referencesAt(), record.referencesLength());
  }

  /** OrderQty (38) of a node, null where it has none. */
  final BigDecimal orderQty(int node) {
    return quantity(node, references(node).orderQty());
  }

  /** LastShares (32) of a node, null where it has none. */
  final BigDecimal lastShares(int node) {
    return quantity(node, references(node).lastShares());
  }

  private BigDecimal quantity(int node, ByteSlice text) {
    try {
      return quantity(text);
    } catch (NumberFormatException e) {
      throw new DamagedCellException("parent references", e).inRow(key(node));
    }
  }

  /** A quantity of FIX 4.2, null where absent. */
  private static BigDecimal quantity(ByteSlice text) {
    if (text.isEmpty()) {
      return null;
    }
    if (text.length() < 18) {
      long value = 0;
      boolean digits = true;
      for (int i = 0; i < text.length() && digits; i++) {
        int digit = text.buffer()[text.offset() + i] - '0';
        digits = digit >= 0 && digit <= 9;
        value = value * 10 + digit;
      }
      if (digits) {
        return BigDecimal.valueOf(value);
      }
    }
    return new BigDecimal(text.toString());
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

  public final RowKey key(int node) {
    return new RowKey(high[node], low[node]);
  }

  final int compareKeys(int a, int b) {
    return RowKey.compare(high[a], low[a], high[b], low[b]);
  }
}
