package io.daisychain.publish;

import io.daisychain.beam.Chunks;
import io.daisychain.beam.files.PartFile;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.ConnectionLease;
import io.daisychain.warehouse.ParquetForm;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.duckdb.DayLoad;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.io.Compression;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * The rows of some keys of a trade date, read one by one instead of by a scan, and the lines that
 * are published of them. All of them lie in memory.
 */
final class ChangedRows {
  /** Rows asked for at once: gets of 500 are ten times as fast as single ones. */
  private static final int BATCH = 500;

  private static final byte[] FAULTS = TableSchema.FAULTS.getBytes(StandardCharsets.US_ASCII);

  private final long[] keys;
  private final RowFlattener rows;
  private final Map<String, Lines> lines = new LinkedHashMap<>();

  /** Lines of one table in the order of the keys. */
  static final class Lines {
    private final CsvLines text;
    private final int[] ends;

    Lines(CsvLines text, int keys) {
      this.text = text;
      this.ends = new int[keys];
    }

    CsvLines text() {
      return text;
    }

    /** Where the lines of a key begin in the text. */
    int start(int key) {
      return key == 0 ? 0 : ends[key - 1];
    }

    int end(int key) {
      return ends[key];
    }
  }

  private ChangedRows(int epochDay, long[] keys, ValidityTable participants, PartRows part) {
    this.keys = keys;
    rows = new RowFlattener(epochDay, participants, part);
    List<CsvLines> texts = rows.tables();
    List<WarehouseTable> tables = PublishedTables.schema().tables();
    for (int i = 0; i < tables.size(); i++) {
      lines.put(tables.get(i).name(), new Lines(texts.get(i), keys.length / 2));
    }
  }

  /**
   * Reads rows, and writes the files that a warehouse loads of them.
   *
   * @param keys pairs of longs, ascending as unsigned; a row may be gone
   */
  static ChangedRows read(PublishSettings settings, int epochDay, long[] keys) throws IOException {
    String folder = settings.runFolder();
    Chunks chunks = new Chunks(SortedRowWriter.CHUNK);
    try (PartRows part =
            PartRows.open(
                folder, epochDay, 0, ColumnFileWriter.GROUP_ROWS, chunks, ParquetForm.DUCKDB);
        PartFile named =
            new PartFile(folder, DayLoad.keysFile(epochDay), Compression.UNCOMPRESSED);
        ConnectionLease store = settings.table().store().connect();
        Table table =
            store.connection().getTable(TableName.valueOf(settings.table().ofDate(epochDay)))) {
      ChangedRows changed = new ChangedRows(epochDay, keys, settings.participants(), part);
      for (int from = 0; from < changed.count(); from += BATCH) {
        changed.read(table, from, Math.min(from + BATCH, changed.count()));
        part.drain();
      }
      part.complete();
      DayLoad.writeKeys(named, keys);
      named.complete();
      return changed;
    }
  }

  private void read(Table table, int from, int to) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (int key = from; key < to; key++) {
      byte[] row = new byte[RowKey.LENGTH];
      RowKey.write(high(key), low(key), row, 0);
      gets.add(
          new Get(row)
              .addFamily(Family.DATA.bytes())
              .addFamily(Family.LINK.bytes())
              .addColumn(Family.ERROR.bytes(), FAULTS)
              .readVersions(1));
    }
    Result[] results = table.get(gets);
    for (int i = 0; i < results.length; i++) {
      if (!results[i].isEmpty()) {
        rows.beginRow();
        for (Cell cell : results[i].rawCells()) {
          rows.add(cell);
        }
        rows.endRow();
      }
      for (Lines ofTable : lines.values()) {
        ofTable.ends[from + i] = ofTable.text.length();
      }
    }
  }

  /** Their keys, pairs of longs. */
  long[] keys() {
    return keys;
  }

  int count() {
    return keys.length / 2;
  }

  long high(int key) {
    return keys[2 * key];
  }

  long low(int key) {
    return keys[2 * key + 1];
  }

  Lines of(WarehouseTable table) {
    return lines.get(table.name());
  }

  /** What was published of these rows. */
  PublishedCounts counts() {
    return rows.counts();
  }
}
