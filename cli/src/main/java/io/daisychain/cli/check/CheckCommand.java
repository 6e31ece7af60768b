package io.daisychain.cli.check;

import io.daisychain.cli.job.PublishStage;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Findings;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.store.StoreSession;
import io.daisychain.store.write.StagingOptions;
import io.daisychain.store.write.StoreTrial;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tries, before any work, what a run on a cluster needs. */
@Command(
    name = "check",
    description = {
      "Tries what a run on a cluster needs, here and on all its workers.",
      "Give it the options of the run. A line each: the cluster and its slots, buffers and memory, store, "
          + "workers, versions, heap, tables, staging, clocks, input, folders and warehouse. ok is good, "
          + "note is worth knowing, FAIL is what the run will fail of, with what to set. Tables and "
          + "files that it makes go again. Exit code 1 if a line has FAIL.",
      ""
    },
    footer = {
      "",
      "  ./daisychain check --store=hbase://zk1:2181 --input='/shared/in/*' --rejects=/shared/rejects \\",
      "    --runner=FlinkRunner --flinkMaster=jobmanager:8081 --parallelism=8",
      "",
      "Beam's own options, such as --runner, can follow; so can --staging=FOLDER, where files of bulk "
          + "loads wait."
    })
public final class CheckCommand implements Callable<Integer> {
  /** Jars are uploaded first; a cluster without a free slot or core says so earlier. */
  private static final int ANSWER_SECONDS = 180;

  /** More than the cores of most clusters of Spark, which says too late how many it has. */
  private static final int SPARK_SLOTS = 16;

