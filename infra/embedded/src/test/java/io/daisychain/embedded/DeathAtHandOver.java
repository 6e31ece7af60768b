package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.util.Pair;

/**
 * Ends a region server, as SIGKILL would, in the middle of taking over files: when somebody has put
 * a file of a certain name into the folder that {@code daisychain.test.deaths} of the configuration
 * names. That file is removed, so that one server dies of it.
 */
public final class DeathAtHandOver implements RegionCoprocessor, RegionObserver {
  /** The files have been moved away from their writer, and are not the region's yet. */
  public static final String BEFORE_COMMIT = "before-commit";

  /** The files are the region's, and their writer does not know. */
  public static final String BEFORE_REPLY = "before-reply";

  private static final int KILLED = 137;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preCommitStoreFile(
      ObserverContext<RegionCoprocessorEnvironment> context,
      byte[] family,
      List<Pair<org.apache.hadoop.fs.Path, org.apache.hadoop.fs.Path>> pairs)
      throws IOException {
    dieIf(context, BEFORE_COMMIT);
  }

  @Override
  public void postBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context,
      List<Pair<byte[], String>> staged,
      Map<byte[], List<org.apache.hadoop.fs.Path>> finalPaths)
      throws IOException {
    dieIf(context, BEFORE_REPLY);
  }

  private static void dieIf(ObserverContext<RegionCoprocessorEnvironment> context, String name)
      throws IOException {
    String folder = context.getEnvironment().getConfiguration().get("daisychain.test.deaths");
    if (folder != null && Files.deleteIfExists(Path.of(folder, name))) {
      Runtime.getRuntime().halt(KILLED);
    }
  }
}
