package io.daisychain.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleTest {
  @TempDir private Path folder;
  @TempDir private Path own;

  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  private final AtomicInteger looks = new AtomicInteger();
  private Path report;

  @BeforeEach
  void place() {
    report = own.resolve("ingest.json");
  }

  /** Commands that fail when they are told to, and note their words. */
  private final class Noted implements Schedule.Commands {
    private final List<String> failing = new ArrayList<>();
    private volatile boolean closed;

    @Override
    public void run(List<String> words) throws IOException {
      String name = words.get(0);
      synchronized (failing) {
        if (failing.remove(name)) {
          done.add(name + " failed");
          throw new IOException("the disk is full");
        }
      }
      done.add(String.join(" ", words));
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private Schedule.Plan plan(Optional<Path> files, Schedule.News news) {
    return new Schedule.Plan(
        files,
        Duration.ofMillis(1),
        List.of("ingest"),
        List.of(List.of("link", "--store=s"), List.of("publish")),
        () -> {
          looks.incrementAndGet();
          return news.dates();
        });
  }

  private Schedule schedule(Schedule.Plan plan, Schedule.Commands commands) {
    return new Schedule(plan, commands, report);
  }

  private static List<StoredDate> dates(long version) {
    return List.of(new StoredDate(20_000, version, 0, 0, "", "", List.of()));
  }

  @Test
  void linksAndPublishesOncePerNews() throws Exception {
    AtomicInteger version = new AtomicInteger(1);
    try (Schedule schedule =
        schedule(plan(Optional.empty(), () -> dates(version.get())), new Noted())) {
      schedule.start();
      assertEquals("link --store=s", done.take());
      assertEquals("publish", done.take());
      awaitLooks(5);
      assertTrue(done.isEmpty(), done::toString);
      version.set(2);
      assertEquals("link --store=s", done.take());
      assertEquals("publish", done.take());
      assertEquals("", schedule.steps().get("link").failure());
    }
  }

  @Test
  void whatFailsComesAgain() throws Exception {
    Noted commands = new Noted();
    commands.failing.addAll(List.of("link", "publish"));
    try (Schedule schedule = schedule(plan(Optional.empty(), () -> dates(1)), commands)) {
      schedule.start();
      assertEquals("link failed", done.take());
      // What is linked already can be published all the same.
      assertEquals("publish failed", done.take());
      assertEquals("link --store=s", done.take());
      assertEquals("publish", done.take());
      awaitLooks(3);
      assertTrue(done.isEmpty(), done::toString);
    }
    assertTrue(commands.closed);
  }

  @Test
  void aStoreWithoutDatesHasNothingToLink() throws Exception {
    try (Schedule schedule = schedule(plan(Optional.empty(), List::of), new Noted())) {
      schedule.start();
      awaitLooks(3);
    }
    assertTrue(done.isEmpty(), done::toString);
  }

  @Test
  void filesStayWhereIngestFails() throws Exception {
    Files.writeString(folder.resolve("a.fix"), "");
    Noted commands = new Noted();
    commands.failing.add("ingest");
    try (Schedule schedule = schedule(plan(Optional.of(folder), List::of), commands)) {
      schedule.start();
      assertEquals("ingest failed", done.take());
      assertFalse(Files.exists(folder.resolve("a.fix.done")));
      String again = done.take();
      assertTrue(again.startsWith("ingest --input=" + folder + "/.taken/* --report="), again);
    }
  }

  /** An ingest with a wrong option ends before it writes a report. */
  @Test
  void filesAreNotAnsweredByTheReportOfAnEarlierIngest() throws Exception {
    Files.writeString(folder.resolve("a.fix"), "");
    Files.writeString(report, "{\"counts\": {\"inputs\": {\"damaged\": []}}}");
    Noted commands = new Noted();
    commands.failing.add("ingest");
    try (Schedule schedule = schedule(plan(Optional.of(folder), List::of), commands)) {
      schedule.start();
      assertEquals("ingest failed", done.take());
      awaitLooks(1);
      assertFalse(Files.exists(folder.resolve("a.fix.done")));
    }
  }

  private void awaitLooks(int more) {
    int wanted = looks.get() + more;
    while (looks.get() < wanted) {
      Thread.onSpinWait();
    }
  }
}
