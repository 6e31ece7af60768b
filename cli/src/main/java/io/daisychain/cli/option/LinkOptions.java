package io.daisychain.cli.option;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.cli.terminal.UsageException;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/**
 * How far back parents are looked for, and how well clocks agree. Both belong to the store: the
 * first link run keeps them, and another value makes news of every date.
 */
public final class LinkOptions {
  static final String ROW = "rules";
  static final String COLUMN = "link";

  @Option(
      names = "--gtcDays",
      paramLabel = "N",
      description =
          "Looks for a native parent that was not reported on its own day on up to N earlier days."
              + " Default: the store's, 0 for a new one")
  private Integer gtcDays;

  @Option(
      names = "--clockTolerance",
      paramLabel = "MILLIS",
      description =
          "How much earlier than its parent an event may be before it is out of sequence."
              + " Default: the store's, 50 for a new one")
  private Long toleranceMillis;

  /**
   * What is kept.
   *
   * @param gtcDays days back on which native parents may be found
   * @param toleranceMillis how much earlier than its parent an event may be
   */
  public record Kept(int gtcDays, long toleranceMillis) {
    static final Kept DEFAULT =
        new Kept(0, TimeUnit.NANOSECONDS.toMillis(LinkSettings.TOLERANCE_NANOS));

    static Kept parse(byte[] value) throws IOException {
      String[] words = new String(value, US_ASCII).split(" ", -1);
      try {
        return new Kept(Integer.parseInt(words[0]), Long.parseLong(words[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new IOException("no rules of link", e);
      }
    }

    byte[] bytes() {
      return (gtcDays + " " + toleranceMillis).getBytes(US_ASCII);
    }

    @Override
    public String toString() {
      return "--gtcDays=" + gtcDays + " --clockTolerance=" + toleranceMillis;
    }
  }

  /** Checks the options, before anything starts. */
  public void check() {
    if (gtcDays != null && (gtcDays < 0 || gtcDays > 366)) {
      throw new UsageException("--gtcDays=" + gtcDays + " must be from 0 to 366");
    }
    if (toleranceMillis != null
        && (toleranceMillis < 0 || toleranceMillis > TimeUnit.DAYS.toMillis(1))) {
      throw new UsageException("--clockTolerance=" + toleranceMillis + " must be from 0 to a day");
    }
  }

  /**
   * The rules of a store. Those of one that was never linked are what is given; they are kept.
   *
   * @param newRules true to take others than are kept; every date is news then
   * @throws UsageException if others are given than are kept
   */
  public Kept of(MetaTable meta, Dates dates, boolean newRules, String run) throws IOException {
    Kept given = givenOr(Kept.DEFAULT);
    if (meta.writeIfAbsent(ROW, COLUMN, given.bytes())) {
      return given;
    }
    Optional<byte[]> value = meta.read(ROW, COLUMN);
    Kept before = meta.parsed(ROW, COLUMN, value.orElseThrow(), Kept::parse);
    Kept wanted = givenOr(before);
    if (!wanted.equals(before)) {
      if (!newRules) {
        throw new UsageException(
            ("the store was linked with %s, not with %s: leave the options out, or say "
                    + "--newRules, which links every date again")
                .formatted(before, wanted));
      }
      for (StoredDate date : dates.list()) {
        dates.noteBasis(date.epochDay(), run);
      }
      meta.write(ROW, COLUMN, wanted.bytes());
    }
    return wanted;
  }

  private Kept givenOr(Kept otherwise) {
    return new Kept(
        gtcDays == null ? otherwise.gtcDays() : gtcDays,
        toleranceMillis == null ? otherwise.toleranceMillis() : toleranceMillis);
  }
}
