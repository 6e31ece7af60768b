package io.daisychain.datagen;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.Set;
import org.apache.beam.sdk.io.Compression;

/**
 * What to generate. Start from {@link #to} and change what differs.
 *
 * @param output directory, local or {@code gs://}
 * @param scale percent of the full workload, over 0 and up to 100
 * @param fullWorkload events at 100 percent
 * @param seed everything random follows from it
 * @param tradeDate the day of all events
 * @param shards number of files, 0 to let the size of the workload decide
 * @param lineage how messages name their parents
 * @param truth whether the expected lineage is written beside the messages
 * @param errors what is put wrong on purpose, and how often
 * @param compression of the message files
 * @param model name of a built-in model, or a file with YAML
 */
public record GeneratorSettings(
    String output,
    double scale,
    long fullWorkload,
    long seed,
    LocalDate tradeDate,
    int shards,
    Lineage lineage,
    boolean truth,
    ErrorRates errors,
    Compression compression,
    String model)
    implements Serializable {

  /** Events of the paper's full workload. */
  public static final long FULL_WORKLOAD = 25_000_000_000L;

  /** A Monday; fixed, so that two runs with defaults are the same. */
  public static final LocalDate DEFAULT_TRADE_DATE = LocalDate.of(2026, 3, 16);

  private static final Set<Compression> COMPRESSIONS =
      Set.of(Compression.UNCOMPRESSED, Compression.GZIP, Compression.ZSTD);

  private static final int MAX_SHARDS = 99_999; // the digits in a file's name

  /** Checks every value. */
  public GeneratorSettings {
    require(!output.isEmpty(), "output", output, "must name a directory");
    require(scale > 0 && scale <= 100, "scale", scale, "must be over 0 and at most 100");
    require(fullWorkload > 0, "fullWorkload", fullWorkload, "must be positive");
    require(
        fullWorkload <= 1_000_000_000_000_000L, "fullWorkload", fullWorkload, "is out of range");
    require(shards >= 0 && shards <= MAX_SHARDS, "shards", shards, "must be 0 to " + MAX_SHARDS);
    require(
        tradeDate.getYear() >= 1970 && tradeDate.getYear() < 2200,
        "tradeDate",
        tradeDate,
        "must lie in 1970 to 2199");
    require(
        COMPRESSIONS.contains(compression), "compression", compression, "is not for message files");
  }

  /** One percent of the full workload in tagged lineage, plain, without truth and errors. */
  public static GeneratorSettings to(String output) {
    return new GeneratorSettings(
        output,
        1,
        FULL_WORKLOAD,
        1,
        DEFAULT_TRADE_DATE,
        0,
        Lineage.TAGGED,
        false,
        ErrorRates.NONE,
        Compression.UNCOMPRESSED,
        BuiltInModels.DEFAULT);
  }

  /** Events to generate, hit to about half a lifecycle a shard. */
  public long targetEvents() {
    return Math.max(1, Math.round(fullWorkload * (scale / 100)));
  }

  /** The same with another part of another full workload. */
  public GeneratorSettings withWorkload(double newScale, long newFullWorkload) {
    return new GeneratorSettings(
        output,
        newScale,
        newFullWorkload,
        seed,
        tradeDate,
        shards,
        lineage,
        truth,
        errors,
        compression,
        model);
  }

  /** The same from another seed. */
  public GeneratorSettings withSeed(long newSeed) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        newSeed,
        tradeDate,
        shards,
        lineage,
        truth,
        errors,
        compression,
        model);
  }

  /** The same on another day. */
  public GeneratorSettings withTradeDate(LocalDate newTradeDate) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        newTradeDate,
        shards,
        lineage,
        truth,
        errors,
        compression,
        model);
  }

  /** The same in another number of files. */
  public GeneratorSettings withShards(int newShards) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        tradeDate,
        newShards,
        lineage,
        truth,
        errors,
        compression,
        model);
  }

  /** The same in another lineage. */
  public GeneratorSettings withLineage(Lineage newLineage) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        tradeDate,
        shards,
        newLineage,
        truth,
        errors,
        compression,
        model);
  }

  /** The same with the expected lineage written beside the messages. */
  public GeneratorSettings withTruth() {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        tradeDate,
        shards,
        lineage,
        true,
        errors,
        compression,
        model);
  }

  /** The same with errors of all kinds on a share of the events. */
  public GeneratorSettings withErrors(double share) {
    return withErrors(ErrorRates.evenly(share));
  }

  /** The same with other errors. */
  public GeneratorSettings withErrors(ErrorRates newErrors) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        tradeDate,
        shards,
        lineage,
        truth,
        newErrors,
        compression,
        model);
  }

  /** The same in another compression. */
  public GeneratorSettings withCompression(Compression newCompression) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        tradeDate,
        shards,
        lineage,
        truth,
        errors,
        newCompression,
        model);
  }

  /** The same along another chain: a built-in one or a file's. */
  public GeneratorSettings withModel(String newModel) {
    return new GeneratorSettings(
        output,
        scale,
        fullWorkload,
        seed,
        tradeDate,
        shards,
        lineage,
        truth,
        errors,
        compression,
        newModel);
  }

  private static void require(boolean holds, String name, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException("--" + name + "=" + value + ": " + rule);
    }
  }
}
