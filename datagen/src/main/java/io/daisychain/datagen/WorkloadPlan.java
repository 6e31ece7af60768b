package io.daisychain.datagen;

import static io.daisychain.datagen.lifecycle.Days.require;

import io.daisychain.datagen.cat.ReportFormat;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.chain.ChainReader;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.file.ReferenceFiles;
import io.daisychain.datagen.lifecycle.GtcOrders;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.SymbolRange;
import io.daisychain.datagen.quote.BackgroundTrades;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.model.CalendarDates;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

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
  private final int shardsOfDate;
  private transient OrderChain
      chain; // read again by each worker: its tables are larger than the text

  private WorkloadPlan(GeneratorSettings settings, String modelSource, String modelYaml) {
    this.settings = settings;
    this.modelSource = modelSource;
    this.modelYaml = modelYaml;
    int dates = settings.days().count();
    shardsOfDate =
        settings.shards() > 0
            ? settings.shards()
            : Math.min(
                GeneratorSettings.MAX_SHARDS / dates,
                usualShards(settings.targetEvents() / dates, dates));
    require(
        shards() <= GeneratorSettings.MAX_SHARDS,
        "shards",
        settings.shards(),
        "with " + dates + " dates must be at most " + GeneratorSettings.MAX_SHARDS / dates);
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

  public static WorkloadPlan of(GeneratorSettings settings, String modelSource, String modelYaml) {
    WorkloadPlan plan = new WorkloadPlan(settings, modelSource, modelYaml);
    require(
        settings.format() == ReportFormat.FIX || plan.chain().isOfSharesAlone(),
        "format",
        settings.format().name().toLowerCase(Locale.ROOT),
        "goes with models of orders in shares alone, in FIX 4.2");
    plan.day(0);
    plan.day(plan.shards() - 1);
    return plan;
  }

  /** The settings of the workload. */
  public GeneratorSettings settings() {
    return settings;
  }

  /** Number of shards: so many for each trade date, those of the first date first. */
  public int shards() {
    return shardsOfDate * settings.days().count();
  }

  /** True for a shard that comes first on its date: it is never empty. */
  boolean isFirstOfDate(int shard) {
    return shard % shardsOfDate == 0;
  }

  /** Name of the model. */
  public String modelName() {
    return chain().name();
  }

  /** Number of events that a shard should have. */
  public long targetEvents(int shard) {
    long all = settings.targetEvents();
    int dates = settings.days().count();
    int date = shard / shardsOfDate;
    all = all / dates + (date < all % dates ? 1 : 0);
    SymbolRange symbols = symbols(shard);
    return Math.round(all * symbols.to()) - Math.round(all * symbols.from());
  }

  /** The symbols in whose books a shard's orders stand. */
  SymbolRange symbols(int shard) {
    return SymbolRange.of(chain().shape(), shard % shardsOfDate, shardsOfDate);
  }

  /**
   * True where orders that stand at exchanges are quoted. What they show on a later date only the
   * shards of that date know: where orders live on, nobody would know all that is quoted then.
   */
  boolean areOrdersQuoted() {
    return settings.days().gtc() == 0;
  }

  /** Name of a shard's file of messages of its own trade date. */
  public String eventsFile(int shard) {
    return eventsFile(shard, epochDay(shard));
  }

  /** Name of a shard's file of messages of a trade date, its own or a later one. */
  String eventsFile(int shard, int epochDay) {
    boolean dated = settings.days().areSeveral();
    return messagesFile(dated ? "events-" + digits(epochDay) : "events", shard);
  }

  /** Name of a shard's file of messages that are handed in late. */
  String lateFile(int shard, int epochDay) {
    boolean dated = settings.days().areSeveral() || settings.days().late() > 0;
    return messagesFile(dated ? "late-" + digits(epochDay) : "events-late", shard);
  }

  /** Name of a shard's file of messages that are to be said in CAT. */
  String sourceFile(int shard, int epochDay) {
    boolean dated = settings.days().areSeveral();
    return messagesFile(dated ? "source-" + digits(epochDay) : "source", shard);
  }

  /** Names of all such files that a shard may have; none in a workload of FIX. */
  public List<String> sourceFiles(int shard) {
    List<String> files = new ArrayList<>();
    if (settings.format() != ReportFormat.FIX) {
      LocalDate last = lastDate(shard);
      for (LocalDate date = date(shard); !date.isAfter(last); date = TradingDay.nextWeekday(date)) {
        files.add(sourceFile(shard, (int) date.toEpochDay()));
      }
    }
    return files;
  }

  /** Name of a shard's list of errors that were put into records of CAT. */
  public String injectedIntoCatFile(int shard) {
    return "cat-injected" + number(shard) + ".csv";
  }

  private String messagesFile(String prefix, int shard) {
    return prefix + number(shard) + ".fix" + settings.compression().getSuggestedSuffix();
  }

  private String number(int shard) {
    return String.format(Locale.ROOT, "-%05d-of-%05d", shard, shards());
  }

  private static String digits(int epochDay) {
    return new String(CalendarDates.digits(epochDay), StandardCharsets.US_ASCII);
  }

  /** Name of a shard's list of errors that were put in. */
  public String injectedFile(int shard) {
    return "injected" + number(shard) + ".csv";
  }

  /** Name of a shard's list of what allocations give to which accounts. */
  String accountsFile(int shard) {
    return "allocations" + number(shard) + ".csv";
  }

  /** Name of a shard's list of the legs of orders. */
  String legsFile(int shard) {
    return "legs" + number(shard) + ".csv";
  }

  /** True where some orders have several legs. */
  boolean hasLegs() {
    return chain().instruments().spreads() > 0;
  }

  /** True where what was executed is allocated. */
  boolean hasAllocations() {
    return chain().allocations().customers() > 0;
  }

  /** Name of a shard's file of the versions of events that were repaired. */
  public String historyFile(int shard) {
    return "history" + number(shard) + ".csv";
  }

  /** Name of a shard's file of expected lineage. */
  public String truthFile(int shard) {
    return "truth" + number(shard) + ".csv";
  }

  /** Name of a shard's file of what link finds that looks for no parent on earlier dates. */
  public String unsearchedTruthFile(int shard) {
    return "gtc0-truth" + number(shard) + ".csv";
  }

  /** Name of a shard's list of events that are part of a behaviour. */
  String behavioursFile(int shard) {
    return "behaviours" + number(shard) + ".csv";
  }

  /** True where a shard writes which events are part of a behaviour. */
  boolean hasBehaviourTruth() {
    return settings.truth() && !settings.behaviours().isNone();
  }

  /** Name of a shard's file of quotes. */
  String quotesFile(int shard) {
    return "quotes" + number(shard) + ".csv";
  }

  /** Name of a shard's file of trades. */
  String tradesFile(int shard) {
    return "trades" + number(shard) + ".csv";
  }

  /** Name of a shard's part of {@link GenerateJob#MARKET_TRUTH_FILE}. */
  String marketTruthFile(int shard) {
    return "part-of-truth-market" + number(shard) + ".csv";
  }

  /** True where it is known what must be found of the market: errors would change it. */
  boolean hasMarketTruth() {
    return settings.market()
        && settings.truth()
        && settings.errors().isNone()
        && settings.repairs().isNone();
  }

  /** True for one of the workload's trade dates, counted from 1970-01-01. */
  boolean hasDate(int epochDay) {
    for (int shard = 0; shard < shards(); shard += shardsOfDate) {
      if (epochDay(shard) == epochDay) {
        return true;
      }
    }
    return false;
  }

  /** The symbols of which a shard writes the quotes on its date. */
  IntPredicate quotedSymbols(int shard) {
    return symbols(shard)::has;
  }

  /** True where {@link #unsearchedTruthFile} says something else than {@link #truthFile}. */
  boolean hasUnsearchedTruth() {
    return settings.truth()
        && settings.lineage() == Lineage.NATIVE
        && settings.days().gtc() > 0
        && settings.format() == ReportFormat.FIX;
  }

  /** True where a shard writes which versions its events have. */
  boolean hasHistory() {
    return settings.truth() && !settings.repairs().isNone();
  }

  /** Names of all files of the run. */
  Set<String> files() {
    Set<String> files = new LinkedHashSet<>();
    files.add(ReferenceFiles.PARTICIPANTS);
    files.add(ReferenceFiles.CUSTOMERS);
    files.add(ReferenceFiles.SYMBOLS);
    files.add(GenerateJob.SUMMARY_FILE);
    for (int shard = 0; shard < shards(); shard++) {
      LocalDate last = lastDate(shard);
      for (LocalDate date = date(shard); !date.isAfter(last); date = TradingDay.nextWeekday(date)) {
        files.add(eventsFile(shard, (int) date.toEpochDay()));
        files.add(lateFile(shard, (int) date.toEpochDay()));
      }
      if (settings.format() != ReportFormat.FIX) {
        files.addAll(sourceFiles(shard));
        files.add(injectedIntoCatFile(shard));
        files.add(OutputDirectory.RECORDS);
      }
      files.add(truthFile(shard));
      if (hasUnsearchedTruth()) {
        files.add(unsearchedTruthFile(shard));
      }
      files.add(injectedFile(shard));
      if (hasHistory()) {
        files.add(historyFile(shard));
      }
      if (hasAllocations() && settings.truth()) {
        files.add(accountsFile(shard));
      }
      if (hasLegs() && settings.truth()) {
        files.add(legsFile(shard));
      }
      if (hasBehaviourTruth()) {
        files.add(behavioursFile(shard));
      }
      if (settings.market()) {
        files.add(quotesFile(shard));
        files.add(tradesFile(shard));
      }
      if (hasMarketTruth()) {
        files.add(marketTruthFile(shard));
      }
    }
    if (hasMarketTruth()) {
      files.add(GenerateJob.MARKET_TRUTH_FILE);
    }
    return files;
  }

  synchronized OrderChain chain() {
    if (chain == null) {
      chain = ChainReader.read(modelSource, modelYaml);
    }
    return chain;
  }

  /** The firms and symbols. */
  Market market() {
    return new Market(chain().shape(), settings.seed());
  }

  /** What the exchanges quote on a shard's date and those to which its orders can live. */
  Quotes quotes(int shard) {
    long events = settings.targetEvents() / settings.days().count();
    return new Quotes(chain().shape(), day(shard), shard / shardsOfDate, settings.seed(), events);
  }

  /** What others trade at the quotes of a shard's date. */
  BackgroundTrades backgroundTrades(int shard, Quotes quotes) {
    return new BackgroundTrades(chain().shape(), day(shard), quotes);
  }

  /** Which of its lifecycles live over several trade dates. */
  GtcOrders gtc() {
    return settings.days().areSeveral()
        ? GtcOrders.of(settings.days())
        : GtcOrders.ofModel(chain());
  }

  /** The trading hours of a shard's date and of those to which its orders can live. */
  TradingDay day(int shard) {
    int nights = settings.days().areSeveral() ? nights(shard) : TradingDay.NIGHTS;
    return new TradingDay(chain().day(), date(shard), nights);
  }

  /** No order lives past the last date: those after it would have nothing but leftovers. */
  private int nights(int shard) {
    int left = settings.days().count() - 1 - shard / shardsOfDate;
    return Math.min(left, settings.days().gtcSpan());
  }

  /** The trade date of a shard, on which all its lifecycles begin. */
  LocalDate date(int shard) {
    if (!settings.days().areSeveral()) {
      return settings.tradeDate();
    }
    // A weekend at the beginning is skipped.
    return weekdaysAfter(settings.tradeDate().minusDays(1), 1 + shard / shardsOfDate);
  }

  /** The date of a shard, counted from 1970-01-01. */
  int epochDay(int shard) {
    return (int) date(shard).toEpochDay();
  }

  /** The last date that has a file of a shard. */
  private LocalDate lastDate(int shard) {
    return settings.days().areSeveral() ? weekdaysAfter(date(shard), nights(shard)) : date(shard);
  }

  private static LocalDate weekdaysAfter(LocalDate date, int weekdays) {
    LocalDate later = date;
    for (int i = 0; i < weekdays; i++) {
      later = TradingDay.nextWeekday(later);
    }
    return later;
  }

  /** Files of a date of so many events: several for all workers, unless the dates are enough. */
  private static int usualShards(long events, int dates) {
    long few = Math.max(1, Math.min(USUAL_SHARDS / dates, events / SMALLEST_SHARD_EVENTS));
    return (int) Math.min(99_999, Math.max(few, events / USUAL_SHARD_EVENTS));
  }
}
