package io.daisychain.publish.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.ErrorStatus;
import io.daisychain.publish.RowFlattener;
import io.daisychain.publish.StoredRow;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedTablesTest {
  @TempDir Path dir;

  @Test
  void eventsBeginWithThePapersColumns() {
    assertTrue(
        PublishedTables.EVENTS
            .header()
            .startsWith(
                "id,Parent,GrandParent,timestamp,EventId,ReporterId,Child,CustomerId,"
                    + "CustomerIdValid,side,CHILD_side,symbol,CHILD_symbol,CHILD_ordType,eventType,"
                    + "brokenTag,ReporterIdValid,SideMatch,SymbolMatch,SymbolValid,LifecycleId,Merge,"
                    + "relation,depth,childCount,quantity,price,ordType,source,destination,lastMkt,"
                    + "errorStatus,"));
  }

  @Test
  void linksAndLifecyclesHaveTheContractsColumns() {
    assertEquals(
        "parent,child,relation,SymbolMatch,SideMatch,quantity,tradeDate",
        PublishedTables.LINKS.header());
    assertEquals(
        "id,symbol,firstTime,lastTime,events,depth,firms,orderedQuantity,filledQuantity,"
            + "bustedQuantity,finalState,errors,rootState,ReporterId,CustomerId,account,side,"
            + "ordType,price,timeInForce,firstDate",
        PublishedTables.LIFECYCLES.header());
  }

  @Test
  void duplicatesNameTheReporterAndEndWithTheMessage() {
    String header = PublishedTables.DUPLICATES.header();
    assertTrue(header.startsWith("id,LifecycleId,reporter,eventType,EventId,timestamp,"), header);
    assertTrue(header.endsWith(",message,tradeDate"), header);
  }

  /** Of a thousand rows of the largest numbers that a firm can send. */
  @Test
  void noSumOverAColumnFails() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      WarehouseAddress address = new WarehouseAddress.DuckDb(Path.of("w.duckdb"));
      for (String sql : Warehouses.ddl(PublishedTables.schemaWithMarket(), address)) {
        statement.execute(sql);
      }
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        List<WarehouseTable.Column> numbers =
            table.columns().stream().filter(column -> column.type().isDecimal()).toList();
        if (numbers.isEmpty()) {
          continue;
        }
        String names =
            numbers.stream().map(column -> quoted(column)).collect(Collectors.joining(", "));
        String largest =
            numbers.stream()
                .map(column -> "repeat('9', %d)".formatted(digits(column.type())))
                .map(nines -> nines + " || '.' || repeat('9', 6)")
                .collect(Collectors.joining(", "));
        statement.execute(
            "INSERT INTO %s (%s) SELECT %s FROM range(1000)"
                .formatted(table.name(), names, largest));
        for (WarehouseTable.Column column : numbers) {
          try (ResultSet sum =
              statement.executeQuery(
                  "SELECT sum(" + quoted(column) + ") > 0 FROM " + table.name())) {
            assertTrue(sum.next() && sum.getBoolean(1), table.name() + "." + column.name());
          }
        }
      }
      statement.execute(
          "UPDATE events SET eventType = 'FILL', counted = TRUE, symbol = 'A', tradeDate ="
              + " DATE '2026-03-16', timestamp = TIMESTAMP '2026-03-16 12:00:00', timestampNanos ="
              + " 1773662400000000000, id = gen_random_uuid()");
      for (WarehouseView view : PublishedTables.schema().views()) {
        try (ResultSet rows = statement.executeQuery("FROM " + view.name())) {
          while (rows.next()) {
            rows.getString(1);
          }
        }
      }
      // What an analyst multiplies: there is room for 400 times as many.
      try (ResultSet sum =
          statement.executeQuery(
              "SELECT sum(x.shares * x.px * x.px) > 0 FROM (SELECT 1000::%s AS shares,"
                      .formatted(ColumnType.QUANTITY.duckDb())
                  + " 500::%s AS px FROM range(100000)) AS x"
                      .formatted(ColumnType.PRICE.duckDb()))) {
        assertTrue(sum.next() && sum.getBoolean(1));
      }
    }
  }

  /** More than a hundred million events have, of the sums that lifecycles hold. */
  private static int digits(ColumnType type) {
    return type == ColumnType.TOTAL ? 20 : type.integerDigits();
  }

  private static String quoted(WarehouseTable.Column column) {
    return '"' + column.name() + '"';
  }

  @Test
  void historyErrorsAndBreaksHaveTheContractsColumns() {
    assertEquals(
        "id,version,action,sentTime,ReporterId,standing,changed,tradeDate",
        PublishedTables.HISTORY.header());
    assertEquals(
        "id,tradeDate,ReporterId,role,status,reason,tag,firstSeen,repaired,repairedBy,inTime",
        PublishedTables.ERRORS.header());
    assertEquals(
        "kind,reporter,named,id,EventId,namedId,namedEventId,field,value,namedValue,state,"
            + "tradeDate",
        PublishedTables.BREAKS.header());
    assertTrue(
        PublishedTables.EVENTS
            .header()
            .endsWith(
                ",version,stopPx,account,capacity,standingQuantity,standingPrice,counted,fixVersion,"
                    + "securityType,instrument,maturity,putOrCall,strike,multiplier,InstrumentMatch,"
                    + "legRefId,multiLeg,format,catType,firmROEID,errorCode,tradeDate"));
    assertEquals(
        "id,kind,date,reporter,counterparty,symbol,value,key,tradeDate",
        PublishedTables.KEYS.header());
    assertEquals("id,account,quantity,price,tradeDate", PublishedTables.ALLOCATIONS.header());
    assertEquals(
        "id,leg,symbol,instrument,side,ratio,refId,tradeDate", PublishedTables.LEGS.header());
  }

  @Test
  void viewsFindEventsByTheirStatus() throws IOException {
    RowFlattener rows = new RowFlattener(20_528);
    int number = 0;
    for (ErrorStatus status : ErrorStatus.values()) {
      StoredRow.Event event = new StoredRow.Event().statuses(status, ErrorStatus.LATE);
      event.eventId = status.name();
      new StoredRow(StoredRow.key(number++)).event(event).flattenWith(rows);
    }
    for (int i = 0; i < rows.tables().size(); i++) {
      write(PublishedTables.schema().tables().get(i), rows.tables().get(i));
    }
    Path file = dir.resolve("w.duckdb");

    new DuckDbWarehouse(file, PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(
            List.of(new DayLoad(new PublishedDay(20_528, "", 1, "", ""), DayLoad.Change.WHOLE)),
            dir);

    assertEquals("[ORPHAN]", eventIds(file, "v_orphans"));
    assertEquals(
        "[SYMBOL_MISMATCH, INSTRUMENT_MISMATCH, SIDE_MISMATCH]", eventIds(file, "v_mismatches"));
    assertEquals("[DUPLICATE_KEY]", eventIds(file, "v_duplicates"));
    assertEquals("[OUT_OF_SEQUENCE]", eventIds(file, "v_out_of_sequence"));
    assertEquals(number, new DuckDbQuery(file).rows("FROM v_lifecycle").size());
  }

  private String eventIds(Path file, String view) throws IOException {
    return new DuckDbQuery(file).rows("SELECT list(EventId) FROM " + view).get(0)[0];
  }

  private void write(WarehouseTable table, CsvLines lines) throws IOException {
    String text = new String(lines.buffer(), 0, lines.length(), StandardCharsets.UTF_8);
    Path file = dir.resolve(table.filePrefix(20_528) + "00000-of-00001.csv");
    Files.writeString(file, table.header() + "\n" + text);
  }

  /** With {@code -Dtables.write=true} this writes the page instead. */
  @Test
  void theDataDictionaryInTheDocsIsCurrent() throws IOException {
    Path docs = Path.of("..", "docs", "tables.md");
    String page = DataDictionary.page(PublishedTables.schema());
    if (Boolean.getBoolean("tables.write")) {
      Files.createDirectories(docs.getParent());
      Files.writeString(docs, page);
    }

    assertEquals(page, Files.readString(docs), "write it again with -Dtables.write=true");
  }
}
