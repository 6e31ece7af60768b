package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.AuditedSessions;
import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.job.IntervalWatch;
import io.daisychain.cli.job.LinkStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.job.WatchStage;
import io.daisychain.cli.option.LinkOptions;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RulesOptions;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WindowOptions;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.serve.ServicePart;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.CountText;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.ingest.MessageCounts;
import io.daisychain.listen.SessionLog;
import io.daisychain.model.TradeDates;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.WatchLease;
import io.daisychain.store.dates.IngestedMessages;
import io.daisychain.watch.Watch;
import io.daisychain.watch.WatchHooks;
import io.daisychain.watch.WatchPorts;
import io.daisychain.watch.WatchSettings;
import io.daisychain.watch.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = {
      "Takes submissions as they come, stores and links them at once, and serves subscribers, until "
          + "it is ended (SIGTERM).",
      "What a source has been told is durable, as --durable says: after a kill the same command goes on. "
          + "ingest, link and drop wait until it has ended; publish, row, tree and sql do not.",
      ""
    },
    footer = {"", "  ./daisychain watch --input=incoming --reference=reference"})
final class WatchCommand implements Callable<Integer>, ServicePart {

  /** From a signal or a failure to the end of the program. */
  private static final long END_SECONDS = 50;

  @Option(
      names = "--alertAfter",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "After so many seconds an orphan, and a route without an accept, is an alert. Default:"
              + " ${DEFAULT-VALUE}")
  private int alertAfter = 5;

  @Option(
      names = "--backlog",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Messages read and not durable yet, beyond which reading stops. Default:"
              + " ${DEFAULT-VALUE}")
  private int backlog = 10_000;

