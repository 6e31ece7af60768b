package io.daisychain.linkage.live;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.cell.LifecycleCell;
import java.util.Collection;

/** Takes what live linking finds out, in order. */
public interface LiveListener {
  /**
   * A lifecycle as it stands.
   *
   * @param id date and key of its oldest root
   * @param sums as published
   * @param shares of each reporter in each symbol
   */
  record Lifecycle(DatedKey id, LifecycleCell sums, Collection<LifecycleShare> shares) {}

  /**
   * An event whose statuses may have changed.
   *
   * @param lifecycle that it belongs to
   * @param statuses mask of its {@link ErrorStatus}es; those of before are not told
   * @param isCountedFill whether it is an execution that stands and that its lifecycle counts, as
   *     the column {@code counted} of events says
   */
  record Finding(
      DatedKey event,
      DatedKey lifecycle,
      EventType type,
      String reporter,
      String eventId,
      String symbol,
      int statuses,
      boolean isCountedFill) {}

  /**
   * True for an event that is to be told of whatever its statuses are. Asked by any thread, before
   * the event is told of.
   */
  default boolean isWanted(DatedKey event) {
    return false;
  }

  /**
   * A lifecycle that is no longer one of its own.
   *
   * @param into the one that took it over; null where its oldest root was deleted
   */
  void gone(DatedKey id, DatedKey into);

  /** A lifecycle that has changed, or is new. */
  void changed(Lifecycle lifecycle);

  /** An event that has, or had, something to tell of. */
  void found(Finding finding);
}
