package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Kills commands, the embedded store under them, or both, at random moments. */
final class CommandKills {
  private final Random random;
  private final Map<String, Long> millis = new HashMap<>();
  private final Map<String, Integer> killed = new TreeMap<>();

  CommandKills(Random random) {
    this.random = random;
  }

  /** Runs a command to its end, by which later ones of its name are known to last so long. */
  public void timed(Program program, String... command) throws Exception {
    long start = System.nanoTime();
    program.succeed(command);
    millis.merge(command[0], TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), Math::max);
  }

  /**
   * Starts a command and kills.
   *
   * @param store folder of the embedded store
   * @return false if the command had ended by then, as it must
   */
  boolean kill(Program program, Path store, String... command) throws Exception {
    boolean killsStore = random.nextBoolean();
    boolean killsCommand = !killsStore || random.nextBoolean();
    int moment = random.nextInt(millis.get(command[0]).intValue());
    Program.Command started = program.start(command);
    if (started.process().waitFor(moment, TimeUnit.MILLISECONDS)) {
      assertEquals(0, started.await().exitCode(), () -> killed + end(started));
      return false;
    }
    if (killsCommand) {
      started.process().destroyForcibly().onExit().join();
    }
    if (killsStore) {
      RunningStore.lastHolder(store)
          .ifPresent(
              holder -> {
                holder.destroyForcibly();
                holder.onExit().join();
              });
    }
    String victim = !killsStore ? "program" : killsCommand ? "both" : "store";
    killed.merge(command[0] + " " + victim, 1, Integer::sum);
    int exitCode = started.await().exitCode();
    assertTrue(killsCommand || exitCode == 0 || exitCode == 1, () -> killed + end(started));
    return true;
  }

  private static String end(Program.Command command) {
    try {
      return command.await().toString();
    } catch (IOException | InterruptedException e) {
      return e.toString();
    }
  }

  /** What was killed how often since {@link #clear}. */
  @Override
  public String toString() {
    return killed.toString();
  }

  void clear() {
    killed.clear();
  }
}
