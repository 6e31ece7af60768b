package io.daisychain.ingest;

import io.daisychain.beam.Spill;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What an ingest run is told.
 *
 * @param input pattern of the files to read, as Beam's file systems take it, or {@link
 *     io.daisychain.ingest.file.InputFile#STANDARD_INPUT}, which only a pipeline in this process
 *     can read
 * @param rules how messages are understood
 * @param reference what events are checked against
 * @param rejects folder for rejected messages and feedback
 * @param table the events, whose meta table exists
 * @param dates how tables of trade dates are found and made
 * @param keySeed seed of the samples of the tables' keys
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
    NewDates dates,
    long keySeed,
    boolean bulk,
    String runId,
    Spill spill,
    long rangeBytes) {

  /**
   * How an ingest run finds and makes the tables of trade dates.
   *
   * @param version under which the run notes what it changes; see {@link Dates}
   * @param splitKeys boundaries of the tables that it makes
   * @param mostDates dates that the store takes: a table costs it much more than a row, and a
   *     message can name any date
   */
  public record NewDates(long version, List<byte[]> splitKeys, int mostDates)
      implements Serializable {
    public NewDates {
      splitKeys = new ArrayList<>(splitKeys);
    }
  }

  /** Size of the parts that plain files are cut into, unless set. */
  public static final long RANGE_BYTES = 32L << 20;
}
