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
    "equities, TAGGED, 0, 1, 6ef9147fd3248a139fc3de745b23ecd36890d4ee1a0336ac5867f534f12d8d55",
    "equities, NATIVE, 0.2, 2, e0feceb526b35220849e2d09da362c6c83d710c62c451e6bad47e61f57a26330",
    "market-maker, TAGGED, 0.2, 3, 93f069c099c42c640a9638b670b108caa8e481c07226186a33c9b8bbe008cbe9",
    "market-maker, NATIVE, 0, 4, 27c95b626519611d31a1c28acfe09e75f31e7034d72dbaa44dee5a8d29338b66",
    "institutional, TAGGED, 0, 5, 5d66ece63cfad8ad470bd3c936d30f52d69efa0417a1ecf742901a5f3b7e91f0",
    "institutional, NATIVE, 0.2, 6, 3d424c70a6d245f66007644a380be6740f567bce16f2b448134572ffca80a4c8",
    "stress, TAGGED, 0.2, 7, f0efb7be3aeaa24c8283c6b0103eb7fe70f410a8d84c20b6ed81ba496a7c7d26",
    "stress, NATIVE, 0, 8, 9845b0e7718fc9640e61d93d39172e3f497a372ba179612890aa4c3c3098e542"
  })
  void areTheSame(String model, Lineage lineage, double errors, long seed, String sha256)
      throws IOException, NoSuchAlgorithmException {
    compare(model, lineage, errors, seed, false, sha256);
  }

  @ParameterizedTest
  @CsvSource({
    "equities, NATIVE, 0.2, 9, 1aa4062f3491c3da216cf5905793ffdf95bb0e625307b45d36e2185768c3b6d9",
    "market-maker, TAGGED, 0, 10, 405738d230546630e766bb6f1d6d1ed600bc4f98d9baa24918264866a6212c58",
    "institutional, TAGGED, 0.2, 11, a6efa1d33674a7bbd07ee59f1611460a46f19f722db9ac8d6e5c204d75853e1e",
    "stress, NATIVE, 0, 12, fc90b3724dbfddd8e0dcfc031b796afaa28273ff716f7fb3e25339837b1eaa55"
  })
  void areTheSameWithBooks(String model, Lineage lineage, double errors, long seed, String sha256)
      throws IOException, NoSuchAlgorithmException {
    compare(model, lineage, errors, seed, true, sha256);
  }

  private void compare(
      String model, Lineage lineage, double errors, long seed, boolean books, String sha256)
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
    settings = books ? settings.withBooks() : settings;
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
