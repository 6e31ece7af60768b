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
    "equities, TAGGED, 0, 1, 660d0e9fa8eefd87c1f5314d414030a382637c5f469a46835bb174634e75d952",
    "equities, NATIVE, 0.2, 2, b67a7243712fca8ea4a17649dcafe2db20430b74e8cb383466a0c4b13786f489",
    "market-maker, TAGGED, 0.2, 3, d1baab8fb612db06129c1e75c40b847b3adb84625b59a2b4380eac4d27742027",
    "market-maker, NATIVE, 0, 4, ba87ba983ae23fa4acf6324fc3ccaead3c5164911a2550a5b00bc83589bd325b",
    "institutional, TAGGED, 0, 5, 5677b636e92a15d3d9c1d084b118499e21095525828618d8d6c473dbadf4532e",
    "institutional, NATIVE, 0.2, 6, d2f0302fdde9c399ad8cf396fcc02da2c5d74fe0a5812646a0ae4752eae3e61b",
    "stress, TAGGED, 0.2, 7, b144281ba423e01816430cac7f263be90950ebf85275c6037e396f9135e82efa",
    "stress, NATIVE, 0, 8, bb1142bcc54e7efebf4badae45f26255b4946eed6c75d4a6b776e944a546d47c"
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
