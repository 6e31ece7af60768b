package io.daisychain.publish.file;

import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables as Parquet, written by DuckDB from what it has loaded, beside the CSV files. */
public final class ParquetFiles {
  /** Last characters of their names. */
  static final String SUFFIX = ".parquet";

  private ParquetFiles() {}

  /**
   * Writes those of some trade dates into the run's folder.
   *
   * @param scratch a folder of this machine for files on their way to another
   */
  public static void write(
      DuckDbWarehouse.Load load,
      List<Integer> days,
      OutputFolder output,
      String runFolder,
      Path scratch)
      throws IOException {
    Path folder = output.stagingFolder(runFolder, scratch);
    load.exportParquet(days, folder);
    for (int day : days) {
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        List<Path> parts = new ArrayList<>();
        for (Path part = part(folder, table, day, 0);
            Files.exists(part);
            part = part(folder, table, day, parts.size())) {
          parts.add(part);
        }
        for (int i = 0; i < parts.size(); i++) {
          String name =
              String.format(Locale.ROOT, "%s%05d-of-%05d", table.filePrefix(day), i, parts.size());
          output.add(parts.get(i), runFolder, name + SUFFIX);
        }
      }
    }
  }

  private static Path part(Path folder, WarehouseTable table, int day, int number) {
    return folder.resolve(table.filePrefix(day) + number + SUFFIX);
  }

  /** Those of a table and trade date among a run's files. */
  public static List<String> of(WarehouseTable table, int day, Iterable<String> names) {
    List<String> found = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(table.filePrefix(day)) && name.endsWith(SUFFIX)) {
        found.add(name);
      }
    }
    return found;
  }
}
