package io.daisychain.store.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.store.ClientConfiguration;
import io.daisychain.store.StoreFailure;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClientServiceCallable;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's own way of taking files over, carried through the death of a region server.
 *
 * <p>A region server first moves a file into the folder of the hand-over, below HBase's root, then
 * into its region. One that dies in between leaves the file in that folder, which HBase's tool
 * removes when it fails: the rows would be gone. Here the file is moved back first and offered
 * again, to the server that has the region now. A file that is in neither place has become the
 * region's, whose next server finds it there.
 *
 * <p>The folder of a hand-over is open to everybody, but only HBase may list those that there are.
 * So each is noted beside the files before a file goes there: who tries again after a worker's
 * death reads the notes.
 */
@SuppressWarnings("deprecation") // The class that HBase's tool is made of, in HBase 2.
public final class BulkLoad extends BulkLoadHFilesTool {
  private static final Logger LOG = LoggerFactory.getLogger(BulkLoad.class);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What to try again of one call: a moved region is found, a dead server is not waited for. */
  private static final int RETRIES_OF_A_CALL = 3;

  /**
   * A file may just be on its way, moved by a server whose answer has been given up: it is looked
   * for again before it counts as taken.
   */
  private static final int LOOKS = 3;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How the names of notes begin, each of which holds the folder of a hand-over. */
  private static final String NOTE = "hand-over-";

  private final Path folder;
  private final long deadline;
  private boolean isNoted;

  /** What made a region give up; of several, one. */
  private volatile IOException failure;

  /** Whether any call failed: then it is worth looking where the files are. */
  private volatile boolean disturbed;

  private BulkLoad(Configuration conf, Path folder, long deadline) {
    super(conf);
    this.folder = folder;
    this.deadline = deadline;
  }

