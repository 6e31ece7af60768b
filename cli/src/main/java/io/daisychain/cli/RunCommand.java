package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.job.LinkStage;
import io.daisychain.cli.job.MeasuredRates;
import io.daisychain.cli.job.PublishStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.RunForecast;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.cli.telemetry.Telemetry;
import io.daisychain.store.StoreSession;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "run",
    description = {"Runs ingest, link and publish one after the other.", ""},
    footer = "Beam's own options, such as --runner, can follow.")
final class RunCommand implements Callable<Integer> {
  @Mixin private IngestStage ingest;
  @Mixin private LinkStage link;
  @Mixin private PublishStage publish;
  @Mixin private RejectsOption rejects;
  @Mixin private StoreOptions store;
  @Mixin private WriteOption write;
  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    return report.around(
        "run", this::work, counts -> ingest.complain((ObjectNode) counts.get("ingest")));
  }

  private ObjectNode work(String runId) throws IOException {
    PipelineOptions options = runner.options(store);
    ingest.check(options);
    link.check(options, ingest.reference());
    publish.check(options);
    rejects.check(options, RejectsOption.Stage.values());
    RunnerSetup.begin(options);
    Closeable outputs = publish.hold();
    try (outputs;
        StoreSession session = store.open()) {
      publish
          .forecast(
              RunForecast.ofInput(
                  ingest.sizes(),
                  options,
                  List.of(
                      MeasuredRates.Stage.INGEST,
                      MeasuredRates.Stage.LINK,
                      MeasuredRates.Stage.PUBLISH)))
          .withStore(store.parsed(), options, true)
          .tell();
      return run(
          new StageContext(session.table(store.table()), rejects, write, options, runId),
          ingest,
          link,
          publish);
    }
  }

  /** The three stages over one store; their counts under their names. */
  static ObjectNode run(
      StageContext context, IngestStage ingest, LinkStage link, PublishStage publish)
      throws IOException {
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    counts.set("ingest", Telemetry.during("ingest", span -> ingest.run(context)));
    ObjectNode linked =
        Telemetry.during(
            "link", span -> link.run(context, ReferenceOption.of(null), ingest.rules()));
    counts.set("link", linked);
    counts.set(
        "publish",
        Telemetry.during("publish", span -> publish.run(context.table(), context.options())));
    LinkStage.printSums(linked);
    return counts;
  }
}
