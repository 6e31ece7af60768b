package io.daisychain.cli.query;

import io.daisychain.cli.option.EventParameter;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.query.EventSearch.Match;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.RowKey;
import io.daisychain.publish.row.RowView;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "row",
    description = {
      "Shows one stored row, decoded: all contents, parents, children and errors.",
      "",
      "With REPORTER, EVENTID and --date the id of an order or execution is derived from them. That"
          + " of a message with another firm in it (115, 128) or a UUID of its own (10001) cannot"
          + " be: it is looked up in the warehouse, if there is one.",
      ""
    },
    footer = {
      "",
      "  ./daisychain row 6b0e5c8e-8e54-4b0f-9c6b-2b64f7a3a8f4",
      "  ./daisychain row ALFA O17 --date=20260316"
    })
public final class RowCommand implements Callable<Integer> {
  @Mixin private EventParameter event;
  @Mixin private StoreOptions store;
  @Mixin private WarehouseOption warehouse;

  @Override
  public Integer call() throws IOException {
    event.check();
    List<Match> named = event.id().isPresent() ? List.of() : candidates();
    try (StoreSession session = store.openExisting()) {
      store.requireTable(session);
      if (event.id().isPresent()) {
        return show(session, event.id().get());
      }
      Map<Match, String> rows = new LinkedHashMap<>();
      for (Match match : named) {
        StringBuilder row = new StringBuilder();
        if (RowView.print(session.table(store.table()), match.id(), row)) {
          rows.put(match, row.toString());
        }
      }
      if (rows.size() != 1) {
        Terminal.error(
            rows.isEmpty()
                ? "no row of " + event.shown() + " in table " + store.table() + searched()
                : EventSearch.several(event, new ArrayList<>(rows.keySet())));
        return 1;
      }
      Terminal.out().append(rows.values().iterator().next()).flush();
    }
    return 0;
  }

  private int show(StoreSession session, RowKey id) throws IOException {
    if (!RowView.print(session.table(store.table()), id, Terminal.out())) {
      Terminal.error("no row " + id + " in table " + store.table());
      return 1;
    }
    Terminal.out().flush();
    return 0;
  }

  /** What the warehouse knows under this name, and what can be derived from it. */
  private List<Match> candidates() throws IOException {
    if (event.date().isEmpty() && !warehouse.exists()) {
      throw new UsageException(
          "without --date %s is looked up in the warehouse, and there is none at %s"
              .formatted(event.shown(), warehouse.shown()));
    }
    Map<RowKey, Match> matches = new LinkedHashMap<>();
    if (warehouse.exists()) {
      // Its timestamps are UTC, trade dates of another zone are not: the derived ids decide those.
      EventSearch.published(warehouse.query(), event.reporter(), event.eventId(), event.date())
          .forEach(match -> matches.put(match.id(), match));
    }
    event
        .date()
        .ifPresent(
            date ->
                EventSearch.derived(event.reporter(), event.eventId(), date)
                    .forEach(match -> matches.putIfAbsent(match.id(), match)));
    return List.copyOf(matches.values());
  }

  private String searched() {
    return (event.date().isPresent()
            ? ": neither an order, execution nor cancel reject without 115 and 128, nor is it in "
            : ": it is not in ")
        + warehouse.shown()
        + (warehouse.exists() ? "" : ", which is not there ('publish' makes it)");
  }
}