  /**
   * Hands files over and returns when the table has them all.
   *
   * @param files in folders named after their families; those that are gone have been taken before
   * @param folder of the run and table, the same when this is tried again: hand-overs are noted
   *     there
   * @throws IOException if the store did not take them for as long as its clients retry, or refused
   */
  public static void run(Configuration conf, TableName table, List<Path> files, Path folder)
      throws IOException {
    long patience = ClientConfiguration.retryMillis(conf);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
    Configuration impatient = new Configuration(conf);
    impatient.setInt("hbase.client.retries.number", RETRIES_OF_A_CALL);
    // How often files are offered again is bounded by time.
    impatient.setInt("hbase.bulkload.retries.number", 0);
    List<Path> left = present(conf, files, folder);
    while (!left.isEmpty()) {
      BulkLoad load = new BulkLoad(impatient, folder, deadline);
      load.attempt(table, left);
      if (!load.disturbed) {
        return;
      }
      left = present(conf, files, folder);
      if (left.isEmpty()) {
        // Whatever failed, the files have been taken.
        return;
      }
      IOException failure = load.failure;
      boolean hopeless = failure != null && !StoreFailure.isWorthRetrying(failure);
      if (hopeless || System.nanoTime() > deadline) {
        String reason = failure == null ? "they were left" : StoreFailure.words(failure);
        String words = left.size() + " files, " + left.get(0) + " among them: " + reason;
        throw new IOException("table " + table + " did not take " + words, failure);
      }
      LOG.warn("{} of {} files are offered to {} again", left.size(), files.size(), table, failure);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Offers files, again and again to regions that do not take them. */
  private void attempt(TableName table, List<Path> files) {
    try {
      bulkLoad(table, byFamily(files));
    } catch (IOException e) {
      disturbed = true;
      failure = e;
    }
  }

  @Override
  protected List<LoadIncrementalHFiles.LoadQueueItem> tryAtomicRegionLoad(
      ClientServiceCallable<byte[]> call,
      TableName table,
      byte[] first,
      Collection<LoadIncrementalHFiles.LoadQueueItem> files)
      throws IOException {
    Collection<LoadIncrementalHFiles.LoadQueueItem> refused;
    IOException reason = null;
    try {
      noteHandOver();
      // A server that does not find a file says no more than that it did not load it.
      refused = super.tryAtomicRegionLoad(call, table, first, files);
    } catch (IOException e) {
      refused = files;
      reason = e;
    }
    if (refused.isEmpty()) {
      return List.of();
    }
    disturbed = true;
    List<LoadIncrementalHFiles.LoadQueueItem> left = recover(refused);
    if (System.nanoTime() > deadline || (reason != null && !StoreFailure.isWorthRetrying(reason))) {
      // Not thrown: HBase's tool would remove the folder that other regions' files lie in just now.
      failure = reason;
      return List.of();
    }
    LOG.warn(
        "{} of {} files for the region of {} are offered again",
        left.size(),
        files.size(),
        Bytes.toStringBinary(first),
        reason);
    if (!left.isEmpty()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return left;
  }

  private synchronized void noteHandOver() throws IOException {
    if (isNoted) {
      return;
    }
    Path note = new Path(folder, NOTE + UUID.randomUUID());
    try (FSDataOutputStream out = folder.getFileSystem(getConf()).create(note)) {
      out.write(handOver().getBytes(UTF_8));
    }
    isNoted = true;
  }

  /** The folder of this hand-over, which HBase's tool has asked for and tells nobody. */
  private String handOver() throws IOException {
    try {
      Field token = LoadIncrementalHFiles.class.getDeclaredField("bulkToken");
      token.setAccessible(true);
      return (String) token.get(this);
    } catch (ReflectiveOperationException e) {
      throw new IOException("this version of HBase keeps the folder of a bulk load elsewhere", e);
    }
  }

  /** Moves files that a server left half way back to where they were; returns those not taken. */
  private List<LoadIncrementalHFiles.LoadQueueItem> recover(
      Collection<LoadIncrementalHFiles.LoadQueueItem> files) throws IOException {
    List<LoadIncrementalHFiles.LoadQueueItem> left = new ArrayList<>();
    for (LoadIncrementalHFiles.LoadQueueItem item : files) {
      Path file = item.getFilePath();
      FileSystem fileSystem = file.getFileSystem(getConf());
      boolean found = false;
      for (int look = 0; look < LOOKS && !found; look++) {
        if (look > 0) {
          LockSupport.parkNanos(LOOK_NANOS);
        }
        found = fileSystem.exists(file) || recover(fileSystem, file, folder);
      }
      if (found) {
        left.add(item);
      }
    }
    return left;
  }

  private static Map<byte[], List<Path>> byFamily(List<Path> files) {
    Map<byte[], List<Path>> byFamily = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Path file : files) {
      byte[] family = Bytes.toBytes(file.getParent().getName());
      byFamily.computeIfAbsent(family, key -> new ArrayList<>()).add(file);
    }
    return byFamily;
  }

  /** Files that have not been taken, those among them that a server left half way. */
  static List<Path> present(Configuration conf, List<Path> files, Path folder) throws IOException {
    List<Path> present = new ArrayList<>();
    for (Path file : files) {
      FileSystem fileSystem = file.getFileSystem(conf);
      if (fileSystem.exists(file) || recover(fileSystem, file, folder)) {
        present.add(file);
      }
    }
    return present;
  }

  private static boolean recover(FileSystem fileSystem, Path file, Path folder) throws IOException {
    for (Path handOver : handOvers(fileSystem, folder)) {
      Path moved = new Path(new Path(handOver, file.getParent().getName()), file.getName());
      // A rename happens or not: a server that is alive after all may be quicker.
      if (fileSystem.exists(moved) && fileSystem.rename(moved, file)) {
        LOG.warn("{} had been left in {}", file, handOver);
        return true;
      }
    }
    return false;
  }

  private static List<Path> handOvers(FileSystem fileSystem, Path folder) throws IOException {
    List<Path> handOvers = new ArrayList<>();
    for (FileStatus note : fileSystem.globStatus(new Path(folder, NOTE + "*"))) {
      try (FSDataInputStream in = fileSystem.open(note.getPath())) {
        String handOver = new String(in.readAllBytes(), UTF_8);
        // Without words: its writer died before the hand-over began.
        if (!handOver.isEmpty()) {
          handOvers.add(new Path(handOver));
        }
      }
    }
    return handOvers;
  }
}
