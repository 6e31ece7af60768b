package io.daisychain.cli.query;

import io.daisychain.cli.option.AsOfOption;
import io.daisychain.cli.option.EventParameter;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.query.EventSearch.Match;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.RowKey;
import io.daisychain.publish.tree.TreeView;
import io.daisychain.warehouse.SqlQuery;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "tree",
    description = {
      "Draws the published lifecycle of an event as a tree.",
      "Each line says what happened, how long after the oldest root (and after the event above), at "
          + "which firm, and at what price beside which limit.",
      ""
    },
    footer = {
      "",
      "  ./daisychain tree 6b0e5c8e-8e54-4b0f-9c6b-2b64f7a3a8f4",
      "  ./daisychain tree ALFA O17 --date=20260316"
    })
public final class TreeCommand implements Callable<Integer> {
  private static final int NARROWEST = 40;

  @Mixin private EventParameter event;

  @Option(
      names = "--all",
      description = "Draws every report; without it three or more alike in a row are one line.")
  private boolean all;

  @Option(
      names = "--wide",
      description = "Whole lines and ids; else they are cut to the width of a terminal.")
  private boolean wide;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      description = "Cuts lines here, 40 or more. Default: the terminal's width, none for a file.")
  private Integer width;

  @Mixin private WarehouseOption warehouse;
  @Mixin private AsOfOption asOf;

  @Override
  public Integer call() throws IOException {
    event.check();
    if (width != null && width < NARROWEST) {
      throw new UsageException("--width=" + width + ": must be " + NARROWEST + " or more");
    }
    SqlQuery query = warehouse.orDemos().query(asOf);
    List<RowKey> ids;
    Optional<RowKey> id = event.id();
    if (id.isPresent()) {
      ids = List.of(id.get());
    } else {
      List<Match> matches =
          EventSearch.published(query, event.reporter(), event.eventId(), event.date());
      if (matches.stream().map(Match::lifecycle).distinct().count() > 1) {
        Terminal.error(EventSearch.several(event, matches));
        return 1;
      }
      ids = matches.stream().map(Match::id).toList();
    }
    if (ids.isEmpty() || !TreeView.print(query, ids, style(), Terminal.out())) {
      Terminal.error("no event " + event.shown() + " in " + warehouse.shown());
      return 1;
    }
    Terminal.out().flush();
    return 0;
  }

  private TreeView.Style style() {
    int columns = width != null ? width : Math.max(NARROWEST, Terminal.columns());
    boolean cuts = !wide && (width != null || Terminal.columns() > 0);
    return new TreeView.Style(cuts ? columns : 0, all);
  }
}
