package io.daisychain.store;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.SecureBulkLoadClient;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a run's files wait to be bulk-loaded: on the file system of the store, which then only
 * renames them. What killed runs left there is removed by the next.
 *
 * @param run names the writing process, so that others can tell whether it is alive
 * @param given a folder of a cluster's file system in which it shall be; empty for HBase's own
 */
public record StagingFolder(StoreConnector connector, String run, String given)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(StagingFolder.class);
  private static final String CLUSTER_FOLDER = "daisychain-staging";
  private static final String LOADING = "loading";

  /** On a cluster the writers are on other machines; no run takes this long. */
  private static final Duration ABANDONED = Duration.ofDays(2);

  /** Of each run of this process, which store it writes to; guarded by {@link #FILES}. */
  private static final Map<String, StoreAddress> RUNS = new HashMap<>();

  /** Runs whose folder is gone for good; guarded by {@link #FILES}. */
  private static final Set<String> OVER = new HashSet<>();

  /** Shared by who begins a file; a removal has it alone, so that no file comes after it. */
  private static final ReadWriteLock FILES = new ReentrantReadWriteLock();

  /** Begins a file. */
  public interface FileCreation<T> {
    T create() throws IOException;
  }

  /**
   * A run's own.
   *
   * @param given a folder of a cluster's file system in which it shall be; null for HBase's own
   */
  public static StagingFolder ofThisProcess(StoreConnector connector, UUID run, String given) {
    String name = prefix() + run;
    FILES.writeLock().lock();
    try {
      RUNS.put(name, connector.address());
    } finally {
      FILES.writeLock().unlock();
    }
    return new StagingFolder(connector, name, given == null ? "" : given);
  }

  /**
   * Begins a file in a run's folder for a trade date. When a run has failed, workers of
   * DirectRunner go on for a while: what they began after the removal would stay on the disk.
   *
   * @throws IOException if that fails, or the run is over
   */
  public static <T> T create(Path folder, FileCreation<T> file) throws IOException {
    FILES.readLock().lock();
    try {
      if (OVER.contains(folder.getParent().getName())) {
        throw new IOException("the run that writes into " + folder + " is over");
      }
      return file.create();
    } finally {
      FILES.readLock().unlock();
    }
  }

  private static String prefix() {
    ProcessHandle self = ProcessHandle.current();
    return self.pid() + "_" + startMillis(self) + "_";
  }

  /** Removes what dead processes left beside an embedded store: it may be what fills the disk. */
  static void removeOfTheDead(StoreAddress.Embedded store, Configuration conf) {
    remove(store, conf, name -> !isOfLivingProcess(name));
  }

  /** Removes what this process left beside an embedded store that it is done with. */
  static void removeOwn(StoreAddress.Embedded store, Configuration conf) {
    FILES.writeLock().lock();
    try {
      RUNS.forEach(
          (run, address) -> {
            if (address.equals(store)) {
              OVER.add(run);
            }
          });
      RUNS.keySet().removeAll(OVER);
      remove(store, conf, name -> name.startsWith(prefix()));
    } finally {
      FILES.writeLock().unlock();
    }
  }

  private static void remove(
      StoreAddress.Embedded store, Configuration conf, Predicate<String> isOver) {
    try {
      Path root = root(store);
      FileSystem files = root.getFileSystem(conf);
      if (files.exists(root)) {
        for (FileStatus folder : files.listStatus(root)) {
          if (isOver.test(folder.getPath().getName())) {
            files.delete(folder.getPath(), true);
          }
        }
      }
    } catch (IOException e) {
      LOG.warn("files that were not bulk-loaded stay in {} until the next start", store, e);
    }
  }

  private static Path root(StoreAddress.Embedded store) {
    return new Path(store.folder().resolve("staging").toUri());
  }

  /** The run's folder for a trade date; made when the first file is written. */
  public Path path(Configuration conf, StoreTable table, int date) throws IOException {
    return path(conf, table.ofDate(date));
  }

  /** The same for a table by its name. */
  public Path path(Configuration conf, String table) throws IOException {
    return new Path(new Path(root(conf, table), run), table);
  }

  /**
   * Makes and removes a file where the run's files will lie.
   *
   * @param table one that is there
   * @throws IOException as the file system says it
   */
  public void tryFolder(Configuration conf, String table) throws IOException {
    Path trial = new Path(root(conf, table), run + "_trial_" + UUID.randomUUID());
    FileSystem files = trial.getFileSystem(conf);
    files.create(trial).close();
    files.delete(trial, false);
  }

  /** The mark that files are being loaded: from then on some may be gone because they were. */
  public static Path loadingMark(Path folder) {
    return new Path(folder, LOADING);
  }

  /** Removes the folders of runs that are over. */
  public void removeLeftovers(Configuration conf, String table) throws IOException {
    Path root = root(conf, table);
    FileSystem files = root.getFileSystem(conf);
    if (!files.exists(root)) {
      return;
    }
    for (FileStatus folder : files.listStatus(root)) {
      if (isOver(folder)) {
        files.delete(folder.getPath(), true);
      }
    }
  }

  private boolean isOver(FileStatus folder) {
    if (connector.address() instanceof StoreAddress.Embedded) {
      return !isOfLivingProcess(folder.getPath().getName());
    }
    Instant changed = Instant.ofEpochMilli(folder.getModificationTime());
    return changed.plus(ABANDONED).isBefore(Instant.now());
  }

  private static boolean isOfLivingProcess(String name) {
    String[] parts = name.split("_", 3);
    try {
      long started = Long.parseLong(parts[1]);
      return ProcessHandle.of(Long.parseLong(parts[0]))
          .map(process -> startMillis(process) == started)
          .orElse(false);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // No run of ours has such a name: leave it.
      return true;
    }
  }

  /** Tells a process from a later one with the same number; 0 where the system does not say. */
  private static long startMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private Path root(Configuration conf, String table) throws IOException {
    if (connector.address() instanceof StoreAddress.Embedded embedded) {
      return root(embedded);
    }
    Path own = handOvers(conf, table).getParent();
    return new Path(given.isEmpty() ? own : new Path(own, given), CLUSTER_FOLDER);
  }

  /**
   * Where HBase keeps the files of hand-overs that go on, below its own root folder. Only its
   * servers know that: they name a folder in it.
   */
  private Path handOvers(Configuration conf, String table) throws IOException {
    try (ConnectionLease lease = connector.connect();
        Table opened = lease.connection().getTable(TableName.valueOf(table))) {
      SecureBulkLoadClient client = new SecureBulkLoadClient(conf, opened);
      String token = client.prepareBulkLoad(lease.connection());
      client.cleanupBulkLoad(lease.connection(), token);
      // <root>/staging/<user>__<table>__<random>
      return new Path(token).getParent();
    }
  }
}
