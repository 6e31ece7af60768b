package io.daisychain.cli;

import io.daisychain.model.EventReader;
import io.daisychain.model.TradeDates;
import io.daisychain.store.MetaTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * How messages and days are understood. Ingest keeps the rules beside the table, so that link need
 * not be told again.
 */
final class RulesOptions {
  private static final String ROW = "rules";
  private static final String COLUMN = "rules";

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Zone whose days are trade dates, such as America/New_York. Default: UTC")
  private String zone;

  @Option(
      names = "--dayRoll",
      paramLabel = "HH:MM",
      description =
          "When a trade date begins in that zone; it is named after the day it ends on."
              + " Default: 00:00")
  private String dayRoll;

  @Option(
      names = "--receiver",
      paramLabel = "COMPID",
      description =
          "TargetCompID of submissions; messages to others are of a wire log. Default: MRP")
  private String receiver;

  /** The rules as given, else the defaults. */
  EventReader.Rules given() {
    return parse(orElse(receiver, "MRP"), orElse(zone, "UTC"), orElse(dayRoll, "00:00"));
  }

  /** The rules as given, and what is not given as the last ingest kept it. */
  EventReader.Rules givenOrKept(MetaTable meta) throws IOException {
    Optional<byte[]> kept = meta.read(ROW, COLUMN);
    if (kept.isEmpty()) {
      return given();
    }
    String[] words = new String(kept.get(), StandardCharsets.UTF_8).split("\n", -1);
    return parse(orElse(receiver, words[0]), orElse(zone, words[1]), orElse(dayRoll, words[2]));
  }

  /** Keeps the rules for later runs. */
  void keep(MetaTable meta) throws IOException {
    String words =
        orElse(receiver, "MRP") + "\n" + orElse(zone, "UTC") + "\n" + orElse(dayRoll, "00:00");
    meta.write(ROW, COLUMN, words.getBytes(StandardCharsets.UTF_8));
  }

  private static String orElse(String given, String otherwise) {
    return given == null ? otherwise : given;
  }

  private static EventReader.Rules parse(String receiver, String zone, String dayRoll) {
    try {
      return new EventReader.Rules(
          receiver, new TradeDates(ZoneId.of(zone), LocalTime.parse(dayRoll)));
    } catch (DateTimeException e) {
      throw new UsageException(
          "--zone=" + zone + " --dayRoll=" + dayRoll + ": " + e.getMessage(), e);
    }
  }
}
