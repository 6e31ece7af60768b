package io.daisychain.linkage.live;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.Map;

/**
 * What some events have of a lifecycle: those of a reporter in a symbol, or of several of these.
 *
 * @param reporter of the oldest
 * @param symbol of the oldest; empty for none
 * @param oldest by time, then by key
 * @param firstTime of the oldest, nanoseconds since 1970
 * @param lastTime of the latest
 * @param events number of them
 * @param errors number of those that have a status
 * @param statuses mask of the {@link io.daisychain.model.ErrorStatus}es that they have
 */
public record LifecycleShare(
    String reporter,
    String symbol,
    DatedKey oldest,
    long firstTime,
    long lastTime,
    int events,
    int errors,
    int statuses) {

  /** One event's. */
  public static LifecycleShare of(DatedKey event, ParentReferenceCell values, int statuses) {
    return new LifecycleShare(
        values.reporter().toString(),
        values.symbol().toString(),
        event,
        values.eventTime(),
        values.eventTime(),
        1,
        statuses == 0 ? 0 : 1,
        statuses);
  }

  /** Adds it to what its reporter has in its symbol. */
  public void addTo(Map<String, LifecycleShare> shares) {
    shares.merge(reporter + '\n' + symbol, this, LifecycleShare::plus);
  }

  /** Both. */
  public LifecycleShare plus(LifecycleShare other) {
    boolean isOlder =
        firstTime < other.firstTime
            || (firstTime == other.firstTime && oldest.key().compareTo(other.oldest.key()) <= 0);
    LifecycleShare first = isOlder ? this : other;
    return new LifecycleShare(
        first.reporter,
        first.symbol,
        first.oldest,
        first.firstTime,
        Math.max(lastTime, other.lastTime),
        events + other.events,
        errors + other.errors,
        statuses | other.statuses);
  }
}
