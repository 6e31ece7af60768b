package io.daisychain.cli.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.query.DaysCommand;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
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
  /** Cores from which larger workers did better (Market Reconstruction 2.0, Table 2 and 4.4). */
  private static final int LARGE_WORKERS_FROM = 320;

  private static final int SMALL_WORKER = 8;
  private static final int LARGE_WORKER = 32;
  private static final int MOST_NODES = 20_000;
  private static final int MOST_SIMULATED = 100_000;

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
      RunPrices given = prices == null ? null : new RunPrices(prices);
      SimulatedDay day = nodes == null ? smallest() : simulate(nodes);
      PlanReport.show(day, serverCores == null);
      if (given != null) {
        PlanReport.line("%-34s %,16.0f", "cost of the run, in the file's money", given.of(day));
      }
      PlanReport.showQuotas(day);
      if (keptDates >= DaysCommand.MANY_TABLES) {
        PlanReport.line(
            "%,d trade dates are as many tables; Bigtable allows %,d an instance: drop those that the"
                + " warehouse has before there are so many, or use several instances.",
            keptDates, DaysCommand.MOST_TABLES);
      }
      PlanReport.put(json, day);
      json.put("keptDates", keptDates);
    }
    if (paper) {
      PlanReport.compare(json.putArray("paper"));
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
}
