package io.daisychain.linkage;

import io.daisychain.chunk.Spill;
import io.daisychain.model.EventReader;
import io.daisychain.reference.ValidityTable;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreConnector;
import java.io.Serializable;

/**
 * What a link run is told.
 *
 * @param rules how messages are understood; the days that it names must be those of ingest
 * @param participants who reports; absent where there is no reference data
 * @param toleranceNanos how much earlier than its parent an event may be
 * @param gtcDays on how many earlier days a native parent is looked for
 * @param rejects folder for feedback
 * @param connector the store
 * @param table the event table
 * @param ranges key ranges of the table
 * @param bulk true to hand over sorted files, false to put rows
 * @param generation this run's place among the table's runs
 * @param runId names the run's summary in the meta table
 * @param spill where claims and changes wait to be grouped
 * @param partitions number of parts that events are dealt into
 */
public record LinkSettings(
    EventReader.Rules rules,
    ValidityTable participants,
    long toleranceNanos,
    int gtcDays,
    String rejects,
    StoreConnector connector,
    String table,
    KeyRanges ranges,
    boolean bulk,
    Generation generation,
    String runId,
    Spill spill,
    int partitions)
    implements Serializable {

  /** Clock tolerance unless set: 50 ms (contract, section 5). */
  public static final long TOLERANCE_NANOS = 50_000_000;

  /** Parts unless set: at ten million events, about 300,000 in each. */
  public static final int PARTITIONS = 32;

  LinkRules linkRules() {
    return new LinkRules(toleranceNanos, rules.dates(), participants);
  }
}
