package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.daisychain.datagen.fault.RepairRates;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.Lineage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateJobIT {
  @TempDir private Path parent;
  private Path directory;

  @BeforeEach
  void nameADirectoryThatIsNotThereYet() {
    directory = parent.resolve("made/on demand");
  }

  private GeneratorSettings settings() {
    return GeneratorSettings.to(directory.toString())
        .withWorkload(100, 6_000)
        .withSeed(3)
        .withShards(3)
        .withTruth();
  }

  private static void run(GeneratorSettings settings, int workers) {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setRunner(DirectRunner.class);
    options.setTargetParallelism(workers);
    Pipeline pipeline = Pipeline.create(options);
    GenerateJob.build(pipeline, settings);
    pipeline.run().waitUntilFinish();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private byte[] bytes(String file) throws IOException {
    return Files.readAllBytes(directory.resolve(file));
  }

  @Test
  void writesTheBytesOfEachShardWhateverTheNumberOfWorkers() throws IOException {
    WorkloadPlan plan = WorkloadPlan.of(settings());
    for (int workers : new int[] {1, 4, 16}) {
      run(settings(), workers);

      ShardSummary sum = ShardSummary.EMPTY;
      for (int shard = 0; shard < 3; shard++) {
        GeneratedMessage.Output alone = GeneratedMessage.shard(plan, shard);
        sum = sum.plus(alone.summary());
        byte[] events = alone.events().getBytes(StandardCharsets.ISO_8859_1);
        assertTrue(Arrays.equals(events, bytes(plan.eventsFile(shard))), "shard " + shard);
        assertEquals(alone.truth(), Files.readString(directory.resolve(plan.truthFile(shard))));
      }
      assertEquals(
          sum.toJson() + "\n", Files.readString(directory.resolve(GenerateJob.SUMMARY_FILE)));
    }
  }

  @Test
  void writesTheFilesOfEachDateWhateverTheNumberOfWorkers() throws IOException {
    GeneratorSettings settings =
        settings().withShards(2).withLineage(Lineage.NATIVE).withDays(new Days(3, 0.8, 5, 0.3));
    run(settings, 1);
    List<String> files = files();
    Map<String, byte[]> first = new HashMap<>();
    for (String file : files) {
      first.put(file, bytes(file));
    }

    run(settings, 8);

    assertEquals(files, files());
    for (String file : files) {
      assertTrue(Arrays.equals(first.get(file), bytes(file)), file);
    }
    assertTrue(files.contains("events-20260318-00001-of-00006.fix"), files.toString());
    assertTrue(files.contains("late-20260318-00005-of-00006.fix"), files.toString());
    assertTrue(files.contains("gtc0-truth-00005-of-00006.csv"), files.toString());

    run(settings().withShards(1), 1);

    assertEquals(8, files().size(), "files of the dates are gone: " + files());
  }

  @Test
  void replacesWhatAnEarlierRunLeftAndNothingElse() throws IOException {
    RepairRates repairs = RepairRates.parse("0.1");
    run(settings().withShards(3).withCompression(Compression.GZIP).withRepairs(repairs), 1);
    Files.writeString(directory.resolve("notes.txt"), "mine");

    run(settings().withShards(1), 1);

    assertEquals(
        List.of(
            "customers.csv",
            "events-00000-of-00001.fix",
            "generate-summary.json",
            "generated-files.txt",
            "injected-00000-of-00001.csv",
            "notes.txt",
            "participants.csv",
            "symbols.csv",
            "truth-00000-of-00001.csv"),
        files());
  }

  @Test
  void compressesTheSameMessages() throws IOException {
    run(settings().withCompression(Compression.UNCOMPRESSED), 2);
    byte[] plain = bytes("events-00001-of-00003.fix");
    run(settings().withCompression(Compression.GZIP), 2);
    byte[] gz = bytes("events-00001-of-00003.fix.gz");
    assertFalse(files().contains("events-00001-of-00003.fix"));
    run(settings().withCompression(Compression.ZSTD), 2);
    byte[] zst = bytes("events-00001-of-00003.fix.zst");

    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gz))) {
      assertTrue(Arrays.equals(plain, in.readAllBytes()));
    }
    try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(zst))) {
      assertTrue(Arrays.equals(plain, in.readAllBytes()));
    }
  }

  @Test
  void writesReferenceDataThatKnowsEveryFirmSymbolAndCustomer() throws IOException {
    run(settings().withShards(1), 1);

    String participants = Files.readString(directory.resolve("participants.csv"));
    String symbols = Files.readString(directory.resolve("symbols.csv"));
    String customers = Files.readString(directory.resolve("customers.csv"));
    assertTrue(participants.startsWith("mpid,name,valid_from,valid_to\n"));
    assertTrue(customers.startsWith("customer_id,mpid,valid_from,valid_to\n"));
    assertTrue(symbols.startsWith("symbol,name,valid_from,valid_to,successor\n"));
    for (String line : Files.readAllLines(directory.resolve("events-00000-of-00001.fix"))) {
      GeneratedMessage message = GeneratedMessage.of(line);
      assertTrue(participants.contains("\n" + message.value(49) + ","), line);
      assertTrue(symbols.contains("\n" + message.value(55) + ",") || !message.type().isOrder());
      if (!message.value(109).isEmpty()) {
        assertTrue(
            customers.contains("\n" + message.value(109) + "," + message.value(49) + ","), line);
      }
    }
  }
}
