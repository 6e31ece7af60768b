package io.daisychain.cli;

import com.sun.management.OperatingSystemMXBean;
import io.daisychain.cli.job.IntervalWatch;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.serve.Residence;
import io.daisychain.cli.serve.Schedule;
import io.daisychain.cli.serve.Service;
import io.daisychain.cli.serve.ServicePart;
import io.daisychain.cli.serve.StatusPart;
import io.daisychain.cli.status.StatusSources;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreSession;
import io.daisychain.store.dates.Dates;
import io.daisychain.warehouse.WarehouseAddress;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Stays: does small news of commands that are given in this folder, and on its own what a service"
          + " does: takes files, links, publishes, watches, shows.",
      "ingest, link, publish, run, repair, drop, feedback, days, row, tree and sql then end in a"
          + " fraction of the time: the launcher hands them over. Large ones, and all else, have a"
          + " process of their own as ever. It prints 'serve ready' once it can be used, and ends by"
          + " SIGTERM, by --stop, or when no command has come for long and it does nothing on its own.",
      ""
    },
    footer = {
      "",
      "  ./daisychain serve &",
      "  ./daisychain serve --stop",
      "  ./daisychain serve --input=incoming --every=1m --explore=port=8080",
      "  ./daisychain serve --watch=input=incoming,fix=7001 --every=1m",
      "",
      "What its commands are told beside this stands in daisychain.properties, such as"
          + " 'reference = reference' or 'publish.files = none'."
    })
final class ServeCommand implements Callable<Integer> {
  /** With less, two stores and this process might not fit. */
  private static final long REHEARSAL_MEMORY = 4L << 30;

  private static final int HIGHEST_PORT = 65_535;

  /** What stands between two options: a comma may be in a value too. */
  private static final Pattern OPTION = Pattern.compile(",(?=[A-Za-z]+=)");

  @Option(
      names = "--linger",
      paramLabel = "SECONDS",
      defaultValue = "3600",
      description = {
        "Ends so long after the last command; 0 for never, as where it does something on its own."
            + " Default: ${DEFAULT-VALUE}"
      })
  private int linger;

  @Option(
      names = "--stop",
      description = "Ends the one of this folder in order, and returns when it is gone.")
  private boolean stop;

  @Option(
      names = "--noRehearsal",
      description = {
        "Does not rehearse small news, on made-up ones with a store of their own, when it is ready and"
            + " has no command: then the first ones cost what they do without it."
      })
  private boolean noRehearsal;

