package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.StoreTable;
import io.daisychain.watch.journal.Durable;
import io.daisychain.watch.journal.Journal;
import java.util.List;

/**
 * What watching is told.
 *
 * @param rules how messages are understood
 * @param reference what events are checked against
 * @param link how events are linked
 * @param table the events
 * @param splitKeys boundaries of the tables of dates that are made
 * @param mostDates dates that the store takes
 * @param rejects folder for rejected messages and feedback
 * @param runId name of the run
 * @param backlog messages that may be read and not durable yet, or durable and not stored
 * @param durable when sources are told
 * @param journal where messages are durable by themselves; null where they are not
 */
public record WatchSettings(
    EventReader.Rules rules,
    ReferenceData reference,
    LiveLink.Rules link,
    StoreTable table,
    List<byte[]> splitKeys,
    int mostDates,
    String rejects,
    String runId,
    int backlog,
    Durable durable,
    Journal journal) {

  /** The same with another moment at which sources are told. */
  public WatchSettings durable(Durable when, Journal in) {
    return new WatchSettings(
        rules, reference, link, table, splitKeys, mostDates, rejects, runId, backlog, when, in);
  }
}
