package io.daisychain.store.write;

import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StagingFolder;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreFailure;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.worker.PermanentFailureException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Tries what jobs do with a store, in a table of its own: {@link #make} and {@link #remove} in the
 * program, the rest in the program and on workers.
 *
 * @param events whose tables' rights are meant
 * @param name of the table
 */
public record StoreTrial(StoreTable events, String name) implements Serializable {
  private static final byte[] COLUMN = "trial".getBytes(StandardCharsets.US_ASCII);

  /** How HBase, its file system and Bigtable say that somebody may not. */
  private static final Pattern REFUSED =
      Pattern.compile("AccessDenied|AccessControl|Insufficient permissions|PERMISSION_DENIED");

  /**
   * Makes the table, as those of trade dates are.
   *
   * @throws IOException with what to do, where it is refused
   */
  public static StoreTrial make(StoreTable events) throws IOException {
    try (TableAdmin tables = TableAdmin.open(events.store())) {
      return new StoreTrial(events, tables.createTrial(events.name()));
    } catch (IOException e) {
      throw advised(events, e);
    }
  }

  /** Removes the table. */
  public void remove() throws IOException {
    try (TableAdmin tables = TableAdmin.open(events.store())) {
      tables.deleteTrial(name);
    }
  }

  /**
   * Writes and reads a row.
   *
   * @return by how many milliseconds the clock of the server that has the row is ahead of this
   *     machine's; empty for Bigtable, whose clients say what time it is
   * @throws IOException with what to do, where it is refused
   */
  public OptionalLong tryRows() throws IOException {
    byte[] key = key();
    try (ConnectionLease lease = events.store().connect();
        Table table = lease.connection().getTable(TableName.valueOf(name))) {
      table.put(put(key)); // finds the server, which takes its time
      long began = System.currentTimeMillis();
      table.put(put(key));
      long now = began + (System.currentTimeMillis() - began) / 2;
      Cell cell = table.get(new Get(key)).getColumnLatestCell(Family.DATA.bytes(), COLUMN);
      if (cell == null) {
        throw new IOException("a row that was written is not there");
      }
      return events.store().takesHFiles()
          ? OptionalLong.of(cell.getTimestamp() - now)
          : OptionalLong.empty();
    } catch (IOException | RuntimeException e) {
      throw advised(events, new IOException("table " + name + ": " + StoreFailure.words(e), e));
    }
  }

  /**
   * Bulk-loads a file of one row, where files go that way.
   *
   * @param given the folder that it shall wait in; null for HBase's own
   * @throws IOException with what to do, where it is refused
   */
  public void tryFiles(String given) throws IOException {
    if (!(events.store().address() instanceof StoreAddress.HBase)) {
      return;
    }
    Configuration conf = events.store().configuration();
    StagingFolder staging = StagingFolder.ofThisProcess(events.store(), UUID.randomUUID(), given);
    TryStagingFn.attempt(staging, name);
    Path folder = staging.path(conf, name);
    TableName table = TableName.valueOf(name);
    try (ConnectionLease lease = events.store().connect();
        Admin admin = lease.connection().getAdmin();
        FamilyFiles files = new FamilyFiles(conf, folder, admin.getDescriptor(table))) {
      files.append(Family.DATA, new KeyValue(key(), Family.DATA.bytes(), COLUMN, 1, COLUMN));
      List<Path> written = files.finish();
      try {
        BulkLoad.run(conf, table, written, folder);
      } catch (IOException e) {
        throw new PermanentFailureException(
            StoreFailure.words(e)
                + "; HBase's user must be able to move files out of "
                + folder.getParent().getParent()
                + ": name another folder by --staging=FOLDER, or give --write=put");
      }
    } finally {
      folder.getFileSystem(conf).delete(folder.getParent(), true);
    }
  }

  private static byte[] key() {
    return UUID.randomUUID().toString().substring(0, 16).getBytes(StandardCharsets.US_ASCII);
  }

  private static Put put(byte[] key) {
    return new Put(key).addColumn(Family.DATA.bytes(), COLUMN, COLUMN);
  }

  private static IOException advised(StoreTable events, IOException failure) throws IOException {
    String words = StoreFailure.words(failure);
    return REFUSED.matcher(words).find()
        ? new PermanentFailureException(
            "%s; let user %s make, read and write tables %s_*"
                .formatted(
                    words, UserGroupInformation.getCurrentUser().getShortUserName(), events.name()))
        : failure;
  }
}
