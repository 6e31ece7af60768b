package io.daisychain.cli.option;

import io.daisychain.beam.StartOptions;
import io.daisychain.beam.StartSubscription;
import io.daisychain.cli.terminal.Bounds;
import io.daisychain.cli.terminal.Secrets;
import io.daisychain.cli.terminal.Spelling;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.write.StagingOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.runners.PipelineRunnerRegistrar;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Beam's own options: whatever a pipeline command does not know itself. */
public final class RunnerOptions {
  /**
   * Of each file that is being written to Google Cloud Storage. A worker that publishes writes one
   * a table; the library's own 64 MB each would be half a gigabyte.
   */
  private static final int UPLOAD_BUFFER_BYTES = 8 << 20;

  private static final String DIRECT = "DirectRunner";

  /** Not on this program's class path: the launcher script adds them when they are asked for. */
  private static final String FLINK = "FlinkRunner";

  private static final String SPARK = "SparkRunner";

  private static final String DATAFLOW = "DataflowRunner";

  /** Without these Dataflow's own client complains after a while, and not of all at once. */
  private static final List<String> DATAFLOW_NEEDS = List.of("project", "region", "tempLocation");

  private static final String NO_OPTION = "there is no option ";

  private static final Pattern UNKNOWN_OPTION =
      Pattern.compile("missing a property named '([^']*)'");

  @Unmatched private List<String> arguments = new ArrayList<>();

  /** The command that has these options; null where they stand alone. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  public RunnerOptions() {}

  /**
   * Options of a pipeline.
   *
   * @throws UsageException naming what Beam does not know either, or a runner that is not there
   */
  public PipelineOptions options() {
    addConfigured();
    for (String argument : arguments) {
      if (!argument.startsWith("--") || argument.equals("--")) {
        throw new UsageException("unexpected argument " + argument);
      }
      if (argument.equals("--runner")) {
        // Beam would take it for a switch, and look for a runner called true.
        throw new UsageException("--runner=NAME needs a name, such as FlinkRunner");
      }
    }
    Bounds.require(
        given("runner").orElse(DIRECT).equalsIgnoreCase(DIRECT) && given("startOn").isEmpty(),
        "it has no other runner, and waits for no message");
    String runner = runner();
    List<String> all = new ArrayList<>(arguments);
    addUnlessGiven(all, "appName", "daisychain");
    addUnlessGiven(all, "gcsUploadBufferSizeBytes", "" + UPLOAD_BUFFER_BYTES);
    given("startOn")
        .ifPresent(name -> UsageException.checked(() -> StartSubscription.checked(name)));
    if (runner.equals(DIRECT)) {
      addDirect(all);
    } else if (runner.equals(FLINK)) {
      addFlink(all);
    } else if (runner.equals(SPARK)) {
      addSpark(all);
    } else if (runner.equals(DATAFLOW)) {
      addDataflow(all);
    }
    // Here and not earlier: Beam looks for all options that there are, which help can do without.
    PipelineOptionsFactory.register(SpillOptions.class);
    PipelineOptionsFactory.register(StartOptions.class);
    PipelineOptionsFactory.register(StagingOptions.class);
    try {
      return PipelineOptionsFactory.fromArgs(all.toArray(String[]::new)).create();
    } catch (IllegalArgumentException e) {
      throw new UsageException(misuse(firstLine(e.getMessage())), e);
    }
  }

  /** What the command line does not say is taken from the configuration file. */
  private void addConfigured() {
    if (command != null && command.defaultValueProvider() instanceof ConfigFile file) {
      for (String option : file.beams()) {
        if (given(option.substring(2, option.indexOf('='))).isEmpty()) {
          arguments.add(option);
        }
      }
    }
  }

