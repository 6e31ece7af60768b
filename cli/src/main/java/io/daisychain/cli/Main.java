package io.daisychain.cli;

import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Reconstructs order lifecycles from FIX 4.2 submissions. */
@Command(
    name = "daisychain",
    description = {
      "Reconstructs order lifecycles from FIX 4.2 submissions: validates messages, stores them,",
      "links them up to their oldest ancestors and publishes the result to SQL.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 used wrongly.",
      "Environment: DAISYCHAIN_JAVA_OPTS and DAISYCHAIN_STORE_OPTS are added to the options of the",
      "pipeline's and the store's JVM, after the defaults. DAISYCHAIN_STACKTRACE=1 shows the whole",
      "story of a failure."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      GenerateCommand.class,
      SplitsCommand.class,
      PlanCommand.class,
      IngestCommand.class,
      LinkCommand.class,
      PublishCommand.class,
      RunCommand.class,
      RowCommand.class,
      TreeCommand.class,
      SqlCommand.class,
      StoreCommand.class,
      BenchCommand.class
    })
public final class Main implements Runnable {
  private static final int FAILED = 1;
  private static final int USED_WRONGLY = 2;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main() {}

  /** Runs one command and ends with its exit code. */
  public static void main(String[] args) {
    quietLogs();
    int code = commandLine().execute(args);
    System.out.flush();
    // Pools of the store's client would otherwise keep the process for a while.
    Runtime.getRuntime().halt(code);
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Main());
    addHelp(commandLine);
    for (CommandLine command : commandLine.getSubcommands().values()) {
      addHelp(command);
      // Picocli takes options from a mixin, but not its list for what remains.
      for (CommandSpec mixin : command.getCommandSpec().mixins().values()) {
        mixin.unmatchedArgsBindings().forEach(command.getCommandSpec()::addUnmatchedArgsBinding);
      }
    }
    commandLine.setParameterExceptionHandler(Main::explain);
    commandLine.setExecutionExceptionHandler(Main::fail);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    return commandLine;
  }

  /** Every command explains itself. */
  private static void addHelp(CommandLine command) {
    command
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Shows this help and ends.")
                .build());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static int explain(ParameterException e, String[] args) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName(" ");
    Terminal.error(e.getMessage() + " (see ./" + name + " --help)");
    return USED_WRONGLY;
  }

  private static int fail(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    if (System.getenv("DAISYCHAIN_STACKTRACE") != null) {
      Logger.getLogger("daisychain").log(Level.SEVERE, "failed", e);
    }
    if (e instanceof UsageException) {
      String name = commandLine.getCommandSpec().qualifiedName(" ");
      Terminal.error(e.getMessage() + " (see ./" + name + " --help)");
      return USED_WRONGLY;
    }
    Terminal.error(Causes.words(e));
    return FAILED;
  }

  /** The libraries' own words help nobody while all goes well. */
  private static void quietLogs() {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(Level.SEVERE);
    if (System.getenv("DAISYCHAIN_STACKTRACE") != null) {
      root.setLevel(Level.WARNING);
      root.addHandler(new java.util.logging.ConsoleHandler());
    }
  }
}
