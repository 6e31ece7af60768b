package io.daisychain.cli.market;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "marketdata",
    description = {
      "Loads quotes and trades, hands them out, and joins them to events.",
      "What is loaded is kept by trade date. publish and run add it to the warehouse; docs/marketdata.md "
          + "says what files, tables and words mean.",
      ""
    },
    footer = {
      "",
      "  ./daisychain marketdata load --input='data/*.csv' --format=csv",
      "  ./daisychain marketdata get --symbols=AAPL --types=nbbo,trade",
      "  ./daisychain marketdata windows --symbols=AAPL --window=1000 --slide=25 --fit=3",
      "  ./daisychain marketdata asof",
      "  ./daisychain marketdata serve --port=7005 --entitlements=who.csv"
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      MarketLoadCommand.class,
      MarketGetCommand.class,
      MarketWindowsCommand.class,
      MarketAsOfCommand.class,
      MarketServeCommand.class
    })
public final class MarketDataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: load, get, windows, asof or serve");
  }
}
