package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.testing.BucketServer;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Paths that begin with {@code gs://}, on a server that only this test has. */
@ExtendWith(SharedStore.class)
class RemotePathsIT {
  private static final String NO_CREDENTIALS =
      "--credentialFactoryClass=org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory";

  @TempDir private Path folder;
  private BucketServer server;
  private Program program;
  private String endpoint;

  @BeforeEach
  void startServer() throws IOException {
    server = BucketServer.start();
    endpoint = "--gcsEndpoint=" + server.root() + "/storage/v1/";
    program = Program.inProcess(folder);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void aWorkloadIsGeneratedIntoABucket() throws Exception {
    String[] options = {"--shards=2", "--truth", "--compression=zst", endpoint, NO_CREDENTIALS};
    Workload.generate(program, "here", 500, options);
    Workload.generate(program, "gs://bucket/there/", 500, options);

    assertSameFiles("here", "there");
  }

  @Test
  void everythingIsReadFromABucketAndWrittenToOne(RunningStore store) throws Exception {
    Workload.generate(program, "workload", 2_000, "--errors=0.05", "--shards=3");
    Workload.shuffle(folder.resolve("workload"), folder, new Random(1));
    for (String name : List.of("workload", "shuffled")) {
      for (Path file : files(name)) {
        server.files().put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }

    JsonNode here = run(store, "here", "", "");
    JsonNode there = run(store, "there", "gs://bucket/", "/");

    for (JsonNode counts : List.of(here, there)) {
      ((ObjectNode) counts.at("/ingest/inputs")).remove("others"); // by their names
      ((ObjectNode) counts.at("/link")).remove("moved"); // a run's parts are drawn anew
    }
    assertEquals(here, there);
    assertTrue(here.at("/ingest/rejected").asInt() > 0, here::toString);
    assertSameFiles("published", "published");
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("rejects/summary.csv")),
        server.files().get("rejects/summary.csv"));
  }

  @Test
  void aBucketThatAsksForCredentialsIsOneLineAndExitCode2() throws Exception {
    Files.writeString(folder.resolve("here.fix"), "");
    for (String line :
        List.of(
            "ingest --input=gs://closed/*.fix",
            "ingest --input=here.fix --reference=gs://closed/a",
            "ingest --input=here.fix --rejects=gs://closed/a",
            "generate --output=gs://closed/a",
            "link --rejects=gs://closed/a",
            "publish --output=gs://closed/a")) {
      assertRefused(program.run((line + " " + endpoint).split(" ", -1)), "no Google credentials");
    }
  }

  @Test
  void aBucketThatIsNotThereIsOneLineAndExitCode2() throws Exception {
    assertRefused(
        program.run("generate", "--output=gs://nowhere/a", endpoint, NO_CREDENTIALS),
        "there is no bucket nowhere");
  }

  @Test
  void aSchemeThatNobodyKnowsIsOneLineAndExitCode2() throws Exception {
    assertRefused(program.run("generate", "--output=s3://bucket/a"), "scheme s3");
  }

  @Test
  void aServerThatIsNotThereIsNotWaitedFor() throws Exception {
    server.close();

    UsageIT.assertFails(
        program.run("generate", "--output=gs://bucket/a", endpoint, NO_CREDENTIALS),
        "Google Cloud Storage cannot be reached: ConnectException");
  }

  private JsonNode run(RunningStore store, String table, String root, String slash)
      throws Exception {
    return program.counts(
        "run",
        "--input=" + root + "shuffled/*",
        "--reference=" + root + "workload" + slash,
        "--rejects=" + root + "rejects" + slash,
        "--output=" + root + "published" + slash,
        "--store=" + store.address(),
        "--table=remote_paths_" + table,
        endpoint,
        NO_CREDENTIALS);
  }

  /** The files of a folder, without those that are its own affair. */
  private List<Path> files(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }

  private void assertSameFiles(String here, String there) throws IOException {
    Set<String> found = new TreeSet<>(server.files().keySet());
    found.removeIf(name -> !name.startsWith(there + "/") || name.startsWith(there + "/."));
    Set<String> expected = new TreeSet<>();
    for (Path file : files(here)) {
      String name = there + "/" + file.getFileName();
      expected.add(name);
      assertArrayEquals(Files.readAllBytes(file), server.files().get(name), name);
    }
    assertEquals(expected, found);
  }

  private static void assertRefused(Ended ended, String words) {
    assertEquals(2, ended.exitCode(), ended::toString);
    assertEquals(1, ended.err().lines().count(), ended::toString);
    assertTrue(ended.err().contains(words), ended::toString);
  }
}
