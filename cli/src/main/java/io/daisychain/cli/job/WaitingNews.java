package io.daisychain.cli.job;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.terminal.CommandLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * About how many events have come since the last publication, in a file beside the log: the
 * launcher script starts link and publish otherwise where they are few. Nothing else depends on it.
 */
final class WaitingNews {
  private static final String FILE = "news";
  private static final long MOST = 1_000_000_000;

  private WaitingNews() {}

  /** So many events more have come. */
  static void add(long events) {
    note(Math.min(MOST, read() + events));
  }

  /** All of them are published. */
  static void clear() {
    note(0);
  }

  private static Path file() {
    return CommandLog.folder().resolve(FILE);
  }

  private static long read() {
    try {
      return Long.parseLong(Files.readString(file()).strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  private static void note(long events) {
    try {
      WritableFiles.replace(file(), events + "\n");
    } catch (IOException e) {
      CommandLog.info("news are not counted: " + e.getMessage());
    }
  }
}
