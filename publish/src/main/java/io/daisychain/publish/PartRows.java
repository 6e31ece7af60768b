package io.daisychain.publish;

import io.daisychain.beam.Chunks;
import io.daisychain.beam.files.PartFile;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.ParquetForm;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.beam.sdk.io.Compression;

/** The Parquet files of a part, one a table; none where the warehouse takes CSV files. */
final class PartRows implements AutoCloseable {
  /** Of a process's memory, what all rows that wait for being sorted may take. */
  private static final int SHARE = 4;

  /** Of that, in 24ths, in the order of the schema: most rows are events and links. */
  private static final int[] SHARES = {14, 5};

  /** Without any. */
  static final PartRows NONE = new PartRows();

  private final List<PartFile> files = new ArrayList<>();
  private final List<SortedRowWriter> writers = new ArrayList<>();

  private PartRows() {}

  /**
   * Opens those of a piece, in a run's folder.
   *
   * @param chunks arrays of {@link SortedRowWriter#CHUNK}
   */
  static PartRows open(String folder, Shards day, int piece, Chunks chunks) throws IOException {
    return day.parts() == 0
        ? NONE
        : open(folder, day.epochDay(), piece, day.groupRows(), chunks, day.form());
  }

  /** The same of a date that need not be read whole. */
  static PartRows open(
      String folder, int epochDay, int piece, int groupRows, Chunks chunks, ParquetForm form)
      throws IOException {
    Runtime here = Runtime.getRuntime();
    long memory = here.maxMemory() / SHARE / here.availableProcessors();
    PartRows part = new PartRows();
    try {
      List<WarehouseTable> tables = PublishedTables.schema().tables();
      int all = IntStream.range(0, tables.size()).map(PartRows::shares).sum();
      for (int i = 0; i < tables.size(); i++) {
        WarehouseTable table = tables.get(i);
        String name = DayLoad.partFile(table, epochDay, piece);
        PartFile file = new PartFile(folder, name, Compression.UNCOMPRESSED);
        part.files.add(file);
        part.writers.add(
            new SortedRowWriter(table, file, groupRows, memory * shares(i) / all, chunks, form));
      }
      return part;
    } catch (IOException | RuntimeException e) {
      part.close();
      throw e;
    }
  }

  private static int shares(int table) {
    return table < SHARES.length ? SHARES[table] : 1;
  }

  /** The writer of a table; null where there is none. */
  SortedRowWriter of(WarehouseTable table) {
    return writers.isEmpty() ? null : writers.get(PublishedTables.schema().tables().indexOf(table));
  }

  /** Sorts and writes the rows of a table that has no memory left. */
  void drain() throws IOException {
    for (int i = 0; i < writers.size(); i++) {
      if (writers.get(i).isFull()) {
        writers.get(i).flush();
      }
    }
  }

  /** Writes the rest and gives the files their names. */
  void complete() throws IOException {
    for (int i = 0; i < writers.size(); i++) {
      writers.get(i).finish();
      files.get(i).complete();
    }
  }

  @Override
  public void close() throws IOException {
    for (SortedRowWriter writer : writers) {
      writer.close();
    }
    for (PartFile file : files) {
      file.close();
    }
  }
}
