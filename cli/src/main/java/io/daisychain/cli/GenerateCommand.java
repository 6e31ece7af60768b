package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.GenerateDescription;
import io.daisychain.cli.job.GenerateStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.RunForecast;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.datagen.ChainPrinter;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.WorkloadPlan;
import io.daisychain.datagen.fit.ModelFit;
import io.daisychain.datagen.fit.TableComparison;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "generate",
    description = {
      "Generates a workload of files of FIX or CAT with reference data.",
      "It has order lifecycles over many firms, drawn from a Markov chain.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class GenerateCommand implements Callable<Integer> {
  private static final Set<String> OPTIONS_OF_FIT = Set.of("--fit", "--model", "--report");

  @Spec private CommandSpec command;
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

  @Option(
      names = "--fit",
      paramLabel = "WAREHOUSE",
      description =
          "Generates nothing, but writes to --model=FILE a model fitted to a published warehouse"
              + " (duckdb:FILE or bigquery:PROJECT.DATASET): shares and medians, no name of a firm,"
              + " customer or symbol. See docs/generator.md")
  private String fit;

  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  @Override
  public Integer call() throws IOException {
    return report.around("generate", runId -> fit == null ? work() : fit());
  }

  private ObjectNode fit() throws IOException {
    for (OptionSpec given : command.commandLine().getParseResult().matchedOptions()) {
      if (!OPTIONS_OF_FIT.contains(given.longestName())) {
        throw new UsageException(
            given.longestName() + " is an option of a workload, and --fit generates none");
      }
    }
    Path model = generate.fittedModel();
    SqlQuery warehouse = WarehouseOption.of(fit).query();
    ModelFit fitted;
    try {
      fitted = ModelFit.of(sql -> warehouse.rows(sql));
    } catch (IllegalArgumentException | WarehouseException e) {
      throw new UsageException("--fit=" + fit + ": " + e.getMessage(), e);
    }
    Files.writeString(model, fitted.yaml(), StandardOpenOption.CREATE_NEW);
    TableComparison steps = fitted.steps();
    Terminal.result(
        String.format(
            Locale.ROOT,
            "fit      %s; steps of a workload from the model: chi-square %.0f, %d degrees of freedom",
            fitted.basis(),
            steps.chiSquare(),
            steps.degrees()));
    return JsonNodeFactory.instance
        .objectNode()
        .put("chiSquare", steps.chiSquare())
        .put("degrees", steps.degrees());
  }

  private ObjectNode work() throws IOException {
    PipelineOptions options = runner.options();
    generate.check(options);
    GeneratorSettings settings = generate.settings();
    RunnerSetup.begin(options);
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
