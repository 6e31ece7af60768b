package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.daisychain.splits.OtherSplitsException;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "splits",
    description = {
      "Says where to cut the event table, as the HBase shell's create statement, or makes it.",
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

  @Option(names = "--create", description = "Makes the table in --store instead of printing.")
  private boolean create;

  @Mixin private StoreOptions store;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (splits == null && nodes == null) {
      throw new UsageException("--nodes or --splits is missing");
    }
    int wanted =
        splits != null ? splits : UsageException.checked(() -> SplitPoints.regions(nodes, factor));
    if (wanted < 2) {
      throw new UsageException("--splits=" + wanted + ": two are the least that cut anything");
    }
    if (!create) {
      Terminal.out().print(SplitPoints.shellCreate(store.table(), wanted));
      Terminal.out().flush();
      return 0;
    }
    try (StoreSession session = store.open()) {
      boolean made = SplitPoints.create(session.connector(), store.table(), wanted);
      Terminal.result(
          "table "
              + store.table()
              + (made ? " made with " : " was there with ")
              + wanted
              + " splits in "
              + store.address());
      report.write(
          "splits",
          Runs.newId(),
          start,
          JsonNodeFactory.instance.objectNode().put("splits", wanted).put("made", made ? 1 : 0));
      return 0;
    } catch (OtherSplitsException e) {
      Terminal.error(e.getMessage());
      return 1;
    }
  }
}
