package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.api.services.dataflow.model.DataflowPackage;
import io.daisychain.beam.Spill;
import io.daisychain.beam.StartOptions;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.datagen.GenerateJob;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.ingest.IngestJob;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.linkage.LinkJob;
import io.daisychain.linkage.plan.LinkPlan;
import io.daisychain.linkage.plan.LinkRun;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.linkage.plan.Partitioning;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.publish.PublishJob;
import io.daisychain.publish.PublishSettings;
import io.daisychain.publish.Shards;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.LogManager;
import org.apache.beam.runners.dataflow.options.DataflowPipelineDebugOptions;
import org.apache.beam.runners.dataflow.options.DataflowPipelineOptions;
import org.apache.beam.runners.dataflow.util.PackageUtil.StagedFile;
import org.apache.beam.runners.dataflow.util.Stager;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory;
import org.apache.beam.sdk.extensions.gcp.options.GcpOptions;
import org.apache.beam.sdk.extensions.gcp.options.GcsOptions;
import org.apache.beam.sdk.extensions.gcp.storage.NoopPathValidator;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.options.PipelineOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What Dataflow would be asked to run: the four jobs, translated without a cloud. */
class DataflowTranslationTest {
  private static final String[] CLOUD = {
    "--runner=DataflowRunner",
    "--project=project",
    "--region=europe-west3",
    "--tempLocation=gs://bucket/temp",
    "--gcpTempLocation=gs://bucket/temp", // else Dataflow asks the bucket for its policy
    "--numWorkers=12",
    "--workerMachineType=n2-standard-4",
    "--diskSizeGb=50"
  };
  private static final StoreConnector BIGTABLE =
      new StoreConnector(StoreAddress.parse("bigtable://project/instance", ""), 0);

  /** 2026-03-16. */
  private static final int DATE = 20_528;

  private static final KeyRanges RANGES = KeyRanges.of(SplitPoints.of(240));

  @TempDir private Path folder;

  @BeforeAll
  static void silenceLogs() {
    LogManager.getLogManager().reset();
  }

  @Test
  void generateShufflesShardsAndTheirSums() throws IOException {
    Pipeline pipeline = pipeline();
    GenerateJob.build(pipeline, GeneratorSettings.to("gs://bucket/work").withWorkload(1, 1_000));

    assertEquals(Set.of("Distribute shards", "Add up counts"), shuffles(translate(pipeline)));
  }

  @Test
  void ingestShufflesRangesAndFaults() throws IOException {
    Set<String> shuffles = shuffles(translate(ingest(pipeline())));

    assertEquals(
        Set.of(
            "Distribute ranges", // by 32 MB of file, small files by the group
            "View line counts", // by 32 MB of file
            "Write feedback", // faults, by the block
            "Write receipt", // counts of a file
            "Save sample of row keys", // a sample of the keys, one a trade date
            "Save changed keys", // 1 MB of keys at most, one a trade date
            "Add up counts"),
        shuffles);
  }

  private static Pipeline ingest(Pipeline pipeline) {
    IngestJob.build(
        pipeline,
        new IngestSettings(
            "gs://bucket/work/events-*.fix",
            EventReader.Rules.DEFAULT,
            ReferenceData.NONE,
            "gs://bucket/rejects",
            new StoreTable(BIGTABLE, "market_events"),
            new IngestSettings.NewDates(1, SplitPoints.of(240), 64),
            7,
            false,
            "run",
            Spill.none(),
            IngestSettings.RANGE_BYTES));
    return pipeline;
  }

  @Test
  void linkShufflesBlocksOfEventsAndUnresolvedParents() throws IOException {
    assertEquals(
        Set.of(
            "Distribute key ranges",
            "Group by partition", // parent references, by the block
            "Build Bloom filter",
            "Find repeated keys", // a filter of keys that two partitions have
            "Group by parent key", // by the block
            "Unite", // edges between components, by the block
            "Group with assignment", // parent references again, by the block
            "Group united components", // parent references, by the block
            "Save written keys", // 1 MB of keys at most, one a trade date
            "Write feedback", // errors, by the block
            "Add up counts"),
        shuffles(translate(link(Set.of(DATE), Map.of(DATE, RANGES), Map.of()))));
  }

