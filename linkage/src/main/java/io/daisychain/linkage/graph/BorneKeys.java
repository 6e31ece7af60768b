package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.CatKey;
import io.daisychain.model.EventType;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The keys that events of CAT bear beside their ids, by which others name them; an event of FIX
 * bears its id. Of several that bear one the earliest is meant, then the one with the smallest id;
 * a supplement only where no other bears it.
 */
final class BorneKeys {
  private final KeyNumbers keys = new KeyNumbers();

  /** By place in the order of adding. */
  private int[] node = {};

  private int[] key = {};
  private long[] time = {};
  private long[] session = {};
  private final BitSet mayShare = new BitSet();
  private final BitSet isSupplement = new BitSet();
  private int count;

  /** By key: the place that is meant; ABSENT for none. */
  private int[] meant = {};

  private boolean shared;

  /** Nodes whose key others bear that may not. */
  private final BitSet duplicates = new BitSet();

  /** Adds the key of a node, or of a version of it. */
  void add(int of, ParentReferenceCell references) {
    mayShare.set(count, references.has(CatKey.SHARED));
    isSupplement.set(count, references.type() == EventType.SUPPLEMENT);
    add(
        of,
        keys.number(references.keyHigh(), references.keyLow(), references.keyDate()),
        references.eventTime(),
        references.keySession());
  }

  private void add(int of, int number, long at, long inSession) {
    if (count == node.length) {
      int room = Math.max(16, 2 * count);
      node = Arrays.copyOf(node, room);
      key = Arrays.copyOf(key, room);
      time = Arrays.copyOf(time, room);
      session = Arrays.copyOf(session, room);
    }
    node[count] = of;
    key[count] = number;
    time[count] = at;
    session[count] = inSession;
    count++;
  }

  /** Finds out which node each key means. */
  void settle(LineageGraph graph) {
    if (count == 0) {
      return;
    }
    for (int number = 0; number < keys.size(); number++) {
      int named = graph.index.find(keys.high(number), keys.low(number), keys.date(number));
      if (named != KeyNumbers.ABSENT) {
        add(named, number, graph.references(named).eventTime(), 0);
      }
    }
    meant = new int[keys.size()];
    Arrays.fill(meant, KeyNumbers.ABSENT);
    BitSet ofSeveral = new BitSet();
    for (int i = 0; i < count; i++) {
      int best = meant[key[i]];
      if (best != KeyNumbers.ABSENT && node[best] != node[i]) {
        ofSeveral.set(key[i]);
      }
      if (best == KeyNumbers.ABSENT || isBefore(graph, i, best)) {
        meant[key[i]] = i;
      }
    }
    shared = !ofSeveral.isEmpty();
    if (shared) {
      findDuplicates(graph, ofSeveral);
    }
  }

  /** Of keys that several nodes bear those that may be borne once in a session. */
  private void findDuplicates(LineageGraph graph, BitSet ofSeveral) {
    KeyNumbers groups = new KeyNumbers();
    int[] first = new int[count];
    for (int i = 0; i < count; i++) {
      if (ofSeveral.get(key[i])
          && graph.isThere(node[i])
          && !mayShare.get(i)
          && !isSupplement.get(i)) {
        int before = groups.size();
        int group = groups.number(key[i], session[i], 0);
        if (group == before) {
          first[group] = node[i];
        } else if (first[group] != node[i]) {
          duplicates.set(first[group]);
          duplicates.set(node[i]);
        }
      }
    }
  }

  private boolean isBefore(LineageGraph graph, int a, int b) {
    if (graph.isThere(node[a]) != graph.isThere(node[b])) {
      return graph.isThere(node[a]);
    }
    if (isSupplement.get(a) != isSupplement.get(b)) {
      return isSupplement.get(b);
    }
    return time[a] != time[b] ? time[a] < time[b] : graph.compareKeys(node[a], node[b]) < 0;
  }

  /** The node that a key means; ABSENT where none bears it. */
  int find(long high, long low, int date) {
    int number = count == 0 ? KeyNumbers.ABSENT : keys.find(high, low, date);
    return number == KeyNumbers.ABSENT ? KeyNumbers.ABSENT : node[meant[number]];
  }

  /** True when others bear a node's key that may not. */
  boolean isShared(int of) {
    return duplicates.get(of);
  }

  /** True when some key is borne by several. */
  boolean hasShared() {
    return shared;
  }

  /** Unites nodes that bear one key. */
  void unite(UnionFind components) {
    for (int i = 0; i < count; i++) {
      if (meant.length > 0) {
        components.union(node[i], node[meant[key[i]]]);
      }
    }
  }
}
