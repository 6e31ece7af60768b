package io.daisychain.store;

import static io.daisychain.store.Rows.ascii;

import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.store.write.BulkLoad;
import io.daisychain.store.write.FamilyFiles;
import io.daisychain.store.write.SortedRowBuffer;
import io.daisychain.store.write.SortedRunMerge;
import io.daisychain.store.write.StagedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Hands many sorted runs over to one region, merged before and as they are, and reads all rows
 * again: {@code SortedRuns ROWS SEED FOLDER RUNS…}. A run is as many rows as are sorted in memory
 * at a time, so that a region with more events than that gets several.
 */
public final class SortedRuns {
  private static final int VALUE_BYTES = 200;

  /** How long each step took, in nanoseconds, and what was there then. */
  public record Outcome(
      int runs, int files, long write, long merge, long load, long scan, long rows) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%,6d runs handed over as %,6d files: sorted and written %.1f s, merged %.1f s, handed"
              + " over %.1f s, %,d rows read in %.1f s",
          runs,
          files,
          write / 1e9,
          merge / 1e9,
          load / 1e9,
          rows,
          scan / 1e9);
    }
  }

  private SortedRuns() {}

  /** Fails when a row is missing. */
  public static void main(String[] args) throws IOException {
    long rows = Long.parseLong(args[0]);
    long seed = Long.parseLong(args[1]);
    Path folder = Files.createDirectories(Path.of(args[2]));
    try (StoreSession session = EmbeddedStores.open(folder)) {
      for (int i = 3; i < args.length; i++) {
        int runs = Integer.parseInt(args[i]);
        for (boolean merged : new boolean[] {true, false}) {
          String table = "runs_" + runs + (merged ? "_merged" : "_as_they_are");
          Outcome outcome;
          try {
            outcome = load(session.connector(), table, rows, runs, merged, seed);
          } catch (IOException e) {
            if (merged) {
              throw e;
            }
            // What merging is for: a server that takes thousands of files is longer than a call may
            // be.
            System.out.printf("%,6d runs as they are: not handed over, %s%n", runs, e.getMessage());
            continue;
          }
          System.out.println(outcome);
          if (outcome.rows != rows) {
            throw new IllegalStateException(rows + " rows were written");
          }
        }
      }
    }
  }

  /** Makes a table of one region, writes rows with random keys to it in runs, and counts them. */
  public static Outcome load(
      StoreConnector connector, String table, long rows, int runs, boolean merged, long seed)
      throws IOException {
    Configuration conf = connector.configuration();
    StoreTable events = new StoreTable(connector, table);
    String ofDate = events.ofDate(Rows.DATE);
    TableDescriptor descriptor;
    try (TableAdmin tables = TableAdmin.open(connector);
        ConnectionLease lease = connector.connect();
        Admin admin = lease.connection().getAdmin()) {
      tables.createDate(table, Rows.DATE, List.of());
      descriptor = admin.getDescriptor(TableName.valueOf(ofDate));
    }
    StagingFolder staging = StagingFolder.ofThisProcess(connector, UUID.randomUUID(), null);
    org.apache.hadoop.fs.Path folder = staging.path(conf, events, Rows.DATE);

    long began = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    List<StagedFiles> staged = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int count = (int) (rows * (run + 1) / runs - rows * run / runs);
      staged.add(write(conf, folder, descriptor, run(count, random)));
    }
    long written = System.nanoTime();
    if (merged) {
      staged = new SortedRunMerge(conf, folder, descriptor).merge(staged);
    }
    long mergeEnd = System.nanoTime();
    List<org.apache.hadoop.fs.Path> files = new ArrayList<>();
    for (StagedFiles run : staged) {
      run.files().forEach(name -> files.add(new org.apache.hadoop.fs.Path(name)));
    }
    BulkLoad.run(conf, TableName.valueOf(ofDate), files, folder);
    long loaded = System.nanoTime();
    long found = count(connector, ofDate);
    return new Outcome(
        runs,
        files.size(),
        written - began,
        mergeEnd - written,
        loaded - mergeEnd,
        System.nanoTime() - loaded,
        found);
  }

  private static SortedRowBuffer run(int rows, SplittableRandom random) {
    RowBatch.Writer batch = new RowBatch.Writer(Rows.DATE);
    byte[] key = new byte[RowBatch.KEY_LENGTH];
    byte[] value = new byte[VALUE_BYTES];
    for (int row = 0; row < rows; row++) {
      LongBytes.write(random.nextLong(), key, 0);
      LongBytes.write(random.nextLong(), key, Long.BYTES);
      random.nextBytes(value);
      batch.row(key, 0);
      batch.put(Family.DATA, ascii("e12345678"), Rows.EVENT_TIMESTAMP, value);
      batch.put(Family.LINK, ascii("p12345678"), Rows.EVENT_TIMESTAMP, ascii("parent"));
    }
    SortedRowBuffer run = new SortedRowBuffer();
    run.add(batch.take());
    return run;
  }

  private static StagedFiles write(
      Configuration conf,
      org.apache.hadoop.fs.Path folder,
      TableDescriptor table,
      SortedRowBuffer run)
      throws IOException {
    long rows = run.rows();
    List<String> files = new ArrayList<>();
    try (FamilyFiles writers = new FamilyFiles(conf, folder, table)) {
      run.drain(writers::append);
      writers.finish().forEach(file -> files.add(file.toString()));
    }
    return new StagedFiles(rows, files);
  }

  private static long count(StoreConnector connector, String table) throws IOException {
    long rows = 0;
    try (ConnectionLease lease = connector.connect();
        RangeScan scan = RangeScan.open(lease.connection(), table, new byte[0], new byte[0])) {
      while (scan.next()) {
        rows += scan.startsRow() ? 1 : 0;
      }
    }
    return rows;
  }
}
