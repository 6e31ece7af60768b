package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.StoreTable;
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
 * @param backlog messages that may be read and not durable yet
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
    int backlog) {}
