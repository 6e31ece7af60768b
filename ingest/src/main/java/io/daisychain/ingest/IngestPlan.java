package io.daisychain.ingest;

import io.daisychain.beam.Spill;
import io.daisychain.ingest.file.InputNames;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.DateTables;
import java.io.Serializable;

/** What a worker needs to know to read a range. */
record IngestPlan(
    EventReader.Rules rules,
    ReferenceData reference,
    String rejects,
    StoreTable table,
    String runId,
    IngestSettings.NewDates dates,
    long keySeed,
    Spill spill,
    InputNames names)
    implements Serializable {
  /** The tables of the trade dates that a worker meets; to be closed. */
  DateTables tables() {
    return new DateTables(table, runId, dates.version(), dates.splitKeys(), dates.mostDates());
  }
}
