package io.daisychain.store.write;

import io.daisychain.store.ConnectionLease;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StagingFolder;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Sorts packed rows and writes them as HFiles of a table, as the jobs do, without a job: for a bulk
 * load beside which jobs are measured. Safe for use by several threads.
 */
public final class RowFiles {
  private final Configuration conf;
  private final Path folder;
  private final TableDescriptor table;

  private RowFiles(Configuration conf, Path folder, TableDescriptor table) {
    this.conf = conf;
    this.folder = folder;
    this.table = table;
  }

  /** Files for the table of a trade date, in a new folder of the store's file system. */
  public static RowFiles of(StoreTable table, int date) throws IOException {
    Configuration conf = table.store().configuration();
    Path folder =
        StagingFolder.ofThisProcess(table.store(), UUID.randomUUID(), null).path(conf, table, date);
    try (ConnectionLease lease = table.store().connect();
        Admin admin = lease.connection().getAdmin()) {
      return new RowFiles(conf, folder, admin.getDescriptor(TableName.valueOf(table.ofDate(date))));
    }
  }

  /**
   * Writes the rows of one block.
   *
   * @param block see {@link RowBatch}
   * @return the files, each in a folder named after its family
   */
  public List<Path> write(byte[] block) throws IOException {
    SortedRowBuffer rows = new SortedRowBuffer();
    rows.add(block);
    if (rows.rows() == 0) {
      return List.of();
    }
    try (FamilyFiles files = new FamilyFiles(conf, folder, table)) {
      rows.drain(files::append);
      return files.finish();
    }
  }
}
