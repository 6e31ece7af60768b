package io.daisychain.datagen;

import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The model, the settings and the number of shards of a workload. It holds the model's text, so
 * that workers need no model file.
 */
public final class WorkloadPlan implements Serializable {
  /** Usual events of a shard, some 300 MB. */
  private static final long USUAL_SHARD_EVENTS = 1_000_000;

  /** Fewer events are not worth a file of their own. */
  private static final long SMALLEST_SHARD_EVENTS = 5_000;

  private static final int USUAL_SHARDS = 16;

  private final GeneratorSettings settings;
  private final String modelSource;
  private final String modelYaml;
  private final int shards;
  private transient OrderChain
      chain; // read again by each worker: its tables are larger than the text

  private WorkloadPlan(GeneratorSettings settings, String modelSource, String modelYaml) {
    this.settings = settings;
    this.modelSource = modelSource;
    this.modelYaml = modelYaml;
    this.shards = settings.shards() > 0 ? settings.shards() : usualShards(settings.targetEvents());
  }

  /**
   * Reads the model and chooses the number of shards.
   *
   * @throws IllegalArgumentException if the model is wrong, or its trading hours do not lie on one
   *     UTC day
   */
  public static WorkloadPlan of(GeneratorSettings settings) {
    String model = settings.model();
    return BuiltInModels.has(model)
        ? of(settings, BuiltInModels.source(model), BuiltInModels.yaml(model))
        : of(settings, model, ChainReader.file(model));
  }

  static WorkloadPlan of(GeneratorSettings settings, String modelSource, String modelYaml) {
    WorkloadPlan plan = new WorkloadPlan(settings, modelSource, modelYaml);
    plan.day();
    return plan;
  }

  /** The settings of the workload. */
  public GeneratorSettings settings() {
    return settings;
  }

  /** Number of shards, each a file. */
  public int shards() {
    return shards;
  }

  /** Name of the model. */
  public String modelName() {
    return chain().name();
  }

  /** Number of events that a shard should have. */
  public long targetEvents(int shard) {
    long all = settings.targetEvents();
    return all / shards + (shard < all % shards ? 1 : 0);
  }

  /** Name of a shard's file of messages. */
  public String eventsFile(int shard) {
    return String.format(Locale.ROOT, "events-%05d-of-%05d.fix", shard, shards)
        + settings.compression().getSuggestedSuffix();
  }

  /** Name of a shard's file of messages that are sent after the deadline. */
  public String lateFile(int shard) {
    return String.format(Locale.ROOT, "events-late-%05d-of-%05d.fix", shard, shards)
        + settings.compression().getSuggestedSuffix();
  }

  /** Name of a shard's list of errors that were put in. */
  public String injectedFile(int shard) {
    return String.format(Locale.ROOT, "injected-%05d-of-%05d.csv", shard, shards);
  }

  /** Name of a shard's file of expected lineage. */
  public String truthFile(int shard) {
    return String.format(Locale.ROOT, "truth-%05d-of-%05d.csv", shard, shards);
  }

  /** Names of all files of the run. */
  Set<String> files() {
    Set<String> files = new LinkedHashSet<>();
    files.add(ReferenceFiles.PARTICIPANTS);
    files.add(ReferenceFiles.CUSTOMERS);
    files.add(ReferenceFiles.SYMBOLS);
    files.add(GenerateJob.SUMMARY_FILE);
    for (int shard = 0; shard < shards; shard++) {
      files.add(eventsFile(shard));
      files.add(lateFile(shard));
      files.add(truthFile(shard));
      files.add(injectedFile(shard));
    }
    return files;
  }

  synchronized OrderChain chain() {
    if (chain == null) {
      chain = ChainReader.read(modelSource, modelYaml);
    }
    return chain;
  }

  /** A new market; it caches prices and is not thread-safe. */
  Market market() {
    return new Market(chain().shape(), settings.seed());
  }

  TradingDay day() {
    return new TradingDay(chain().day(), settings.tradeDate());
  }

  private static int usualShards(long events) {
    long few = Math.max(1, Math.min(USUAL_SHARDS, events / SMALLEST_SHARD_EVENTS));
    return (int) Math.min(99_999, Math.max(few, events / USUAL_SHARD_EVENTS));
  }
}
