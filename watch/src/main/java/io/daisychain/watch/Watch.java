package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches: takes submissions from sources, has them durable and linked, and serves subscribers,
 * until it is closed.
 */
public final class Watch implements AutoCloseable {
  private final Intake intake;
  private final List<String> ready = new ArrayList<>();
  private FolderSource folder;

  private Watch(Intake intake) {
    this.intake = intake;
  }

  /**
   * Begins. All that the store has is linked, and nothing else writes to it.
   *
   * @param folder where files come; null for none
   */
  public static Watch start(WatchSettings settings, WatchHooks hooks, Path folder)
      throws IOException {
    Intake intake =
        new Intake(settings, hooks, null, (date, key, claim, lineage, sums) -> {}, Doors.NONE);
    Watch watch = new Watch(intake);
    intake.start();
    if (folder != null) {
      watch.folder = new FolderSource(folder, settings.table(), intake);
      watch.folder.start();
    }
    return watch;
  }

  /** The line that says that all listen. */
  public String ready() {
    return ("watch ready " + String.join(" ", ready)).strip();
  }

  /** What became of all messages; complete once this is closed. */
  public MessageCounts counts() {
    return intake.counts();
  }

  /** Events linked so far. */
  public long linked() {
    return intake.live().linked();
  }

  /** How far it is, in a line for people. */
  public String progress() {
    return String.format(
        "%,d taken, %,d stored, %,d linked, %,d wait, %,d keys live",
        intake.taken(),
        intake.stored(),
        intake.live().linked(),
        intake.backlog(),
        intake.live().live());
  }

  /** Takes nothing new, and ends when all that was read is durable and linked. */
  @Override
  public void close() throws IOException {
    if (folder != null) {
      folder.close();
    }
    intake.close();
  }
}
