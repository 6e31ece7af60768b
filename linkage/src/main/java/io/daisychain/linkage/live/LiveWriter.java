package io.daisychain.linkage.live;

import io.daisychain.linkage.PackedChanges;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.plan.DateWriters;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.store.KeySample;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.Cell;

/** Writes what has been found out, by a thread of its own. */
final class LiveWriter implements AutoCloseable {
  private final LiveRun run;
  private final LiveStore store;

  /** One of its own: connections to tables are not for several threads. */
  private final MetaTable meta;

  private final ExecutorService thread;
  private LiveChanges changes = new LiveChanges();

  /** What is being written; its thread and the one that links read it. */
  private LiveChanges leaving = new LiveChanges();

  private Future<?> writing;
  private long rows;

  LiveWriter(LiveRun run, LiveStore store, StoreTable table) throws IOException {
    this.run = run;
    this.meta = MetaTable.open(table);
    this.store = store;
    this.thread = LiveThreads.one("daisychain-live-writer");
  }

  /** Changes that wait. */
  LiveChanges changes() {
    return changes;
  }

  /** The cells of a row of the store as they will be when all that was found out is written. */
  Cell[] over(DatedKey key, Cell[] cells) {
    return changes.over(key, leaving.over(key, cells));
  }

  /** Begins to write what has changed, unless the writing before goes on. */
  void flush() throws IOException {
    if (isBusy()) {
      return;
    }
    await();
    if (changes.isEmpty()) {
      return;
    }
    leaving = changes;
    changes = new LiveChanges();
    LinkSettings settings = run.settings();
    LinkSettings numbered = run.numbered();
    run.nextNumber();
    rows += leaving.size();
    LiveChanges written = leaving;
    writing = thread.submit(() -> write(written, settings, numbered));
  }

  /** Whoever links goes on meanwhile: the store is asked by this thread alone. */
  private Void write(LiveChanges written, LinkSettings settings, LinkSettings numbered)
      throws IOException {
    DateWriters.note(settings, written.dates());
    run.reserve(meta);
    IOException[] failure = new IOException[1];
    PackedChanges out =
        new PackedChanges(
            numbered,
            (range, buffer, length) -> {},
            (range, buffer, length) -> {
              try {
                if (failure[0] == null) {
                  store.putter().add(Arrays.copyOf(buffer, length));
                }
              } catch (IOException e) {
                failure[0] = e;
              }
            });
    written.writeTo(out);
    out.flush();
    if (failure[0] != null) {
      throw failure[0];
    }
    store.putter().flush();
    return null;
  }

  /** Adds samples of keys to those that the store keeps, beside everything else. */
  void keep(Map<Integer, KeySample> samples) throws IOException {
    await();
    writing =
        thread.submit(
            () -> {
              for (Map.Entry<Integer, KeySample> sample : samples.entrySet()) {
                TableAdmin.addKeys(meta, sample.getKey(), sample.getValue());
              }
              return null;
            });
  }

  /** True while something is being written. */
  boolean isBusy() {
    return writing != null && !writing.isDone();
  }

  /** Waits until what was being written is. */
  void await() throws IOException {
    if (writing != null) {
      Future<?> last = writing;
      writing = null;
      LiveThreads.await(last);
      leaving = new LiveChanges();
    }
  }

  /** Writes all. */
  void finish() throws IOException {
    do {
      await();
      flush();
    } while (!changes.isEmpty() || writing != null);
  }

  /** Rows written so far, of which one may be written several times. */
  long rows() {
    return rows;
  }

  @Override
  public void close() throws IOException {
    thread.shutdownNow();
    meta.close();
  }
}
