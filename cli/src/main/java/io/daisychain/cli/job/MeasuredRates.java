package io.daisychain.cli.job;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.terminal.CommandLog;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * What an event took in each stage on this machine, as the last run of some size found it: kept in
 * {@code measured-rates.properties} beside the log, in microseconds of time an event. For forecasts
 * alone; a file that cannot be read is as none.
 */
public final class MeasuredRates {
  static final String FILE = "measured-rates.properties";

  /** Of fewer events the start would be most of the time. */
  private static final long LEAST_EVENTS = 100_000;

  private static final String MICROS = ".microsPerEvent";

  /** A stage and what it took on two cores where nothing had been measured yet. */
  public enum Stage {
    GENERATE(3),
    INGEST(10),
    LINK(12),
    PUBLISH(14);

    private final double micros;

    Stage(double micros) {
      this.micros = micros;
    }

    private String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Properties rates;

  private MeasuredRates(Properties rates) {
    this.rates = rates;
  }

  /** What was measured in a folder of data. */
  static MeasuredRates of(Path folder) {
    Properties rates = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
      rates.load(in);
    } catch (IOException | IllegalArgumentException e) {
      rates.clear(); // nothing was measured here yet
    }
    return new MeasuredRates(rates);
  }

  /** Whether a stage was measured on this machine. */
  boolean has(Stage stage) {
    return rates.containsKey(stage.key() + MICROS);
  }

  /** Microseconds of time that an event takes. */
  double micros(Stage stage) {
    try {
      double found = Double.parseDouble(rates.getProperty(stage.key() + MICROS, ""));
      return found > 0 && found < 1e6 ? found : stage.micros;
    } catch (NumberFormatException e) {
      return stage.micros;
    }
  }

  /**
   * Keeps what a stage took of this machine, if it was of some size.
   *
   * @param began the stage, as {@code System.nanoTime()} had it
   */
  static void keep(PipelineOptions options, Stage stage, long events, long began) {
    if (events < LEAST_EVENTS || !RunnerOptions.isInProcess(options)) {
      return;
    }
    Path folder = CommandLog.folder();
    MeasuredRates kept = of(folder);
    kept.rates.setProperty(stage.key() + MICROS, text((System.nanoTime() - began) / 1e3 / events));
    StringBuilder lines = new StringBuilder();
    kept.rates.stringPropertyNames().stream()
        .sorted()
        .forEach(
            name ->
                lines.append(name).append('=').append(kept.rates.getProperty(name)).append('\n'));
    try {
      WritableFiles.replace(folder.resolve(FILE), lines.toString());
    } catch (IOException e) {
      CommandLog.info("measured rates are not kept: " + e.getMessage());
    }
  }

  private static String text(double number) {
    return String.format(Locale.ROOT, "%.3f", number);
  }
}
