package io.daisychain.cli.testing;

import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Holds what a query of a warehouse answers against files of CSV, whatever the order of rows. */
public final class TableDifference {
  private static final int SHOWN = 5;

  private TableDifference() {}

  /**
   * Compares all cells.
   *
   * @param expected files with a header, of the query's columns
   * @param without a file of ids, with a header: rows that begin with one of them are left out;
   *     null for none
   * @param scratch folder for the answer
   * @throws AssertionError with some of the rows that are in one alone
   */
  public static void require(
      SqlQuery warehouse,
      String query,
      List<Path> expected,
      Path without,
      Path scratch,
      String words)
      throws IOException, SQLException {
    Path answer = scratch.resolve("answer.csv");
    try (OutputStream out = Files.newOutputStream(answer)) {
      warehouse.run(query, QueryFormat.CSV, out);
    }
    String columns = columns(answer);
    String mine = rows(List.of(answer), columns);
    if (without != null) {
      String ids = rows(List.of(without), "'id': 'VARCHAR'");
      mine = "SELECT * FROM (" + mine + ") AS found(id) WHERE id NOT IN (" + ids + ")";
    }
    String theirs = rows(expected, columns);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET memory_limit = '2GB'");
      statement.execute("SET temp_directory = '" + scratch + "'");
      String missing = some(statement, theirs, mine);
      String invented = some(statement, mine, theirs);
      if (!missing.isEmpty() || !invented.isEmpty()) {
        throw new AssertionError(
            words + "\nexpected and not found\n" + missing + "found and not expected\n" + invented);
      }
    } finally {
      Files.delete(answer);
    }
  }

  private static String columns(Path answer) throws IOException {
    try (Stream<String> lines = Files.lines(answer)) {
      int count = lines.findFirst().orElseThrow().split(",", -1).length;
      return IntStream.range(0, count)
          .mapToObj(column -> "'c" + column + "': 'VARCHAR'")
          .collect(Collectors.joining(", "));
    }
  }

  private static String rows(List<Path> files, String columns) {
    return files.stream()
        .map(file -> "'" + file + "'")
        .collect(
            Collectors.joining(
                ", ",
                "SELECT coalesce(COLUMNS(*), '') FROM read_csv([",
                "], auto_detect = false, header = false, skip = 1, delim = ',', quote = '\"',"
                    + " escape = '\"', columns = {"
                    + columns
                    + "})"));
  }

  private static String some(Statement statement, String of, String without) throws SQLException {
    StringBuilder text = new StringBuilder();
    try (ResultSet rows =
        statement.executeQuery(of + " EXCEPT ALL " + without + " LIMIT " + SHOWN)) {
      while (rows.next()) {
        text.append("  ");
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          text.append(i == 1 ? "" : ",").append(rows.getString(i));
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
