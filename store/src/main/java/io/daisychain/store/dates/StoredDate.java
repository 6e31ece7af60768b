package io.daisychain.store.dates;

import java.util.List;

/**
 * A trade date that a store has.
 *
 * @param epochDay days since 1970-01-01
 * @param version number of its last change, by ingest or link; later changes of any date have
 *     greater ones
 * @param events events that it had after its last link run; what came since is not counted
 * @param linkedVersion all changes up to this one are linked; 0 before the first link run
 * @param linkedRun name and time of the link run that was the last to complete it; empty for none
 * @param sums counts of its last link run as JSON; empty before the first
 * @param changes what happened to it, as far back as it is kept, in the order of versions
 */
public record StoredDate(
    int epochDay,
    long version,
    long events,
    long linkedVersion,
    String linkedRun,
    String sums,
    List<Change> changes) {
  /**
   * A change of a date by one run.
   *
   * @param version numbers it among all changes of the store
   * @param kind what changed it
   * @param run that did it
   * @param count rows changed; -1 while the run is going on, or was killed
   */
  public record Change(long version, Kind kind, String run, long count) {}

  /** What changes a date. */
  public enum Kind {
    /** Ingest stored messages. */
    INGEST,
    /** Link wrote lineages. */
    LINK,
    /** Nothing in the date itself, but what its lineages rest on: link has to look at it again. */
    BASIS
  }

  /** The date as if nothing from a version on had happened to it. */
  public StoredDate before(long later) {
    return new StoredDate(
        epochDay,
        Math.min(version, later - 1),
        events,
        linkedVersion,
        linkedRun,
        sums,
        changes.stream().filter(change -> change.version() < later).toList());
  }

  /** What has happened since the last link run, for link to look at. */
  public List<Change> news() {
    return changes.stream()
        .filter(change -> change.version() > linkedVersion && change.kind() != Kind.LINK)
        .toList();
  }
}
