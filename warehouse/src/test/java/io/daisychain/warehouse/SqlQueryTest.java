package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlQueryTest {
  @TempDir Path dir;

  @BeforeEach
  void makeAWarehouse() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE events (id INTEGER, symbol VARCHAR)");
      statement.execute("INSERT INTO events VALUES (1, 'A|B'), (2, NULL)");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "TIMESTAMP_NS '2026-03-16 13:30:00.123456789'; 2026-03-16T13:30:00.123456789Z",
        "TIMESTAMP '2026-03-16 13:30:00.5';            2026-03-16T13:30:00.500000000Z",
        "TIMESTAMPTZ '2026-03-16 13:30:00+02';         2026-03-16T11:30:00.000000000Z",
        "DATE '2026-03-16';                            2026-03-16",
        "10::DECIMAL(38,10);                           10",
        "-0.50::DECIMAL(38,10);                        -0.5",
        "0::DECIMAL(38,10);                            0",
        "12345678901234567890123456789012345678::HUGEINT; 12345678901234567890123456789012345678",
        "1e15::DOUBLE;                                 1000000000000000",
        "0.1::DOUBLE;                                  0.1",
        "2.0::DOUBLE;                                  2",
        "'nan'::DOUBLE;                                NaN",
        "true;                                         true",
        "'6F9619FF-8B86-D011-B42D-00CF4FC964FF'::UUID; 6f9619ff-8b86-d011-b42d-00cf4fc964ff",
        "[1.50::DECIMAL(9,2), NULL];                   `\"[1.5, null]\"`",
        "'a,b';                                        `\"a,b\"`",
        "'say \"hi\"';                                 `\"say \"\"hi\"\"\"`",
        "'\\xAA\\x01'::BLOB;                           aa01",
      })
  void printsValuesAsTheyArePublished(String expression, String printed) throws IOException {
    assertEquals("x\n" + printed + "\n", run("SELECT " + expression + " AS x", QueryFormat.CSV));
  }

  @Test
  void momentsThatLocalClocksSkipAreNotLost() throws IOException {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
    try {
      assertEquals(
          "x\n2026-03-08T02:30:00.000000001Z\n",
          run("SELECT TIMESTAMP_NS '2026-03-08 02:30:00.000000001' AS x", QueryFormat.CSV));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void csvHasAHeaderAndEmptyNulls() throws IOException {
    assertEquals(
        "id,symbol\n1,A|B\n2,\n", run("SELECT * FROM events ORDER BY id", QueryFormat.CSV));
  }

  @Test
  void aRowOfOneNullIsNoBlankLine() throws IOException {
    assertEquals("x\n\"\"\n", run("SELECT NULL AS x", QueryFormat.CSV));
  }

  @Test
  void jsonIsAnArrayOfObjects() throws IOException {
    String sql =
        "SELECT id, symbol, id = 1 AS first, [1, 2] AS l, {'k': 'v'} AS m, chr(1) || '\"' AS c"
            + " FROM events ORDER BY id";
    assertEquals(
        """
        [
        {"id":1,"symbol":"A|B","first":true,"l":[1,2],"m":{"k":"v"},"c":"\\u0001\\""},
        {"id":2,"symbol":null,"first":false,"l":[1,2],"m":{"k":"v"},"c":"\\u0001\\""}
        ]
        """,
        run(sql, QueryFormat.JSON));
    assertEquals("[]\n", run("SELECT * FROM events WHERE id > 2", QueryFormat.JSON));
  }

  @Test
  void csvHasQuotesWhereReadersNeedThem() throws IOException {
    String sql =
        "SELECT '#a' AS a, ' b' AS b, 'c\"d' AS c, 'e,f' AS d, chr(10) AS e, '' AS f, 'g ' AS g";

    assertEquals(
        "a,b,c,d,e,f,g\n#a,\" b\",\"c\"\"d\",\"e,f\",\"\n\",\"\",\"g \"\n",
        run(sql, QueryFormat.CSV));
  }

  @Test
  void jsonHasNumbersAndEscapesAsTheyAre() throws IOException {
    String sql =
        "SELECT 'NaN'::DOUBLE AS a, 1e-7::DECIMAL(20, 10) AS b, 123456789012345678901::HUGEINT AS c,"
            + " chr(8) || chr(12) || chr(127) || chr(9) || chr(13) || '\\/é😀' AS d,"
            + " [NULL, 'x'] AS e, []::INT[] AS f, [{'k': [1]}] AS g";

    assertEquals(
        "[\n{\"a\":\"NaN\",\"b\":0.0000001,\"c\":123456789012345678901,"
            + "\"d\":\"\\u0008\\u000c\\u007f\\t\\r\\\\/é😀\",\"e\":[null,\"x\"],\"f\":[],"
            + "\"g\":[{\"k\":[1]}]}\n]\n",
        run(sql, QueryFormat.JSON));
  }

  @Test
  void aSpreadsheetFindsNothingToRun() throws IOException {
    String sql =
        "SELECT '=1+1' AS a, '+1' AS b, '-1' AS c, '@x' AS d, -0.5::DOUBLE AS e, 'a=b' AS f,"
            + " '\t=1' AS g, NULL AS h";

    assertEquals(
        "a,b,c,d,e,f,g,h\n'=1+1,'+1,'-1,'@x,-0.5,a=b,'\t=1,\n", run(sql, QueryFormat.SPREADSHEET));
    assertEquals("a,b,c,d,e,f,g,h\n=1+1,+1,-1,@x,-0.5,a=b,\"\t=1\",\n", run(sql, QueryFormat.CSV));
  }

  @Test
  void aTerminalFindsNothingToObey() throws IOException {
    // ESC ], CSI as one character, an override of the writing direction.
    String sql = "SELECT 'a' || chr(27) || ']0;b' || chr(155) || '2J' || chr(8238) || 'c' AS x";

    assertEquals(
        "x\n-----------\na\ufffd]0;b\ufffd2J\ufffdc\n(1 row)\n", run(sql, QueryFormat.TABLE));
    assertTrue(run(sql, QueryFormat.MD).contains("| a\ufffd]0;b\ufffd2J\ufffdc |"));
    assertEquals("[\n{\"x\":\"a\\u001b]0;b\\u009b2J\\u202ec\"}\n]\n", run(sql, QueryFormat.JSON));
  }

  @Test
  void aTableIsPaddedAndCounted() throws IOException {
    assertEquals(
        """
        id  symbol
        --  ------
         1  A|B
         2
        (2 rows)
        """,
        run("SELECT * FROM events ORDER BY id", QueryFormat.TABLE));
  }

  @Test
  void aLongTableIsPrintedToItsEnd() throws IOException {
    String table = run("SELECT range AS n FROM range(2500)", QueryFormat.TABLE);

    assertEquals(2500 + 3, table.lines().count());
    assertTrue(table.endsWith("2499\n(2500 rows)\n"), table.substring(table.length() - 40));
  }

  @Test
  void markdownEscapesItsOwnCharacters() throws IOException {
    assertEquals(
        "| id | symbol |\n|---|---|\n| 1 | A\\|B |\n",
        run("SELECT * FROM events WHERE id = 1", QueryFormat.MD));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM events",
        "CREATE TABLE more (id INTEGER)",
        "DROP VIEW IF EXISTS events",
        "COMMENT ON TABLE events IS 'mine'",
        "COPY events TO 'DIR/made.csv'",
        "EXPORT DATABASE 'DIR/made'",
        "ATTACH 'DIR/made.duckdb'",
        "SET enable_external_access = true",
        "SELECT * FROM read_text('DIR/other.txt'); COPY events TO 'DIR/made.csv'",
        "INSTALL spatial",
        "SELECT 1; COPY events TO 'DIR/made.csv'",
        "WITH w AS (COPY (SELECT 1) TO 'DIR/made.csv') SELECT 1",
        "EXPLAIN ANALYZE WITH w AS (COPY (SELECT 1) TO 'DIR/made.csv') SELECT 1",
        "PIVOT (WITH w AS (COPY (SELECT 1) TO 'DIR/made.csv') FROM events) ON symbol",
      })
  void nothingCanBeChangedAndNoFileWritten(String sql) throws IOException {
    Files.writeString(dir.resolve("other.txt"), "secret");

    assertThrows(
        WarehouseException.class, () -> run(sql.replace("DIR", dir.toString()), QueryFormat.CSV));

    try (Stream<Path> files = Files.list(dir)) {
      assertEquals(
          List.of("other.txt", "w.duckdb"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void saysWhereAnswersGo() {
    WarehouseException refusal =
        assertThrows(
            WarehouseException.class, () -> run("COPY events TO 'answer.csv'", QueryFormat.CSV));

    assertTrue(refusal.getMessage().endsWith("go to standard output."), refusal.getMessage());
  }

  @Test
  void aLargeSortFindsRoomOnDisk() throws IOException {
    assertEquals(
        "n\n1000000\n",
        run(
            "SET memory_limit = '40MB'; SET threads = 1; SELECT count(*) AS n FROM (SELECT"
                + " md5(range::VARCHAR) AS h, row_number() OVER (ORDER BY md5(range::VARCHAR)) AS r"
                + " FROM range(1000000)) WHERE r > 0 AND h IS NOT NULL",
            QueryFormat.CSV));
  }

  @Test
  void pointsAtWhereTheSqlIsWrong() {
    WarehouseException refusal =
        assertThrows(WarehouseException.class, () -> run("SELEC 1", QueryFormat.CSV));

    assertTrue(refusal.getMessage().startsWith("Parser Error"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("\tat "), refusal.getMessage());
  }

  /** The driver has no words for what fails while an answer is read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT CAST('x' || i AS INTEGER) FROM range(10) t(i); Could not convert string 'x0' to INT32",
        "SELECT sum(9e27::DECIMAL(38, 10)) FROM range(100); Out of Range Error",
        "SELECT CAST(CASE WHEN i = 900000 THEN 'x' ELSE '1' END AS INTEGER) FROM range(1000000) t(i);"
            + " Could not convert string 'x' to INT32"
      })
  void whatFailsAtRunTimeIsToldInDuckDbsWords(String sql, String words) {
    WarehouseException failure =
        assertThrows(WarehouseException.class, () -> run(sql, QueryFormat.CSV));
    assertTrue(failure.getMessage().contains(words), failure.getMessage());
  }

  @Test
  void aQueryHasALimitOfMemoryAndAFolderToSpillTo() throws Exception {
    String asked = "SELECT current_setting('memory_limit') AS x";
    Properties settings = new Properties();
    int megabytes = DuckDbWarehouse.Limits.ofThisMachine().memoryMegabytes();
    settings.setProperty("memory_limit", megabytes + "MB");
    try (Connection own = DriverManager.getConnection("jdbc:duckdb:", settings);
        Statement statement = own.createStatement();
        ResultSet limit = statement.executeQuery(asked)) {
      assertTrue(limit.next());
      assertEquals("x\n" + limit.getString(1) + "\n", run(asked, QueryFormat.CSV));
    }
    assertEquals(
        "x\ntrue\n", run("SELECT current_setting('temp_directory') <> '' AS x", QueryFormat.CSV));
  }

  @Test
  void saysHowToMakeAMissingWarehouse() {
    SqlQuery query = new DuckDbQuery(dir.resolve("none.duckdb"));

    WarehouseException refusal =
        assertThrows(
            WarehouseException.class,
            () -> query.run("SELECT 1", QueryFormat.CSV, new ByteArrayOutputStream()));

    assertTrue(refusal.getMessage().endsWith("none.duckdb: 'publish' makes one"));
  }

  @Test
  void refusesAFileThatIsNoWarehouse() throws IOException {
    Files.writeString(dir.resolve("text.duckdb"), "no database at all, but long enough for one");
    SqlQuery query = new DuckDbQuery(dir.resolve("text.duckdb"));

    WarehouseException refusal =
        assertThrows(
            WarehouseException.class,
            () -> query.run("SELECT 1", QueryFormat.CSV, new ByteArrayOutputStream()));

    assertTrue(refusal.getMessage().contains("not a valid DuckDB"), refusal.getMessage());
  }

  @Test
  void selectsRowsByParameters() throws IOException {
    List<String[]> rows =
        new DuckDbQuery(file())
            .rows("SELECT symbol, id FROM events WHERE id = CAST(? AS INT)", "1");

    assertEquals(1, rows.size());
    assertEquals(List.of("A|B", "1"), List.of(rows.get(0)));
  }

  @Test
  void aSelectMayReadFilesToCompareWith() throws IOException {
    Files.writeString(dir.resolve("mine.csv"), "id\n1\n");

    String sql =
        "SELECT id FROM events JOIN read_csv('" + dir.resolve("mine.csv") + "') USING (id)";

    assertEquals(List.of("id", "1"), run(sql, QueryFormat.CSV).lines().toList());
  }

  private Path file() {
    return dir.resolve("w.duckdb");
  }

  private String run(String sql, QueryFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(file()).run(sql, format, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
