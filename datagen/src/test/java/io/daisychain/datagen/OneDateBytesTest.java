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
    "equities, TAGGED, 0, 1, 62906da72882ad28ea90440d5796de19e28858bffc38366efcd5a57dd7898244",
    "equities, NATIVE, 0.2, 2, 6772f8c0f7e9685e0226a89f94adf5b131d132ffe3031f237193fe35f487b7c0",
    "market-maker, TAGGED, 0.2, 3, 7322858a856ab559fa4c4c5bbe22e72eee9432b5cee8abcda2d64ab436b1cb4b",
    "market-maker, NATIVE, 0, 4, 016e5e0bb25878e166b3d1dacb190e52dca25b4ff4eefb3cda086c54d6b7c626",
    "institutional, TAGGED, 0, 5, 99beb93d94d74516d3da7519dcfb6ec4a24881c9240c5b47fa501306d218064f",
    "institutional, NATIVE, 0.2, 6, 15248f22ee32a4cc6eb2393ff18cbb28a5856c7a09c132ba43cf6d61a1641fee",
    "stress, TAGGED, 0.2, 7, 2afe7cf8511de5ef920343ac6a280b7c5cedd6606b7d5ebfc3c2b83dd868b4d2",
    "stress, NATIVE, 0, 8, 2a2186a0f0827b75728f7a53cd9e2ce04350d6f63616b0115fc0a735cb4d1999"
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
