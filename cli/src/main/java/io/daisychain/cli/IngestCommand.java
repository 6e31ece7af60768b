package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.job.MeasuredRates;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.RunForecast;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "ingest",
    description = {
      "Validates FIX messages and stores each event as one row.",
      "Everything read is stored, skipped or rejected with a reason. Running it again over the "
          + "same files changes nothing.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class IngestCommand implements Callable<Integer> {
  @Mixin private IngestStage ingest;
  @Mixin private RejectsOption rejects;
  @Mixin private StoreOptions store;
  @Mixin private WriteOption write;
  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    return report.around("ingest", this::work, ingest::complain);
  }

  private ObjectNode work(String runId) throws IOException {
    PipelineOptions options = runner.options(store);
    ingest.check(options);
    rejects.check(options, RejectsOption.Stage.INGEST);
    RunnerSetup.begin(options);
    try (StoreSession session = store.open()) {
      RunForecast.ofInput(ingest.sizes(), options, List.of(MeasuredRates.Stage.INGEST))
          .withStore(store.parsed(), options, false)
          .tell();
      return ingest.run(
          new StageContext(session.table(store.table()), rejects, write, options, runId));
    }
  }
}
