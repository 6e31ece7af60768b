package io.daisychain.cli.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PubsubStandIn;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Messages of a Pub/Sub subscription make the tables of the batch commands. */
@ExtendWith(SharedStore.class)
class WatchPubsubIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_123);

  @Test
  void acknowledgesWhatIsDurableThroughAKillAndRepeats(RunningStore store, @TempDir Path folder)
      throws Exception {
    Program program = Program.inProcess(folder);
    Workload.generate(program, "workload", 8_000, "--lineage=native", "--errors=0.02");
    Path workload = folder.resolve("workload");
    Workload.worsen(workload);
    List<String> at = List.of("--store=" + store.address(), "--table=pubsub_batch");
    JsonNode batch =
        program.counts(
            "run", "--input=workload/events-*", "--reference=workload", at.get(0), at.get(1));
    List<byte[]> messages = dealt(Workload.messages(workload, new Random(SEED)), new Random(SEED));

    try (PubsubStandIn pubsub = new PubsubStandIn(1, 10)) {
      Program watching = new Program(folder).with("PUBSUB_EMULATOR_HOST", pubsub.address());
      String[] watch = {
        "watch",
        "--subscription=" + PubsubStandIn.SUBSCRIPTION,
        "--reference=workload",
        "--backlog=500",
        at.get(0),
        "--table=pubsub_live"
      };
      pubsub.publish(messages.subList(0, messages.size() / 2));
      Program.Command first = watching.start(watch);
      assertTrue(
          first.awaitThat(() -> pubsub.acknowledged() > messages.size() / 4),
          () -> WatchIT.said(first));
      first.process().destroyForcibly();
      first.await();
      pubsub.publish(messages.subList(messages.size() / 2, messages.size()));
      // One that ends loses nothing that it told before it was stored.
      Program.Command second =
          watching.start(
              Stream.concat(Stream.of(watch), Stream.of("--durable=memory"))
                  .toArray(String[]::new));
      assertTrue(second.awaitThat(pubsub::isDone), () -> WatchIT.said(second));
      second.process().destroy();
      Program.Ended ended = second.await();
      assertEquals(0, ended.exitCode(), ended::toString);
      assertTrue(pubsub.repeats() >= messages.size() / 10, () -> pubsub.repeats() + " repeats");
    }

    JsonNode linked = program.counts("link", at.get(0), "--table=pubsub_live", "--days=all");
    assertEquals(0, linked.get("written").asLong(), () -> "seed " + SEED + ": " + linked);
    JsonNode published =
        program.counts("publish", at.get(0), "--table=pubsub_live", "--output=published");
    assertEquals(batch.at("/publish/digests"), published.get("digests"), () -> "seed " + SEED);
  }

  @Test
  void saysWhatPubsubRefuses(RunningStore store, @TempDir Path folder) throws Exception {
    try (PubsubStandIn pubsub = new PubsubStandIn(1, 10)) {
      Program.Ended ended =
          new Program(folder)
              .with("PUBSUB_EMULATOR_HOST", pubsub.address())
              .run(
                  "watch",
                  "--subscription=projects/market/subscriptions/another",
                  "--store=" + store.address(),
                  "--table=pubsub_refused");
      assertEquals(1, ended.exitCode(), ended::toString);
      assertTrue(
          ended.err().contains("--subscription=projects/market/subscriptions/another"),
          ended::toString);
      assertTrue(ended.err().contains("NOT_FOUND"), ended::toString);
    }
  }

  /** Lines as publishers send them: mostly one a message, some together, with and without ends. */
  private static List<byte[]> dealt(List<String> lines, Random random) {
    List<byte[]> messages = new ArrayList<>();
    int next = 0;
    while (next < lines.size()) {
      int end = Math.min(lines.size(), next + 1 + (random.nextInt(4) == 0 ? random.nextInt(9) : 0));
      String data = String.join("\n", lines.subList(next, end));
      messages.add((random.nextBoolean() ? data : data + "\r\n").getBytes(ISO_8859_1));
      next = end;
    }
    messages.add(new byte[0]);
    return messages;
  }
}
