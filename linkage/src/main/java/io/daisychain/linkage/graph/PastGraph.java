package io.daisychain.linkage.graph;

/** Events as they stood at moments of the past, each at its own. */
final class PastGraph extends EventGraph {
  private long until;

  PastGraph(StoreDates dates) {
    super(dates);
  }

  /**
   * Adds an event as it stood.
   *
   * @param moment SendingTime, nanoseconds since 1970
   * @return false if nothing of it had been sent
   */
  boolean add(EventGraph from, int node, long moment) {
    until = moment;
    int before = size();
    addFrom(from, node);
    return size() > before;
  }

  @Override
  int version(LinkRecord of) {
    return version(of, until);
  }
}
