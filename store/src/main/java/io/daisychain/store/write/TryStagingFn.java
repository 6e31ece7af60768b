package io.daisychain.store.write;

import io.daisychain.store.StagingFolder;
import io.daisychain.store.StoreFailure;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.worker.PermanentFailureException;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Tries at the start of a job whether a worker may write where files wait to be bulk-loaded: who
 * may not would learn it when all else is done.
 */
final class TryStagingFn extends DoFn<byte[], Void> {
  private final StoreTable table;
  private final StagingFolder staging;

  TryStagingFn(StoreTable table, StagingFolder staging) {
    this.table = table;
    this.staging = staging;
  }

  @ProcessElement
  public void tryFolder() throws IOException {
    attempt(staging, TableAdmin.metaName(table.name()));
  }

  /**
   * Tries it on this machine.
   *
   * @param table one that is there
   * @throws PermanentFailureException if the file system refuses, with what to do
   */
  static void attempt(StagingFolder staging, String table) throws IOException {
    Configuration conf = staging.connector().configuration();
    try {
      staging.tryFolder(conf, table);
    } catch (IOException e) {
      if (!isRefusal(e)) {
        throw e;
      }
      throw new PermanentFailureException(
          "workers cannot write files for bulk loading, as user "
              + UserGroupInformation.getCurrentUser().getShortUserName()
              + ": "
              + StoreFailure.words(e)
              + "; let that user write there, name another folder by --staging=FOLDER, or give"
              + " --write=put");
    }
  }

  /** Whether the file system says that it will not, and not that it cannot now. */
  private static boolean isRefusal(IOException failure) {
    return failure instanceof AccessControlException
        || failure instanceof org.apache.hadoop.fs.ParentNotDirectoryException
        || failure instanceof org.apache.hadoop.fs.FileAlreadyExistsException
        || failure instanceof java.nio.file.FileSystemException
        || failure instanceof java.io.FileNotFoundException;
  }
}
