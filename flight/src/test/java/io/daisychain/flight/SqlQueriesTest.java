package io.daisychain.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JDBC driver gets is what the warehouse has. */
@SuppressWarnings("try") // clients may be interrupted while they are closed
class SqlQueriesTest {
  @TempDir private static Path folder;

  private static ServedTables served;
  private static Connection all;

  @BeforeAll
  static void serve() throws Exception {
    served = new ServedTables(folder, Duration.ofMinutes(5));
    all = served.connect("ALL");
  }

  @AfterAll
  static void end() throws Exception {
    all.close();
    served.close();
  }

  @Test
  void rowsAreThoseOfTheWarehouse() throws Exception {
    String sql = "SELECT COLUMNS(*)::VARCHAR FROM fills ORDER BY nanos";
    List<String> expected =
        new DuckDbQuery(served.file)
            .rows(sql).stream()
                .map(row -> Stream.of(row).map(String::valueOf).collect(Collectors.joining(",")))
                .toList();
    assertEquals(ServedTables.ROWS, expected.size());
    assertEquals(expected, ServedTables.rows(all, sql));
  }

  @Test
  void valuesHaveTheirTypes() throws Exception {
    try (Statement statement = all.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM fills ORDER BY nanos LIMIT 2")) {
      assertTrue(row.next());
      assertEquals(null, row.getObject("valid"));
      assertTrue(row.next());
      assertEquals(new UUID(7, 1).toString(), row.getString("id"));
      assertEquals(Timestamp.valueOf("2026-03-16 13:30:00.000000001"), row.getTimestamp(2));
      assertEquals(new BigDecimal("1.250000"), row.getObject("quantity"));
      assertEquals(true, row.getObject("valid"));
      assertEquals(1, row.getObject("depth"));
      assertEquals(1L << 33, row.getObject("nanos"));
      assertEquals(Date.valueOf("2026-03-16"), row.getDate("tradeDate"));
      assertFalse(row.next());
    }
  }

  @Test
  void whatThereIsIsListed() throws Exception {
    DatabaseMetaData about = all.getMetaData();
    assertEquals("Daisychain", about.getDatabaseProductName());
    assertTrue(about.isReadOnly());
    assertEquals(List.of("main,"), ServedTables.rows(about.getSchemas()));
    assertEquals(List.of("TABLE", "VIEW"), ServedTables.rows(about.getTableTypes()));
    List<String> tables = ServedTables.rows(about.getTables(null, null, "%", null));
    assertEquals(2, tables.size(), tables::toString);
    assertTrue(tables.get(0).startsWith(",main,fills,TABLE"), tables::toString);
    assertTrue(tables.get(1).startsWith(",main,v_symbols,VIEW"), tables::toString);
    assertEquals(
        1, ServedTables.rows(about.getTables(null, "main", "v\\_%", new String[] {"VIEW"})).size());
    assertEquals(List.of(), ServedTables.rows(about.getTables(null, "x", "%", null)));
    assertEquals(
        List.of("id VARCHAR", "timestamp TIMESTAMP", "symbol VARCHAR", "quantity DECIMAL"),
        ServedTables.rows(about.getColumns(null, null, "fills", "%")).stream()
            .map(row -> row.split(",", -1))
            .map(row -> row[3] + " " + row[5])
            .limit(4)
            .toList());
    assertEquals(List.of(), ServedTables.rows(about.getPrimaryKeys(null, null, "fills")));
  }

  @Test
  void tablesAreListedByTheColumnsOfTheStandard() throws Exception {
    CallOption who = ServedMarket.as("ALL", ServedMarket.SECRET);
    try (BufferAllocator memory = new RootAllocator();
        FlightSqlClient client =
            new FlightSqlClient(
                FlightClient.builder(
                        memory, Location.forGrpcInsecure("127.0.0.1", served.server.port()))
                    .build())) {
      List<FlightInfo> infos =
          List.of(
              client.getCatalogs(who),
              client.getSchemas(null, null, who),
              client.getTableTypes(who),
              client.getTables(null, null, null, null, true, who),
              client.getTables(null, null, null, null, false, who),
              client.getSqlInfo(new FlightSql.SqlInfo[0], who),
              client.getXdbcTypeInfo(who),
              client.getPrimaryKeys(TableRef.of(null, null, "fills"), who));
      for (FlightInfo info : infos) {
        try (FlightStream rows = client.getStream(info.getEndpoints().get(0).getTicket(), who)) {
          assertEquals(info.getSchemaOptional().orElseThrow(), rows.getSchema());
        }
      }
      FlightInfo enums = client.execute("SELECT 'b'::ENUM('a', 'b') AS e", who);
      try (FlightStream rows = client.getStream(enums.getEndpoints().get(0).getTicket(), who)) {
        assertTrue(rows.next());
        assertEquals(2, rows.getDictionaryProvider().lookup(0).getVector().getValueCount());
      }
    }
  }

