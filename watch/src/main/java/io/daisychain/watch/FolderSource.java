package io.daisychain.watch;

import io.daisychain.reporting.SaveInputLines;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Files that are put into a folder, in the order of their names. One that is all durable gets an
 * empty {@code NAME.done} beside it, one that cannot be read a {@code NAME.failed} with the reason.
 */
final class FolderSource implements Taken.Source, AutoCloseable {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final FolderFiles folder;
  private final StoreTable table;
  private final Intake intake;
  private final SourceReader reader;
  private final Map<Long, ReadFile> read = new ConcurrentHashMap<>();
  private final Thread thread;
  private long files;
  private volatile boolean ending;

  /** A file that was read to its end, or as far as it could be. */
  private record ReadFile(Path file, long lines, String failure) {}

  FolderSource(Path folder, StoreTable table, Intake intake) {
    this.folder = new FolderFiles(folder);
    this.table = table;
    this.intake = intake;
    this.reader = intake.reader(this);
    this.thread = new Thread(this::run, "daisychain-watch-folder");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!ending) {
        boolean found = false;
        for (Path file : newFiles()) {
          if (ending) {
            return;
          }
          found = true;
          read(file);
        }
        if (!found) {
          LockSupport.parkNanos(POLL_NANOS);
        }
      }
    } catch (IOException | RuntimeException e) {
      intake.fail(e);
    }
  }

  private List<Path> newFiles() throws IOException {
    Set<Path> known = new HashSet<>(); // before it is looked: one may be done meanwhile
    read.values().forEach(file -> known.add(file.file()));
    List<Path> complete = new ArrayList<>(folder.complete());
    complete.removeAll(known);
    return complete;
  }

  private void read(Path file) throws IOException {
    long lines = 0;
    String problem = "";
    try {
      lines = reader.readFile(file.toString(), file.getFileName().toString());
    } catch (IOException e) {
      if (intake.hasFailed()) {
        throw e;
      }
      problem = String.valueOf(e.getMessage());
    }
    long number = ++files;
    read.put(number, new ReadFile(file, lines, problem));
    reader.mark(number);
  }

  @Override
  public void durable(long number) throws IOException {
    ReadFile file = number == 0 ? null : read.get(number);
    if (file == null) {
      return;
    }
    try (MetaTable meta = MetaTable.open(table)) {
      SaveInputLines.save(
          meta, file.file().toString(), file.file().getFileName().toString(), file.lines());
    }
    if (file.failure().isEmpty()) {
      FolderFiles.done(file.file());
    } else {
      FolderFiles.failed(file.file(), file.failure());
    }
    read.remove(number);
  }

  /** Begins no further file, and waits for the end of the one that is being read. */
  @Override
  public void close() {
    ending = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
