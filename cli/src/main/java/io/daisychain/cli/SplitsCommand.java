package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "splits",
    description = {
      "Prints the split points of an event table, or creates the table with them.",
      "They are printed as the HBase shell's create statement.",
      "N splits are N regions and N-1 keys, key k = floor((2^128-1) * k / N).",
      ""
    })
final class SplitsCommand implements Callable<Integer> {

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the store.")
  private Integer nodes;

  @Option(
      names = "--factor",
      paramLabel = "N",
      defaultValue = "24",
      description = "Splits for each node. Default: ${DEFAULT-VALUE}")
  private int factor;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = "Splits in all; overrides --nodes and --factor.")
  private Integer splits;

  @Option(
      names = "--uuidv7",
      paramLabel = "DAY|FROM/TO",
      description = {
        "For reporters whose ids (tag 10001) begin with the time: cuts evenly between two moments, "
            + "such as 2026-03-16 (a day of UTC) or 2026-03-16T13:00:00Z/2026-03-16T21:00:00Z."
      })
  private String times;

  @Option(
      names = "--create",
      description = {
        "Makes the tables of --date in --store instead of printing. Without --date the number of "
            + "splits is kept in the store, for the dates that ingest makes."
      })
  private boolean create;

  @Option(
      names = "--date",
      paramLabel = "DATE,...",
      description = "Trade dates whose tables are meant, such as 20260316.")
  private String date;

  @Mixin private StoreOptions store;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    if (splits == null && nodes == null) {
      throw new UsageException("--nodes or --splits is missing");
    }
    int wanted =
        splits != null ? splits : UsageException.checked(() -> SplitPoints.regions(nodes, factor));
    if (wanted < 2) {
      throw new UsageException("--splits=" + wanted + ": two are the least that cut anything");
    }
    List<byte[]> keys = keys(wanted);
    Set<Integer> dates = date == null ? Set.of() : DaysOption.parse("--date", date);
    if (!create) {
      Terminal.out().print(SplitPoints.shellCreate(store.table(), dates, keys));
      Terminal.out().flush();
      return 0;
    }
    return report.around("splits", runId -> make(dates, keys, wanted));
  }

  private ObjectNode make(Set<Integer> dates, List<byte[]> keys, int wanted) throws IOException {
    try (StoreSession session = store.open()) {
      StoreTable table = session.table(store.table());
      int made = 0;
      for (int day : dates) {
        boolean created = SplitPoints.create(table, day, keys);
        made += created ? 1 : 0;
        tell("table " + table.ofDate(day) + (created ? " made with " : " was there with "), wanted);
      }
      if (dates.isEmpty()) {
        made = SplitPoints.keep(table, keys) ? 1 : 0;
        tell(
            "table %s, one a trade date,%s"
                .formatted(store.table(), made > 0 ? " made with " : " was there with "),
            wanted);
      }
      return JsonNodeFactory.instance.objectNode().put("splits", wanted).put("made", made);
    }
  }

  private void tell(String what, int wanted) {
    Terminal.result(what + wanted + " splits in " + store.address());
  }

  private List<byte[]> keys(int wanted) {
    if (times == null) {
      return SplitPoints.of(wanted);
    }
    String[] moments = times.split("/", -1);
    try {
      Instant from;
      Instant to;
      if (moments.length == 1) {
        LocalDate day = LocalDate.parse(times);
        from = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        to = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      } else {
        from = Instant.parse(moments[0]);
        to = Instant.parse(times.substring(moments[0].length() + 1));
      }
      return SplitPoints.ofTimes(wanted, from, to);
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw new UsageException("--uuidv7=" + times + ": " + e.getMessage(), e);
    }
  }
}
