package io.daisychain.warehouse;

/**
 * What a warehouse notes of a trade date when it is published.
 *
 * @param epochDay the trade date, in days since 1970-01-01
 * @param source address and table of the store that it came from
 * @param version of the date in that store: the number of its last change
 * @param change the run that made this change: another store of the same address has others
 * @param run that published it
 */
public record PublishedDay(int epochDay, String source, long version, String change, String run) {

  /** Whether this is the same state of the same store. */
  public boolean isSameState(PublishedDay other) {
    return source.equals(other.source) && version == other.version && change.equals(other.change);
  }
}
