package io.daisychain.cli.serve;

import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.status.PartState;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.listen.Listener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What a process that stays does by itself: its parts, and commands on a schedule. */
public final class Service {
  /** From being told to end to its end; feedback of a large day takes its time. */
  private static final long END_SECONDS = 60;

  private final List<Running> parts = new ArrayList<>();
  private final Optional<Schedule.Plan> plan;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile Schedule schedule;
  private volatile Throwable failure;

  /** A part, and where it is. */
  private static final class Running implements ServicePart.Host {
    private final String name;
    private final ServicePart part;
    private final List<String> words;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String waiting = "";
    private volatile ServicePart.State state;

    Running(Part what) {
      name = what.name();
      part = what.part();
      words = what.words();
    }

    PartState now() {
      if (ended.getCount() == 0) {
        return new PartState(name, false, "it has ended", "", null, "", null);
      }
      ServicePart.State known = state;
      return begun.getCount() > 0
          ? PartState.notReady(name, "it starts")
          : PartState.ready(name, known == null ? waiting : known.progress());
    }

    @Override
    public void ready(String line, ServicePart.State now) {
      state = now;
      Terminal.ofProcess(line);
      begun.countDown();
    }

    @Override
    public void waits(String reason) {
      waiting = reason;
      begun.countDown();
    }
  }

  /**
   * A part.
   *
   * @param name of its command
   * @param words the command line; empty for what is no command of its own
   */
  public record Part(String name, ServicePart part, List<String> words) {
    /** A part. */
    public Part {
      words = List.copyOf(words);
    }
  }

  /**
   * What is to be done.
   *
   * @param plan of the schedule; empty for none
   */
  public Service(List<Part> parts, Optional<Schedule.Plan> plan) {
    parts.forEach(part -> this.parts.add(new Running(part)));
    this.plan = plan;
  }

  /** Whether nothing goes on but commands of others. */
  boolean isEmpty() {
    return parts.isEmpty() && plan.isEmpty();
  }

  /** Whether whoever uses a part would be cut off if the process began anew. */
  boolean hasParts() {
    return !parts.isEmpty();
  }

  /** Whether what comes is linked as it comes, beside which no command changes the store. */
  boolean isWatching() {
    return parts.stream().anyMatch(part -> part.name.equals("watch"));
  }

  /** How the parts are, and the schedule. */
  public List<PartState> parts() {
    List<PartState> all = new ArrayList<>();
    parts.forEach(part -> all.add(part.now()));
    Schedule rounds = schedule;
    if (rounds != null) {
      all.add(rounds.now());
    }
    return all;
  }

  /** What the parts count, in the text format of Prometheus. */
  public String metrics() {
    return parts.stream()
        .map(part -> part.state)
        .filter(Objects::nonNull)
        .map(ServicePart.State::metrics)
        .collect(Collectors.joining());
  }

  /**
   * Starts the parts one after the other, and returns when each is ready or waits for something.
   *
   * @param owner hears when one has failed
   * @throws IOException where one cannot start
   */
  void startParts(Runnable owner) throws IOException, InterruptedException {
    for (Running part : parts) {
      Listener.start("daisychain-serve-" + part.name, () -> stay(part, owner));
      part.begun.await();
      throwFailure();
    }
  }

  private void stay(Running running, Runnable owner) {
    try {
      AuditTrail.beginPart(running.name, running.words);
      int code = 1;
      try {
        running.part.stay(stopping, running);
        code = 0;
      } finally {
        AuditTrail.end(code);
      }
    } catch (IOException | RuntimeException e) {
      CommandLog.failure(e);
      failure = failure == null ? e : failure;
    } finally {
      running.ended.countDown();
      running.begun.countDown();
      owner.run();
    }
  }

  /** Begins with the schedule. */
  void startSchedule(CommandServer server) {
    schedule =
        plan.map(
                what ->
                    new Schedule(
                        what, new OwnCommands(server), ServeAddress.FOLDER.resolve("ingest.json")))
            .orElse(null);
    if (schedule != null) {
      schedule.start();
    }
  }

  /** Begins nothing more. */
  void stopSchedule() {
    if (schedule != null) {
      schedule.close();
    }
  }

  /** Tells all parts to end, and waits until they have. */
  void stopParts() throws IOException, InterruptedException {
    stopping.countDown();
    for (Running part : parts) {
      if (!part.ended.await(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(part.name + " does not end");
      }
    }
    throwFailure();
  }

  private void throwFailure() throws IOException {
    if (failure != null) {
      throw new IOException(ErrorCauses.message(failure), failure);
    }
  }
}
