package io.daisychain.cli;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.check.CheckCommand;
import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.market.MarketDataCommand;
import io.daisychain.cli.operate.AuditCommand;
import io.daisychain.cli.operate.BackupCommand;
import io.daisychain.cli.operate.ProvCommand;
import io.daisychain.cli.operate.RestoreCommand;
import io.daisychain.cli.operate.VerifyCommand;
import io.daisychain.cli.option.ConfigFile;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.plan.PlanCommand;
import io.daisychain.cli.query.DaysCommand;
import io.daisychain.cli.query.ExploreCommand;
import io.daisychain.cli.query.FeedbackCommand;
import io.daisychain.cli.query.RowCommand;
import io.daisychain.cli.query.ScrubCommand;
import io.daisychain.cli.query.SqlCommand;
import io.daisychain.cli.query.TreeCommand;
import io.daisychain.cli.status.CommandRuns;
import io.daisychain.cli.telemetry.Telemetry;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.FoundFooter;
import io.daisychain.cli.terminal.LargeWorkException;
import io.daisychain.cli.terminal.Secrets;
import io.daisychain.cli.terminal.Spelling;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.cli.terminal.Version;
import io.daisychain.warehouse.column.FileKey;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reconstructs order lifecycles from FIX submissions. */
@Command(
    name = "daisychain",
    description = {
      "Reconstructs order lifecycles from FIX submissions: validates messages, stores them, "
          + "links them up to their oldest ancestors and publishes the result to SQL.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 used wrongly.",
      "Environment: DAISYCHAIN_JAVA_OPTS and DAISYCHAIN_STORE_OPTS are added to the options of the "
          + "pipeline's and the store's JVM, after the defaults. An embedded store stays for "
          + "DAISYCHAIN_STORE_LINGER seconds after the last command: 60, 0 for not at all.",
      "DAISYCHAIN_STACKTRACE=1 shows the whole story of a failure.",
      "Options that a command line leaves out are those of daisychain.properties in the working "
          + "directory, or of the file that DAISYCHAIN_CONFIG names: see ./daisychain config --help."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  /** In the order in which help lists them. */
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand.class);
    COMMANDS.put("generate", GenerateCommand.class);
    COMMANDS.put("splits", SplitsCommand.class);
    COMMANDS.put("plan", PlanCommand.class);
    COMMANDS.put("ingest", IngestCommand.class);
    COMMANDS.put("convert", ConvertCommand.class);
    COMMANDS.put("link", LinkCommand.class);
    COMMANDS.put("feedback", FeedbackCommand.class);
    COMMANDS.put("repair", RepairCommand.class);
    COMMANDS.put("publish", PublishCommand.class);
    COMMANDS.put("run", RunCommand.class);
    COMMANDS.put("marketdata", MarketDataCommand.class);
    COMMANDS.put("watch", WatchCommand.class);
    COMMANDS.put("subscribe", SubscribeCommand.class);
    COMMANDS.put("replay", ReplayCommand.class);
    COMMANDS.put("days", DaysCommand.class);
    COMMANDS.put("drop", DropCommand.class);
    COMMANDS.put("secret", SecretCommand.class);
    COMMANDS.put("row", RowCommand.class);
    COMMANDS.put("tree", TreeCommand.class);
    COMMANDS.put("sql", SqlCommand.class);
    COMMANDS.put("explore", ExploreCommand.class);
    COMMANDS.put("scrub", ScrubCommand.class);
    COMMANDS.put("store", StoreCommand.class);
    COMMANDS.put("serve", ServeCommand.class);
    COMMANDS.put("bench", MissingBench.class);
    COMMANDS.put("audit", AuditCommand.class);
    COMMANDS.put("verify", VerifyCommand.class);
    COMMANDS.put("prov", ProvCommand.class);
    COMMANDS.put("backup", BackupCommand.class);
    COMMANDS.put("restore", RestoreCommand.class);
    COMMANDS.put("config", ConfigCommand.class);
    COMMANDS.put("doctor", DoctorCommand.class);
    COMMANDS.put("check", CheckCommand.class);
    COMMANDS.put("completion", CompletionCommand.class);
  }

  private static final int FAILED = 1;
  private static final int USED_WRONGLY = 2;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main() {}

  /** Runs one command and ends with its exit code. */
  public static void main(String[] args) {
    CommandLog.begin(System.getenv("DAISYCHAIN_STACKTRACE") != null);
    OutOfMemory.watch();
    // Pools of the store's client would otherwise keep the process for a while. Not halt: libraries
    // of DuckDB and Snappy that were unpacked into the temporary folder, 72 MB, are removed on
    // exit.
    System.exit(run(args));
  }

  /** Runs a command of this process, of which there may be several one after the other. */
  public static int run(String... args) {
    Secrets.learn(List.of(args), System.getenv());
    try (Telemetry.Span span = Telemetry.command(args.length == 0 ? "help" : args[0])) {
      int code = runNoted(args);
      span.with("exitCode", code);
      if (code != 0) {
        span.fails(CommandRuns.failure());
      }
      return code;
    }
  }

  private static int runNoted(String... args) {
    Runs.begin();
    CommandLog.forgetWarnings();
    logStart(args);
    CommandRuns.begin();
    Instant start = Instant.now();
    long began = System.nanoTime();
    int code = entered(finish(commandLine(args).execute(args)));
    CommandRuns.note(List.of(args), start, (System.nanoTime() - began) / 1e9, code);
    if (code == 0 && !Runs.times().isEmpty()) {
      Terminal.note("took %.1f s: %s".formatted((System.nanoTime() - began) / 1e9, Runs.times()));
    }
    return code;
  }

  /** A command whose end could not be entered in the audit log has failed. */
  static int entered(int code) {
    try {
      AuditTrail.end(code);
      return code;
    } catch (IOException e) {
      Terminal.error("the end of this command could not be entered: " + e.getMessage());
      return code == 0 ? FAILED : code;
    }
  }

  /** A command whose output could not be written has failed. */
  private static int finish(int code) {
    try {
      Terminal.finish();
      return code;
    } catch (IOException e) {
      Terminal.error(e.getMessage());
      return code == 0 ? FAILED : code;
    }
  }

  /**
   * Knows the command that a command line begins with. Where it begins with none, all by name and
   * description; where it is empty, all with their options.
   */
  public static CommandLine commandLine(String... args) {
    CommandLine commandLine = new CommandLine(new Main());
    // Picocli looks into all classes of a command by reflection: the others would take longer.
    Class<?> wanted = args.length == 0 ? null : COMMANDS.get(args[0]);
    if (wanted == MissingBench.class) {
      commandLine.addSubcommand(bench());
    } else if (wanted != null) {
      commandLine.addSubcommand(new CommandLine(wanted));
    } else if (args.length == 0) {
      COMMANDS.values().forEach(command -> commandLine.addSubcommand(new CommandLine(command)));
    } else {
      COMMANDS.values().forEach(command -> commandLine.addSubcommand(listed(command)));
    }
    commandLine.setOut(
        new PrintWriter(new OutputStreamWriter(Terminal.out(), StandardCharsets.UTF_8), true));
    prepare(commandLine);
    commandLine.setParameterExceptionHandler(Main::explain);
    commandLine.setExecutionStrategy(Main::execute);
    commandLine.setExecutionExceptionHandler(Main::fail);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setDefaultValueProvider(ConfigFile.find());
    return commandLine;
  }

  /** Prepares a command and those below it. */
  private static void prepare(CommandLine command) {
    addHelp(command);
    // Picocli takes options from a mixin, but not its list for what remains.
    for (CommandSpec mixin : command.getCommandSpec().mixins().values()) {
      mixin.unmatchedArgsBindings().forEach(command.getCommandSpec()::addUnmatchedArgsBinding);
    }
    if (command.getCommand() instanceof FoundFooter found) {
      command
          .getHelpSectionMap()
          .put(
              UsageMessageSpec.SECTION_KEY_FOOTER,
              help -> {
                help.commandSpec().usageMessage().footer(found.footer().toArray(String[]::new));
                return help.footer();
              });
    }
    command.getSubcommands().values().forEach(Main::prepare);
  }

  /** What the list of commands says of one, which its options are not part of. */
  private static CommandLine listed(Class<?> command) {
    Command words = command.getAnnotation(Command.class);
    CommandSpec listed = CommandSpec.create().name(words.name());
    listed.usageMessage().description(words.description());
    return new CommandLine(listed);
  }

  /** The command of the module jmh, where that is on the class path. */
  private static CommandLine bench() {
    // A search for services opens every jar of the class path: no other command shall pay for it.
    return ServiceLoader.load(AddedCommand.class)
        .findFirst()
        .map(CommandLine::new)
        .orElseGet(MissingBench::command);
  }

  /** Adds --help and --version. */
  private static void addHelp(CommandLine command) {
    command
        .getCommandSpec()
        .versionProvider(new Version())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description(
                    "Shows the versions of the program and of what it stands on, and ends.")
                .build())
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

  /**
   * Turns errors into exceptions: picocli passes an error on, and pool threads would keep running.
   */
  private static int execute(CommandLine.ParseResult parsed) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    List<CommandLine> commands = parsed.asCommandLineList();
    CommandLine wanted = commands.get(commands.size() - 1);
    try {
      ((ConfigFile) wanted.getDefaultValueProvider()).check(Main::commandLine);
      FileKey.use(Environment.get(FileKey.VARIABLE));
      FileKey.current(); // one that cannot be read stops all commands before they have begun
      if (commands.size() > 1) {
        AuditTrail.begin(commands.get(1).getCommandName(), parsed.originalArgs());
      }
    } catch (IOException | UsageException e) {
      throw new CommandLine.ExecutionException(wanted, e.getMessage(), e);
    }
    try {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      if (!Files.isDirectory(temporary)) {
        throw failed(wanted, "there is no temporary folder " + temporary, null);
      }
      WritableFiles.tryFolder(temporary);
      return new CommandLine.RunLast().execute(parsed);
    } catch (IOException e) {
      throw failed(wanted, "the temporary folder: " + e.getMessage(), e);
    } catch (LinkageError e) {
      throw failed(wanted, ErrorCauses.ofLibrary(e), e);
    }
  }

  /** Libraries are unpacked and blocks spilled into that folder, so every command needs it. */
  private static CommandLine.ExecutionException failed(
      CommandLine wanted, String why, Throwable cause) {
    String message = why + "; -Djava.io.tmpdir=DIR in DAISYCHAIN_JAVA_OPTS names another folder";
    return new CommandLine.ExecutionException(wanted, message, new IOException(message, cause));
  }

  private static int explain(ParameterException e, String[] args) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    Terminal.error(misuse(e, List.of(args)) + " (see ./" + command.qualifiedName(" ") + " --help)");
    return USED_WRONGLY;
  }

  /** Message for a wrong command line, with a suggestion where a name is misspelled. */
  private static String misuse(ParameterException e, List<String> args) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    if (e instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      if (first.startsWith("-")) {
        String name = first.replaceFirst("=.*", "");
        return "there is no option " + name + Spelling.didYouMean(Spelling.option(name, command));
      }
      if (!command.subcommands().isEmpty()) {
        return "there is no command "
            + first
            + Spelling.didYouMean(Spelling.command(first, command));
      }
      return "unexpected argument '" + first + "'";
    }
    // A required option that is misspelled is missing too: name what the user typed.
    return e instanceof MissingParameterException
        ? Spelling.unknownOption(args, command)
            .or(() -> RunnerOptions.unknown(args, command))
            .orElse(e.getMessage())
        : e.getMessage();
  }

  private static int fail(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    if (e instanceof UsageException) {
      CommandLog.failure(e);
      CommandRuns.fails(e.getMessage());
      String name = commandLine.getCommandSpec().qualifiedName(" ");
      Terminal.error(e.getMessage() + " (see ./" + name + " --help)");
      return USED_WRONGLY;
    }
    if (e instanceof LargeWorkException) {
      return LargeWorkException.EXIT_CODE;
    }
    say(e);
    return FAILED;
  }

  /** Says why a command has failed, on standard error and in the log. */
  static void say(Exception e) {
    CommandLog.failure(e);
    CommandRuns.fails(ErrorCauses.message(e));
    List<String> warnings = CommandLog.lastWarnings();
    Terminal.error(
        ErrorCauses.message(e) + CommandLog.path().map(path -> " (log: " + path + ")").orElse(""));
    if (!warnings.isEmpty()) {
      Terminal.note("last in the log:");
      warnings.forEach(line -> Terminal.note("  " + line));
    }
  }

  /** Logs what is needed to understand a failure from the log alone: versions, memory, options. */
  private static void logStart(String[] args) {
    Runtime runtime = Runtime.getRuntime();
    CommandLog.info(
        "daisychain %s, %s, %s cores, heap of %s MB, in %s"
            .formatted(
                Version.program(),
                Version.java(),
                runtime.availableProcessors(),
                runtime.maxMemory() >> 20,
                Path.of("").toAbsolutePath()));
    CommandLog.info("command: " + String.join(" ", Secrets.masked(List.of(args))));
    System.getenv().entrySet().stream()
        .filter(variable -> variable.getKey().matches("DAISYCHAIN_.*|.*_EMULATOR_HOST|.*_OPTIONS"))
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            variable ->
                CommandLog.info(
                    variable.getKey()
                        + "="
                        + Secrets.masked(variable.getKey(), variable.getValue())));
  }
}
