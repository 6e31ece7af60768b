package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.datagen.lifecycle.Lineage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A workload of one trade date has the bytes that it had before workloads of several dates were
 * made: whoever kept a seed, or figures measured with one, can go on.
 */
class OneDateBytesTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "equities, TAGGED, 0, 1, e62031acd8b9ed437b067958f7bea3f5f093fd8c6cc0e2534c7ee889e3fc7738",
    "equities, NATIVE, 0.2, 2, 2be42b18f80173cb3a02909d60b526232c623f75690b759c6eb0a0b900388485",
    "market-maker, TAGGED, 0.2, 3, 6507611133045f3c72d920387ffd92635e0dee4cc0ee1e09cb066846a9f0a08d",
    "market-maker, NATIVE, 0, 4, c86c09835fbfc9b2b1cafd91496f2b70125c152024947124164d93a4ccca1526",
    "institutional, TAGGED, 0, 5, 034ad0da65d8a64d7fd3187e35e22db7ffcde3c28740bc6a610ffd490abe3ff7",
    "institutional, NATIVE, 0.2, 6, 4c3a13574e14d2a778ba1bfb005b47320e3241c69730f6a1738b4c7d02e2c539",
    "stress, TAGGED, 0.2, 7, 68e50a661cd68ba4a4958c02809c7afe73f3fe595478b9c7e92bcc6a5048d8ed",
    "stress, NATIVE, 0, 8, b5f1e079090fc4fa14343498fecfd4f9c7fe8475f5077eccdcc038dbadf80041"
  })
  void areTheSame(String model, Lineage lineage, double errors, long seed, String sha256)
      throws IOException, NoSuchAlgorithmException {
    GeneratorSettings settings =
        GeneratorSettings.to(directory.toString())
            .withWorkload(100, 12_000)
            .withSeed(seed)
            .withModel(model)
            .withLineage(lineage)
            .withErrors(errors)
            .withShards(2)
            .withTruth();
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setRunner(DirectRunner.class);
    options.setTargetParallelism(2);
    Pipeline pipeline = Pipeline.create(options);
    GenerateJob.build(pipeline, settings);
    pipeline.run().waitUntilFinish();

    assertEquals(sha256, digest(), model + " with seed " + seed);
  }

  /** Of names and bytes of all files but the list of the files. */
  private String digest() throws IOException, NoSuchAlgorithmException {
    List<Path> files;
    try (Stream<Path> found = Files.list(directory)) {
      files =
          found
              .filter(file -> !file.getFileName().toString().equals("generated-files.txt"))
              .sorted()
              .toList();
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (Path file : files) {
      digest.update(file.getFileName().toString().getBytes(StandardCharsets.US_ASCII));
      digest.update(Files.readAllBytes(file));
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
