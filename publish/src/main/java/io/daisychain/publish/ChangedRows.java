package io.daisychain.publish;

import io.daisychain.beam.files.PartFile;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.ConnectionLease;
import io.daisychain.warehouse.WarehouseTable;
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

  private final int epochDay;
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

  private ChangedRows(int epochDay, long[] keys, ValidityTable participants) {
    this.epochDay = epochDay;
    this.keys = keys;
    rows = new RowFlattener(epochDay, participants);
    List<CsvLines> texts = rows.tables();
    List<WarehouseTable> tables = PublishedTables.schema().tables();
    for (int i = 0; i < tables.size(); i++) {
      lines.put(tables.get(i).name(), new Lines(texts.get(i), keys.length / 2));
    }
  }

  /**
   * Reads rows.
   *
   * @param keys pairs of longs, ascending as unsigned; a row may be gone
   */
  static ChangedRows read(PublishSettings settings, int epochDay, long[] keys) throws IOException {
    ChangedRows changed = new ChangedRows(epochDay, keys, settings.participants());
    try (ConnectionLease store = settings.table().store().connect();
        Table table =
            store.connection().getTable(TableName.valueOf(settings.table().ofDate(epochDay)))) {
      for (int from = 0; from < changed.count(); from += BATCH) {
        changed.read(table, from, Math.min(from + BATCH, changed.count()));
      }
    }
    return changed;
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

  /** Writes the files that a warehouse loads. */
  void write(String runFolder) throws IOException {
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      String name = Shards.fileName(table, epochDay, 0, 1, Compression.UNCOMPRESSED);
      CsvLines text = of(table).text();
      write(runFolder, DayLoad.CHANGED + name, table.header(), text.buffer(), text.length());
    }
    StringBuilder named = new StringBuilder();
    for (int key = 0; key < count(); key++) {
      named.append(new RowKey(high(key), low(key))).append('\n');
    }
    byte[] bytes = named.toString().getBytes(StandardCharsets.US_ASCII);
    write(runFolder, DayLoad.keysFile(epochDay), "key", bytes, bytes.length);
  }

  private static void write(String runFolder, String name, String header, byte[] bytes, int length)
      throws IOException {
    try (PartFile file = new PartFile(runFolder, name, Compression.UNCOMPRESSED)) {
      byte[] first = (header + "\n").getBytes(StandardCharsets.UTF_8);
      file.write(first, 0, first.length);
      file.write(bytes, 0, length);
      file.complete();
    }
  }
}
