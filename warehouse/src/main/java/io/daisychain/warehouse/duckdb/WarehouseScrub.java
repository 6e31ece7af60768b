package io.daisychain.warehouse.duckdb;

import io.daisychain.beam.Scrubbed;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.MissingKeyException;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Reads all of a DuckDB warehouse and holds it against checksums: DuckDB's own of each block of the
 * file, those in Parquet files of our own writing, and those beside files that DuckDB wrote.
 */
public final class WarehouseScrub {
  private static final String PARQUET = ".parquet";
  private static final String REMEDY = "; publish it again: publish --days=all";

  private WarehouseScrub() {}

  /**
   * Reads a warehouse.
   *
   * @param file of DuckDB; its trade dates lie beside it
   */
  public static void read(Path file, Scrubbed result) throws IOException {
    database(file, result);
    Path days = DayFolder.of(file);
    if (!Files.isDirectory(days)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(days)) {
      files = all.filter(each -> each.toString().endsWith(PARQUET)).sorted().toList();
    }
    for (Path each : files) {
      parquet(each, result);
    }
    for (KeptPublications.Kept kept : new KeptPublications(days).all()) {
      kept(kept, result);
    }
  }

  private static void kept(KeptPublications.Kept kept, Scrubbed result) throws IOException {
    try {
      kept.check();
      result.read(Files.size(kept.file()));
    } catch (NoSuchFileException e) {
      return; // a publication has just done away with it
    } catch (ZipException | EOFException e) {
      result.fault(
          kept.file()
              + " is damaged: "
              + e.getMessage()
              + "; what was published then can be asked for again when a backup has it");
    }
  }

  /** Reads all rows that the file itself has, and all that it says of views. */
  private static void database(Path file, Scrubbed result) throws IOException {
    try (DuckDbReader reader = new DuckDbReader(file, Duration.ofDays(1))) {
      reader.work(
          connection -> {
            List<String> tables =
                FirstColumn.of(
                    connection,
                    "SELECT format('\"{}\".\"{}\"', schema_name, table_name) FROM"
                        + " duckdb_tables() WHERE NOT internal");
            tables.add("duckdb_views()");
            tables.add("duckdb_columns()");
            tables.add("duckdb_functions()");
            for (String table : tables) {
              FirstColumn.of(
                  connection, "SELECT md5(string_agg(t::VARCHAR, '')) FROM " + table + " AS t");
            }
            return null;
          });
      result.read(Files.size(file));
    } catch (WarehouseException e) {
      result.fault(file + " is damaged: " + e.getMessage() + REMEDY);
    }
  }

  private static void parquet(Path file, Scrubbed result) throws IOException {
    try {
      if (Files.exists(FileSum.of(file))) {
        String fault = FileSum.fault(file);
        if (!fault.isEmpty()) {
          result.fault(fault + REMEDY);
        }
      } else {
        read(file, result, REMEDY);
      }
      result.read(Files.size(file));
    } catch (NoSuchFileException e) {
      return; // a publication has just done away with it
    }
  }

  /**
   * Reads a Parquet file of our own writing.
   *
   * @param remedy said behind what is wrong
   */
  public static void read(Path file, Scrubbed result, String remedy) throws IOException {
    try (ColumnFile columns = ColumnFile.open(file)) {
      columns.faults().forEach(fault -> result.fault(fault + remedy));
    } catch (NoSuchFileException | MissingKeyException e) {
      throw e;
    } catch (IOException e) {
      result.fault(e.getMessage() + remedy);
    }
  }
}
