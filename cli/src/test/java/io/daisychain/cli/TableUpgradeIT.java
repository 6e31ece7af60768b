package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.Dates;
import io.daisychain.store.MetaTable;
import io.daisychain.store.RangeScan;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.StoredDate;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A table of all trade dates, as the version before made it, becomes what ingest makes now. */
@ExtendWith(SharedStore.class)
class TableUpgradeIT {
  private static final String FRESH = "upgrade_fresh";
  private static final String OLD = "upgrade_old";

  @TempDir private Path folder;

  @Test
  void movesEveryContentToItsTradeDate(RunningStore shared) throws Exception {
    InProcess commands = new InProcess(folder);
    String store = "--store=" + shared.address();
    commands.succeed(
        "generate",
        "--output=" + folder.resolve("w"),
        "--events=2000",
        "--days=3",
        "--gtc=0.2",
        "--lineage=native",
        "--errors=0.1");
    commands.succeed(
        "ingest",
        "--input=" + folder.resolve("w/*.fix"),
        "--reference=" + folder.resolve("w"),
        "--rejects=" + folder.resolve("rejects"),
        store,
        "--table=" + FRESH);
    makeOld(shared);
    JsonNode fresh = linked(commands, store, FRESH);

    InProcess.Ended refused = commands.execute("link", store, "--table=" + OLD);
    assertEquals(1, refused.exitCode(), refused.said());
    assertTrue(refused.said().contains("days --upgrade"), refused.said());
    commands.succeed("days", "--upgrade", store, "--table=" + OLD);

    assertEquals(fresh.get("digests"), linked(commands, store, OLD).get("digests"));
    try (StoreSession session = StoreOptions.of(shared.address(), OLD).open();
        TableAdmin tables = TableAdmin.open(session.connector());
        Dates dates = Dates.open(session.table(OLD));
        MetaTable meta = tables.meta(OLD)) {
      assertTrue(!tables.exists(OLD), "the old table is still there");
      SubmissionSums sums = SubmissionSums.of(meta, dates);
      assertEquals(sums.events() + sums.duplicates(), sums.stored());
    }
  }

  private JsonNode linked(InProcess commands, String store, String table) throws Exception {
    commands.succeed(
        "link", "--gtcDays=7", "--rejects=" + folder.resolve("rejects"), store, "--table=" + table);
    return commands.counts(
        "publish",
        "--output=" + folder.resolve(table),
        "--warehouse=duckdb:" + folder.resolve(table + ".duckdb"),
        store,
        "--table=" + table);
  }

  /** Puts what ingest wrote of all dates into one table, beside a meta table of format 2. */
  private static void makeOld(RunningStore shared) throws IOException {
    try (StoreSession session = StoreOptions.of(shared.address(), OLD).open();
        TableAdmin tables = TableAdmin.open(session.connector());
        ConnectionLease lease = session.connector().connect()) {
      Connection connection = lease.connection();
      TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(OLD));
      for (Family family : Family.values()) {
        table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family.bytes()));
      }
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(table.build());
      }
      tables.createMeta(OLD);
      try (MetaTable meta = tables.meta(OLD);
          MetaTable fresh = tables.meta(FRESH)) {
        meta.write("table", "format", "2".getBytes(US_ASCII));
        meta.write("rules", "rules", fresh.read("rules", "rules").orElseThrow());
        meta.writeLarge("reference", fresh.readLarge("reference").orElseThrow());
      }
      StoreTable events = session.table(FRESH);
      for (StoredDate date : Dates.list(events)) {
        copy(connection, events.ofDate(date.epochDay()));
      }
    }
  }

  private static void copy(Connection connection, String from) throws IOException {
    List<Put> puts = new ArrayList<>();
    try (RangeScan scan = RangeScan.open(connection, from, new byte[0], new byte[0], Family.DATA);
        Table old = connection.getTable(TableName.valueOf(OLD))) {
      while (scan.next()) {
        puts.add(new Put(scan.row()).add(scan.cell()));
      }
      old.put(puts);
    }
  }
}
