package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.datagen.GeneratorSettings;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "generate",
    description = {
      "Makes a workload: order lifecycles over many firms, drawn from a Markov chain, as FIX 4.2",
      "files with reference data beside them.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class GenerateCommand implements Callable<Integer> {
  @Mixin private GenerateStage generate;
  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    PipelineOptions options = runner.options();
    generate.check(options);
    GeneratorSettings settings = generate.settings();
    ObjectNode counts = GenerateStage.run(settings, options, generate.shown());
    report.write("generate", Runs.newId(), start, counts);
    return 0;
  }
}
