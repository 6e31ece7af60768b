package io.daisychain.linkage.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Oldest root and depth of every event, and the members of cycles.
 *
 * <p>Parents are settled before their children (Kahn's order). What that leaves over lies on a
 * cycle or below one; there Tarjan's algorithm, walking upward, yields the strongly connected sets
 * with the ancestors first. A cycle competes as a root with its members' earliest time and smallest
 * key.
 */
final class Ancestry {
  private final EventGraph graph;

  /** Node whose key is the GrandParent of a node. */
  final int[] grandParent;

  /** Of a node that is a GrandParent: the time with which it competes. */
  private final long[] rootTime;

  final int[] depth;

  /** By node: number of the cycle that it is a member of, from 1 on; 0 for none. */
  final int[] cycle;

  /** Number of cycles. */
  int cycles;

  /** By node: the member with the smallest key of each cycle, by which cycles are counted. */
  final BitSet standsForCycle = new BitSet();

  /** Nodes, every parent before its children; members of a cycle side by side. */
  final int[] order;

  private int resolved;

  Ancestry(EventGraph graph) {
    this.graph = graph;
    grandParent = new int[graph.size];
    rootTime = new long[graph.size];
    depth = new int[graph.size];
    cycle = new int[graph.size];
    order = new int[graph.size];
    Arrays.fill(grandParent, KeyNumbers.ABSENT);
    settleDownward();
    if (resolved < graph.size) {
      settleCycles();
    }
  }

  boolean inCycle(int node) {
    return cycle[node] != 0;
  }

  /** True when root {@code a} is the older: earlier, or at the same time with the smaller key. */
  boolean isOlder(int a, int b) {
    return rootTime[a] != rootTime[b] ? rootTime[a] < rootTime[b] : graph.compareKeys(a, b) < 0;
  }

  private void settleDownward() {
    int[] waiting = new int[graph.size];
    for (int node = 0; node < graph.size; node++) {
      for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
        if (graph.parentNode[edge] != KeyNumbers.ABSENT) {
          waiting[node]++;
        }
      }
    }
    int tail = 0;
    for (int node = 0; node < graph.size; node++) {
      if (waiting[node] == 0) {
        order[tail++] = node;
      }
    }
    while (resolved < tail) {
      int node = order[resolved++];
      resolve(node);
      for (int at = graph.childStart[node]; at < graph.childStart[node + 1]; at++) {
        if (--waiting[graph.childNode[at]] == 0) {
          order[tail++] = graph.childNode[at];
        }
      }
    }
  }

  private void resolve(int node) {
    boolean hasParent = false;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      int parent = graph.parentNode[edge];
      if (parent != KeyNumbers.ABSENT && !graph.isContra(edge)) {
        hasParent = true;
        inherit(node, parent);
        depth[node] = Math.max(depth[node], depth[parent] + 1);
      }
    }
    if (!hasParent) {
      grandParent[node] = node;
      rootTime[node] = graph.time[node];
    }
  }

  private void inherit(int node, int parent) {
    int candidate = grandParent[parent];
    if (grandParent[node] == KeyNumbers.ABSENT || isOlder(candidate, grandParent[node])) {
      grandParent[node] = candidate;
    }
  }

  private void settleCycles() {
    int[] left = new int[graph.size - resolved];
    int count = 0;
    for (int node = 0; node < graph.size; node++) {
      if (grandParent[node] == KeyNumbers.ABSENT) {
        left[count++] = node;
      }
    }
    new Cycles(left).walk();
  }

  private void settleCycle(int[] members, int from, int to) {
    cycles++;
    int smallest = members[from];
    long earliest = graph.time[smallest];
    for (int i = from; i < to; i++) {
      cycle[members[i]] = cycles;
      earliest = Math.min(earliest, graph.time[members[i]]);
      if (graph.compareKeys(members[i], smallest) < 0) {
        smallest = members[i];
      }
    }
    standsForCycle.set(smallest);
    rootTime[smallest] = earliest;
    int oldest = smallest;
    for (int i = from; i < to; i++) {
      for (int edge = graph.parentStart[members[i]];
          edge < graph.parentStart[members[i] + 1];
          edge++) {
        int parent = graph.parentNode[edge];
        // Parents inside the cycle are not settled yet, those outside are.
        if (parent != KeyNumbers.ABSENT
            && grandParent[parent] != KeyNumbers.ABSENT
            && isOlder(grandParent[parent], oldest)) {
          oldest = grandParent[parent];
        }
      }
    }
    for (int i = from; i < to; i++) {
      grandParent[members[i]] = oldest;
      order[resolved++] = members[i];
    }
  }

  /** Tarjan's strongly connected sets over the nodes left over, without recursion. */
  private final class Cycles {
    private final int[] nodes;
    private final int[] number = new int[graph.size];
    private final int[] lowest = new int[graph.size];
    private final int[] stack;
    private final boolean[] onStack = new boolean[graph.size];
    private final int[] path;
    private final int[] nextEdge;
    private int stackSize;
    private int pathSize;
    private int counter;

    Cycles(int[] nodes) {
      this.nodes = nodes;
      stack = new int[nodes.length];
      path = new int[nodes.length];
      nextEdge = new int[nodes.length];
    }

    void walk() {
      for (int node : nodes) {
        if (number[node] == 0) {
          enter(node);
          while (pathSize > 0) {
            step();
          }
        }
      }
    }

    private void enter(int node) {
      number[node] = ++counter;
      lowest[node] = counter;
      stack[stackSize++] = node;
      onStack[node] = true;
      path[pathSize] = node;
      nextEdge[pathSize++] = graph.parentStart[node];
    }

    private void step() {
      int node = path[pathSize - 1];
      if (nextEdge[pathSize - 1] < graph.parentStart[node + 1]) {
        int parent = graph.parentNode[nextEdge[pathSize - 1]++];
        if (parent == KeyNumbers.ABSENT || grandParent[parent] != KeyNumbers.ABSENT) {
          return; // settled already
        }
        if (number[parent] == 0) {
          enter(parent);
        } else if (onStack[parent]) {
          lowest[node] = Math.min(lowest[node], number[parent]);
        }
        return;
      }
      pathSize--;
      if (pathSize > 0) {
        int below = path[pathSize - 1];
        lowest[below] = Math.min(lowest[below], lowest[node]);
      }
      if (lowest[node] == number[node]) {
        leave(node);
      }
    }

    private void leave(int node) {
      int from = stackSize;
      do {
        from--;
        onStack[stack[from]] = false;
      } while (stack[from] != node);
      if (stackSize - from > 1) {
        settleCycle(stack, from, stackSize);
      } else {
        resolve(node);
        order[resolved++] = node;
      }
      stackSize = from;
    }
  }
}
