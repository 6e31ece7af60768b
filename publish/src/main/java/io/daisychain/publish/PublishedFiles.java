package io.daisychain.publish;

import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Puts a run's files in the place of an earlier run's. */
final class PublishedFiles {
  private static final Pattern PUBLISHED =
      Pattern.compile(
          "(events|links|lifecycles)-\\d{5}-of-\\d{5}\\.(csv|csv\\.gz|csv\\.zst|parquet)");

  private final OutputFolder folder;

  PublishedFiles(OutputFolder folder) {
    this.folder = folder;
  }

  /**
   * Moves the files of a run into the folder, table by table, and deletes those of earlier runs.
   * Killed half way, the next run puts things right.
   *
   * @throws IOException if the run has not as many files as it should; nothing has changed then
   */
  void swap(PublishSettings settings) throws IOException {
    Shards shards = settings.shards();
    Set<String> written = new HashSet<>(folder.files(settings.runFolder()));
    List<List<String>> tables = new ArrayList<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      List<String> names = new ArrayList<>();
      for (int shard = 0; shard < shards.count(); shard++) {
        names.add(shards.fileName(table, shard, settings.compression()));
      }
      for (String name : names) {
        if (!written.contains(name)) {
          throw new IOException("the run did not write " + settings.runFolder() + "/" + name);
        }
      }
      names.addAll(ParquetFiles.of(table, written));
      tables.add(names);
    }
    for (List<String> names : tables) {
      replace(settings.runFolder(), names);
    }
  }

  private void replace(String runFolder, List<String> names) throws IOException {
    String table = names.get(0).substring(0, names.get(0).indexOf('-') + 1);
    Set<String> current = new HashSet<>(names);
    List<String> stale = new ArrayList<>();
    for (String name : folder.files(folder.path())) {
      boolean ours = name.startsWith(table) && PUBLISHED.matcher(name).matches();
      if (ours && !current.contains(name)) {
        stale.add(name);
      }
    }
    folder.take(runFolder, names);
    folder.delete(stale);
  }
}