  /**
   * What is wrong with a command line, where it has an option that neither the command nor Beam
   * knows, if the command takes Beam's.
   */
  public static Optional<String> unknown(List<String> arguments, CommandSpec command) {
    boolean takesBeams =
        command.mixins().values().stream()
            .anyMatch(mixin -> mixin.userObject() instanceof RunnerOptions);
    for (String argument : arguments) {
      String name = argument.replaceFirst("=.*", "");
      if (!name.matches("--\\w+") || command.optionsMap().containsKey(name)) {
        continue;
      }
      if (!takesBeams) {
        return Optional.of(NO_OPTION + name);
      }
      try {
        RunnerOptions alone = new RunnerOptions();
        alone.arguments.add(argument);
        alone.command = command;
        alone.options();
      } catch (UsageException e) {
        if (e.getMessage().startsWith(NO_OPTION)) {
          return Optional.of(e.getMessage());
        }
      }
    }
    return Optional.empty();
  }

  /** Beam speaks of properties of its classes. */
  private String misuse(String message) {
    Matcher unknown = UNKNOWN_OPTION.matcher(message);
    if (!unknown.find()) {
      return message;
    }
    String name = "--" + unknown.group(1);
    Optional<String> meant = command == null ? Optional.empty() : Spelling.option(name, command);
    return NO_OPTION
        + name
        + Spelling.didYouMean(meant)
        + (meant.isPresent() ? "" : ", neither of this command nor of Beam");
  }

  /**
   * Options of a pipeline whose workers use a store.
   *
   * @throws UsageException also where they run on other machines and the store only on this one
   */
  public PipelineOptions options(StoreOptions store) {
    PipelineOptions options = options();
    if (store.isEmbedded() && !isLocal(runner())) {
      throw new UsageException(
          "--store="
              + store.address()
              + " is on this machine alone, and the workers of --runner="
              + runner()
              + given("flinkMaster").map(master -> " --flinkMaster=" + master).orElse("")
              + given("sparkMaster").map(master -> " --sparkMaster=" + master).orElse("")
              + " are not: give hbase:// or bigtable://");
    }
    return options;
  }

  /** Whether pipelines run on DirectRunner. */
  public static boolean isDirect(PipelineOptions options) {
    return options.getRunner().getSimpleName().equals(DIRECT);
  }

  /** Whether a job of little work can be run here step after step, without a runner. */
  public static boolean isForLittleWork(PipelineOptions options) {
    return isDirect(options) && options.as(StartOptions.class).getStartOn() == null;
  }

  /** Whether pipelines run on FlinkRunner. */
  public static boolean isFlink(PipelineOptions options) {
    return options.getRunner().getSimpleName().equals(FLINK);
  }

  /** Whether pipelines run on SparkRunner. */
  public static boolean isSpark(PipelineOptions options) {
    return options.getRunner().getSimpleName().equals(SPARK);
  }

  /** Whether pipelines run on DataflowRunner, whose workers see nothing of this machine. */
  public static boolean isDataflow(PipelineOptions options) {
    return options.getRunner().getSimpleName().equals(DATAFLOW);
  }

  /** Whether pipelines run in this process, so that they can read its standard input. */
  public static boolean isInProcess(PipelineOptions options) {
    return isDirect(options)
        || (isFlink(options) && options.as(FlinkOptions.class).getFlinkMaster().startsWith("["))
        || (isSpark(options)
            && options.as(SparkOptions.class).getSparkMaster().startsWith("local"));
  }

  /** Whether a runner is named, or anything else that is Beam's. */
  public boolean isGiven() {
    return !arguments.isEmpty();
  }

  private String runner() {
    Optional<String> given = given("runner");
    if (given.isEmpty()) {
      return DIRECT;
    }
    Set<String> present = present();
    Set<String> known = new TreeSet<>(present);
    known.addAll(List.of(FLINK, SPARK, DATAFLOW));
    for (String runner : known) {
      if (runner.equalsIgnoreCase(given.get())) {
        if (!present.contains(runner)) {
          throw new UsageException(
              "--runner=" + runner + " is not on the class path: start with the script daisychain");
        }
        return runner;
      }
    }
    throw new UsageException(
        "--runner=" + given.get() + " is none of the runners: " + String.join(", ", known));
  }

