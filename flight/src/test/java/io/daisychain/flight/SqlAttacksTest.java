package io.daisychain.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may see everything may do nothing else. */
@SuppressWarnings("try") // clients may be interrupted while they are closed
class SqlAttacksTest {
  private static final String ENDLESS =
      "WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT 1 FROM t) SELECT count(*) FROM t";

  @TempDir private static Path folder;

  private static ServedTables served;
  private static Connection all;

  @BeforeAll
  static void serve() throws Exception {
    served = new ServedTables(folder, Duration.ofHours(1));
    all = served.connect("ALL");
  }

  @AfterAll
  static void end() throws Exception {
    all.close();
    served.close();
  }

  /** $FOLDER is one that views read, $SECRET a file of this machine. */
  private static Stream<String> attacks() {
    return Stream.of(
        "COPY fills TO '$FOLDER/stolen.csv'",
        "WITH x AS (COPY (SELECT 1) TO '$FOLDER/stolen.csv') SELECT 1",
        "WITH x AS (DELETE FROM fills RETURNING *) SELECT * FROM x",
        "PIVOT (WITH x AS (COPY (SELECT 1 AS a) TO '$FOLDER/stolen.csv') SELECT 1 AS a) ON a",
        "SELECT * FROM (WITH x AS (COPY (SELECT 1) TO '$FOLDER/stolen.csv') SELECT 1)",
        "SELECT (WITH x AS (COPY (SELECT 1) TO '$FOLDER/stolen.csv') SELECT 1)",
        "EXPLAIN ANALYZE COPY fills TO '$FOLDER/stolen.csv'",
        "SELECT 1; COPY fills TO '$FOLDER/stolen.csv'",
        "COPY fills TO '$FOLDER/stolen.csv'; SELECT 1",
        "SELECT 1) LIMIT 0; COPY fills TO '$FOLDER/stolen.csv'; SELECT * FROM (SELECT 1",
        "SELECT 1; SELECT 2",
        "EXPORT DATABASE '$FOLDER/stolen'",
        "ATTACH '$FOLDER/stolen.db' AS a",
        "ATTACH ':memory:' AS a",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 64",
        "SET memory_limit = '100GB'",
        "RESET lock_configuration",
        "PRAGMA add_parquet_key('a', '0123456789112345')",
        "PRAGMA enable_profiling",
        "CALL enable_logging(storage = 'file')",
        "CHECKPOINT",
        "CREATE TEMP TABLE t AS SELECT * FROM fills",
        "CREATE MACRO m() AS TABLE FROM read_csv('$SECRET')",
        "INSERT INTO fills BY NAME SELECT 1 AS depth",
        "DROP VIEW fills",
        "BEGIN TRANSACTION",
        "PREPARE p AS SELECT 1",
        "SELECT * FROM read_csv('$SECRET')",
        "SELECT * FROM fills, LATERAL (SELECT * FROM read_text('$SECRET'))",
        "SELECT (SELECT content FROM READ_TEXT('$SECRET'))",
        "SELECT * FROM '$SECRET'",
        "SELECT * FROM \"$FOLDER/../w.duckdb\"",
        "SELECT * FROM glob('$FOLDER/**')",
        "SELECT * FROM read_blob('$FOLDER/../w.duckdb')",
        "SELECT * FROM parquet_scan('$FOLDER/*/*/*.parquet')",
        "SELECT * FROM 'http://127.0.0.1:1/x.parquet'",
        "SELECT * FROM query('SELECT * FROM read_csv(''$SECRET'')')",
        "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
        "SELECT * FROM arrow_scan(NULL, NULL, NULL)",
        "SELECT * FROM enable_logging(storage = 'file')",
        "SELECT * FROM duckdb_settings()",
        "SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000),
        "SELECT '" + "x".repeat(70_000) + "'",
        "SELECT " + "x.".repeat(20_000) + "x",
        "");
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void nothingIsWrittenReadFromElsewhereOrSet(String attack) throws Exception {
    Path views = folder.resolve("w.duckdb.days");
    Path secret = Files.writeString(folder.resolve("secret.csv"), "a\nof others\n");
    String sql = attack.replace("$FOLDER", views.toString()).replace("$SECRET", secret.toString());
    List<String> before = files();
    Exception refused = assertThrows(Exception.class, () -> ServedTables.rows(all, sql));
    assertTrue(String.valueOf(refused.getMessage()).length() < 200_000);
    assertThrows(Exception.class, () -> byTicket(sql));
    assertThrows(
        Exception.class,
        () -> {
          try (Statement statement = all.createStatement()) {
            statement.executeUpdate(sql);
          }
        });
    assertEquals(before, files());
    assertEquals(
        List.of(ServedTables.ROWS + ",2"),
        ServedTables.rows(all, "SELECT count(*), current_setting('threads')::VARCHAR FROM fills"));
  }

  private static List<String> files() throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  /** What a client gets that prepares nothing and makes its ticket itself. */
  private static void byTicket(String sql) throws Exception {
    String handle =
        "{\"sql\":\"" + sql.replace("\\", "\\\\").replace("\"", "\\\"") + "\",\"values\":[]}";
    byTicket(ByteString.copyFrom(handle, StandardCharsets.UTF_8));
  }

  private static void byTicket(ByteString handle) throws Exception {
    byte[] ticket =
        Any.pack(FlightSql.TicketStatementQuery.newBuilder().setStatementHandle(handle).build())
            .toByteArray();
    CallOption who = ServedMarket.as("ALL", ServedMarket.SECRET);
    try (BufferAllocator memory = new RootAllocator();
        FlightClient client = client(memory);
        FlightStream stream = client.getStream(new Ticket(ticket), who)) {
      while (stream.next()) {
        assertTrue(stream.getRoot().getRowCount() >= 0);
      }
    }
  }

  private static FlightClient client(BufferAllocator memory) {
    return FlightClient.builder(memory, Location.forGrpcInsecure("127.0.0.1", served.server.port()))
        .build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "[]",
        "{\"sql\":1,\"values\":[]}",
        "{\"sql\":\"SELECT ?\"}",
        "{\"sql\":\"SELECT ?\",\"values\":[1,2]}",
        "{\"sql\":\"SELECT ?\",\"values\":[]}",
      })
  void aHandleThatIsNoneIsRefused(String handle) {
    assertThrows(
        FlightRuntimeException.class,
        () -> byTicket(ByteString.copyFrom(handle, StandardCharsets.UTF_8)));
  }

