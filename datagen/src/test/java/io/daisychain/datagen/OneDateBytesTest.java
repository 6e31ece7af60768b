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
 * A workload has the bytes that it had: whoever kept a seed, or figures measured with one, can go
 * on until a change of the market or of its orders is meant, and told in the changelog.
 */
class OneDateBytesTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "equities, TAGGED, 0, 1, 34e2b761904092ebda145d9da7f2c7ce7e3c6d628ae678376e3d5ef27bd7340e",
    "equities, NATIVE, 0.2, 2, 0fa7178c0003f7d96291a2eb8613967f05b987442f26865dbfa116eb01303463",
    "market-maker, TAGGED, 0.2, 3, 2f5846942fd189ace3bda607c6c27e9506dbade18f31fe4a39b30a0eaf624509",
    "market-maker, NATIVE, 0, 4, 68805f5bd7d5542226134a6c2b8f944aaafd72f0180ca16397ae0097e9cf7ffe",
    "institutional, TAGGED, 0, 5, d5409f247dabec3b25616cec1345422c10fe76497f094e17404a64e03f284bdd",
    "institutional, NATIVE, 0.2, 6, e6cc3ebdb48485b042e44b5d3ebf1622968f34129dfc1b2dcc0868746cbe34c3",
    "stress, TAGGED, 0.2, 7, 9ec84251823d7adf5ef9040ba769516a65ca6a2e79d9590c7d284959c8257abc",
    "stress, NATIVE, 0, 8, 418e9e9f6f9f4d7f089926f6793196d218ef044d8b0da3000e51508e6088b5da"
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