  @Test
  void linkOverDatesShufflesWhatItReadsOfThoseThatItDoesNotScan() throws IOException {
    Set<Integer> dates = Set.of(DATE, DATE + 1);
    Map<Integer, Set<RowKey>> few = Map.of(DATE + 1, Set.of(new RowKey(1, 2)));
    Set<RowKey> keys = new TreeSet<>();
    for (int key = 0; key < 5_000; key++) {
      keys.add(new RowKey(1, key));
    }
    Map<Integer, Set<RowKey>> news = Map.of(DATE + 1, keys);
    Set<String> one = shuffles(translate(link(Set.of(DATE), Map.of(DATE, RANGES), Map.of())));
    Set<String> both = shuffles(translate(link(dates, Map.of(DATE, RANGES), news)));
    Set<String> read = shuffles(translate(link(dates, Map.of(), news)));

    Set<String> all = new TreeSet<>(one);
    all.add("Group events of other dates"); // parent references, by the block
    all.add("Feedback of other dates"); // ranges of dates
    assertEquals(all, both);
    all.removeAll(Set.of("Distribute key ranges", "Group by partition"));
    assertEquals(all, read);
    assertEquals(
        Set.of(
            "Group events",
            "Save written keys",
            "Feedback of other dates",
            "Write feedback",
            "Add up counts"),
        shuffles(translate(link(dates, Map.of(), few))));
  }

  private Pipeline link(
      Set<Integer> dates, Map<Integer, KeyRanges> scanned, Map<Integer, Set<RowKey>> read)
      throws IOException {
    Pipeline pipeline = pipeline();
    LinkJob.build(
        pipeline,
        new LinkSettings(
            EventReader.Rules.DEFAULT,
            ReferenceData.NONE,
            LinkSettings.TOLERANCE_NANOS,
            0,
            "gs://bucket/rejects",
            new StoreTable(BIGTABLE, "market_events"),
            LinkPlan.of(
                dates, scanned, read, Set.of(), Map.of(), Map.of(), Set.of(), Set.of(), 1, 2),
            false,
            new LinkRun(2, new TreeSet<>()),
            "run",
            Spill.none(),
            Partitioning.of(64),
            2,
            LinkSettings.filterKeysFor(0, 0)));
    return pipeline;
  }

  @Test
  void aWarmStartAddsOneStepThatWaitsAndNoShuffle() throws IOException {
    PipelineOptions options = options();
    options.as(StartOptions.class).setStartOn("projects/project/subscriptions/start");
    JsonNode cold = translate(ingest(pipeline()));
    JsonNode warm = translate(ingest(Pipeline.create(options)));

    List<String> added = new ArrayList<>(steps(warm));
    added.removeAll(steps(cold));
    assertEquals(1, added.size(), added::toString);
    assertTrue(added.get(0).startsWith("Await start/"), added::toString);
    assertEquals(shuffles(cold), shuffles(warm));
  }

  @Test
  void publishShufflesNothingButShardsAndSums() throws IOException {
    PublishSettings settings =
        new PublishSettings(
            new StoreTable(BIGTABLE, "market_events"),
            List.of(new Shards(DATE, RANGES)),
            folder.resolve("published").toString(),
            "run",
            Compression.ZSTD,
            KeptFiles.CSV,
            0);
    Pipeline pipeline = pipeline();
    PublishJob.build(pipeline, settings);

    assertEquals(Set.of("Distribute shards", "Add up counts"), shuffles(translate(pipeline)));
  }

