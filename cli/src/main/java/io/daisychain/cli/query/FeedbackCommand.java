package io.daisychain.cli.query;

import io.daisychain.cli.faults.OpenFaults;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.Spelling;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.reporting.FeedbackReader;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "feedback",
    description = {
      "Lists what is open for a firm: faults that nobody has repaired, and rejected messages.",
      "Causes come first, those that clear most before others. clears: faults that are clear once"
          + " this is mended, its own included. with: the row of the cause that a fault goes with."
          + " role: named where the other firm's event is at fault. Faults are those of the last"
          + " publication, rejected messages those of the last ingest of which no event has come"
          + " since. LATE is no row: nothing clears it.",
      ""
    },
    footer = {
      "",
      "  ./daisychain feedback --firm=ALFA",
      "  ./daisychain feedback --firm=ALFA --format=csv > open.csv",
      "",
      "repair makes drafts of what is to be sent: docs/repairs.md."
    })
public final class FeedbackCommand implements Callable<Integer> {
  @Option(names = "--firm", required = true, paramLabel = "MPID", description = "Whose faults.")
  private String firm;

  @Option(
      names = "--format",
      paramLabel = "table|csv|spreadsheet|json",
      defaultValue = "table",
      description = "Default: ${DEFAULT-VALUE}")
  private String format;

  @Option(
      names = "--rejects",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/rejects",
      description = "Where ingest wrote feedback. Default: ${DEFAULT-VALUE}")
  private Path rejects;

  @Mixin private WarehouseOption warehouse;

  @Override
  public Integer call() throws IOException {
    QueryFormat printed = UsageException.checked(() -> QueryFormat.parse(format));
    SqlQuery query = warehouse.orDemos().query();
    OpenFaults.Answer open =
        OpenFaults.of(query, firm, FeedbackReader.ofIngest(rejects, firm).orElse(null));
    if (open.rows().isEmpty()) {
      Set<String> firms = OpenFaults.firms(query);
      if (!firms.contains(firm)) {
        throw new UsageException(
            "--firm=%s: nothing of that firm is published%s"
                .formatted(firm, Spelling.didYouMean(Spelling.nearest(firm, firms))));
      }
    }
    printed.print(OpenFaults.COLUMNS, open.rows(), Terminal.out());
    Terminal.out().flush();
    Terminal.note(
        open.rows().isEmpty()
            ? "nothing is open for " + firm
            : "%s open for %s, %s rejected among them; %s to mend"
                .formatted(
                    Terminal.number(open.rows().size()),
                    firm,
                    Terminal.number(open.rejected()),
                    Terminal.number(open.causes())));
    return 0;
  }
}
