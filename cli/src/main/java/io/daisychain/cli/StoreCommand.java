package io.daisychain.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Explains the store; the launcher script starts it in place of this program. */
@Command(
    name = "store",
    description = {
      "Runs the embedded store as a process of its own until SIGTERM, and prints",
      "'store ready embedded:DIR' once it can be used. Commands with the same --store attach to it;",
      "without it each of them starts a store and ends it.",
      ""
    })
final class StoreCommand implements Callable<Integer> {

  @Option(
      names = "--store",
      paramLabel = "embedded:DIR",
      defaultValue = "embedded:daisychain-data/store",
      description = "Default: ${DEFAULT-VALUE}")
  private String store;

  @Override
  public Integer call() {
    throw new UsageException("--store=" + store + " is not embedded:DIR");
  }
}