  /** The runners on the class path, without those that are made for tests. */
  private static Set<String> present() {
    Set<String> names = new TreeSet<>();
    for (PipelineRunnerRegistrar registrar :
        java.util.ServiceLoader.load(PipelineRunnerRegistrar.class)) {
      StreamSupport.stream(registrar.getPipelineRunners().spliterator(), false)
          .map(Class::getSimpleName)
          .filter(name -> !name.startsWith("Test"))
          .forEach(names::add);
    }
    return names;
  }

  /** Whether a runner's workers are on this machine. */
  private boolean isLocal(String runner) {
    // Flink's names for clusters in this process are in brackets: [local], [auto], [collection].
    return runner.equals(DIRECT)
        || (runner.equals(FLINK)
            && given("flinkMaster").map(master -> master.startsWith("[")).orElse(true))
        || (runner.equals(SPARK)
            && given("sparkMaster").map(master -> master.startsWith("local")).orElse(true));
  }

  private void addDirect(List<String> all) {
    // Its checks cost more than the work; the tests run with them.
    addUnlessGiven(all, "enforceImmutability", "false");
    addUnlessGiven(all, "enforceEncodability", "false");
    addUnlessGiven(all, "blockOnRun", "false");
    addUnlessGiven(all, "targetParallelism", "" + parallelism());
  }

  private void addFlink(List<String> all) {
    addUnlessGiven(all, "flinkMaster", "[local]");
    // No job changes an element that it has passed on or was given: DirectRunner checks it in
    // tests.
    addUnlessGiven(all, "fasterCopy", "true");
    if (isLocal(FLINK)) {
      addUnlessGiven(all, "parallelism", "" + parallelism());
      return;
    }
    // A rerun finds what it has left there by this name.
    addUnlessGiven(all, "jobName", jobName());
    if (given("parallelism").isEmpty() && given("flinkConfDir").isEmpty()) {
      throw new UsageException(
          "--flinkMaster=" + given("flinkMaster").orElseThrow() + " needs --parallelism=SLOTS");
    }
  }

  private void addSpark(List<String> all) {
    addUnlessGiven(all, "sparkMaster", "local[" + parallelism() + "]");
    // What is read twice and no longer in memory would be made twice.
    addUnlessGiven(all, "storageLevel", "MEMORY_AND_DISK");
    addUnlessGiven(all, "enableSparkMetricSinks", "false");
  }

  private void addDataflow(List<String> all) {
    List<String> missing =
        DATAFLOW_NEEDS.stream().filter(option -> given(option).isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw new UsageException(
          "--runner=DataflowRunner needs --" + String.join(" and --", missing));
    }
    if (given("templateLocation").isPresent()) {
      throw new UsageException(
          "--templateLocation: a template would leave undone what a command does before and after"
              + " its job; to start commands from the cloud see docs/clusters.md");
    }
    // A sized run keeps its size: the jobs are short, and scaling lags behind them.
    if (given("numWorkers").isPresent()) {
      addUnlessGiven(all, "autoscalingAlgorithm", "NONE");
    }
  }

  /** The same for the same command line in the same folder, on which relative paths stand. */
  private String jobName() {
    List<String> line =
        command == null ? List.of() : command.commandLine().getParseResult().originalArgs();
    // Masked, so that nothing of a secret is in a name that the cluster shows to everybody.
    return "daisychain-%08x"
        .formatted(Objects.hash(Path.of("").toAbsolutePath().toString(), Secrets.masked(line)));
  }

  private static int parallelism() {
    return Math.max(2, Runtime.getRuntime().availableProcessors());
  }

  private void addUnlessGiven(List<String> all, String option, String value) {
    if (given(option).isEmpty()) {
      all.add("--" + option + "=" + value);
    }
  }

  private Optional<String> given(String option) {
    String start = "--" + option + "=";
    return arguments.stream()
        .filter(argument -> argument.startsWith(start))
        .map(argument -> argument.substring(start.length()))
        .reduce((first, second) -> second);
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