  @Test
  void preparedStatementsTakeValuesOfEachType() throws Exception {
    assertEquals(750, count("symbol = ?", statement -> statement.setString(1, "S01")));
    assertEquals(
        ServedTables.ROWS - 101,
        count(
            "quantity > ?", statement -> statement.setBigDecimal(1, new BigDecimal("100.500000"))));
    assertEquals(
        20_000,
        count(
            "timestamp < ?",
            statement -> statement.setTimestamp(1, Timestamp.valueOf("2026-03-16 13:30:20"))));
    assertEquals(
        ServedTables.ROWS,
        count("tradeDate = ?", statement -> statement.setDate(1, Date.valueOf("2026-03-16"))));
    assertEquals(
        1, count("id = ?", statement -> statement.setString(1, new UUID(7, 9).toString())));
    assertEquals(18_000, count("depth < ?", statement -> statement.setInt(1, 3)));
    assertEquals(3, count("nanos < ?", statement -> statement.setLong(1, 3L << 33)));
    assertEquals(10_000, count("valid = ?", statement -> statement.setBoolean(1, true)));
  }

  private interface Binding {
    void to(PreparedStatement statement) throws SQLException;
  }

  private static int count(String condition, Binding binding) throws SQLException {
    try (PreparedStatement statement =
        all.prepareStatement("SELECT count(*) FROM fills WHERE " + condition)) {
      binding.to(statement);
      return Integer.parseInt(ServedTables.rows(statement.executeQuery()).get(0));
    }
  }

  @Test
  void aPreparedStatementIsAskedAgainWithOtherValues() throws Exception {
    try (PreparedStatement statement =
        all.prepareStatement("SELECT min(nanos) FROM fills WHERE symbol = ? -- the first\n")) {
      for (int i : new int[] {3, 11, 3}) {
        statement.setString(1, "S%02d".formatted(i));
        assertEquals(
            List.of(Long.toString((long) i << 33)), ServedTables.rows(statement.executeQuery()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELEC 1|syntax error at or near \"SELEC\"",
        "SELECT nope FROM fills|Referenced column \"nope\" not found",
        "SELECT error('told')|Invalid Input Error: told",
        "SELECT CASE WHEN range = 200000 THEN error('late') ELSE 1 END FROM range(300000)|Error: late",
      })
  void aFaultIsToldInTheWordsOfDuckDb(String both) {
    String[] parts = both.split("\\|", 2);
    Exception told =
        assertThrows(Exception.class, () -> ServedTables.rows(all, parts[0]), parts[0]);
    assertTrue(told.getMessage().contains(parts[1]), told::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FIRM", "SYMBOL", "TABLE", "DATE"})
  void whoMayNotSeeEverythingIsRefused(String user) throws Exception {
    try (Connection narrower = served.connect(user)) {
      for (String sql : List.of("SELECT 1", "SELECT * FROM v_symbols")) {
        SQLException refused =
            assertThrows(SQLException.class, () -> ServedTables.rows(narrower, sql));
        assertTrue(refused.getMessage().contains("may not ask by SQL"), refused::getMessage);
      }
      assertThrows(
          Exception.class,
          () -> ServedTables.rows(narrower.getMetaData().getTables(null, null, "%", null)));
    }
  }

  @Test
  void aPublicationIsSeenByTheNextQueryAndNotByThoseThatRun() throws Exception {
    Path own = folder.resolve("own");
    try (ServedTables tables = new ServedTables(own, Duration.ofMinutes(5));
        Connection connection = tables.connect("ALL");
        Statement statement = connection.createStatement();
        ResultSet old =
            statement.executeQuery("SELECT a.nanos FROM fills AS a, range(40) ORDER BY range")) {
      assertTrue(old.next());
      tables.publish(10);
      assertEquals(List.of("10"), ServedTables.rows(connection, "SELECT count(*) FROM fills"));
      int rows = 1;
      while (old.next()) {
        rows++;
      }
      assertEquals(40 * ServedTables.ROWS, rows);
      assertTrue(tables.asked.contains("ALL: SELECT count(*) FROM fills"), tables.asked::toString);
    }
  }
}
