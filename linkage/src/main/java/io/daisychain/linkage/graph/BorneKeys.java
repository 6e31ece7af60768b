package io.daisychain.linkage.graph;

import io.daisychain.model.CatKey;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.Arrays;

/**
 * The keys that events of CAT bear beside their ids, by which others name them. Of several that
 * bear one the earliest is meant, then the one with the smallest id.
 */
final class BorneKeys {
  private final KeyNumbers keys = new KeyNumbers();

  /** By place in the order of adding. */
  private int[] node = {};

  private int[] key = {};
  private long[] time = {};
  private boolean[] sharing = {};
  private int count;

  /** By key: the node that is meant, and how many others bear it that may not. */
  private int[] meant = {};

  private int[] others = {};
  private boolean shared;

  /** Adds the key of a node, or of a version of it. */
  void add(int of, ParentReferenceCell references) {
    if (count == node.length) {
      int room = Math.max(16, 2 * count);
      node = Arrays.copyOf(node, room);
      key = Arrays.copyOf(key, room);
      time = Arrays.copyOf(time, room);
      sharing = Arrays.copyOf(sharing, room);
    }
    node[count] = of;
    key[count] = keys.number(references.keyHigh(), references.keyLow(), references.keyDate());
    time[count] = references.eventTime();
    sharing[count] = references.keyKind() == CatKey.Kind.ROUTE && references.has(CatKey.SHARED);
    count++;
  }

  /** Finds out which node each key means. */
  void settle(LineageGraph graph) {
    if (count == 0) {
      return;
    }
    meant = new int[keys.size()];
    others = new int[keys.size()];
    long[] earliest = new long[keys.size()];
    Arrays.fill(meant, KeyNumbers.ABSENT);
    for (int i = 0; i < count; i++) {
      int best = meant[key[i]];
      if (best != KeyNumbers.ABSENT && best != node[i]) {
        others[key[i]] += sharing[i] ? 0 : 1;
        shared = true;
      }
      boolean first =
          best == KeyNumbers.ABSENT
              || time[i] < earliest[key[i]]
              || (time[i] == earliest[key[i]] && graph.compareKeys(node[i], best) < 0);
      if (first) {
        meant[key[i]] = node[i];
        earliest[key[i]] = time[i];
      }
    }
  }

  /** The node that a key means; ABSENT where none bears it. */
  int find(long high, long low, int date) {
    int number = count == 0 ? KeyNumbers.ABSENT : keys.find(high, low, date);
    return number == KeyNumbers.ABSENT ? KeyNumbers.ABSENT : meant[number];
  }

  /** True when others bear a key that may not. */
  boolean hasOthers(ParentReferenceCell references) {
    int number = keys.find(references.keyHigh(), references.keyLow(), references.keyDate());
    boolean mayShare = references.keyKind() == CatKey.Kind.ROUTE && references.has(CatKey.SHARED);
    return number != KeyNumbers.ABSENT && !mayShare && others[number] > 0;
  }

  /** True when some key is borne by several. */
  boolean hasShared() {
    return shared;
  }

  /** Unites nodes that bear one key. */
  void unite(UnionFind components) {
    for (int i = 0; i < count; i++) {
      if (meant[key[i]] != KeyNumbers.ABSENT) {
        components.union(node[i], meant[key[i]]);
      }
    }
  }
}