  @Option(
      names = "--input",
      paramLabel = "GLOB",
      description = "Files that workers are to read, a quoted pattern.")
  private String input;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = PublishStage.DEFAULT_OUTPUT,
      description = "Folder that publish writes into. Default: ${DEFAULT-VALUE}")
  private String output;

  @Mixin private StoreOptions store;
  @Mixin private WriteOption write;
  @Mixin private RejectsOption rejects;
  @Mixin private WarehouseOption warehouse;
  @Mixin private RunnerOptions runner;

  private final Findings findings = new Findings("warehouse".length());
  private StoreSession session;
  private StoreTrial trial;
  private List<WorkerReport> workers = List.of();
  private boolean answers = true;

  @Override
  public Integer call() throws IOException {
    PipelineOptions options = runner.options(store);
    if (RunnerOptions.isDataflow(options)) {
      throw new UsageException("check is for FlinkRunner, SparkRunner and DirectRunner");
    }
    FileSystems.setDefaultPipelineOptions(options);
    lookAtCluster(options);
    try {
      findings.tell("store", this::openStore);
      Finding tables = makeTrial();
      useFolders(options, tables);
    } finally {
      close();
    }
    findings.tell("warehouse", this::tryWarehouse);
    return findings.exitCode();
  }

  private void lookAtCluster(PipelineOptions options) {
    try {
      for (Map.Entry<String, Finding> each : RunnerSetup.look(options).entrySet()) {
        findings.tell(each.getKey(), each::getValue);
      }
    } catch (IOException e) {
      answers = false;
      findings.tell("cluster", () -> Finding.fail(ErrorCauses.message(e)));
    }
  }

  private Finding openStore() throws IOException {
    if (!store.exists()) {
      return Finding.note(store.address() + " is not there: ingest makes it");
    }
    session = store.impatient().open();
    return Finding.ok(store.address() + " answers");
  }

  /** What the program itself may do with tables. */
  private Finding makeTrial() {
    if (session == null) {
      return Finding.note("not tried without a store");
    }
    try {
      trial = StoreTrial.make(session.table(store.table()));
      return Finding.ok(trial.name() + " was made, written, read and removed");
    } catch (IOException e) {
      CommandLog.failure(e);
      return Finding.fail(ErrorCauses.message(e));
    }
  }

  private void useFolders(PipelineOptions options, Finding tables) throws IOException {
    List<SharedFolder> folders = new ArrayList<>();
    List<Closeable> opened = new ArrayList<>();
    String id = UUID.randomUUID().toString();
    for (String[] each :
        List.of(new String[] {"--rejects", rejects.shown()}, new String[] {"--output", output})) {
      if (Paths.isRemote(each[1])) {
        findings.tell(
            each[0].substring(2),
            () -> {
              Paths.check(options, each[0], each[1]);
              return Finding.ok(each[1] + " can be reached from here");
            });
        continue;
      }
      SharedFolder folder =
          new SharedFolder(each[0], Paths.absolute(each[1]), ".daisychain-trial-" + id + "-");
      try {
        opened.add(folder.open());
        folders.add(folder);
      } catch (IOException e) {
        findings.tell(
            each[0].substring(2), () -> Finding.fail(each[0] + ": " + ErrorCauses.message(e)));
      }
    }
    try {
      tellAll(options, tables, probe(options, id, folders));
    } finally {
      for (Closeable each : opened) {
        each.close();
      }
    }
  }

  private Probe probe(PipelineOptions options, String id, List<SharedFolder> folders)
      throws IOException {
    boolean files = trial != null && write.isBulk(trial.events().store(), false);
    String staging = options.as(StagingOptions.class).getStaging();
    String pattern = input == null ? null : Paths.absolutePattern(input);
    int found = pattern == null ? 0 : Probe.match(pattern).size();
    return new Probe(id, trial, files, staging, pattern, found, folders);
  }

  private void tellAll(PipelineOptions options, Finding tables, Probe probe) {
    boolean asks = !RunnerOptions.isDirect(options);
    WorkerReport here = (asks ? probe.ofProgram() : probe).look();
    long began = System.currentTimeMillis();
    if (asks && answers) {
      findings.tell(
          "workers",
          () -> {
            workers = ask(options, probe);
            return new WorkerFindings(here, workers, began, System.currentTimeMillis()).answers();
          });
    }
    WorkerFindings found = new WorkerFindings(here, workers, began, System.currentTimeMillis());
    findings.tell("versions", found::versions);
    findings.tell("heap", () -> found.heap(heapSetting(options)));
    boolean tried = trial != null;
    findings.tell(Probe.TABLES, () -> tried ? found.of(Probe.TABLES, tables.words()) : tables);
    if (probe.files() && (!asks || !workers.isEmpty())) {
      findings.tell(Probe.STAGING, () -> found.of(Probe.STAGING, "files can be bulk-loaded"));
    }
    findings.tell("clocks", found::clocks);
    if (input != null) {
      findings.tell(
          Probe.INPUT,
          () ->
              probe.inputFiles() == 0
                  ? Finding.fail("--input=" + input + " matches no file")
                  : found.of(Probe.INPUT, "--input=" + input + " matches " + probe.inputFiles()));
    }
    for (SharedFolder folder : probe.folders()) {
      findings.tell(folder.option().substring(2), () -> found.folder(folder));
    }
  }

  private static String heapSetting(PipelineOptions options) {
    if (RunnerOptions.isInProcess(options)) {
      return "DAISYCHAIN_JAVA_OPTS=-Xmx4g";
    }
    return RunnerOptions.isFlink(options)
        ? "taskmanager.memory.task.heap.size"
        : "spark.executor.memory";
  }

  /** Runs the probe as a job. */
  private static List<WorkerReport> ask(PipelineOptions options, Probe probe) throws IOException {
    RunnerSetup.takeAll(options);
    Pipeline pipeline = Pipeline.create(options);
    ProbeFn.build(pipeline, probe, SPARK_SLOTS);
    FutureTask<List<WorkerReport>> job =
        new FutureTask<>(() -> ProbeFn.reports(Runs.run(pipeline, "check")));
    Thread thread = new Thread(job, "daisychain-check");
    thread.setDaemon(true);
    thread.start();
    try {
      return job.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "no worker has done a small job for " + ANSWER_SECONDS + " s: are there any free?", e);
    } catch (ExecutionException e) {
      throw new IOException(ErrorCauses.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Finding tryWarehouse() throws IOException {
    warehouse.checkPublishing();
    return Finding.ok(warehouse.shown() + " can be published to");
  }

  private void close() throws IOException {
    StoreSession opened = session;
    if (opened != null) {
      try (opened) {
        if (trial != null) {
          trial.remove();
        }
      }
    }
  }
}
