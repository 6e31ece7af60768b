package io.daisychain.cli.job;

import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.store.StoreTable;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Where and how the stages of one command run.
 *
 * @param table of events
 * @param rejects where rejected messages and feedback go
 * @param write how rows get into the store
 * @param options of Beam
 * @param runId names the command's run
 */
public record StageContext(
    StoreTable table,
    RejectsOption rejects,
    WriteOption write,
    PipelineOptions options,
    String runId) {

  /** The same of a run of its own. */
  StageContext withRun(String id) {
    return new StageContext(table, rejects, write, options, id);
  }
}
