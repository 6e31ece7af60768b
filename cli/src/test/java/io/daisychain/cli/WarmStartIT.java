package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.PubsubServer;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers come up, and the job begins when a message says so. */
@ExtendWith(SharedStore.class)
class WarmStartIT {
  private static final String NO_CREDENTIALS =
      "--credentialFactoryClass=org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory";

  private static final String TABLE = "--table=no_start";

  @TempDir private Path folder;

  @Test
  void aMessageStartsTheFirstJobOfACommandAndTheOthersFollow(RunningStore store) throws Exception {
    Program program = Program.inProcess(folder);
    Workload.generate(program, "workload", 300, "--shards=2");
    Path late = folder.resolve("workload/events-00000-of-00002.fix");
    String input = "--input=" + folder.resolve("workload/events-*");
    Path held = Files.move(late, folder.resolve("held.fix"));

    try (PubsubServer server = PubsubServer.start()) {
      server.send("of-yesterday");
      Program.Command waiting =
          new Program(folder)
              .start(
                  "run",
                  input,
                  "--reference=workload",
                  "--store=" + store.address(),
                  "--table=warm_start",
                  "--report=report.json",
                  "--startOn=" + PubsubServer.SUBSCRIPTION,
                  "--startEndpoint=" + server.root(),
                  NO_CREDENTIALS);
      assertTrue(waiting.awaitThat(() -> server.pulls() > 2), waiting::toString);
      Files.move(held, late);
      server.send("of-today");
      Ended ended = waiting.await();

      assertEquals(0, ended.exitCode(), ended::toString);
      assertTrue(ended.err().contains("workers wait for a message on"), ended::toString);
      assertEquals(List.of("ack-of-of-today"), server.acknowledged());
      assertEquals(3, server.pulls());
    }
    JsonNode counts = new ObjectMapper().readTree(folder.resolve("report.json").toFile());
    assertEquals(
        program
            .counts(
                "run",
                input,
                "--reference=workload",
                "--store=" + store.address(),
                "--table=usual_start")
            .at("/ingest"),
        counts.at("/counts/ingest"));
  }

  @Test
  void aSubscriptionThatIsNotThereIsFoundOutBeforeTheJobStarts(RunningStore store)
      throws Exception {
    Program program = Program.inProcess(folder);
    Workload.generate(program, "workload", 100);
    program.succeed("splits", "--create", "--splits=2", "--store=" + store.address(), TABLE);
    try (PubsubServer server = PubsubServer.start()) {
      Ended ended =
          program.run(
              "ingest",
              "--input=workload/events-*",
              "--store=" + store.address(),
              TABLE,
              "--startOn=projects/project/subscriptions/other",
              "--startEndpoint=" + server.root(),
              NO_CREDENTIALS);

      UsageIT.assertFails(ended, "subscriptions/other: Pub/Sub answers 404");
    }
  }

  @Test
  void whatIsNoSubscriptionIsRefused() throws Exception {
    Program program = Program.inProcess(folder);

    Ended link = program.run("link", "--startOn=start");
    Ended generate = program.run("generate", "--startOn=" + PubsubServer.SUBSCRIPTION);

    assertEquals(2, link.exitCode(), link::toString);
    assertTrue(link.err().contains("projects/PROJECT/subscriptions/NAME"), link::toString);
    assertEquals(2, generate.exitCode(), generate::toString);
  }
}
