package io.daisychain.publish;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.beam.Chunks;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.KeyRanges;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever bytes a reporter sends come out of the warehouse as they came in. */
class HostileValuesTest {
  private static final long SEED = 42;

  @TempDir Path dir;

  @Test
  void everyValueSurvivesFilesAndWarehouse() throws IOException {
    List<String> values = values();
    PartRows part = part();
    RowFlattener rows = new RowFlattener(20_528, part);
    StringBuilder expected = new StringBuilder("text\n");
    for (int i = 0; i < values.size(); i++) {
      StoredRow.Event event = new StoredRow.Event();
      event.eventTime = StoredRow.NOON + i;
      event.symbol = "S";
      event.content = ("58=" + values.get(i) + "\1").getBytes(ISO_8859_1);
      new StoredRow(StoredRow.key(i)).event(event).flattenWith(rows);
      expected.append(quoted(values.get(i))).append('\n');
    }

    assertEquals(expected.toString(), query(load(rows), "SELECT text FROM events"));
    assertEquals(expected.toString(), query(load(part), "SELECT text FROM events"));
  }

  @Test
  void aQueryOfTheWholeTableIsTheFileCellByCell() throws IOException {
    PartRows part = part();
    RowFlattener rows = new RowFlattener(20_528, part);
    Random random = new Random(SEED);
    List<String> values = values();
    for (int i = 0; i < 500; i++) {
      StoredRow.Event event = new StoredRow.Event();
      // In the order of the table's sorting, so that lines can be compared one by one.
      event.eventTime = -5_000_000_000_000_000_000L + i * 20_000_000_000_000_003L;
      event.sendingTime = random.nextLong();
      event.symbol = "S";
      event.reporter = values.get(random.nextInt(values.size()));
      event.brokenTag = random.nextInt(3) * random.nextInt(1 << 30);
      event.content =
          StoredRow.fix(
              "38="
                  + random.nextInt(1000) / 100.0
                  + "0|44=-00"
                  + random.nextLong(Long.MAX_VALUE)
                  + ".0500|14=0.000|58=x,\"y\r|");
      new StoredRow(StoredRow.key(i)).event(event).flattenWith(rows);
    }
    CsvLines events = rows.events();
    String lines = new String(events.buffer(), 0, events.length(), UTF_8);

    for (Path warehouse : List.of(load(rows), load(part))) {
      assertEquals(
          PublishedTables.EVENTS.header() + "\n" + lines,
          query(warehouse, "SELECT * FROM events"),
          "seed " + SEED);
    }
  }

  private static List<String> values() {
    List<String> values =
        new ArrayList<>(
            List.of(
                "plain",
                "\"",
                "\"\"",
                "\"quoted\"",
                "a,b",
                ",",
                "lone\rCR",
                "\r",
                "caf\u00e9",
                "\u0080\u00ff\u00a0\u0085",
                "\0",
                "a\0b",
                "\0\0\"\0,",
                " blank ",
                " ",
                "NULL",
                "null",
                "\\N",
                "\\",
                "\\\"",
                "'; DROP TABLE events; --",
                "true",
                "|",
                "\t\u000b\u001b[31m\u007f",
                "\u00c3\u00a9", // what é is in UTF-8, byte by byte
                "\u00ef\u00bb\u00bfmark",
                "x".repeat(4096),
                "\"\u00e9,".repeat(1365),
                "=1+1"));
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i == 1 ? 2 : i); // SOH ends a value
    }
    values.add(new String(all, ISO_8859_1).replace('\n', '\r'));
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      byte[] noise = new byte[1 + random.nextInt(40)];
      random.nextBytes(noise);
      values.add(new String(noise, ISO_8859_1).replace('\1', 'x').replace('\n', 'y'));
    }
    return values;
  }

  private static String quoted(String value) {
    boolean quote = value.matches("(?s).*[,\"\r].*|[ \t].*|.*[ \t]");
    return quote ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  private PartRows part() throws IOException {
    Shards day = new Shards(20_528, KeyRanges.of(List.of())).with(false, 1);
    return PartRows.open(dir.toString(), day, 0, new Chunks(SortedRowWriter.CHUNK));
  }

  /** By way of a Parquet file. */
  private Path load(PartRows part) throws IOException {
    try (part) {
      part.complete();
    }
    return load("rows.duckdb", dir, 1);
  }

  /** By way of a CSV file. */
  private Path load(RowFlattener rows) throws IOException {
    Path csv = Files.createDirectories(dir.resolve("csv"));
    write(csv, PublishedTables.EVENTS, rows.events());
    return load("lines.duckdb", csv, 0);
  }

  private Path load(String name, Path from, int parts) throws IOException {
    WarehouseSchema schema = new WarehouseSchema(List.of(PublishedTables.EVENTS), List.of());
    Path file = dir.resolve(name);
    PublishedDay day = new PublishedDay(20_528, "", 1, "", "");
    new DuckDbWarehouse(file, schema, new DuckDbWarehouse.Limits(2, 500))
        .load(List.of(new DayLoad(day, DayLoad.Change.WHOLE, "", parts)), from);
    return file;
  }

  private static void write(Path folder, WarehouseTable table, CsvLines lines) throws IOException {
    byte[] header = (table.header() + "\n").getBytes(UTF_8);
    byte[] all = Arrays.copyOf(header, header.length + lines.length());
    System.arraycopy(lines.buffer(), 0, all, header.length, lines.length());
    Files.write(folder.resolve(table.filePrefix(20_528) + "00000-of-00001.csv"), all);
  }

  private static String query(Path file, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(file).run(sql, QueryFormat.CSV, out);
    return out.toString(UTF_8);
  }
}
