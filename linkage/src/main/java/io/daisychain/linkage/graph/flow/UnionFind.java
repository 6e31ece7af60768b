package io.daisychain.linkage.graph.flow;

/** Disjoint sets of nodes, joined by size, with path halving. */
public final class UnionFind {
  private final int[] parent;
  private final int[] size;

  public UnionFind(int nodes) {
    parent = new int[nodes];
    size = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      parent[i] = i;
      size[i] = 1;
    }
  }

  /** The node that stands for the set of {@code node}. */
  public int find(int node) {
    int at = node;
    int above = parent[at];
    while (true) {
      int next = parent[above];
      if (next == above) {
        return above;
      }
      parent[at] = next;
      at = next;
      above = parent[at];
    }
  }

  /** Joins the sets of two nodes. */
  public void union(int a, int b) {
    int rootA = find(a);
    int rootB = find(b);
    if (rootA == rootB) {
      return;
    }
    if (size[rootA] < size[rootB]) {
      int swap = rootA;
      rootA = rootB;
      rootB = swap;
    }
    parent[rootB] = rootA;
    size[rootA] += size[rootB];
  }
}
