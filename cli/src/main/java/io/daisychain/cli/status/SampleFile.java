package io.daisychain.cli.status;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.terminal.CommandLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Numbers over time, in a file that a restart goes on with: one line a minute, of what is older
 * than half a day one line in a quarter of an hour, for thirty days. Those are {@value #MOST_LINES}
 * lines at most. Not thread-safe.
 */
final class SampleFile {
  private static final String FILE = "samples.csv";
  private static final long FINE_SECONDS = Duration.ofHours(12).toSeconds();
  private static final long COARSE_SECONDS = Duration.ofMinutes(15).toSeconds();
  private static final long KEPT_SECONDS = Duration.ofDays(30).toSeconds();
  private static final int MOST_LINES = 5_000;

  private final Path file;
  private final List<long[]> samples = new ArrayList<>();

  /** Reads what is there; a line that is none is left out. */
  SampleFile(Path folder, int columns) {
    file = folder.resolve(FILE);
    try {
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file)) {
          read(line, columns);
        }
      }
    } catch (IOException e) {
      CommandLog.info("what was shown over time cannot be read: " + e.getMessage());
    }
  }

  private void read(String line, int columns) {
    try {
      long[] values = Arrays.stream(line.split(",", -1)).mapToLong(Long::parseLong).toArray();
      if (values.length == columns) {
        samples.add(values);
      }
    } catch (NumberFormatException e) {
      CommandLog.info(file + " has a line that is none");
    }
  }

  /**
   * Adds a sample.
   *
   * @param values the first of them seconds since 1970
   */
  void add(long... values) {
    samples.add(values);
    try {
      if (samples.size() > MOST_LINES) {
        thin(values[0]);
        WritableFiles.replace(
            file, samples.stream().map(SampleFile::line).collect(Collectors.joining()));
      } else {
        Files.writeString(file, line(values), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      CommandLog.info("what is shown over time is not kept: " + e.getMessage());
    }
  }

  private static String line(long... values) {
    return Arrays.stream(values).mapToObj(Long::toString).collect(Collectors.joining(",")) + "\n";
  }

  private void thin(long now) {
    long[] quarter = {Long.MIN_VALUE};
    samples.removeIf(
        sample -> {
          if (sample[0] > now - FINE_SECONDS) {
            return false;
          }
          boolean isSame = sample[0] / COARSE_SECONDS == quarter[0];
          quarter[0] = sample[0] / COARSE_SECONDS;
          return isSame || sample[0] < now - KEPT_SECONDS;
        });
  }

  /** All of them, the oldest first. */
  List<long[]> all() {
    return List.copyOf(samples);
  }
}
