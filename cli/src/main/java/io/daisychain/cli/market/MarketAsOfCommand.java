package io.daisychain.cli.market;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.publish.table.EventMarketTable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "asof",
    description = {
      "Adds the market at each event to the warehouse.",
      "The table event_market has the best bid and offer in force at each event of a trade date that "
          + "has quotes, and views say what executions were worth. publish and run do the same.",
      ""
    })
final class MarketAsOfCommand implements Callable<Integer> {
  @Mixin private MarketDataOption marketData;
  @Mixin private WarehouseOption warehouse;
  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("marketdata asof", runId -> work());
  }

  private ObjectNode work() throws IOException {
    marketData.existing();
    if (!warehouse.exists()) {
      throw new UsageException(
          "--warehouse=" + warehouse.shown() + ": there is none, run publish first");
    }
    warehouse.check();
    Map<String, Long> days =
        Runs.timed("asof", () -> EventMarketTable.update(warehouse.address(), marketData.path()));
    ObjectNode counts = ReportOption.parse("{}");
    counts.put("events", days.values().stream().mapToLong(Long::longValue).sum());
    ObjectNode byDay = counts.putObject("days");
    days.forEach(byDay::put);
    print(counts, warehouse.shown());
    return counts;
  }

  static void print(ObjectNode counts, String warehouse) {
    Terminal.result(
        "asof     " + CountText.count(counts, "events") + " with their market in " + warehouse);
    CountText.kinds("  days    ", counts.get("days"));
  }
}
