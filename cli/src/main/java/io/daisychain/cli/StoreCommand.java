package io.daisychain.cli;

import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Stops the embedded store; the launcher script starts it in place of this program. */
@Command(
    name = "store",
    description = {
      "Runs the embedded store, or stops it.",
      "It is a process of its own, runs until SIGTERM, and prints 'store ready embedded:DIR' once it "
          + "can be used. Commands with the same --store attach to it.",
      "Without it the first command starts a store, which ends DAISYCHAIN_STORE_LINGER seconds (60, "
          + "0: at once) after the last command. --stop ends either.",
      ""
    })
final class StoreCommand implements Callable<Integer> {

  @Option(
      names = "--store",
      paramLabel = "embedded:DIR",
      defaultValue = "embedded:daisychain-data/store",
      description = "Default: ${DEFAULT-VALUE}")
  private String store;

  @Option(
      names = "--stop",
      description = {
        "Ends the running store in order and returns when it is gone; a command that uses it fails."
      })
  private boolean stop;

  @Override
  public Integer call() throws IOException {
    StoreAddress address =
        UsageException.checked(
            () -> StoreAddress.parse(store, Environment.get(StoreAddress.EMULATOR_VARIABLE)));
    if (!stop || !(address instanceof StoreAddress.Embedded embedded)) {
      throw new UsageException("--store=" + store + " is not embedded:DIR");
    }
    Terminal.result(
        StoreSession.stop(embedded, StoreOptions.launch())
            ? "store stopped " + store
            : "no store is running on " + store);
    return 0;
  }
}
