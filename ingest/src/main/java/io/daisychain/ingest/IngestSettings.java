package io.daisychain.ingest;

import io.daisychain.beam.Spill;
import io.daisychain.model.EventReader;
import io.daisychain.model.ReferenceData;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;

/**
 * What an ingest run is told.
 *
 * @param input pattern of the files to read, as Beam's file systems take it, or {@link
 *     #STANDARD_INPUT}, which only a pipeline in this process can read
 * @param rules how messages are understood
 * @param reference what events are checked against
 * @param rejects folder for rejected messages and feedback
 * @param table the event table, which exists
 * @param ranges key ranges of the table
 * @param keySeed seed of the samples of the table's keys
 * @param bulk true to bulk load sorted HFiles, false to put rows
 * @param runId names the run's summary in the meta table
 * @param spill where rows wait to be sorted
 * @param rangeBytes size of the parts that plain files are cut into
 */
public record IngestSettings(
    String input,
    EventReader.Rules rules,
    ReferenceData reference,
    String rejects,
    StoreTable table,
    KeyRanges ranges,
    long keySeed,
    boolean bulk,
    String runId,
    Spill spill,
    long rangeBytes) {

  /** In place of files: standard input, and what feedback calls it. */
  public static final String STANDARD_INPUT = "-";

  /** Size of the parts that plain files are cut into, unless set. */
  public static final long RANGE_BYTES = 32L << 20;
}
