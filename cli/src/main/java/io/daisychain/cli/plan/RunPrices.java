package io.daisychain.cli.plan;

import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;

/** Prices of a cloud, as infra/prices.properties has them, in whatever money. */
final class RunPrices {
  private static final double GIGA = 1e9;

  /** Gigabytes of memory that a core of a standard worker has. */
  private static final int MEMORY = 4;

  private final String file;
  private final Properties prices = new Properties();

  /**
   * Reads a file.
   *
   * @throws UsageException if it is not there
   */
  RunPrices(String file) throws IOException {
    this.file = file;
    try (Reader in = Files.newBufferedReader(Path.of(file))) {
      prices.load(in);
    } catch (NoSuchFileException e) {
      throw new UsageException("--prices=" + file + ": no such file", e);
    }
  }

  /** What a day costs: nodes all the time, workers until the warehouse loads, files for a day. */
  double of(SimulatedDay day) {
    Cluster cluster = day.cluster();
    double coreHours = day.workerSeconds() / 3600 * cluster.allCores();
    return day.seconds() / 3600 * cluster.servers() * price("bigtable.node.hour")
        + coreHours * (price("dataflow.core.hour") + MEMORY * price("dataflow.gb.hour"))
        + day.shuffled() / GIGA * price("dataflow.shuffle.gb")
        + day.events()
            * (DaySteps.MESSAGE + DaySteps.PUBLISHED)
            / GIGA
            * price("storage.gb.month")
            / 30;
  }

  private double price(String name) {
    try {
      return Double.parseDouble(prices.getProperty(name, "").trim());
    } catch (NumberFormatException e) {
      throw new UsageException("--prices=" + file + ": no number for " + name, e);
    }
  }
}
