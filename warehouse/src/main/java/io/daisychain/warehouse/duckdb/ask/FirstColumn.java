package io.daisychain.warehouse.duckdb.ask;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The answers of small queries. */
public final class FirstColumn {
  private FirstColumn() {}

  /** The first column of all rows as text. */
  public static List<String> of(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        texts.add(row.getString(1));
      }
    }
    return texts;
  }

  /** The number in the one row that there is. */
  public static long number(Connection connection, String sql) throws SQLException {
    return Long.parseLong(of(connection, sql).get(0));
  }
}
