package io.daisychain.cli.plan;

/** What a piece of work needs of the cluster, in the order in which a core comes to it. */
enum Need {
  READ(0, "reading files"),
  CPU(1, "CPU"),
  NETWORK(2, "network"),
  STORE(3, "store"),
  LOAD(4, "load jobs");

  private final int index;
  private final String words;

  Need(int index, String words) {
    this.index = index;
    this.words = words;
  }

  String words() {
    return words;
  }

  /** Its place among all. */
  int index() {
    return index;
  }
}
