package io.daisychain.cli.option;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.fix.FixVersion;
import io.daisychain.model.TradeDates;
import io.daisychain.model.event.EventReader;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * How messages and days are understood. The rules belong to a table: the first ingest keeps them
 * beside it, and others need not be told again. Other rules would give the same messages other
 * trade dates and row keys, so that nothing fits together any more.
 */
public final class RulesOptions {
  static final String ROW = "rules";
  static final String COLUMN = "rules";
  private static final String RECEIVER = "MRP";
  private static final String ZONE = "UTC";
  private static final String DAY_ROLL = "00:00";

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description =
          "Zone whose days are trade dates, such as America/New_York. Default: the table's, UTC for"
              + " a new one")
  private String zone;

  @Option(
      names = "--dayRoll",
      paramLabel = "HH:MM",
      description =
          "When a trade date begins in that zone; it is named after the day it ends on."
              + " Default: the table's, 00:00 for a new one")
  private String dayRoll;

  @Option(
      names = "--receiver",
      paramLabel = "COMPID",
      description =
          "TargetCompID of submissions; messages to others are of a wire log. Default: the table's,"
              + " MRP for a new one")
  private String receiver;

  @Option(
      names = "--applVer",
      paramLabel = "VERSION",
      description =
          "Version of messages of FIXT.1.1 that say none (1128), and whose session's Logon says"
              + " none (1137): FIX.5.0, FIX.5.0SP1, FIX.5.0SP2, FIX.4.0 to FIX.4.4."
              + " Default: ${DEFAULT-VALUE}")
  private String applVer = FixVersion.FIX50SP2.label();

  @Option(
      names = "--newRules",
      description =
          "Takes a --zone, --dayRoll or --receiver other than the table's: from now on the same"
              + " messages get other trade dates and row keys than before.")
  private boolean newRules;

  /** What is kept, in texts as the options have them. */
  private record Kept(String receiver, String zone, String dayRoll) {
    static Kept parse(byte[] value) throws IOException {
      String[] lines = new String(value, UTF_8).split("\n", -1);
      if (lines.length != 3) {
        throw new IOException("rules have three lines, not " + lines.length);
      }
      Kept kept = new Kept(lines[0], lines[1], lines[2]);
      try {
        kept.rules();
      } catch (DateTimeException e) {
        throw new IOException(e.getMessage(), e);
      }
      return kept;
    }

    byte[] bytes() {
      return (receiver + "\n" + zone + "\n" + dayRoll).getBytes(UTF_8);
    }

    EventReader.Rules rules() {
      return new EventReader.Rules(
          receiver, new TradeDates(ZoneId.of(zone), LocalTime.parse(dayRoll)));
    }

    boolean meansTheSame(Kept other) {
      return receiver.equals(other.receiver)
          && ZoneId.of(zone).getRules().equals(ZoneId.of(other.zone).getRules())
          && LocalTime.parse(dayRoll).equals(LocalTime.parse(other.dayRoll));
    }

    @Override
    public String toString() {
      return "--zone=" + zone + " --dayRoll=" + dayRoll + " --receiver=" + receiver;
    }
  }

  /** True when rules other than the store's are to be taken. */
  public boolean areNew() {
    return newRules;
  }

  public void check() {
    givenOr(new Kept(RECEIVER, ZONE, DAY_ROLL));
    if (FixVersion.ofLabel(applVer) == null) {
      throw new UsageException(
          "--applVer: no version " + applVer + "; those of FIX are FIX.4.0 to FIX.5.0SP2");
    }
  }

  /** The rules of what belongs to no table. */
  public EventReader.Rules given() {
    check();
    return givenOr(new Kept(RECEIVER, ZONE, DAY_ROLL))
        .rules()
        .withApplVer(FixVersion.ofLabel(applVer));
  }

  /**
   * The rules of a table. Those of one without events are what is given; they are kept.
   *
   * @throws UsageException if others are given than those that are kept, or if the table has events
   *     and the rules by which they were read are lost
   */
  public EventReader.Rules of(StoreTable events, TableAdmin tables, Dates dates, String run)
      throws IOException {
    String table = events.name();
    try (MetaTable meta = tables.meta(table)) {
      Kept defaults = new Kept(RECEIVER, ZONE, DAY_ROLL);
      Optional<Kept> kept = kept(meta);
      if (kept.isEmpty()) {
        if (!newRules && tables.holdsEvents(table)) {
          throw new UsageException(lost(table));
        }
        Kept given = givenOr(defaults);
        meta.writeIfAbsent(ROW, COLUMN, given.bytes());
        // Another ingest may have been quicker.
        kept = kept(meta);
      }
      Kept before = kept.orElseThrow(() -> new IOException("no rules in the table of " + table));
      Kept given = givenOr(before);
      if (!given.meansTheSame(before)) {
        change(table, meta, before, given);
        for (StoredDate date : dates.list()) {
          dates.noteBasis(date.epochDay(), run);
        }
      }
      return given.rules().withApplVer(FixVersion.ofLabel(applVer));
    }
  }

  /** The rules that are kept for a table, else the usual ones. */
  public static EventReader.Rules kept(String table, TableAdmin tables) throws IOException {
    if (!tables.exists(TableAdmin.metaName(table))) {
      return EventReader.Rules.DEFAULT;
    }
    try (MetaTable meta = tables.meta(table)) {
      return kept(meta).map(Kept::rules).orElse(EventReader.Rules.DEFAULT);
    }
  }

  /** Fails where a table has events, and the rules by which they were read are lost. */
  public static void requireKept(String table, TableAdmin tables) throws IOException {
    boolean known = false;
    if (tables.exists(TableAdmin.metaName(table))) {
      try (MetaTable meta = tables.meta(table)) {
        known = kept(meta).isPresent();
      }
    }
    if (!known && tables.holdsEvents(table)) {
      throw new IOException(lost(table));
    }
  }

  private static Optional<Kept> kept(MetaTable meta) throws IOException {
    Optional<byte[]> value = meta.read(ROW, COLUMN);
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(meta.parsed(ROW, COLUMN, value.get(), Kept::parse));
  }

  private static String lost(String table) {
    return ("table %s has events, but %s, which was lost or restored without them, "
            + "does not say by which rules: run ingest or link with --newRules and the "
            + "--zone, --dayRoll and --receiver of the first ingest (none of them if it "
            + "had none)")
        .formatted(table, TableAdmin.metaName(table));
  }

  private void change(String table, MetaTable meta, Kept before, Kept given) throws IOException {
    if (!newRules) {
      throw new UsageException(
          ("table %s was made with %s, not with %s: the same messages would get other "
                  + "trade dates and row keys. Leave the options out, take a new --table, or say "
                  + "--newRules")
              .formatted(table, before, given));
    }
    meta.write(ROW, COLUMN, given.bytes());
    Terminal.note(
        ("table %s has %s from now on, %s until now: what was stored keeps its keys, and a"
                + " message that is handed in again may be stored as another event")
            .formatted(table, given, before));
  }

  private Kept givenOr(Kept otherwise) {
    Kept rules =
        new Kept(
            orElse(receiver, otherwise.receiver),
            orElse(zone, otherwise.zone),
            orElse(dayRoll, otherwise.dayRoll));
    if (List.of(rules.receiver, rules.zone, rules.dayRoll).stream()
        .anyMatch(w -> w.contains("\n"))) {
      throw new UsageException("--receiver is one line");
    }
    try {
      rules.rules();
      return rules;
    } catch (DateTimeException e) {
      throw new UsageException(
          "--zone=" + rules.zone + " --dayRoll=" + rules.dayRoll + ": " + e.getMessage(), e);
    }
  }

  private static String orElse(String given, String otherwise) {
    return given == null ? otherwise : given;
  }
}
