package io.daisychain.cli.option;

import io.daisychain.cli.terminal.UsageException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The moment of which a command shows what had been published. */
public final class AsOfOption {
  @Option(
      names = "--asOf",
      paramLabel = "MOMENT",
      description =
          "Shows what had been published by this moment, as 2026-03-17T18:00:00Z: each table and view"
              + " as a reader found it then. publish --keepPublished says how far back there is"
              + " something; of duckdb: alone.")
  private String moment;

  /** The moment; empty for what is published now. */
  Optional<Instant> moment() {
    if (moment == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(moment));
    } catch (DateTimeParseException e) {
      throw new UsageException(
          "--asOf=" + moment + " is no moment such as 2026-03-17T18:00:00Z", e);
    }
  }
}
