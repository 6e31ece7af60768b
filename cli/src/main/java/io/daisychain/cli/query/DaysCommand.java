package io.daisychain.cli.query;

import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.status.DateState;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.linkage.plan.DateSums;
import io.daisychain.model.CalendarDates;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "days",
    description = {
      "Lists the trade dates that the store has, with what has become of each.",
      "news: events stored since the last link run, or that link has to look at again. linkedRun and "
          + "publishedRun: the runs that were the last to link and to publish the date. faulty: events "
          + "with an error status.",
      ""
    },
    footer = {
      "",
      "  ./daisychain days",
      "  ./daisychain days --reopen=20260316",
      "  ./daisychain drop --days=20260316 --yes"
    })
public final class DaysCommand implements Callable<Integer> {
  private static final List<String> COLUMNS =
      List.of("date", "events", "news", "linkedRun", "publishedRun", "orphans", "faulty");

  /** Tables that Bigtable allows an instance. */
  public static final int MOST_TABLES = 1_000;

  /** Near that. */
  public static final int MANY_TABLES = 900;

  @Option(
      names = "--format",
      paramLabel = "table|csv|json",
      defaultValue = "table",
      description = "Default: ${DEFAULT-VALUE}")
  private String format;

  @Option(
      names = "--reopen",
      paramLabel = "DATE,...",
      description = "Lets messages of dropped dates in again, instead of listing.")
  private String reopen;

  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;

  @Override
  public Integer call() throws IOException {
    QueryFormat printed = UsageException.checked(() -> QueryFormat.parse(format));
    try (StoreSession session = store.openExisting()) {
      StoreTable table = session.table(store.table());
      store.requireTable(session);
      try (Dates dates = Dates.open(table)) {
        dates.deleteDropped();
        if (reopen != null) {
          return reopen(dates);
        }
        print(table, dates.list(), printed);
      }
    }
    return 0;
  }

  private int reopen(Dates dates) throws IOException {
    for (int date : DaysOption.parse("--reopen", reopen)) {
      Terminal.result(
          CalendarDates.text(date)
              + (dates.reopen(date) ? " takes messages again" : " was not dropped"));
    }
    return 0;
  }

  private void print(StoreTable table, List<StoredDate> stored, QueryFormat printed)
      throws IOException {
    List<DateState> states = DateState.of(stored, warehouse.published());
    List<List<Object>> rows = new ArrayList<>();
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      for (DateState state : states) {
        rows.add(row(table, tables, state));
      }
    }
    printed.print(COLUMNS, rows, Terminal.out());
    Terminal.out().flush();
    if (stored.size() >= MANY_TABLES) {
      Terminal.note(
          "the store has "
              + stored.size()
              + " trade dates, each a table; Bigtable allows "
              + Terminal.number(MOST_TABLES)
              + " an instance: drop those that the warehouse has, the first is "
              + CalendarDates.text(stored.get(0).epochDay()));
    }
  }

  private static List<Object> row(StoreTable table, TableAdmin tables, DateState state)
      throws IOException {
    StoredDate date = state.date();
    long events = state.waitsForLink() ? tables.countEvents(table, date.epochDay()) : date.events();
    DateSums sums = DateSums.of(date);
    return Arrays.asList(
        CalendarDates.text(date.epochDay()),
        events,
        state.news(events),
        date.linkedRun().isEmpty() ? null : date.linkedRun(),
        state.published().map(PublishedDay::run).orElse(null),
        state.isLinked() ? sums.orphans() : null,
        state.isLinked() ? sums.faulty() : null);
  }
}
