package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.GenerateDescription;
import io.daisychain.cli.job.GenerateStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.RunForecast;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.datagen.ChainPrinter;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "generate",
    description = {
      "Generates a workload of FIX 4.2 files with reference data.",
      "It has order lifecycles over many firms, drawn from a Markov chain.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class GenerateCommand implements Callable<Integer> {
  @Mixin private GenerateStage generate;

  @Option(
      names = "--describe",
      description =
          "Prints the model's chain, and what was generated: lifecycles, events by type, orders by"
              + " depth, bytes, errors beside their rates.")
  private boolean describe;

  @Option(
      names = "--dot",
      paramLabel = "FILE",
      description = "Writes the model's chain as a graph for Graphviz: dot -Tsvg FILE draws it.")
  private String dot;

  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    return report.around("generate", runId -> work());
  }

  private ObjectNode work() throws IOException {
    PipelineOptions options = runner.options();
    generate.check(options);
    GeneratorSettings settings = generate.settings();
    RunForecast.ofWorkload(settings.targetEvents(), generate.expansion(), options)
        .with(RunForecast.Place.WORKLOAD, settings.output())
        .tell();
    ObjectNode counts = GenerateStage.run(settings, options, generate.shown());
    ChainPrinter chain = new ChainPrinter(WorkloadPlan.of(settings));
    if (describe) {
      GenerateDescription.print(settings, chain, counts);
    }
    if (dot != null) {
      Files.writeString(Path.of(Paths.absolute(dot)), chain.dot());
      Terminal.result("chain    in " + dot);
    }
    return counts;
  }
}
