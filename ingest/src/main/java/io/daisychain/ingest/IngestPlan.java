package io.daisychain.ingest;

import io.daisychain.beam.Spill;
import io.daisychain.model.EventReader;
import io.daisychain.model.ReferenceData;
import io.daisychain.store.KeyRanges;
import java.io.Serializable;

/** What a worker needs to know to read a range. */
record IngestPlan(
    EventReader.Rules rules,
    ReferenceData reference,
    String rejects,
    KeyRanges ranges,
    long keySeed,
    Spill spill,
    InputNames names)
    implements Serializable {}
