package io.daisychain.cli;

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
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "plan",
    description = {
      "Says how large a cluster must be for a number of events.",
      "It gives Bigtable nodes and splits, Dataflow workers, quotas, bytes and, with prices, cost.",
      "Nodes are by the rates of the paper's Table 2, since no cloud was measured; "
          + "workers by the paper's rates and, beside them, by this program's CPU as measured on one "
          + "machine. Ends with how far the paper's rates are off on each of its seven runs.",
      ""
    })
final class PlanCommand implements Callable<Integer> {
  private static final double GIGA = 1e9;

  @Option(
      names = "--events",
      paramLabel = "N",
      required = true,
      description = "Events, as 25e9 for 25 billion.")
  private double events;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "Time for ingest, link and publish together. Default: ${DEFAULT-VALUE}")
  private double minutes;

  @Option(
      names = "--factor",
      paramLabel = "N",
      defaultValue = "24",
      description = "Splits for each node. Default: ${DEFAULT-VALUE}")
  private int factor;

  @Option(
      names = "--busy",
      paramLabel = "SHARE",
      defaultValue = "0.25",
      description = {
        "Share of the time that workers' cores spend on events, by our measure: a cloud's core "
            + "is half of ours, and workers wait. Default: ${DEFAULT-VALUE}"
      })
  private double busy;

  @Option(
      names = "--cpu",
      paramLabel = "INGEST,LINK,PUBLISH",
      split = ",",
      defaultValue = "6,9,7",
      description = {
        "CPU of a worker in microseconds an event, rows put. Default: ${DEFAULT-VALUE}, "
            + "as in docs/performance.md"
      })
  private double[] cpu;

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
    if (keptDates < 1) {
      throw new UsageException("--keptDates=" + keptDates + " is not at least 1");
    }
    if (cpu.length != 3) {
      throw new UsageException("--cpu needs three numbers");
    }
    ClusterPlan.Rates paper = ClusterPlan.Rates.ofPaper();
    ClusterPlan.Rates ours = new ClusterPlan.Rates(paper.nodeRate(), cpu[0], cpu[1], cpu[2]);
    ClusterPlan theirs = UsageException.checked(() -> ClusterPlan.of(events, minutes, paper, 1));
    ClusterPlan plan = UsageException.checked(() -> ClusterPlan.of(events, minutes, ours, busy));
    Properties given = prices == null ? null : read(prices);

    line("%,.0f events in %,.0f minutes", events, minutes);
    line("%-34s %16s %16s", "", "paper's rates", "our CPU");
    row("seconds of ingest", theirs.ingestSeconds(), plan.ingestSeconds());
    row("seconds of link", theirs.linkSeconds(), plan.linkSeconds());
    row("seconds of publish", theirs.publishSeconds(), plan.publishSeconds());
    row("Bigtable nodes", theirs.nodes(), plan.nodes());
    row("splits of the table", (double) theirs.splits(factor), (double) plan.splits(factor));
    row("worker cores", theirs.cores(), plan.cores());
    row("workers", theirs.workers(), plan.workers());
    line(
        "%-34s %16s %16s",
        "machine type", "standard-" + theirs.workerCores(), "standard-" + plan.workerCores());
    line("%-34s %16s %,16.0f", "GB of input", "", plan.inputBytes() / GIGA);
    line("%-34s %16s %,16.0f", "GB in the store", "", plan.storedBytes() / GIGA);
    line("%-34s %16s %,16.0f", "GB published", "", plan.publishedBytes() / GIGA);
    line("%-34s %16s %,16d", "CSV files", "", plan.files());
    if (given != null) {
      row("cost of the run, in the file's money", cost(theirs, given), cost(plan, given));
    }
    quotas(theirs, plan);
    if (keptDates >= DaysCommand.MANY_TABLES) {
      line(
          "%,d trade dates are as many tables; Bigtable allows %,d an instance: drop those that the"
              + " warehouse has before there are so many, or use several instances.",
          keptDates, DaysCommand.MOST_TABLES);
    }
    compare(paper);
    return json(theirs, plan);
  }

  private static void quotas(ClusterPlan theirs, ClusterPlan plan) {
    int cores = Math.max(theirs.cores(), plan.cores());
    line("");
    line(
        "Ask for quotas of %,d cores, %,d addresses in use, %,d Bigtable nodes in one region.",
        cores, Math.max(theirs.workers(), plan.workers()), Math.max(theirs.nodes(), plan.nodes()));
    if (cores > ClusterPlan.MOST_CORES) {
      line(
          "A Dataflow job may have %,d cores: split the day, or give it more minutes.",
          ClusterPlan.MOST_CORES);
    }
  }

  /** The paper's own runs by the medians of its rates, each with the minutes that it took. */
  private static void compare(ClusterPlan.Rates paper) {
    line("");
    line("The paper's runs by these rates, with the minutes that each took:");
    line(
        "%8s %9s %9s %7s %9s %9s %7s",
        "percent", "nodes", "planned", "off", "cores", "planned", "off");
    for (PaperRun run : PaperRun.ALL) {
      int nodes = ClusterPlan.nodes(run.events(), 60.0 * run.ingestMinutes(), paper);
      int cores =
          ClusterPlan.cores(
              run.events(), 60.0 * run.ingestMinutes(), 60.0 * run.linkMinutes(), 0, paper, 1);
      line(
          "%8d %,9d %,9d %+6.0f%% %,9d %,9d %+6.0f%%",
          run.percent(),
          run.nodes(),
          nodes,
          off(nodes, run.nodes()),
          run.cores(),
          cores,
          off(cores, run.cores()));
    }
  }

  private static double off(int planned, int actual) {
    return 100.0 * planned / actual - 100;
  }

  private double cost(ClusterPlan plan, Properties given) {
    double hours = minutes / 60;
    return hours
            * (plan.nodes() * price(given, "bigtable.node.hour")
                + plan.workers() * plan.workerCores() * price(given, "dataflow.core.hour")
                + plan.workers() * plan.workerCores() * 4 * price(given, "dataflow.gb.hour"))
        + 3 * plan.storedBytes() / GIGA * price(given, "dataflow.shuffle.gb")
        + (plan.inputBytes() + plan.publishedBytes())
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

  private ObjectNode json(ClusterPlan theirs, ClusterPlan plan) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("events", events).put("minutes", minutes).put("keptDates", keptDates);
    put(json.putObject("paper"), theirs);
    put(json.putObject("measured"), plan);
    return json;
  }

  private void put(ObjectNode json, ClusterPlan plan) {
    json.put("nodes", plan.nodes()).put("splits", plan.splits(factor)).put("cores", plan.cores());
    json.put("workers", plan.workers()).put("files", plan.files());
  }

  private static void row(String name, double first, double second) {
    line("%-34s %,16.0f %,16.0f", name, first, second);
  }

  private static void line(String format, Object... values) {
    Terminal.result(String.format(Locale.ROOT, format, values));
  }
}
