package io.daisychain.cli.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.query.DaysCommand;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "plan",
    description = {
      "Says how large a cluster must be for a number of events, and where it waits.",
      "It simulates ingest, link, publish and load piece by piece on Dataflow's workers and "
          + "Bigtable's nodes, or region servers of HBase, and finds the smallest cluster that "
          + "ends in --minutes, or takes the one that --nodes and --workers name. No cloud was "
          + "measured: docs/clusters.md says where each cost comes from, and how far the same "
          + "simulation is off on the paper's seven runs (--paper).",
      ""
    })
public final class PlanCommand implements Callable<Integer> {
  private static final double GIGA = 1e9;

  /** Largest job, in cores (Market Reconstruction 2.0, 3.2.1). */
  private static final int MOST_CORES = 10_000;

  /**
   * Bytes that BigQuery takes in one load job (Google's quotas), and of an event in its largest.
   */
  private static final double MOST_LOADED = 15e12;

  private static final double EVENTS_LINE = 370;

  /** Cores from which larger workers did better (Market Reconstruction 2.0, Table 2 and 4.4). */
  private static final int LARGE_WORKERS_FROM = 320;

  private static final int SMALL_WORKER = 8;
  private static final int LARGE_WORKER = 32;
  private static final int MOST_NODES = 20_000;
  private static final int MOST_SIMULATED = 500_000;

  /** A cluster that takes so much of the time that was given is the smallest. */
  private static final double CLOSE = 0.97;

  @Option(names = "--events", paramLabel = "N", description = "Events, as 25e9 for 25 billion.")
  private Double events;

