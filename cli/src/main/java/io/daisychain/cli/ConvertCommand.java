package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.ingest.convert.CatConversion;
import io.daisychain.ingest.convert.FixConversion;
import io.daisychain.model.event.EventReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "convert",
    description = {
      "Writes submissions of FIX as files of CAT (JSON), or files of CAT as submissions of FIX: a file"
          + " a reporter and date.",
      "What the other cannot say is skipped, and counted by kind; what is written of CAT has no fault"
          + " that its checks find. The input is read twice. docs/cat.md has what becomes what.",
      ""
    },
    footer = {
      "",
      "  ./daisychain convert --from=fix --to=cat --input='day/*.fix' --output=day-cat",
      "  ./daisychain run --input='day-cat/*'",
      "  ./daisychain convert --from=cat --to=fix --input='day-cat/*' --output=day-fix"
    })
final class ConvertCommand implements Callable<Integer> {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "fix|cat",
      description = "Format of the input.")
  private String from;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "cat|fix",
      description = "Format of the output.")
  private String to;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "GLOB",
      description = "Files, a quoted pattern. Plain, gzip, zstd or bzip2: their bytes say which.")
  private String input;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "Folder of this machine; what an earlier convert wrote there is replaced.")
  private String output;

  @Mixin private ReferenceOption reference;
  @Mixin private RulesOptions rules;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("convert", this::work);
  }

  private ObjectNode work(String runId) throws IOException {
    PipelineOptions options = PipelineOptionsFactory.create();
    FileSystems.setDefaultPipelineOptions(options);
    boolean toCat = from.equals("fix") && to.equals("cat");
    if (!toCat && !(from.equals("cat") && to.equals("fix"))) {
      throw new UsageException(
          "--from=%s --to=%s: --from=fix --to=cat and --from=cat --to=fix are there"
              .formatted(from, to));
    }
    if (Paths.isRemote(output)) {
      throw new UsageException("--output=" + output + " is no folder of this machine");
    }
    reference.check(options);
    EventReader.Rules read = rules.given();
    List<String> files = files();
    Path folder = Path.of(output).toAbsolutePath().normalize();
    return Runs.timed(
        "convert",
        () -> {
          CatSchemas.Versions versions = reference.data().catVersions();
          CatConversion.Sums sums =
              toCat
                  ? CatConversion.run(files, read, versions, folder)
                  : FixConversion.run(files, read, versions, folder);
          print(sums);
          return ReportOption.tree(sums);
        });
  }

  private List<String> files() throws IOException {
    if (input.equals("-")) {
      throw new UsageException("--input=- cannot be read twice, as convert does: give a file");
    }
    List<String> files = new ArrayList<>();
    try {
      Paths.requireFiles("--input", input);
      for (MatchResult.Metadata file :
          FileSystems.match(Paths.absolutePattern(input), EmptyMatchTreatment.ALLOW).metadata()) {
        files.add(file.resourceId().toString());
      }
    } catch (FileNotFoundException e) {
      files.clear();
    }
    Collections.sort(files);
    if (files.isEmpty()) {
      throw new UsageException("--input=" + input + " matches no file");
    }
    return files;
  }

  private static void print(CatConversion.Sums sums) {
    Terminal.result(
        "convert  read %s = written %s + skipped %s + rejected %s; files %s"
            .formatted(
                Terminal.number(sums.read()),
                Terminal.number(sums.written()),
                Terminal.number(sums.skipped()),
                Terminal.number(sums.rejected()),
                Terminal.number(sums.files())));
    sums.skippedByKind()
        .forEach((kind, count) -> Terminal.note("skipped: " + Terminal.number(count) + " " + kind));
    sums.rejectedByKind()
        .forEach(
            (kind, count) -> Terminal.note("rejected: " + Terminal.number(count) + " " + kind));
  }
}
