package io.daisychain.cli.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watch that starts takes messages before what the store has is linked. */
class EarlyMessagesIT {
  private static final int EVENTS = 3_000;

  @TempDir private Path folder;

  /** Links as the test does, in the middle of what it hands in. */
  private final class Hooks implements WatchHooks {
    private final Linking linking;
    private final BlockingQueue<Path> taken = new LinkedBlockingQueue<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    Hooks(Linking linking) {
      this.linking = linking;
    }

    @Override
    public void linkAll(long before) throws IOException {
      try {
        linking.link(before, this);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void taken(Path file, MessageCounts.Totals counts) {
      taken.add(file);
    }

    @Override
    public void storedSoFar(Map<Integer, Long> byDate) {}

    @Override
    public void failed(Throwable cause) {
      failure.complete(cause);
    }

    /** Hands files in, and waits until they are taken. */
    void handIn(List<Path> files) throws IOException, InterruptedException {
      for (Path file : files) {
        Path part = Files.copy(file, incoming().resolve(file.getFileName() + ".part"));
        Files.move(part, incoming().resolve(file.getFileName()));
      }
      for (int i = 0; i < files.size(); i++) {
        taken.take();
      }
    }
  }

  /** What is done while the watch that starts has not linked anything. */
  private interface Linking {
    void link(long before, Hooks hooks) throws IOException, InterruptedException;
  }

  private Path incoming() {
    return folder.resolve("incoming");
  }

  private WatchPorts ports(WatchSettings settings) throws IOException {
    return new WatchPorts(
        Files.createDirectories(incoming()),
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
  }

  /** Every other line of files. */
  private List<Path> halves(List<String> files) throws IOException {
    List<List<String>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    int lines = 0;
    for (String file : files) {
      for (String line : Files.readAllLines(Path.of(file), ISO_8859_1)) {
        halves.get(lines++ % 2).add(line);
      }
    }
    return List.of(
        Files.write(folder.resolve("first.fix"), halves.get(0), ISO_8859_1),
        Files.write(folder.resolve("second.fix"), halves.get(1), ISO_8859_1));
  }

  private JsonNode link(Program program, String days) throws Exception {
    return program.counts(
        "link", "--days=" + days, "--table=early", "--store=embedded:" + folder.resolve("store"));
  }

  @Test
  void allOfThemAreLinkedAfterwards() throws Exception {
    Program program = Program.inProcess(folder);
    try (Stages stages = Stages.in(folder.toString(), "early", new RunnerOptions())) {
      stages.generate(EVENTS);
      stages.openStore();
      WatchSettings settings = stages.watch("early", folder.resolve("workload"));
      List<Path> files = stages.files().stream().map(Path::of).toList();
      CountDownLatch loading = new CountDownLatch(1);
      Hooks hooks =
          new Hooks(
              (before, of) -> {
                of.handIn(files);
                loading.countDown();
              });
      try (Watch watch = Watch.start(settings, hooks, ports(settings))) {
        assertEquals("watch ready serve:" + watch.port("serve"), watch.ready());
        loading.await(); // or it would be closed before it has looked into the folder
      }
      assertFalse(hooks.failure.isDone());

      JsonNode linked = link(program, "all");
      assertEquals(0, linked.get("written").asLong(), linked::toString);
      assertEquals(linked.get("rows"), linked.get("events"), linked::toString);
    }
  }

  /** The link run has seen some of the rows of an epoch that is never ended. */
  @Test
  void thoseStoredBesideALinkRunAreNewsAfterAKill() throws Exception {
    Program program = Program.inProcess(folder);
    try (Stages stages = Stages.in(folder.toString(), "early", new RunnerOptions())) {
      stages.generate(EVENTS);
      stages.openStore();
      WatchSettings settings = stages.watch("early", folder.resolve("workload"));
      List<Path> files = halves(stages.files());
      Hooks hooks =
          new Hooks(
              (before, of) -> {
                of.handIn(files.subList(0, 1));
                stages.linkBefore("early", before);
                of.handIn(files.subList(1, 2));
                throw new IOException("killed");
              });
      Watch watch = Watch.start(settings, hooks, ports(settings));
      assertEquals("killed", hooks.failure.get().getMessage());
      assertThrows(IOException.class, watch::close);

      JsonNode linked = link(program, "changed");
      assertTrue(linked.get("written").asLong() > 0, linked::toString);
      assertEquals(0, link(program, "all").get("written").asLong());
    }
  }
}
