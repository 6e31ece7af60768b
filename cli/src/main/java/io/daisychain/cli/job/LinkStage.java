package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.audit.AuditFact;
import io.daisychain.beam.Spill;
import io.daisychain.cli.option.DaysOption;
import io.daisychain.cli.option.LinkOptions;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.SpillOptions;
import io.daisychain.cli.runner.WorkerSize;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.JobSteps;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.linkage.LinkJob;
import io.daisychain.linkage.NewestRun;
import io.daisychain.linkage.components.UniteComponents;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.linkage.plan.LinkChoice;
import io.daisychain.linkage.plan.LinkPlan;
import io.daisychain.linkage.plan.LinkRun;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.linkage.plan.Partitioning;
import io.daisychain.linkage.plan.PreparedLink;
import io.daisychain.linkage.plan.SubmissionSums;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.MetaTable;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.TableKeys;
import io.daisychain.store.WatchLease;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.write.WriteRows;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options and course of a link, alone or as part of a run. */
public final class LinkStage {
  /** So many events fit any heap. */
  private static final long SMALL = 100_000;

  /** Fewer are read from the server, and put, sooner than as files. */
  private static final long FEW_IN_FILES = 5_000;

  /** So many are linked before more threads than one would pay. */
  private static final long FEW = 20_000;

  /** A date is scanned where more than one event in so many is news: docs/days.md. */
  private static final long FEWEST_NEWS = 40;

