package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadForecast;
import io.daisychain.datagen.WorkloadPicture;
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
      "Makes a workload: order lifecycles over many firms, drawn from a Markov chain, as FIX 4.2",
      "files with reference data beside them.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class GenerateCommand implements Callable<Integer> {
  @Mixin private GenerateStage generate;

  @Option(
      names = "--describe",
      description =
          "Prints what the chain lets expect (lifecycles, events by type, depth, bytes) beside what"
              + " was generated.")
  private boolean describe;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Draws the chain, and how what was generated is distributed: an SVG.")
  private String picture;

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
    ObjectNode counts = GenerateStage.run(settings, options, generate.shown());
    if (describe) {
      GenerateDescription.print(WorkloadForecast.of(settings), counts);
    }
    if (picture != null) {
      Path file = Path.of(Paths.absolute(picture));
      Files.writeString(file, WorkloadPicture.svg(settings));
      Terminal.result("picture  in " + picture);
    }
    return counts;
  }
}
