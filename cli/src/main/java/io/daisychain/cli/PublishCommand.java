package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.PublishStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "publish",
    description = {
      "Publishes the linked events as CSV files and in the warehouse.",
      "The tables are events, links, lifecycles and duplicates. Readers of the warehouse see the old "
          + "tables or the new. What it has of other trade dates stays.",
      ""
    },
    footer = {
      "",
      "BigQuery takes credentials from the environment (gcloud auth application-default login) and "
          + "keeps other trade dates: docs/warehouse.md.",
      "DAISYCHAIN_ENCRYPTION names the file of a key by which DuckDB warehouses are encrypted: there"
          + " too.",
      "Beam's own options, such as --runner, can follow."
    })
final class PublishCommand implements Callable<Integer> {
  @Mixin private DaysOption days;
  @Mixin private PublishStage publish;
  @Mixin private StoreOptions store;
  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    return report.around("publish", runId -> work());
  }

  private ObjectNode work() throws IOException {
    days.check();
    PipelineOptions options = runner.options(store);
    publish.check(options);
    RunnerSetup.begin(options);
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      store.requireRules(session);
      return publish.runAlone(session.table(store.table()), options, days);
    }
  }
}
