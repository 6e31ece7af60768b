package io.daisychain.cli;

import io.daisychain.cli.terminal.UsageException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Stands in the list of commands for {@code bench}, which comes from the module {@code jmh}. */
@Command(name = AddedCommand.BENCH, description = AddedCommand.BENCH_SUMMARY)
final class MissingBench implements Callable<Integer> {
  private MissingBench() {}

  /** A command that takes any arguments. */
  static CommandLine command() {
    return new CommandLine(new MissingBench()).setUnmatchedArgumentsAllowed(true);
  }

  @Override
  public Integer call() {
    throw new UsageException("bench is not on the class path: start with the script daisychain");
  }
}
