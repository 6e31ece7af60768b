package io.daisychain.linkage;

import io.daisychain.model.ClaimCell;
import io.daisychain.model.EventType;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of one partition and the edges between them, in arrays.
 *
 * <p>Nodes are numbered in no order that anything depends on. A parent that is not among the nodes
 * is {@link KeyIndex#ABSENT}. Not thread-safe while loading, read-only after {@link #link}.
 */
final class EventGraph {
  private final List<byte[]> chunks = new ArrayList<>();
  private final LinkRecord record = new LinkRecord();
  private final ClaimCell claim = new ClaimCell();
  private final Map<String, Integer> words = new HashMap<>();

  int size;
  int[] chunkOf = new int[1024];
  int[] offsetOf = new int[1024];
  long[] high = new long[1024];
  long[] low = new long[1024];
  long[] time = new long[1024];
  EventType[] type = new EventType[1024];
  Relation[] relation = new Relation[1024];
  int[] symbol = new int[1024];
  int[] side = new int[1024];
  int[] reporter = new int[1024];
  int[] statuses = new int[1024];
  boolean[] orphan = new boolean[1024];

  /** Edges of node n: from {@code parentStart[n]} to {@code parentStart[n + 1]}. */
  int[] parentStart;

  int[] parentNode;
  long[] parentHigh;
  long[] parentLow;

  /** Reported children of node n: from {@code childStart[n]} to {@code childStart[n + 1]}. */
  int[] childStart;

  int[] childNode;

  /** Adds every record of a chunk. */
  void add(byte[] chunk) {
    chunks.add(chunk);
    int at = 0;
    while (at < chunk.length) {
      ensure(size + 1);
      record.read(chunk, at);
      claim.read(chunk, record.claimAt(), record.claimLength());
      chunkOf[size] = chunks.size() - 1;
      offsetOf[size] = at;
      high[size] = record.high();
      low[size] = record.low();
      time[size] = claim.eventTime();
      type[size] = claim.type();
      relation[size] = claim.relation();
      symbol[size] = word(claim.symbol());
      side[size] = sideGroup(claim.side());
      reporter[size] = word(claim.reporter());
      statuses[size] = claim.statuses();
      orphan[size] = claim.brokenParent();
      size++;
      at = record.end();
    }
  }

  /** Resolves parents to nodes and lists children, once everything is added. */
  void link() {
    KeyIndex index = new KeyIndex(high, low, size);
    parentStart = new int[size + 1];
    int capacity = Math.max(16, size + size / 8);
    parentNode = new int[capacity];
    parentHigh = new long[capacity];
    parentLow = new long[capacity];
    int edges = 0;
    for (int node = 0; node < size; node++) {
      parentStart[node] = edges;
      record.read(chunks.get(chunkOf[node]), offsetOf[node]);
      claim.read(record.buffer(), record.claimAt(), record.claimLength());
      int parents = claim.parents();
      if (edges + parents > parentNode.length) {
        int grown = Math.max(parentNode.length * 2, edges + parents);
        parentNode = Arrays.copyOf(parentNode, grown);
        parentHigh = Arrays.copyOf(parentHigh, grown);
        parentLow = Arrays.copyOf(parentLow, grown);
      }
      for (int i = 0; i < parents; i++) {
        edges = linkParent(index, node, i, parents, edges);
      }
    }
    parentStart[size] = edges;
    listChildren(edges);
  }

  private int linkParent(KeyIndex index, int node, int i, int parents, int edge) {
    long keyHigh = claim.parentHigh(i);
    long keyLow = claim.parentLow(i);
    int found = index.find(keyHigh, keyLow);
    for (int day = 1; found == KeyIndex.ABSENT && day <= record.days(); day++) {
      int at = record.alternativeAt(i, parents, day);
      long otherHigh = RowKey.high(record.buffer(), at);
      long otherLow = RowKey.low(record.buffer(), at);
      int other = index.find(otherHigh, otherLow);
      if (other != KeyIndex.ABSENT && other != node) {
        found = other;
        keyHigh = otherHigh;
        keyLow = otherLow;
      }
    }
    for (int e = parentStart[node]; e < edge; e++) {
      if (parentHigh[e] == keyHigh && parentLow[e] == keyLow && record.days() > 0) {
        return edge; // two references that an earlier day makes one
      }
    }
    parentNode[edge] = found;
    parentHigh[edge] = keyHigh;
    parentLow[edge] = keyLow;
    if (found == KeyIndex.ABSENT) {
      orphan[node] = true;
    }
    return edge + 1;
  }

  private void listChildren(int edges) {
    childStart = new int[size + 1];
    for (int edge = 0; edge < edges; edge++) {
      if (parentNode[edge] != KeyIndex.ABSENT) {
        childStart[parentNode[edge] + 1]++;
      }
    }
    for (int node = 0; node < size; node++) {
      childStart[node + 1] += childStart[node];
    }
    childNode = new int[childStart[size]];
    int[] next = Arrays.copyOf(childStart, size);
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (parentNode[edge] != KeyIndex.ABSENT) {
          childNode[next[parentNode[edge]]++] = node;
        }
      }
    }
  }

  /** Connected components over all edges between reported events. */
  UnionFind components() {
    UnionFind components = new UnionFind(size);
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (parentNode[edge] != KeyIndex.ABSENT) {
          components.union(node, parentNode[edge]);
        }
      }
    }
    return components;
  }

  /** The record of a node, valid until the next call. */
  LinkRecord record(int node) {
    return record.read(chunks.get(chunkOf[node]), offsetOf[node]);
  }

  /** The claim of a node, valid until the next call. */
  ClaimCell claim(int node) {
    record(node);
    return claim.read(record.buffer(), record.claimAt(), record.claimLength());
  }

  RowKey key(int node) {
    return new RowKey(high[node], low[node]);
  }

  /** First edge of the node whose parent was reported, as the parent's node. */
  int firstReportedParent(int node) {
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      if (parentNode[edge] != KeyIndex.ABSENT) {
        return parentNode[edge];
      }
    }
    return KeyIndex.ABSENT;
  }

  int compareKeys(int a, int b) {
    return RowKey.compare(high[a], low[a], high[b], low[b]);
  }

  /** Orders events by time, then by key as unsigned bytes. */
  int compareTimes(int a, int b) {
    return time[a] != time[b] ? Long.compare(time[a], time[b]) : compareKeys(a, b);
  }

  /** Number of a text, 0 where it is absent; equal texts have equal numbers. */
  private int word(Text text) {
    return text.isEmpty() ? 0 : words.computeIfAbsent(text.toString(), t -> words.size() + 8);
  }

  /**
   * Sides 1 and 3 buy, 2 4 5 and 6 sell, any other agrees only with itself (contract, section 5).
   */
  private int sideGroup(Text text) {
    return switch (text.single()) {
      case '1', '3' -> 1;
      case '2', '4', '5', '6' -> 2;
      default -> word(text);
    };
  }

  private void ensure(int wanted) {
    if (wanted <= high.length) {
      return;
    }
    int grown = high.length * 2;
    chunkOf = Arrays.copyOf(chunkOf, grown);
    offsetOf = Arrays.copyOf(offsetOf, grown);
    high = Arrays.copyOf(high, grown);
    low = Arrays.copyOf(low, grown);
    time = Arrays.copyOf(time, grown);
    type = Arrays.copyOf(type, grown);
    relation = Arrays.copyOf(relation, grown);
    symbol = Arrays.copyOf(symbol, grown);
    side = Arrays.copyOf(side, grown);
    reporter = Arrays.copyOf(reporter, grown);
    statuses = Arrays.copyOf(statuses, grown);
    orphan = Arrays.copyOf(orphan, grown);
  }
}
