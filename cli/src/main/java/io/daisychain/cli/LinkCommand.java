package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.LinkStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "link",
    description = {
      "Links stored events into order lifecycles.",
      "It finds parents, children, oldest ancestors, mismatches and errors. Rows with nothing new are "
          + "not written. Run it again after late events.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class LinkCommand implements Callable<Integer> {
  @Mixin private LinkStage link;
  @Mixin private ReferenceOption reference;
  @Mixin private RulesOptions rules;
  @Mixin private RejectsOption rejects;
  @Mixin private StoreOptions store;
  @Mixin private WriteOption write;
  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    return report.around("link", this::work);
  }

  private ObjectNode work(String runId) throws IOException {
    PipelineOptions options = runner.options(store);
    rules.check();
    link.check(options, reference);
    rejects.check(options, RejectsOption.Stage.LINK);
    RunnerSetup.begin(options);
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      link.tell(session.table(store.table()), store.parsed(), options);
      ObjectNode counts =
          link.run(
              new StageContext(session.table(store.table()), rejects, write, options, runId),
              reference,
              rules);
      LinkStage.printSums(counts);
      return counts;
    }
  }
}