  @Test
  void aSizedRunKeepsItsSize() throws IOException {
    Pipeline pipeline = pipeline();
    GenerateJob.build(pipeline, GeneratorSettings.to("gs://bucket/work").withWorkload(1, 1_000));

    JsonNode workers = translate(pipeline).at("/environment/workerPools/0");

    assertEquals(12, workers.get("numWorkers").asInt());
    assertEquals("n2-standard-4", workers.get("machineType").asText());
    assertEquals(50, workers.get("diskSizeGb").asInt());
    assertEquals(
        "AUTOSCALING_ALGORITHM_NONE", workers.at("/autoscalingSettings/algorithm").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--runner=DataflowRunner | needs --project and --region and --tempLocation",
        "--runner=DataflowRunner --project=p --region=r | needs --tempLocation",
        "--runner=DataflowRunner --project=p --region=r --tempLocation=gs://b/t"
            + " | is on this machine alone",
        "--runner=DataflowRunner --project=p --region=r --tempLocation=gs://b/t"
            + " --templateLocation=gs://b/template | before and after its job"
      })
  void refusesWhatCannotWork(String row) {
    String[] parts = row.split(" \\| ", 2);
    RunnerOptions read = read(parts[0].split(" ", -1));

    UsageException refusal =
        assertThrows(
            UsageException.class, () -> read.options(StoreOptions.of("embedded:dir", "t")));

    assertTrue(refusal.getMessage().contains(parts[1]), refusal.getMessage());
  }

  @Test
  void localFilesAreRefused() {
    UsageException refusal =
        assertThrows(
            UsageException.class,
            () -> Paths.checkForWorkers(options(), "--input", "work/events-*.fix"));

    assertTrue(refusal.getMessage().endsWith("give gs://"), refusal.getMessage());
  }

  private Pipeline pipeline() throws IOException {
    return Pipeline.create(options());
  }

  private PipelineOptions options() throws IOException {
    PipelineOptions options =
        read(CLOUD).options(StoreOptions.of("bigtable://project/instance", "market_events"));
    options.as(GcpOptions.class).setCredentialFactoryClass(NoopCredentialFactory.class);
    options.as(GcsOptions.class).setPathValidatorClass(NoopPathValidator.class);
    options.as(DataflowPipelineDebugOptions.class).setStagerClass(NoStager.class);
    DataflowPipelineOptions dataflow = options.as(DataflowPipelineOptions.class);
    Path jar = folder.resolve("staged.jar");
    Files.write(jar, new byte[] {1});
    dataflow.setFilesToStage(List.of(jar.toString()));
    dataflow.setTemplateLocation(folder.resolve("job.json").toString());
    return options;
  }

  private JsonNode translate(Pipeline pipeline) throws IOException {
    pipeline.run();
    return new ObjectMapper().readTree(folder.resolve("job.json").toFile());
  }

  private static RunnerOptions read(String... line) {
    RunnerOptions options = new RunnerOptions();
    new CommandLine(options).parseArgs(line);
    return options;
  }

  /** The names, as the jobs give them, of the steps in which Dataflow shuffles. */
  private static Set<String> shuffles(JsonNode job) {
    Set<String> names = new TreeSet<>();
    for (JsonNode step : job.get("steps")) {
      if (step.get("kind").asText().equals("GroupByKey")) {
        String name = step.at("/properties/user_name/value").asText();
        names.add(name.replaceFirst("/.*", ""));
      }
    }
    return names;
  }

  private static List<String> steps(JsonNode job) {
    List<String> names = new ArrayList<>();
    job.get("steps").forEach(step -> names.add(step.at("/properties/user_name/value").asText()));
    return names;
  }

  /** Stages nothing anywhere. */
  public static final class NoStager implements Stager {
    public static NoStager fromOptions(PipelineOptions options) {
      return new NoStager();
    }

    @Override
    public List<DataflowPackage> stageFiles(List<StagedFile> files) {
      return List.of();
    }

    @Override
    public DataflowPackage stageToFile(byte[] bytes, String name) {
      return new DataflowPackage().setName(name).setLocation("gs://bucket/" + name);
    }
  }
}