  @Option(
      names = "--input",
      paramLabel = "FOLDER",
      description = {
        "Ingests the files that are put here, those that have come together, with the options of"
            + " ingest in daisychain.properties: an empty NAME.done stands beside each that is stored,"
            + " NAME.failed with the reason where it cannot be read."
      })
  private Path input;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = {
        "Pause between rounds of ingest, link and publish, such as 30s, 5m or 1h. Default: 1m with"
            + " --input or --watch, else no rounds"
      })
  private String every;

  @Option(
      names = "--watch",
      paramLabel = "OPTION=VALUE,...",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "Watches, with these options of watch and those of the file; what comes is"
            + " published in rounds. ingest, link, run and drop then have to wait until it has ended."
      })
  private String watch;

  @Option(
      names = "--explore",
      paramLabel = "OPTION=VALUE,...",
      arity = "0..1",
      fallbackValue = "",
      description = {"Serves the page of explore, with these options of it and those of the file."})
  private String explore;

  @Option(
      names = "--status",
      paramLabel = "PORT",
      description = {
        "Serves health, metrics for Prometheus and a page for the operator at this port of 127.0.0.1, 0"
            + " for any that is free."
      })
  private Integer status;

  @Mixin private StoreOptions store;

  private StoreSession kept;

  @Override
  public Integer call() throws IOException {
    if (linger < 0) {
      throw new UsageException("--linger=" + linger + " is no number of seconds");
    }
    if (stop) {
      Terminal.result(Residence.stop() ? "serve stopped" : "no serve runs in this folder");
      return 0;
    }
    watch = "false".equals(watch) ? null : watch; // as a file says of a switch
    explore = "false".equals(explore) ? null : explore;
    List<Service.Part> parts = new ArrayList<>();
    AtomicReference<Service> itself = new AtomicReference<>();
    if (status != null) {
      if (status < 0 || status > HIGHEST_PORT) {
        throw new UsageException("--status=" + status + ": must be 0 to " + HIGHEST_PORT);
      }
      parts.add(
          new Service.Part(
              "status", new StatusPart(status, () -> sources(itself.get())), List.of()));
    }
    if (watch != null) {
      parts.add(part("watch", watch, atStore()));
    }
    if (explore != null) {
      parts.add(part("explore", explore, List.of()));
    }
    for (Service.Part part : parts) {
      part.part().checkPart();
    }
    itself.set(new Service(parts, plan()));
    new Residence(!noRehearsal && hasMemory(), itself.get())
        .stay(Main::run, this::keepStore, Duration.ofSeconds(linger));
    Runs.begin(); // what the last command took is not what this one did
    return 0;
  }

  /** What the operator's page shows. */
  private StatusSources sources(Service service) {
    String published = parsed("publish", "", atStore()).findOption("--warehouse").getValue();
    WarehouseOption warehouse = WarehouseOption.of(published);
    SortedMap<String, Path> places = new TreeMap<>();
    if (store.parsed() instanceof StoreAddress.Embedded embedded) {
      places.put("store", embedded.folder());
    }
    if (warehouse.address() instanceof WarehouseAddress.DuckDb duckDb) {
      places.put("warehouse", Path.of("").toAbsolutePath().resolve(duckDb.file()));
    }
    return new StatusSources(
        service::parts,
        service::metrics,
        Optional.of(kept.table(store.table())),
        warehouse,
        inputFolder(),
        CommandLog.folder(),
        places);
  }

  /** In which files are handed in; empty for none. */
  private Optional<Path> inputFolder() {
    Path folder = input;
    if (watch != null) {
      folder = parsed("watch", watch, atStore()).findOption("--input").getValue();
    }
    return Optional.ofNullable(folder).map(path -> path.toAbsolutePath().normalize());
  }

  /** What is done in rounds; empty for nothing. */
  private Optional<Schedule.Plan> plan() {
    if (input == null && watch == null && every == null) {
      return Optional.empty();
    }
    if (input != null && watch != null) {
      throw new UsageException(
          "--input takes files by ingest and --watch as they come: give one of them the folder");
    }
    if (input != null && !(Files.isDirectory(input) && Files.isWritable(input))) {
      throw new UsageException("--input=" + input + " is no folder that can be written to");
    }
    List<List<String>> then = new ArrayList<>();
    if (watch == null) {
      then.add(command("link", atStore()));
    }
    then.add(command("publish", atStore()));
    return Optional.of(
        new Schedule.Plan(
            watch == null ? inputFolder() : Optional.empty(),
            IntervalWatch.parse("--every", every == null ? "1m" : every),
            command("ingest", atStore()),
            then,
            () -> Dates.list(kept.table(store.table()))));
  }

  private List<String> atStore() {
    return List.of("--store=" + store.address(), "--table=" + store.table());
  }

  private static List<String> command(String name, List<String> options) {
    return Stream.concat(Stream.of(name), options.stream()).toList();
  }

  private static Service.Part part(String name, String given, List<String> more) {
    CommandSpec command = parsed(name, given, more);
    return new Service.Part(
        name,
        (ServicePart) command.userObject(),
        command.commandLine().getParseResult().originalArgs());
  }

  /** A command with options that are given here, and those of the file. */
  private static CommandSpec parsed(String name, String given, List<String> more) {
    List<String> words = new ArrayList<>(command(name, more));
    if (!given.equals("true")) {
      OPTION
          .splitAsStream(given)
          .filter(option -> !option.isEmpty())
          .map("--"::concat)
          .forEach(words::add);
    }
    String[] line = words.toArray(String[]::new);
    try {
      return Main.commandLine(line).parseArgs(line).subcommand().commandSpec();
    } catch (CommandLine.ParameterException e) {
      throw new UsageException("--" + name + ": " + e.getMessage(), e);
    }
  }

  /** Whether a second store may start for a while. */
  private static boolean hasMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
        >= REHEARSAL_MEMORY;
  }

  /** The store's connection, which commands share. */
  private Closeable keepStore() throws IOException {
    kept = store.open();
    kept.stayAtExit();
    return kept::close;
  }
}
