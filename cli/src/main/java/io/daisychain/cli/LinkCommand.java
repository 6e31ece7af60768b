package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "link",
    description = {
      "Links stored events into lifecycles: parents, children, grandparents, matches, errors.",
      "Rows of which nothing is new are not written. Run it again after late events.",
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
    long start = System.nanoTime();
    String runId = Runs.newId();
    PipelineOptions options = runner.options(store);
    rules.given();
    link.check(options, reference);
    rejects.check(options);
    try (StoreSession session = store.open()) {
      store.requireTable(session);
      ObjectNode counts =
          link.run(
              session.connector(), store.table(), reference, rules, rejects, write, options, runId);
      report.write("link", runId, start, counts);
    }
    return 0;
  }
}
