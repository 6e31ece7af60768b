package io.daisychain.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.job.Stages;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.testing.Program;
import io.daisychain.ingest.MessageCounts;
import io.daisychain.listen.Listening;
import io.daisychain.watch.FixSenders;
import io.daisychain.watch.Watch;
import io.daisychain.watch.WatchHooks;
import io.daisychain.watch.WatchPorts;
import io.daisychain.watch.WatchSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watch that starts takes messages before what the store has is linked. */
class EarlyMessagesIT {
  private static final int EVENTS = 3_000;

  @TempDir private Path folder;

  /** Lets linking begin when all files are taken. */
  private static final class Hooks implements WatchHooks {
    private final CountDownLatch taken;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Hooks(int files) {
      taken = new CountDownLatch(files);
    }

    @Override
    public void linkAll() throws IOException {
      try {
        taken.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void taken(Path file, MessageCounts.Totals counts) {
      taken.countDown();
    }

    @Override
    public void storedSoFar(Map<Integer, Long> byDate) {}

    @Override
    public void failed(Throwable cause) {
      failure.set(cause);
      while (taken.getCount() > 0) {
        taken.countDown();
      }
    }
  }

  @Test
  void allOfThemAreLinkedAfterwards() throws Exception {
    Program program = Program.inProcess(folder);
    try (Stages stages = Stages.in(folder.toString(), "early", new RunnerOptions())) {
      stages.generate(EVENTS);
      stages.openStore();
      WatchSettings settings = stages.watch("early", folder.resolve("workload"));
      Path incoming = Files.createDirectory(folder.resolve("incoming"));
      List<Path> files = stages.files().stream().map(Path::of).toList();
      for (Path file : files) {
        Files.copy(file, incoming.resolve(file.getFileName()));
      }
      Hooks hooks = new Hooks(files.size());
      WatchPorts ports =
          new WatchPorts(
              incoming,
              null,
              Listening.LOOPBACK,
              0,
              -1,
              FixSenders.participants(settings.reference().participants(), "MRP"),
              null,
              -1,
              -1,
              null,
              5);
      try (Watch watch = Watch.start(settings, hooks, ports)) {
        hooks.taken.await(); // or it would be closed before it has looked into the folder
        assertEquals("watch ready serve:" + watch.port("serve"), watch.ready());
      }
      assertNull(hooks.failure.get());

      JsonNode linked =
          program.counts(
              "link", "--days=all", "--table=early", "--store=embedded:" + folder.resolve("store"));
      assertEquals(0, linked.get("written").asLong(), linked::toString);
      assertEquals(linked.get("rows"), linked.get("events"), linked::toString);
    }
  }
}
