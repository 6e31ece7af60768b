package io.daisychain.datagen;

import static io.daisychain.datagen.lifecycle.Days.require;

import io.daisychain.datagen.behaviour.BehaviourRates;
import io.daisychain.datagen.cat.ReportFormat;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.datagen.fault.RepairRates;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.Lineage;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.beam.sdk.io.Compression;

/**
 * Settings of a workload. {@link #to} has the defaults; the {@code with} methods change one each.
 *
 * @param output directory, local or {@code gs://}
 * @param targetEvents number of events; each shard is off by half a lifecycle at most
 * @param seed of the random numbers
 * @param tradeDate the day of all events, or the first of several
 * @param shards number of files of a date; 0 for a number that suits the workload
 * @param lineage how messages name their parents
 * @param truth whether the expected lineage is written beside the messages
 * @param errors rates of the errors that are put in on purpose
 * @param repairs rates of the events that are reported wrongly first and then repaired
 * @param behaviours rates of the behaviours that are put in
 * @param compression of the message files
 * @param model name of a built-in model, or a file with YAML
 * @param days the trade dates
 * @param market whether quotes and trades are written beside the messages
 * @param format in which the firms report
 */
public record GeneratorSettings(
    String output,
    long targetEvents,
    long seed,
    LocalDate tradeDate,
    int shards,
    Lineage lineage,
    boolean truth,
    ErrorRates errors,
    RepairRates repairs,
    BehaviourRates behaviours,
    Compression compression,
    String model,
    Days days,
    boolean market,
    ReportFormat format)
    implements Serializable {

  /** Events of the paper's full workload. */
  public static final long FULL_WORKLOAD = 25_000_000_000L;

  /** A Monday; fixed, so that two runs with defaults are the same. */
  public static final LocalDate DEFAULT_TRADE_DATE = LocalDate.of(2026, 3, 16);

  private static final Set<Compression> COMPRESSIONS =
      Set.of(Compression.UNCOMPRESSED, Compression.GZIP, Compression.ZSTD);

  private static final long MOST_EVENTS = 1_000_000_000_000_000L;
  static final int MAX_SHARDS = 99_999; // the digits in a file's name

  /** Checks every value. */
  public GeneratorSettings {
    require(!output.isEmpty(), "output", output, "must name a directory");
    require(targetEvents > 0, "events", targetEvents, "must be positive");
    require(shards >= 0 && shards <= MAX_SHARDS, "shards", shards, "must be 0 to " + MAX_SHARDS);
    require(
        tradeDate.getYear() >= 1970 && tradeDate.getYear() < 2200,
        "tradeDate",
        tradeDate,
        "must lie in 1970 to 2199");
    require(
        COMPRESSIONS.contains(compression), "compression", compression, "is not for message files");
    require(
        format == ReportFormat.FIX || lineage == Lineage.NATIVE,
        "format",
        format.name().toLowerCase(Locale.ROOT),
        "goes with native lineage");
  }

  /** One percent of the full workload in tagged lineage, plain, without truth and errors. */
  public static GeneratorSettings to(String output) {
    return new GeneratorSettings(
        output,
        FULL_WORKLOAD / 100,
        1,
        DEFAULT_TRADE_DATE,
        0,
        Lineage.TAGGED,
        false,
        ErrorRates.NONE,
        RepairRates.NONE,
        BehaviourRates.NONE,
        Compression.UNCOMPRESSED,
        BuiltInModels.DEFAULT,
        Days.ONE,
        false,
        ReportFormat.FIX);
  }

  /**
   * The same with another number of events.
   *
   * @param scale percent of the full workload, over 0 and up to 100
   * @param fullWorkload events at 100 percent
   */
  public GeneratorSettings withWorkload(double scale, long fullWorkload) {
    require(scale > 0 && scale <= 100, "scale", scale, "must be over 0 and at most 100");
    require(fullWorkload > 0, "fullWorkload", fullWorkload, "must be positive");
    require(fullWorkload <= MOST_EVENTS, "fullWorkload", fullWorkload, "is out of range");
    return with(all -> all.targetEvents = Math.max(1, Math.round(fullWorkload * (scale / 100))));
  }

  /** The same from another seed. */
  public GeneratorSettings withSeed(long newSeed) {
    return with(all -> all.seed = newSeed);
  }

  /** The same on another day. */
  public GeneratorSettings withTradeDate(LocalDate newDate) {
    return with(all -> all.tradeDate = newDate);
  }

  /** The same in another number of files. */
  public GeneratorSettings withShards(int newShards) {
    return with(all -> all.shards = newShards);
  }

  /** The same in another lineage. */
  public GeneratorSettings withLineage(Lineage newLineage) {
    return with(all -> all.lineage = newLineage);
  }

  /** The same with the expected lineage written beside the messages. */
  public GeneratorSettings withTruth() {
    return with(all -> all.truth = true);
  }

  /** The same with errors of all kinds on a share of the events. */
  public GeneratorSettings withErrors(double share) {
    return withErrors(ErrorRates.evenly(share));
  }

  /** The same with other errors. */
  public GeneratorSettings withErrors(ErrorRates newErrors) {
    return with(all -> all.errors = newErrors);
  }

  /** The same with repairs. */
  public GeneratorSettings withRepairs(RepairRates newRepairs) {
    return with(all -> all.repairs = newRepairs);
  }

  /** The same with behaviours. */
  public GeneratorSettings withBehaviours(BehaviourRates newBehaviours) {
    return with(all -> all.behaviours = newBehaviours);
  }

  /** The same in another compression: plain, gzip or Zstandard. */
  public GeneratorSettings withCompression(Compression other) {
    return with(all -> all.compression = other);
  }

  /** The same with another chain: a built-in model or a file. */
  public GeneratorSettings withModel(String newModel) {
    return with(all -> all.model = newModel);
  }

  /** The same on several trade dates. */
  public GeneratorSettings withDays(Days newDays) {
    return with(all -> all.days = newDays);
  }

  /** The same with quotes and trades beside the messages. */
  public GeneratorSettings withMarket() {
    return with(all -> all.market = true);
  }

  /** The same in another format; CAT is in native lineage. */
  public GeneratorSettings withFormat(ReportFormat other) {
    return with(all -> all.format = other);
  }

  private GeneratorSettings with(Consumer<Values> change) {
    Values all = new Values(this);
    change.accept(all);
    return all.settings();
  }

  /** The values on their way from one record to the next. */
  private static final class Values {
    private final String output;
    private long targetEvents;
    private long seed;
    private LocalDate tradeDate;
    private int shards;
    private Lineage lineage;
    private boolean truth;
    private ErrorRates errors;
    private RepairRates repairs;
    private BehaviourRates behaviours;
    private Compression compression;
    private String model;
    private Days days;
    private boolean market;
    private ReportFormat format;

    Values(GeneratorSettings from) {
      output = from.output;
      targetEvents = from.targetEvents;
      seed = from.seed;
      tradeDate = from.tradeDate;
      shards = from.shards;
      lineage = from.lineage;
      truth = from.truth;
      errors = from.errors;
      repairs = from.repairs;
      behaviours = from.behaviours;
      compression = from.compression;
      model = from.model;
      days = from.days;
      market = from.market;
      format = from.format;
    }

    GeneratorSettings settings() {
      return new GeneratorSettings(
          output,
          targetEvents,
          seed,
          tradeDate,
          shards,
          lineage,
          truth,
          errors,
          repairs,
          behaviours,
          compression,
          model,
          days,
          market,
          format);
    }
  }
}
