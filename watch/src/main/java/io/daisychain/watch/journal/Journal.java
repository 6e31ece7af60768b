package io.daisychain.watch.journal;

import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.AeronException.Category;
import io.daisychain.store.JournalNote;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Messages in a folder of this machine, and of those that stand by, before their rows are in the
 * store: recordings of Aeron's archive.
 */
public final class Journal implements AutoCloseable {
  private final JournalArchive archive;
  private final String address;
  private final StoreTable table;
  private final MetaTable meta;
  private final Consumer<String> told;
  private final Consumer<Throwable> failed;
  private JournalCopy copy;
  private AeronLog log;

  /** What was taken over. */
  private Optional<JournalNote> note = Optional.empty();

  private Journal(
      JournalArchive archive,
      String address,
      StoreTable table,
      Consumer<String> told,
      Consumer<Throwable> failed)
      throws IOException {
    this.archive = archive;
    this.address = address;
    this.table = table;
    this.meta = MetaTable.open(table);
    this.told = told;
    this.failed = failed;
  }

  /**
   * Opens a journal.
   *
   * @param address of this machine, at which journals talk to one another
   * @param told hears which copies there are, in words for people
   * @param failed hears what goes wrong beside whoever asks
   * @throws IOException where another process has the folder
   */
  public static Journal open(
      Path folder,
      String address,
      StoreTable table,
      Consumer<String> told,
      Consumer<Throwable> failed)
      throws IOException {
    JournalArchive archive =
        JournalArchive.open(
            folder,
            heard -> {
              if (heard instanceof AeronException aeron && aeron.category() == Category.WARN) {
                told.accept("the journal " + folder + ": " + aeron.getMessage());
              } else {
                failed.accept(heard);
              }
            });
    try {
      return new Journal(archive, address, table, told, failed);
    } catch (IOException | RuntimeException e) {
      archive.close();
      throw e;
    }
  }

  /** Records from now on what whoever watches tells. */
  public void follow() {
    copy = new JournalCopy(archive, address, table, told, failed);
  }

  /**
   * What sources were told of, and may not be in the store; nothing more is recorded of another
   * watch.
   *
   * @throws IOException where it is not here
   */
  public List<JournalEntry> takeOver() throws IOException {
    if (copy != null) {
      copy.close();
      copy = null;
    }
    note = JournalNote.read(meta);
    if (note.isEmpty()) {
      return List.of();
    }
    for (JournalArchive.Recording recording : archive.recordings()) {
      if (note.get().has(archive.idOf(recording.id()))) {
        return archive.entries(recording.id(), note.get().stored(meta));
      }
    }
    JournalNote.requireNone(meta);
    return List.of();
  }

  /**
   * Begins a new stream, when all is in the store that was told before.
   *
   * @param alone makes sure that this process still watches
   */
  public MessageLog begin(Check alone) throws IOException {
    log = AeronLog.begin(archive, address, meta, note, told, alone);
    return log;
  }

  /** What has to hold before something is noted. */
  public interface Check {
    /** Fails where it does not. */
    void check() throws IOException;
  }

  /** Ends the stream, when all of it is in the store. */
  public void end() throws IOException {
    if (log != null) {
      log.end();
    }
  }

  @Override
  public void close() throws IOException {
    if (copy != null) {
      copy.close();
    }
    if (log != null) {
      log.close();
    }
    meta.close();
    archive.close();
  }
}
