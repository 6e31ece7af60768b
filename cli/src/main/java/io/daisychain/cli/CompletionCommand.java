package io.daisychain.cli;

import io.daisychain.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Makes a shell complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Prints a script by which bash and zsh complete commands and options.",
      "To use it: source <(./daisychain completion)",
      ""
    })
final class CompletionCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    Terminal.out().print(AutoComplete.bash("daisychain", Main.commandLine()));
    return 0;
  }
}
