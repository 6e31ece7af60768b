package io.daisychain.publish;

import static io.daisychain.publish.StoredRow.key;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tables of Bigtable's emulator as link leaves them, and the whole job over them. */
abstract class PublishRuns {
  static final int EVENTS = 100;
  static final int DAY = 20_528;

  static EmulatorController emulator;
  static StoreConnector store;
  static ConnectionLease lease;

  @TempDir Path dir;

  /** By default all is read by pipelines. */
  int few;

  int pipelines;

  @BeforeAll
  static void startStore() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    String host = "localhost:" + emulator.getPort();
    store = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    lease = store.connect(); // held, so that all tests share one connection
  }

  @AfterAll
  static void stopStore() throws IOException {
    lease.close();
    emulator.stop();
  }

  List<String> contents() throws IOException {
    List<String> contents = new ArrayList<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      contents.add(query("SELECT * FROM " + table.name() + " ORDER BY ALL"));
    }
    return contents;
  }

  /** A chain of linked events, one that is not linked, and a row that only a child wrote. */
  static void fill(String table, int ranges) throws IOException {
    fill(table, DAY, ranges);
  }

  static void fill(String table, int day, int ranges) throws IOException {
    List<byte[]> splits =
        Stream.iterate(1, i -> i + 1)
            .limit(ranges - 1)
            .map(i -> new RowKey((long) EVENTS * i / ranges, 0).toBytes())
            .toList();
    try (TableAdmin tables = TableAdmin.open(store)) {
      tables.createDate(table, day, splits);
    }
    for (int i = 1; i <= EVENTS; i++) {
      put(table, day, row(i));
    }
    put(table, day, new StoredRow(key(EVENTS + 1)).child(key(1), Relation.ROUTE));
    ChangedKeys all = new ChangedKeys();
    for (int i = 1; i <= EVENTS + 1; i++) {
      all.add(key(i).high(), key(i).low());
    }
    try (Dates dates = Dates.open(new StoreTable(store, table))) {
      dates.note(day, StoredDate.Kind.LINK, "filled", all);
      dates.linked(day, 1, "filled", EVENTS, "{}");
    }
  }

  static StoredRow row(int number) {
    return row(number, "35=D|38=" + number + ".50|");
  }

  static StoredRow row(int number, String content) {
    StoredRow.Event event = new StoredRow.Event();
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    event.eventTime = StoredRow.NOON + number;
    event.symbol = "AAPL";
    event.content = StoredRow.fix(content);
    lineage.depth = number - 1;
    if (number > 1) {
      event.relation = Relation.INTERNAL;
      event.parents = new RowKey[] {key(number - 1)};
      lineage.parents = event.parents;
    }
    StoredRow row = new StoredRow(key(number)).event(event);
    if (number == 1) {
      row.lifecycle(
          new LifecycleCell(
              StoredRow.NOON,
              StoredRow.NOON,
              EVENTS,
              EVENTS,
              1,
              0,
              BigDecimal.ONE,
              BigDecimal.ONE,
              BigDecimal.ZERO,
              "",
              "AAPL",
              "1",
              new LifecycleCell.Terms("FIRM", "C1", "ACC", "1", "2", "10.5", "0")));
    }
    return number == EVENTS ? row : row.lineage(lineage);
  }

  static void put(String name, int day, StoredRow row) throws IOException {
    String ofDate = new StoreTable(store, name).ofDate(day);
    try (Table table = lease.connection().getTable(TableName.valueOf(ofDate))) {
      Put put = new Put(CellUtil.cloneRow(row.cells().get(0)));
      for (Cell cell : row.cells()) {
        put.addColumn(
            CellUtil.cloneFamily(cell),
            CellUtil.cloneQualifier(cell),
            1,
            CellUtil.cloneValue(cell));
      }
      table.put(put);
    }
  }

  PublishSummary publish(String table, Compression compression) throws IOException {
    return publish(table, compression, KeptFiles.CSV);
  }

  PublishSummary publish(String table, Compression compression, KeptFiles kept) throws IOException {
    return publish(table, compression, kept, DaySelection.CHANGED);
  }

  PublishSummary publish(
      String table, Compression compression, KeptFiles kept, DaySelection selection)
      throws IOException {
    List<StoredDate> stored = Dates.list(new StoreTable(store, table));
    return publish(table, compression, kept, selection, stored);
  }

  PublishSummary publish(
      String table,
      Compression compression,
      KeptFiles kept,
      DaySelection selection,
      List<StoredDate> stored)
      throws IOException {
    PublishSettings settings =
        PublishSettings.of(new StoreTable(store, table), output().toString(), compression)
            .withKept(kept)
            .withFew(few);
    PipelineOptions options = PipelineOptionsFactory.fromArgs("--runner=DirectRunner").create();
    return PublishJob.run(
        options,
        settings,
        selection,
        stored,
        WarehouseLoader.of(WarehouseAddress.parse("duckdb:" + dir.resolve("w.duckdb"))),
        pipeline -> {
          pipelines++;
          pipeline.run().waitUntilFinish();
        });
  }

  Path warehouse() {
    return dir.resolve("w.duckdb");
  }

  Path output() {
    return dir.resolve("o[u]t *?");
  }

  String query(String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(dir.resolve("w.duckdb")).run(sql, QueryFormat.CSV, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  List<String> filesByTable(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(output())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .map(name -> name.substring(0, name.indexOf('-')))
          .distinct()
          .sorted()
          .toList();
    }
  }
}
