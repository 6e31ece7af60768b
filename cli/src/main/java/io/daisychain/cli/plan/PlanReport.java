package io.daisychain.cli.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.terminal.Terminal;
import java.util.Locale;

/** What {@code plan} says of a simulated day, for people and for programs. */
final class PlanReport {
  private static final double GIGA = 1e9;

  /** Largest job, in cores (Market Reconstruction 2.0, 3.2.1). */
  private static final int MOST_CORES = 10_000;

  /**
   * Bytes that BigQuery takes in one load job (Google's quotas), and of an event in its largest.
   */
  private static final double MOST_LOADED = 15e12;

  private static final double EVENTS_LINE = 370;

  private PlanReport() {}

  /** Shows how long each step takes and what it waits for, and what must be asked for. */
  static void show(SimulatedDay day, boolean bigtable) {
    Cluster cluster = day.cluster();
    double events = day.events();
    line(
        "%,.0f events on %,d %s with %,d splits, and %,d workers of %d cores: %,.0f minutes",
        day.events(),
        cluster.servers(),
        bigtable ? "nodes of Bigtable" : "region servers",
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
  }

  /** Shows what must be asked for, and what a service does not give. */
  static void showQuotas(SimulatedDay day) {
    Cluster cluster = day.cluster();
    int cores = cluster.allCores();
    line("");
    line(
        "Ask for quotas of %,d cores, %,d addresses in use, %,d nodes in one region.",
        cores, cluster.workers(), cluster.servers());
    if (cores > MOST_CORES) {
      line(
          "A Dataflow job may have %,d cores: split the day, or give it more minutes.", MOST_CORES);
    }
    if (day.events() * EVENTS_LINE > MOST_LOADED) {
      line(
          "The table of events has %,.0f TB; BigQuery takes %,.0f in a load job, and publish has one"
              + " a table: give each trade date its own run.",
          day.events() * EVENTS_LINE / 1e12, MOST_LOADED / 1e12);
    }
  }

  private static String percent(double share) {
    return share < 0.005 ? "" : String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }

  /** Shows the paper's runs beside their simulation, and adds it to a report. */
  static void compare(ArrayNode json) {
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

  /** Adds a day to a report. */
  static void put(ObjectNode json, SimulatedDay day) {
    Cluster cluster = day.cluster();
    json.put("events", day.events()).put("minutes", day.seconds() / 60);
    json.put("nodes", cluster.servers()).put("splits", cluster.servers() * DaySteps.SPLITS);
    json.put("workers", cluster.workers()).put("cores", cluster.allCores());
    ArrayNode steps = json.putArray("steps");
    for (SimulatedDay.Job job : day.jobs()) {
      for (StepTimes step : job.shown()) {
        ObjectNode row = steps.addObject();
        row.put("job", job.name()).put("step", step.name()).put("seconds", step.seconds());
        row.put("waitsFor", step.waitsFor()).put("storeBusy", step.storeBusy());
      }
    }
  }

  static void line(String format, Object... values) {
    Terminal.result(String.format(Locale.ROOT, format, values));
  }
}