  @Test
  void updatesAndOtherCommandsAreRefused() throws Exception {
    CallOption who = ServedMarket.as("ALL", ServedMarket.SECRET);
    try (BufferAllocator memory = new RootAllocator();
        FlightSqlClient client = new FlightSqlClient(client(memory))) {
      assertThrows(
          FlightRuntimeException.class, () -> client.executeUpdate("DROP VIEW fills", who));
      assertThrows(
          FlightRuntimeException.class,
          () -> client.executeSubstrait(new FlightSqlClient.SubstraitPlan(new byte[1], "1"), who));
    }
  }

  @Test
  void whatComputesTooLongEnds() throws Exception {
    try (ServedTables hasty = new ServedTables(folder.resolve("hasty"), Duration.ofMillis(100));
        Connection connection = hasty.connect("ALL")) {
      Exception late = assertThrows(Exception.class, () -> ServedTables.rows(connection, ENDLESS));
      assertTrue(late.getMessage().contains("as long as one may"), late::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abs(|depth|)",
        "abs(|1|)",
        "[|1|]",
        "{'a': |depth|}",
        "(SELECT |depth|)",
        "1 + |depth|"
      })
  void aDeepStatementIsAnsweredOrRefusedAndEndsNothingElse(String parts) throws Exception {
    String[] part = parts.split("\\|", -1);
    for (int depth : new int[] {50, 900, 3_000}) {
      String sql =
          "SELECT "
              + part[0].repeat(depth)
              + part[1]
              + part[2].repeat(depth)
              + " FROM fills LIMIT 1";
      try {
        assertEquals(1, ServedTables.rows(all, sql).size());
      } catch (SQLException | RuntimeException e) {
        assertTrue(depth > 50, e::getMessage);
      }
    }
    assertEquals(List.of("1"), ServedTables.rows(all, "SELECT 1"));
  }

  @Test
  void whatDoesNotFitIntoTheMemoryOfAUserFails() throws Exception {
    Exception large =
        assertThrows(
            Exception.class,
            () ->
                ServedTables.rows(all, "SELECT count(DISTINCT hash(range)) FROM range(90000000)"));
    assertTrue(large.getMessage().contains("Out of Memory"), large::getMessage);
    assertEquals(List.of("1"), ServedTables.rows(all, "SELECT 1"));
  }

  @Test
  void whoDoesNotReadCostsNobodyElseAndIsCancelled() throws Exception {
    List<Statement> unread = new ArrayList<>();
    try (Connection greedy = served.connect("TWO")) {
      for (int i = 0; i < 2; i++) { // as many as are answered at once
        Statement statement = greedy.createStatement();
        ResultSet result = statement.executeQuery("SELECT range, range FROM range(1000000000)");
        assertTrue(result.next());
        unread.add(statement);
      }
      assertEquals(List.of("1"), ServedTables.rows(all, "SELECT 1"));
      assertTrue(
          served.server.metrics().contains("requests_begun{user=\"TWO\"} 2"),
          served.server::metrics);
      for (Statement statement : unread) {
        statement.cancel();
        statement.close();
      }
      assertEquals(List.of("1"), ServedTables.rows(greedy, "SELECT 1")); // their places are free
    }
  }
}