  @Option(names = "--paper", description = "Shows the paper's runs beside their simulation.")
  private boolean paper;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "Time for everything, workers' starts included. Default: ${DEFAULT-VALUE}")
  private double minutes;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes of Bigtable, in place of as many as --minutes needs.")
  private Integer nodes;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Workers, in place of --coresPerNode.")
  private Integer workers;

  @Option(
      names = "--workerCores",
      paramLabel = "N",
      description = "Cores of a worker. Default: 8, from 320 cores on 32")
  private Integer workerCores;

  @Option(
      names = "--coresPerNode",
      paramLabel = "N",
      defaultValue = "1",
      description = "Cores of workers for each node. Default: ${DEFAULT-VALUE}")
  private double coresPerNode;

  @Option(
      names = "--serverCores",
      paramLabel = "N",
      description = "Nodes are HBase's region servers of so many cores, and take files.")
  private Integer serverCores;

  @Option(
      names = "--nodeWrites",
      paramLabel = "N",
      description =
          "Rows that a busy node of Bigtable takes in a second. Default: by the paper's smallest run")
  private Double nodeWrites;

  @Option(
      names = "--cpu",
      paramLabel = "INGEST,LINK,PUBLISH",
      split = ",",
      description = {
        "CPU of a worker in microseconds an event. Default: 5.9,6.4,5.2, with --serverCores "
            + "7.7,6.4,5.2, as in docs/performance.md"
      })
  private double[] cpu;

  @Option(
      names = "--coreSpeed",
      paramLabel = "N",
      defaultValue = "0.5",
      description = "A worker's core beside the one --cpu is of. Default: ${DEFAULT-VALUE}")
  private double coreSpeed;

  @Option(
      names = "--start",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = {
        "Until the first workers of a job are up; the last take twice as long. 0 for a cluster "
            + "that stands. Default: ${DEFAULT-VALUE}"
      })
  private double start;

  @Option(
      names = "--autoscaling",
      description = "Begins with a sixteenth of the workers, twice as many after each --start.")
  private boolean autoscaling;

  @Option(
      names = "--failures",
      paramLabel = "N",
      defaultValue = "0",
      description = "Workers that fail in an hour. Default: ${DEFAULT-VALUE}")
  private double failures;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of what is drawn. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--keptDates",
      paramLabel = "N",
      defaultValue = "1",
      description = "Trade dates that the store has at a time. Default: ${DEFAULT-VALUE}")
  private int keptDates;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = "Prices, as infra/prices.properties has them; without, no cost is shown.")
  private String prices;

  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("plan", runId -> work());
  }

  private ObjectNode work() throws IOException {
    check();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (events != null) {
      Properties given = prices == null ? null : read(prices);
      SimulatedDay day = nodes == null ? smallest() : simulate(nodes);
      show(day, given);
      put(json, day);
    }
    if (paper) {
      compare(json.putArray("paper"));
    }
    return json;
  }

  private void check() {
    if (events == null && !paper) {
      throw new UsageException("plan needs --events=N, or --paper");
    }
    require(events == null || (events >= 1 && events <= 1e15), "--events must be from 1 to 1e15");
    require(minutes > 0, "--minutes must be more than 0");
    require(keptDates >= 1, "--keptDates must be at least 1");
    require(cpu == null || cpu.length == 3, "--cpu needs three numbers");
    require(
        cpu == null || Arrays.stream(cpu).allMatch(micros -> micros >= 0),
        "--cpu must not be less than 0");
    require(coreSpeed > 0, "--coreSpeed must be more than 0");
    require(coresPerNode > 0, "--coresPerNode must be more than 0");
    require(nodeWrites == null || nodeWrites > 0, "--nodeWrites must be more than 0");
    require(start >= 0, "--start must not be less than 0");
    require(failures >= 0 && failures <= 1e6, "--failures must be from 0 to 1000000");
    for (Integer number : new Integer[] {nodes, workers, workerCores, serverCores}) {
      require(
          number == null || (number >= 1 && number <= MOST_NODES),
          "--nodes, --workers, --workerCores and --serverCores must be from 1 to " + MOST_NODES);
    }
  }

  private static void require(boolean holds, String words) {
    if (!holds) {
      throw new UsageException(words);
    }
  }

  private Costs costs() {
    double[] micros = cpu;
    if (micros == null) {
      micros = new double[] {serverCores == null ? 5.9 : 7.7, 6.4, 5.2};
    }
    return serverCores == null
        ? Costs.bigtable(
            micros[0],
            micros[1],
            micros[2],
            nodeWrites == null ? Costs.PAPER_WRITE : 1e6 / nodeWrites)
        : Costs.hbase(micros[0], micros[1], micros[2], serverCores);
  }

  private SimulatedDay simulate(int servers) {
    double cores =
        workers == null
            ? Math.ceil(servers * coresPerNode)
            : (double) workers * (workerCores == null ? SMALL_WORKER : workerCores);
    int each = cores >= LARGE_WORKERS_FROM ? LARGE_WORKER : SMALL_WORKER;
    each = workerCores == null ? each : workerCores;
    int count = workers == null ? (int) Math.ceil(cores / each) : workers;
    require(
        (double) count * each <= MOST_SIMULATED,
        String.format(Locale.ROOT, "more than %,d cores are not simulated", MOST_SIMULATED));
    double again = serverCores == null ? Costs.again(count * each) : 0;
    Cluster cluster =
        new Cluster(servers, count, each, start, autoscaling, failures, Costs.PAUSE, again, seed);
    return UsageException.checked(() -> SimulatedDay.of(events, cluster, costs(), coreSpeed));
  }

  /** The smallest cluster in time: what is left over after a fixed part falls as its size grows. */
  private SimulatedDay smallest() {
    double wanted = 60 * minutes;
    double fixed = DaySteps.loadSeconds(events) + 3 * start;
    if (fixed >= wanted) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "--minutes=%.0f: starts of workers and the warehouse's load alone take %.0f",
              minutes,
              Math.ceil(fixed / 60)));
    }
    int below = 0; // too few
    int above = MOST_NODES + 1; // enough
    SimulatedDay best = null;
    double guess = 2 * events * costs().write() / 1e6 / (wanted - fixed);
    while (above - below > 1 && (best == null || best.seconds() < CLOSE * wanted)) {
      int nodesTried = (int) Math.max(below + 1, Math.min(above - 1, Math.ceil(guess)));
      SimulatedDay day = simulate(nodesTried);
      if (day.seconds() <= wanted) {
        above = nodesTried;
        best = day;
      } else {
        below = nodesTried;
      }
      double factor = (day.seconds() - fixed) / (wanted - fixed);
      guess = nodesTried * Math.max(0.25, Math.min(4, 1.01 * factor));
    }
    if (best == null) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "--minutes=%.0f: %,d nodes take longer; give --nodes to see where they wait",
              minutes,
              below));
    }
    return best;
  }

  private void show(SimulatedDay day, Properties given) {
    Cluster cluster = day.cluster();
    line(
        "%,.0f events on %,d %s with %,d splits, and %,d workers of %d cores: %,.0f minutes",
        events,
        cluster.servers(),
        serverCores == null ? "nodes of Bigtable" : "region servers",
        cluster.servers() * DaySteps.SPLITS,
        cluster.workers(),
        cluster.cores(),
        day.seconds() / 60);
    line("");
    line(
        "%-10s %-22s %8s %8s  %-17s %5s %5s %5s %5s %7s %6s %6s",
        "job",
        "step",
        "minutes",
        "pieces",
        "waits for",
        "read",
        "CPU",
        "net",
        "store",
        "barrier",
        "start",
        "lost");
    for (SimulatedDay.Job job : day.jobs()) {
      for (StepTimes step : job.shown()) {
        line(
            "%-10s %-22s %8.1f %,8d  %-17s %5s %5s %5s %5s %7s %6s %6s",
            job.name(),
            step.name(),
            step.seconds() / 60,
            step.pieces(),
            step.waitsFor(),
            percent(step.share(Need.READ)),
            percent(step.share(Need.CPU)),
            percent(step.share(Need.NETWORK)),
            percent(step.share(Need.STORE)),
            percent(step.barrier()),
            percent(step.starting()),
            percent(step.lost()));
      }
    }
    line("");
    line("%-34s %,16.0f", "GB of input", events * DaySteps.MESSAGE / GIGA);
    line("%-34s %,16.0f", "GB in the store", events * (DaySteps.ROW + DaySteps.LINKS) / GIGA);
    line("%-34s %,16.0f", "GB published", events * DaySteps.PUBLISHED / GIGA);
    line("%-34s %,16.0f", "events of the largest partition", day.largest());
    if (given != null) {
      line("%-34s %,16.0f", "cost of the run, in the file's money", cost(day, given));
    }
    int cores = cluster.workers() * cluster.cores();
    line("");
    line(
        "Ask for quotas of %,d cores, %,d addresses in use, %,d nodes in one region.",
        cores, cluster.workers(), cluster.servers());
    if (cores > MOST_CORES) {
      line(
          "A Dataflow job may have %,d cores: split the day, or give it more minutes.", MOST_CORES);
    }
    if (serverCores == null && events * EVENTS_LINE > MOST_LOADED) {
      line(
          "The table of events has %,.0f TB; BigQuery takes %,.0f in a load job, and publish has one"
              + " a table: give each trade date its own run.",
          events * EVENTS_LINE / 1e12, MOST_LOADED / 1e12);
    }
    if (keptDates >= DaysCommand.MANY_TABLES) {
      line(
          "%,d trade dates are as many tables; Bigtable allows %,d an instance: drop those that the"
              + " warehouse has before there are so many, or use several instances.",
          keptDates, DaysCommand.MOST_TABLES);
    }
  }

  private static String percent(double share) {
    return share < 0.005 ? "" : String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }

  private static void compare(ArrayNode json) {
    line("The paper's runs (Table 2) and their simulation, minutes:");
    line(
        "%8s %8s %8s %8s %10s %6s %8s %10s %6s",
        "percent", "nodes", "cores", "ingest", "simulated", "off", "link", "simulated", "off");
    for (PaperRun run : PaperRun.ALL) {
      double ingest = run.simulatedIngest();
      double link = run.simulatedLink();
      line(
          "%8d %,8d %,8d %8d %10.1f %6s %8s %10.1f %6s",
          run.percent(),
          run.nodes(),
          run.cores(),
          run.ingestMinutes(),
          ingest,
          off(ingest, run.ingestMinutes(), run.percent() == 1 || run.percent() == 100),
          run.linkMinutes() == 0 ? "n/a" : Integer.toString(run.linkMinutes()),
          link,
          run.linkMinutes() == 0 ? "" : off(link, run.linkMinutes(), run.percent() == 100));
      ObjectNode row = json.addObject();
      row.put("percent", run.percent()).put("ingestMinutes", ingest).put("linkMinutes", link);
    }
    line(
        "fitted: a node's rows a second by the ingest of 1 %%, calls made again by that of 100 %%,"
            + " link's cost by that of 100 %%. All else is predicted.");
  }

  private static String off(double simulated, int minutes, boolean fitted) {
    return fitted
        ? "fitted"
        : String.format(Locale.ROOT, "%+.0f%%", 100 * simulated / minutes - 100);
  }

  private double cost(SimulatedDay day, Properties given) {
    Cluster cluster = day.cluster();
    double coreHours = day.workerSeconds() / 3600 * cluster.workers() * cluster.cores();
    return day.seconds() / 3600 * cluster.servers() * price(given, "bigtable.node.hour")
        + coreHours * price(given, "dataflow.core.hour")
        + coreHours * 4 * price(given, "dataflow.gb.hour")
        + day.shuffled() / GIGA * price(given, "dataflow.shuffle.gb")
        + events
            * (DaySteps.MESSAGE + DaySteps.PUBLISHED)
            / GIGA
            * price(given, "storage.gb.month")
            / 30;
  }

  private double price(Properties given, String name) {
    String value = given.getProperty(name);
    try {
      return Double.parseDouble(value == null ? "" : value.trim());
    } catch (NumberFormatException e) {
      throw new UsageException("--prices=" + prices + ": no number for " + name, e);
    }
  }

  private static Properties read(String file) throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(file))) {
      properties.load(in);
    } catch (NoSuchFileException e) {
      throw new UsageException("--prices=" + file + ": no such file", e);
    }
    return properties;
  }

  private void put(ObjectNode json, SimulatedDay day) {
    Cluster cluster = day.cluster();
    json.put("events", events).put("minutes", day.seconds() / 60).put("keptDates", keptDates);
    json.put("nodes", cluster.servers()).put("splits", cluster.servers() * DaySteps.SPLITS);
    json.put("workers", cluster.workers()).put("cores", cluster.workers() * cluster.cores());
    ArrayNode steps = json.putArray("steps");
    for (SimulatedDay.Job job : day.jobs()) {
      for (StepTimes step : job.shown()) {
        ObjectNode row = steps.addObject();
        row.put("job", job.name()).put("step", step.name()).put("seconds", step.seconds());
        row.put("waitsFor", step.waitsFor()).put("storeBusy", step.storeBusy());
      }
    }
  }

  private static void line(String format, Object... values) {
    Terminal.result(String.format(Locale.ROOT, format, values));
  }
}
