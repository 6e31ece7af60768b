package io.daisychain.warehouse.duckdb;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.WritableFiles;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Whether a file may be replaced by one that a load makes: nothing of others is in it. */
record ReplaceableFile(Path file, WarehouseSchema schema) {
  private static final Pattern IN_USE =
      Pattern.compile("(?i)lock|different configuration|conflict|already attached");

  /**
   * Looks, before any work.
   *
   * @throws ForeignFileException if it is no DuckDB database, or one with a table that is not ours,
   *     which the new file would not have
   */
  void check() throws IOException {
    WritableFiles.tryFile(file);
    if (!FileNotes.isThere(file)) {
      return;
    }
    if (!isDatabase()) {
      throw new ForeignFileException(file, "a DuckDB database");
    }
    Map<String, List<String>> tables;
    try {
      // What a session left in its write-ahead log is found by the file's own name alone.
      tables = (Files.exists(log()) ? FileNotes.read(file, file) : FileNotes.of(file)).others();
    } catch (WarehouseException e) {
      if (e.getCause() != null && IN_USE.matcher(e.getCause().getMessage()).find()) {
        return; // who has it open goes on reading it
      }
      throw e;
    }
    for (Map.Entry<String, List<String>> table : tables.entrySet()) {
      if (!isOurs(table.getKey(), table.getValue())) {
        throw new ForeignFileException(
            file, "a warehouse of published tables: it has a table '" + table.getKey() + "'");
      }
    }
  }

  /** The write-ahead log that a session which wrote to the file would leave. */
  Path log() {
    return file.resolveSibling(file.getFileName() + ".wal");
  }

  /** Other versions have other columns, but the same ones in front. */
  private boolean isOurs(String name, List<String> columns) {
    for (WarehouseTable table : schema.tables()) {
      if (table.name().equals(name)) {
        List<String> ours =
            table.columns().stream().limit(2).map(WarehouseTable.Column::name).toList();
        return columns.size() >= ours.size() && columns.subList(0, ours.size()).equals(ours);
      }
    }
    return false;
  }

  /** DuckDB's mark stands behind the first block's checksum. */
  private boolean isDatabase() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(12);
      return new String(start, StandardCharsets.ISO_8859_1).endsWith("DUCK");
    }
  }
}
