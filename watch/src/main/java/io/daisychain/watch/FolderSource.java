package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import io.daisychain.reporting.SaveInputLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Files that are put into a folder, in the order of their names. One that is all durable gets an
 * empty {@code NAME.done} beside it, one that cannot be read a {@code NAME.failed} with the reason.
 */
final class FolderSource implements MessageSource, AutoCloseable {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final FolderFiles folder;
  private final MessageSink sink;
  private final TakenFile taken;
  private final SourceReader reader;
  private final NavigableMap<Long, ReadFile> read = new ConcurrentSkipListMap<>();
  private final Thread thread;
  private long files;
  private volatile boolean ending;

  /** A file that was read to its end, or as far as it could be. */
  private record ReadFile(Path file, long lines, MessageCounts.Totals counts, String failure) {}

  /** Hears that all of a file is durable, before its {@code .done} says so. */
  @FunctionalInterface
  interface TakenFile {
    void taken(Path file, MessageCounts.Totals counts) throws IOException;
  }

  FolderSource(Path folder, MessageSink sink, TakenFile taken) {
    this.folder = new FolderFiles(folder);
    this.sink = sink;
    this.taken = taken;
    this.reader = sink.reader(this);
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
      sink.fail(e);
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
    MessageCounts.Totals before = reader.messages().counts().totals();
    try {
      lines = reader.readFile(file.toString(), file.getFileName().toString());
    } catch (IOException e) {
      if (sink.hasFailed()) {
        throw e;
      }
      problem = String.valueOf(e.getMessage());
    }
    long number = ++files;
    read.put(
        number,
        new ReadFile(file, lines, reader.messages().counts().totals().since(before), problem));
    reader.mark(number);
  }

  /** How many lines each file has that was read by then. */
  @Override
  public Map<String, Map<String, String>> keep(long number) {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    for (ReadFile file : read.headMap(number, true).values()) {
      rows.putAll(
          SaveInputLines.rows(
              file.file().toString(), file.file().getFileName().toString(), file.lines()));
    }
    return rows;
  }

  @Override
  public void durable(long number) throws IOException {
    ReadFile file = number == 0 ? null : read.get(number);
    if (file == null) {
      return;
    }
    taken.taken(file.file(), file.counts());
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
