package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.ingest.repair.DraftTable;
import io.daisychain.ingest.repair.FilledTable;
import io.daisychain.ingest.repair.RecordDraft;
import io.daisychain.ingest.repair.RecordSeal;
import io.daisychain.ingest.repair.RepairDraft;
import io.daisychain.ingest.repair.RepairSeal;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.FeedbackEntry;
import io.daisychain.reporting.FeedbackReader;
import io.daisychain.reporting.RecordErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "repair",
    description = {
      "Makes the draft of a repair submission from feedback, and a submission of the draft.",
      "The draft has each message that the feedback is about, as a correction (10004=C), or as it was "
          + "where it was rejected, with ? in place of what is wrong. Fill that in, then seal it: "
          + "lengths and sums are set, and lines that still have a ? are named.",
      "What goes with another fault is not drafted: of an order that was rejected, or never reported, the "
          + "order, and not the events that name it; of an order with more fills than shares the fill "
          + "that is wrong. A draft whose name ends in .csv is a table for a spreadsheet, with the old "
          + "value and what may be right; its column new is to be filled in.",
      "Where what is wrong is part of an event's identity (11, 17, 49, 115, 128, 10001), the draft "
          + "deletes the event (10004=D) and reports it anew.",
      "Of files of CAT feedback may be BASENAME.ingestion.json and BASENAME.linkage.json, too: a draft whose"
          + " name is one of CAT's has records as lines of JSON, RPR mostly, and what can be mended by rule"
          + " is (docs/cat.md).",
      "It asks no table: give --zone, --dayRoll, --receiver and --applVer as the first ingest had them.",
      ""
    },
    footer = {
      "",
      "  rejects=daisychain-data/rejects",
      "  ./daisychain repair --feedback=$rejects/feedback-ALFA.csv,$rejects/feedback-ALFA.link.csv \\",
      "    --input='day/*.fix' --output=repair.fix",
      "  ./daisychain repair --seal=repair.fix",
      "  ./daisychain ingest --input=repair.fix",
      "",
      "With --output=repair.csv the second is",
      "",
      "  ./daisychain repair --seal=repair.csv --output=repair.fix",
      "",
      "docs/repairs.md has a whole day of it."
    })
final class RepairCommand implements Callable<Integer> {
  @Option(
      names = "--feedback",
      split = ",",
      paramLabel = "FILE",
      description =
          "feedback-REPORTER.csv or .jsonl, of ingest or of link; both with a comma between them,"
              + " so that a message is corrected once. Or of files of CAT their .ingestion.json and"
              + " .linkage.json.")
  private List<Path> feedback;