  @Option(
      names = "--mostDates",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Trade dates that the store takes; messages of further ones are rejected. Default:"
              + " ${DEFAULT-VALUE}")
  private int mostDates = 1_000;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description =
          "Takes what has come to --input in each interval together, such as 30s, 1m or 2h, by the"
              + " jobs of ingest and link on any --runner; without subscribers and FIX sessions.")
  private String interval;

  @Option(
      names = "--standby",
      description =
          "Waits while another watch runs on the table, and takes its place when that ends or is"
              + " killed.")
  private boolean standby;

  @Mixin private WatchSourceOptions sources;
  @Mixin private DurableOptions durable;
  @Mixin private WindowOptions windows;
  @Mixin private ReferenceOption reference;
  @Mixin private RulesOptions rules;
  @Mixin private LinkOptions linkOptions;
  @Mixin private RejectsOption rejects;
  @Mixin private StoreOptions store;
  @Mixin private WriteOption write;
  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  private CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private Host host = new Alone();
  private volatile int exitCode = 1;
  private volatile boolean signalled;
  private volatile Throwable failure;
  private volatile WatchLease lease;

  /** Only other users of a store that this process started may still have to be waited for. */
  private volatile boolean hasEnded;

  @Override
  public Integer call() throws IOException {
    Thread hook = new Thread(this::end, "daisychain-watch-end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      exitCode = report.around("watch", this::work);
      return exitCode;
    } catch (IOException | RuntimeException e) {
      if (signalled) {
        Main.say(e); // nobody else gets to it any more
      }
      throw e;
    } finally {
      ended.countDown();
      removeHook(hook);
    }
  }

  @Override
  public void checkPart() throws IOException {
    if (interval != null) {
      throw new UsageException(
          "--interval is for watch by itself: serve takes --input and --every");
    }
    check(runner.options(store));
  }

  @Override
  public void stay(CountDownLatch toldToEnd, Host process) throws IOException {
    stopping = toldToEnd;
    host = process;
    try {
      report.around("watch", this::work);
    } finally {
      ended.countDown();
    }
  }

  /** A process that does nothing else. */
  private static final class Alone implements Host {
    @Override
    public void ready(String line, State state) {
      Terminal.result(line);
    }

    @Override
    public void waits(String reason) {
      Terminal.note(reason);
    }
  }

  private static State stateOf(Watch watch) {
    return new State() {
      @Override
      public String progress() {
        return watch.progress();
      }

      @Override
      public String metrics() {
        return watch.metrics();
      }
    };
  }

  /** A signal has come: ends in order, with the exit code of the command. */
  private void end() {
    signalled = true;
    stopping.countDown();
    endInTime();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Terminal.out().flush();
    Runtime.getRuntime().halt(Main.entered(exitCode));
  }

  /**
   * Ends the program where the store answers nobody any more: one that is gone is asked for half a
   * minute by each who wants something of it. It costs no message, as a kill does not. Where it
   * answers, the feedback of a large day takes its time.
   */
  private void endInTime() {
    Thread thread =
        new Thread(
            () -> {
              try {
                if (isStoreSilent()) {
                  Main.say(
                      new IOException(
                          "the store has not answered for "
                              + END_SECONDS
                              + " seconds: what was not told is taken again"
                              + (failure == null ? "" : ": " + ErrorCauses.message(failure))));
                  Terminal.out().flush();
                  Runtime.getRuntime().halt(1);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "daisychain-watch-end");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits until the command has ended, or the store has not answered for long. */
  private boolean isStoreSilent() throws InterruptedException {
    long began = System.nanoTime();
    while (!ended.await(1, TimeUnit.SECONDS) && !hasEnded) {
      long last = lease != null && lease.heard() - began > 0 ? lease.heard() : began;
      if (System.nanoTime() - last > TimeUnit.SECONDS.toNanos(END_SECONDS)) {
        return true;
      }
    }
    return false;
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      CommandLog.info("ended by a signal");
    }
  }

  private void check(PipelineOptions options) throws IOException {
    FileSystems.setDefaultPipelineOptions(options);
    if (interval == null && !RunnerOptions.isDirect(options)) {
      throw new UsageException(
          "watch runs in this process: leave --runner out, or give --interval");
    }
    if (interval != null) {
      IntervalWatch.parse("--interval", interval);
      sources.checkFilesAlone(options);
    }
    durable.check(interval != null);
    sources.check(reference.isGiven());
    if (windows.settings(TradeDates.UTC) != null && !sources.handsOnTicks()) {
      throw new UsageException("--windows needs --ticks=PORT, where quotes come, and --serve=PORT");
    }
    if (alertAfter < 0) {
      throw new UsageException("--alertAfter=" + alertAfter + " must be 0 or more");
    }
    if (backlog < 1) {
      throw new UsageException("--backlog=" + backlog + " must be 1 or more");
    }
    rules.check();
    linkOptions.check();
    reference.check(options);
    rejects.check(options, RejectsOption.Stage.INGEST, RejectsOption.Stage.LINK);
  }

  private ObjectNode work(String runId) throws IOException {
    PipelineOptions options = runner.options(store);
    check(options);
    sources.tellWhoIsBelieved();
    try (StoreSession session = store.open()) {
      session.stayAtExit();
      StoreTable table = session.table(store.table());
      StageContext context = new StageContext(table, rejects, write, options, runId);
      // It fails before it waits, and makes the table.
      IngestStage.Basis basis = IngestStage.basis(context, rules, reference);
      try (Journal journal = durable.open(table, this::fail);
          WatchLease held = take(table, journal)) {
        if (held == null) {
          return JsonNodeFactory.instance.objectNode();
        }
        lease = held;
        held.onLoss(this::fail);
        if (standby) { // the one before may have been told something else
          basis = IngestStage.basis(context, rules, reference);
        }
        ObjectNode counts =
            interval == null ? watch(context, basis, journal) : inIntervals(context);
        hasEnded = true;
        return counts;
      }
    }
  }

  /** The right to watch; null where it ended while it stood by. */
  private WatchLease take(StoreTable table, Journal journal) throws IOException {
    if (!standby) {
      return WatchLease.take(table);
    }
    if (journal != null) {
      journal.follow();
    }
    return WatchLease.await(table, new Waiting()).orElse(null);
  }

  /** Stands by. */
  private final class Waiting implements WatchLease.Standby {
    @Override
    public void waitsFor(String holder) {
      host.waits("watch stands by: " + holder + " watches");
    }

    @Override
    public boolean hasEnded() {
      return stopping.getCount() == 0;
    }
  }

  private void requireNoFailure() throws IOException {
    if (failure != null) {
      throw new IOException(ErrorCauses.message(failure), failure);
    }
  }

  private void fail(Throwable cause) {
    if (failure == null) {
      endInTime();
      failure = cause;
    }
    stopping.countDown();
  }

  private ObjectNode watch(StageContext context, IngestStage.Basis basis, Journal journal)
      throws IOException {
    LinkStage link = LinkStage.of(linkOptions);
    Hooks hooks = new Hooks(context, link);
    WatchPorts ports = sources.ports(basis, windows, alertAfter);
    WatchSettings settings =
        WatchStage.settings(context, basis, link, reference, rules, mostDates, backlog)
            .durable(durable.when(), journal);
    Watch watch = Watch.start(settings, hooks, ports);
    try {
      host.ready(watch.ready(), stateOf(watch));
      await(watch);
    } finally {
      watch.close();
    }
    ObjectNode counts = ReportOption.parse(watch.counts().toJson());
    requireNoFailure();
    context.rejects().finish(RejectsOption.Stage.INGEST, context.runId());
    if (!watch.dates().isEmpty()) {
      link.tell(context, rules, settings.link().reference(), watch.dates());
    }
    Terminal.result(CountText.messages("watch    ", counts));
    return counts;
  }

  private ObjectNode inIntervals(StageContext context) throws IOException {
    LinkStage link = LinkStage.of(linkOptions);
    IntervalWatch.Stages stages =
        new IntervalWatch.Stages() {
          @Override
          public ObjectNode ingest(String pattern, StageContext run) throws IOException {
            return IngestStage.of(pattern, reference, rules, mostDates).run(run);
          }

          @Override
          public void link(StageContext run) throws IOException {
            link.run(run, reference, rules);
          }
        };
    ObjectNode counts =
        new IntervalWatch(
                sources.folder(), IntervalWatch.parse("--interval", interval), stages, context)
            .run(stopping);
    requireNoFailure();
    Terminal.result(CountText.messages("watch    ", counts));
    return counts;
  }

  private void await(Watch watch) {
    boolean stopped = false;
    while (!stopped) {
      try {
        stopped = stopping.await(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      if (host instanceof Alone && Terminal.isInteractive()) {
        Terminal.progress(stopped ? "" : "watch: " + watch.progress());
      }
    }
  }

  /** What watching asks of the command. */
  private final class Hooks implements WatchHooks {
    private final StageContext context;
    private final LinkStage link;

    Hooks(StageContext context, LinkStage link) {
      this.context = context;
      this.link = link;
    }

    @Override
    public void linkAll(long before) throws IOException {
      link.runQuietly(context, reference, rules, before);
    }

    @Override
    public void storedSoFar(Map<Integer, Long> byDate) throws IOException {
      try (MetaTable meta = MetaTable.open(context.table())) {
        IngestedMessages.note(meta, context.runId(), byDate);
      }
    }

    @Override
    public void taken(Path file, MessageCounts.Totals counts) throws IOException {
      AuditedSessions.taken(context.runId(), context.table().toString(), file, counts);
    }

    @Override
    public SessionLog sessions() {
      return new AuditedSessions();
    }

    @Override
    public void requireAlone() throws IOException {
      lease.requireHeld();
    }

    @Override
    public void failed(Throwable cause) {
      fail(cause);
    }
  }
}
