package io.daisychain.publish;

import io.daisychain.warehouse.DuckDbWarehouse;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables as Parquet, written by DuckDB from what it has loaded, beside the CSV files. */
final class ParquetFiles {
  private static final String SUFFIX = ".parquet";

  private ParquetFiles() {}

  /**
   * Writes them into the run's folder.
   *
   * @param scratch a folder of this machine for files on their way to another
   */
  static void write(DuckDbWarehouse.Load load, OutputFolder output, String runFolder, Path scratch)
      throws IOException {
    Path folder = output.stagingFolder(runFolder, scratch);
    load.exportParquet(folder);
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      List<Path> parts = new ArrayList<>();
      for (Path part = part(folder, table, 0);
          Files.exists(part);
          part = part(folder, table, parts.size())) {
        parts.add(part);
      }
      for (int i = 0; i < parts.size(); i++) {
        String name = String.format(Locale.ROOT, "%s-%05d-of-%05d", table.name(), i, parts.size());
        output.add(parts.get(i), runFolder, name + SUFFIX);
      }
    }
  }

  private static Path part(Path folder, WarehouseTable table, int number) {
    return folder.resolve(table.name() + "-" + number + SUFFIX);
  }

  /** Those of a table among a run's files. */
  static List<String> of(WarehouseTable table, Iterable<String> names) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(table.name() + "-") && name.endsWith(SUFFIX)) {
        found.add(name);
      }
    }
    return found;
  }
}