  @Option(
      names = "--input",
      paramLabel = "GLOB",
      description = "The files that the feedback is about, with the pattern that ingest had.")
  private String input;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "The draft: messages, or with a name that ends in .csv a table. One that was not sealed is"
              + " replaced, any other file refused. With --seal of a table the submission.")
  private Path output;

  @Option(
      names = "--seal",
      paramLabel = "FILE",
      description =
          "A draft whose ? are filled in: it becomes a submission, in its place, or of a table in"
              + " --output.")
  private Path seal;

  @Option(
      names = "--sendingTime",
      paramLabel = "TIME",
      description =
          "52 of all messages, such as 20260317-13:30:00. Default: now for corrections and"
              + " deletions, as it was for messages sent as new")
  private String sendingTime;

  @Mixin private ReferenceOption reference;
  @Mixin private RulesOptions rules;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    reference.check(PipelineOptionsFactory.create());
    if (seal != null) {
      requireSealable();
      return report.around("repair", runId -> seal(), this::openLines);
    }
    requireGiven();
    return report.around("repair", runId -> draft());
  }

  private void requireSealable() {
    boolean table = DraftTable.isTable(seal);
    if (feedback != null || input != null || sendingTime != null || (output != null && !table)) {
      throw new UsageException("--seal stands alone: the draft has all else");
    }
    if (!Files.isRegularFile(seal)) {
      throw new UsageException("--seal: no file " + seal);
    }
    if (table && (output == null || DraftTable.isTable(output))) {
      throw new UsageException("--seal of a table needs --output=FILE.fix for the submission");
    }
    if (table) {
      requireWritable();
    }
  }

  private void requireGiven() throws IOException {
    if (feedback == null || input == null || output == null) {
      throw new UsageException(
          "either --feedback, --input and --output are needed, or --seal: "
              + (feedback == null ? "--feedback" : input == null ? "--input" : "--output")
              + " is missing");
    }
    for (Path file : feedback) {
      if (!Files.isRegularFile(file)) {
        throw new UsageException("--feedback: no file " + file);
      }
    }
    requireWritable();
  }

  private void requireWritable() {
    try {
      RepairDraft.check(output);
    } catch (IOException e) {
      throw new UsageException("--output=" + output + ": " + e.getMessage(), e);
    }
  }

  private ObjectNode draft() throws IOException {
    EventReader.Rules read = rules.given();
    String pattern = Paths.absolutePattern(input);
    List<FeedbackEntry> faults = new ArrayList<>();
    List<RecordErrors> ofRecords = new ArrayList<>();
    try {
      for (Path file : feedback) {
        if (RecordErrors.isOne(file)) {
          ofRecords.addAll(RecordErrors.read(file));
        } else {
          faults.addAll(FeedbackReader.read(file));
        }
      }
      if (ofRecords.isEmpty() && !RecordDraft.isNameOfOne(output)) {
        return told(RepairDraft.write(faults, pattern, output, read, sendingTime, Terminal::note));
      }
      faults.stream().map(RecordErrors::of).forEach(ofRecords::add);
      return told(
          RecordDraft.write(
              ofRecords, pattern, output, read, reference.data().catVersions(), Terminal::note));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private ObjectNode told(RepairDraft.Counts counts) {
    Terminal.result(
        "repair   %s of %s: %s corrections, %s deletions, %s as new; %s values to fill in, %s left%s"
            .formatted(
                plural(counts.messages(), "message"),
                plural(counts.faults(), "line") + " of feedback",
                Terminal.number(counts.corrections()),
                Terminal.number(counts.deletions()),
                Terminal.number(counts.asNew()),
                Terminal.number(counts.toFillIn()),
                Terminal.number(counts.left()),
                counts.following() == 0
                    ? ""
                    : ", " + Terminal.number(counts.following()) + " go with others"));
    Terminal.result("  draft in " + output);
    return ReportOption.tree(counts);
  }

  private ObjectNode seal() throws IOException {
    Path submission = seal;
    if (DraftTable.isTable(seal)) {
      long open = FilledTable.toDraft(seal, output, Terminal::note);
      if (open > 0) {
        return ReportOption.tree(new RepairSeal.Counts(0, open));
      }
      submission = output;
    }
    RepairSeal.Counts counts =
        RecordSeal.isOne(submission)
            ? RecordSeal.seal(submission, reference.data().catVersions(), Terminal::note)
            : RepairSeal.seal(submission, Terminal::note);
    if (counts.openLines() == 0) {
      Terminal.result(
          "repair   " + plural(counts.messages(), "message") + " sealed in " + submission);
    }
    return ReportOption.tree(counts);
  }

  private String openLines(ObjectNode counts) {
    long open = counts.get("openLines").asLong();
    if (open == 0) {
      return "";
    }
    String complaint =
        DraftTable.isTable(seal)
            ? plural(open, "row") + " to fill in or to mend; nothing was written"
            : plural(open, "line") + " with a ? to fill in; nothing was sealed";
    Terminal.error(complaint);
    return complaint;
  }

  private static String plural(long count, String what) {
    return Terminal.number(count) + " " + what + (count == 1 ? "" : "s");
  }
}