  @Mixin private LinkOptions options = new LinkOptions();
  @Mixin private DaysOption days = new DaysOption();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = {
        "Parts that events are dealt into; each worker holds one in memory.",
        "Default: two a worker and more of many events, as many as the heap calls for"
      })
  private Integer partitions;

  public static LinkStage of(LinkOptions options) {
    LinkStage stage = new LinkStage();
    stage.options = options;
    return stage;
  }

  public static LinkStage withDefaults() {
    return new LinkStage();
  }

  /** Checks the options, before anything starts. */
  public void check(PipelineOptions options, ReferenceOption reference) throws IOException {
    FileSystems.setDefaultPipelineOptions(options);
    this.options.check();
    days.check();
    if (partitions != null && (partitions < 1 || partitions > LinkSettings.MOST_PARTITIONS)) {
      throw new UsageException(
          "--partitions=" + partitions + " must be from 1 to " + LinkSettings.MOST_PARTITIONS);
    }
    reference.check(options);
  }

  /** Says what linking will need; fails where the disk cannot hold it. */
  public void tell(StoreTable table, StoreAddress store, PipelineOptions options)
      throws IOException {
    long events = 0;
    for (StoredDate date : Dates.list(table)) {
      events += days.given().isEmpty() || days.given().contains(date.epochDay()) ? read(date) : 0;
    }
    RunForecast.ofEvents(events, options, MeasuredRates.Stage.LINK)
        .withLinks(store, options)
        .tell();
  }

  /** About how many events of a date will be read; those of few that changed are not counted. */
  private long read(StoredDate date) {
    long news = news(date);
    boolean isScanned = news * FEWEST_NEWS > date.events() || !days.isChanged();
    return isScanned ? date.events() + news : 0;
  }

  private static long news(StoredDate date) {
    long news = 0;
    for (StoredDate.Change change : date.news()) {
      // What a killed run has stored, nobody has counted.
      news += Math.max(0, change.count());
    }
    return news;
  }

  public ObjectNode run(StageContext context, ReferenceOption reference, RulesOptions rules)
      throws IOException {
    ObjectNode counts = runQuietly(context, reference, rules);
    print(counts);
    return counts;
  }

  /** The same without a word about its results. */
  public ObjectNode runQuietly(StageContext context, ReferenceOption reference, RulesOptions rules)
      throws IOException {
    return runQuietly(context, reference, rules, Long.MAX_VALUE);
  }

  /**
   * The same beside rows that are being stored.
   *
   * @param before version of dates from which on changes stay news, though some may be linked
   */
  public ObjectNode runQuietly(
      StageContext context, ReferenceOption reference, RulesOptions rules, long before)
      throws IOException {
    StoreTable table = context.table();
    WatchLease.requireNone(table);
    Attempt attempt = () -> link(context, reference, rules, before);
    try {
      return attempt.run();
    } catch (IOException | RuntimeException e) {
      if (!countedOn(table, e)) {
        throw e;
      }
      return attempt.run();
    }
  }

  /**
   * Steps of the job; the shares are those of a first run with files in the embedded store.
   *
   * @param events that are scanned
   */
  private static JobSteps steps(long events, Dates dates, Set<Integer> scanned) throws IOException {
    JobSteps steps =
        JobSteps.UNKNOWN.and("events scanned", 3, events).and("events linked", 5, events);
    long news = 0;
    for (StoredDate date : dates.list()) {
      news += scanned.contains(date.epochDay()) ? news(date) : 0;
    }
    // Else nobody can say: where rules changed it may be all or none.
    return news == 0 ? steps : steps.and(WriteRows.ROWS_WRITTEN, 2, Math.min(events, news));
  }

  /** Writes the feedback of dates of which all is linked, as a run that linked them would. */
  public void tell(
      StageContext context, RulesOptions rules, ReferenceData reference, Set<Integer> told)
      throws IOException {
    StoreTable table = context.table();
    try (TableAdmin tables = TableAdmin.open(table.store());
        Dates dates = Dates.open(table);
        MetaTable meta = tables.meta(table.name());
        Spill spill = SpillOptions.spill(context.options(), table.store())) {
      Set<Integer> stored = new TreeSet<>();
      dates.list().forEach(date -> stored.add(date.epochDay()));
      Set<Integer> known = new TreeSet<>(told);
      known.retainAll(stored);
      LinkOptions.Kept kept = options.of(meta, dates, rules.areNew(), context.runId());
      LinkSettings settings =
          new LinkSettings(
              rules.of(table, tables, dates, context.runId()),
              reference,
              TimeUnit.MILLISECONDS.toNanos(kept.toleranceMillis()),
              kept.gtcDays(),
              context.rejects().directoryOf(RejectsOption.Stage.LINK, context.runId()),
              table,
              LinkPlan.ofFindings(stored, known),
              false,
              new LinkRun(0, new TreeSet<>()),
              summaryOf(context.runId()),
              spill,
              Partitioning.of(1),
              1,
              0);
      Pipeline pipeline = Pipeline.create(context.options());
      LinkJob.buildFeedback(pipeline, settings);
      Runs.run(pipeline, "feedback");
    }
    context.rejects().finish(RejectsOption.Stage.LINK, context.runId());
  }

  /** By which rules events are linked. */
  LinkOptions.Kept kept(MetaTable meta, Dates dates, RulesOptions rules, StageContext context)
      throws IOException {
    return options.of(meta, dates, rules.areNew(), context.runId());
  }

  private ObjectNode link(
      StageContext context, ReferenceOption reference, RulesOptions rules, long before)
      throws IOException {
    StoreTable table = context.table();
    try (TableAdmin tables = TableAdmin.open(table.store());
        Dates dates = Dates.open(table);
        MetaTable meta = tables.meta(table.name());
        Spill spill = SpillOptions.spill(context.options(), table.store())) {
      dates.deleteDropped();
      if (!days.given().isEmpty()) {
        days.requireStored(dates.list());
      }
      EventReader.Rules understood = rules.of(table, tables, dates, context.runId());
      LinkOptions.Kept kept = options.of(meta, dates, rules.areNew(), context.runId());
      ReferenceData asked = reference(reference, meta, dates, kept.gtcDays(), context.runId());
      var prepared =
          PreparedLink.begin(
              table,
              tables,
              dates,
              meta,
              days.ofLink(),
              before,
              context.runId(),
              LinkChoice.SCANNED_FOR_ONE_READ);
      ObjectNode summary = JsonNodeFactory.instance.objectNode();
      if (!prepared.choice().isEmpty()) {
        Terminal.note("link " + prepared.choice().words());
        WorkerSize worker = WorkerSize.of(context.options());
        long events = rows(prepared.keys());
        LinkSettings settings =
            new LinkSettings(
                understood,
                asked,
                TimeUnit.MILLISECONDS.toNanos(kept.toleranceMillis()),
                kept.gtcDays(),
                context.rejects().directoryOf(RejectsOption.Stage.LINK, context.runId()),
                table,
                prepared.plan(),
                context.write().isBulk(table.store(), isFewer(events, FEW_IN_FILES)),
                prepared.run(),
                summaryOf(context.runId()),
                spill,
                partitioning(context, prepared.keys(), worker),
                UniteComponents.Plan.roundsFor(events, worker.heap()),
                LinkSettings.filterKeysFor(events, worker.heap()));
        Pipeline pipeline = Pipeline.create(context.options());
        LinkJob.build(pipeline, settings);
        long began = System.nanoTime();
        if (settings.isSmall() || isFewer(events, FEW)) {
          Runs.runLittle(pipeline, "link");
        } else {
          JobSteps steps = steps(events, dates, prepared.choice().scanned());
          LinkJob.filtered(Runs.run(pipeline, "link", steps))
              .ifPresent(words -> CommandLog.info("link: " + words));
        }
        MeasuredRates.keep(context.options(), MeasuredRates.Stage.LINK, events, began);
        summary =
            ReportOption.parse(
                SaveSummary.read(table, summaryOf(context.runId()))
                    .orElseThrow(() -> new IOException("link left no summary")));
      }
      ObjectNode counts = prepared.finish(summary);
      if (!prepared.choice().isEmpty()) {
        context.rejects().finish(RejectsOption.Stage.LINK, context.runId());
        prepared.keepTold(
            counts, context.rejects().directoryOf(RejectsOption.Stage.LINK, context.runId()));
        AuditTrail.enter(
            List.of(
                AuditFact.of("linked")
                    .with("run", context.runId())
                    .with("store", table.toString())));
      }
      counts.set("sums", SubmissionSums.of(meta, dates).sums());
      return counts;
    }
  }

  /** Prints, at the end of a command, what became of all stored messages. */
  public static void printSums(ObjectNode counts) {
    Terminal.result("sums     " + sumsLine(counts.get("sums")));
  }

  /** A line about the sums of a link run. */
  static String sumsLine(JsonNode sums) {
    long ingests = sums.get("ingests").asLong();
    String line =
        CountText.count(sums, "stored")
            + " by "
            + Terminal.number(ingests)
            + (ingests == 1 ? " ingest = " : " ingests = ")
            + CountText.count(sums, "events")
            + " + "
            + CountText.count(sums, "repeats")
            + " + "
            + CountText.count(sums, "duplicates");
    return sums.get("uncounted").asLong() == 0
        ? line
        : line + " - " + CountText.count(sums, "uncounted") + " of an ingest that did not end";
  }

  /** Each stage of a run has a summary. */
  private static String summaryOf(String runId) {
    return runId + "-link";
  }

  /** One try to link the table. */
  private interface Attempt {
    ObjectNode run() throws IOException;
  }

  /**
   * Where a run met rows of a later one than the meta table had counted, and so wrote nothing:
   * counts on from above them. What it wrote with smaller timestamps would never be seen.
   */
  private static boolean countedOn(StoreTable table, Exception failure) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store());
        MetaTable meta = tables.meta(table.name())) {
      if (!LinkRun.isBehind(meta)) {
        return false;
      }
      long newest = NewestRun.of(table);
      LinkRun.countFrom(meta, newest);
      Terminal.note(
          "%s; runs are counted on from %s, and all is linked anew"
              .formatted(ErrorCauses.message(failure), newest));
      return true;
    }
  }

  /**
   * The reference data that link asks. Where they say something else of a date than they did when
   * it was linked, the date is news.
   */
  static ReferenceData reference(
      ReferenceOption reference, MetaTable meta, Dates dates, int gtcDays, String run)
      throws IOException {
    Map<String, String> texts =
        reference.isGiven() ? reference.texts() : ReferenceOption.keptTexts(meta);
    ReferenceData asked = reference.isGiven() ? reference.data() : ReferenceData.parse(texts);
    if (reference.isGiven()) {
      Terminal.note("reference data: " + String.join("; ", asked.sizes()));
    }
    Optional<Map<String, String>> before = ReferenceOption.linkedTexts(meta);
    if (before.isPresent() && before.get().equals(texts)) {
      return asked;
    }
    Optional<ReferenceData> linked = before.map(ReferenceData::parse);
    int span = Math.max(2 * StoreDates.MOST_EARLIER, gtcDays);
    if (linked.isPresent()) {
      for (StoredDate date : dates.list()) {
        int day = date.epochDay();
        if (asked.participants().differsOn(day, linked.get().participants())
            || asked.businessDays().differsOn(day, linked.get().businessDays())
            || asked.successors().differsNear(day, span, linked.get().successors())) {
          dates.noteBasis(day, run);
        }
      }
    }
    ReferenceOption.keepLinked(meta, texts);
    return asked;
  }

  /** Rows of the dates that are scanned; those of others are few. */
  private static long rows(Map<Integer, TableKeys> keys) {
    return keys.values().stream().mapToLong(TableKeys::rows).sum();
  }

  /** Of no rows nobody has counted any. */
  private static boolean isFewer(long rows, long most) {
    return rows > 0 && rows < most;
  }

  private Partitioning partitioning(
      StageContext context, Map<Integer, TableKeys> keys, WorkerSize worker) throws IOException {
    keys.forEach((date, ofDate) -> Tables.tellCrowded(context.table().ofDate(date), ofDate));
    long events = rows(keys);
    var partitioning = Partitioning.sample(context.table(), keys, partitions(events, worker));
    double largest = partitioning.largestShare() * events;
    long heap = worker.heap();
    if (worker.isHere() && events > SMALL && !LinkSettings.fits(largest, heap)) {
      Terminal.note(
          String.format(
              Locale.ROOT,
              "about %,.0f events of one symbol and moment cannot be parted and may not fit a heap"
                  + " of %,d MB: give more with DAISYCHAIN_JAVA_OPTS=-Xmx",
              largest,
              heap >> 20));
    }
    return partitioning;
  }

  private int partitions(long events, WorkerSize worker) {
    long heap = worker.heap();
    int fitting = LinkSettings.partitionsFor(events, heap, worker.threads());
    if (partitions == null) {
      // Of workers elsewhere there may be many, and each is to have something to do.
      return worker.isHere() ? fitting : Math.max(LinkSettings.PARTITIONS, fitting);
    }
    if (worker.isHere() && partitions < fitting && fitting > LinkSettings.PARTITIONS) {
      Terminal.note(
          String.format(
              Locale.ROOT,
              "%,d events in --partitions=%d may not fit a heap of %,d MB: give --partitions=%d, or"
                  + " more heap with DAISYCHAIN_JAVA_OPTS=-Xmx",
              events,
              partitions,
              heap >> 20,
              fitting));
    }
    return partitions;
  }

  private static void print(ObjectNode counts) {
    Terminal.result(
        "link     %s, %s, %s, %s, %s; %s"
            .formatted(
                CountText.count(counts, "events"),
                CountText.count(counts, "edges"),
                CountText.count(counts, "lifecycles"),
                CountText.count(counts, "orphans"),
                CountText.count(counts, "cycles"),
                CountText.count(counts, "written")));
    Terminal.result(
        String.format(
            Locale.ROOT,
            "  rows     %,d read, %,d written, %,d of them linked differently before; %,d events"
                + " moved, %d rounds",
            counts.get("rows").asLong(),
            counts.get("written").asLong(),
            counts.get("changed").asLong(),
            counts.get("moved").asLong(),
            counts.get("rounds").asInt()));
    CountText.kinds("  faulty  ", counts.get("faultyByStatus"));
    if (counts.get("days").size() > 1) {
      CountText.kinds("  written ", counts.get("days"));
    }
  }
}
