package io.daisychain.flight;

import io.daisychain.warehouse.SqlDialect;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql;
import org.apache.arrow.vector.types.pojo.Schema;

/** What there is to ask, as Flight SQL tells of it: one schema, in a catalog without a name. */
final class SqlTables {
  static final String CATALOGS = "SELECT '' AS catalog_name";
  static final String SCHEMAS =
      "SELECT * FROM (SELECT '' AS catalog_name, 'main' AS db_schema_name) WHERE db_schema_name LIKE"
          + " ? ESCAPE '\\'";
  static final String TYPES = "SELECT unnest(['TABLE', 'VIEW']) AS table_type";

  /** Views that are made of others count as views; what they are made of is a table to who asks. */
  private static final String TABLES =
      "SELECT * FROM (SELECT table_name, CASE WHEN starts_with(table_name, 'v_') THEN 'VIEW' ELSE"
          + " 'TABLE' END AS type FROM information_schema.tables WHERE table_schema = 'main' AND"
          + " table_catalog = current_database()) WHERE table_name LIKE ? ESCAPE '\\' AND 'main' LIKE"
          + " ? ESCAPE '\\' ORDER BY ALL";

  private static final List<Integer> KNOWN =
      List.of(
          FlightSql.SqlInfo.FLIGHT_SQL_SERVER_NAME_VALUE,
          FlightSql.SqlInfo.FLIGHT_SQL_SERVER_READ_ONLY_VALUE,
          FlightSql.SqlInfo.FLIGHT_SQL_SERVER_SQL_VALUE,
          FlightSql.SqlInfo.FLIGHT_SQL_SERVER_SUBSTRAIT_VALUE,
          FlightSql.SqlInfo.SQL_IDENTIFIER_QUOTE_CHAR_VALUE,
          FlightSql.SqlInfo.SQL_SEARCH_STRING_ESCAPE_VALUE);

  private SqlTables() {}

  /** Of what is asked about the server that which there is to say, or all of it. */
  static List<Integer> known(List<Integer> asked) {
    return asked.stream().filter(KNOWN::contains).toList();
  }

  /** What there is to say of the server. */
  static SqlInfoBuilder info() {
    return new SqlInfoBuilder()
        .withFlightSqlServerName("Daisychain")
        .withFlightSqlServerReadOnly(true)
        .withFlightSqlServerSql(true)
        .withFlightSqlServerSubstrait(false)
        .withSqlIdentifierQuoteChar("\"")
        .withSqlSearchStringEscape("\\");
  }

  /** Columns of a query. */
  interface Columns {
    Schema of(PreparedStatement query) throws SQLException, IOException;
  }

  /** A query that has the tables that are asked for, with their columns if these are too. */
  static PreparedStatement list(
      Connection connection, FlightSql.CommandGetTables asked, Columns columns)
      throws SQLException, IOException {
    List<String[]> found = new ArrayList<>();
    try (PreparedStatement tables = connection.prepareStatement(TABLES)) {
      tables.setString(
          1, asked.hasTableNameFilterPattern() ? asked.getTableNameFilterPattern() : "%");
      tables.setString(
          2, asked.hasDbSchemaFilterPattern() ? asked.getDbSchemaFilterPattern() : "%");
      try (ResultSet row = tables.executeQuery()) {
        while (row.next()) {
          found.add(new String[] {row.getString(1), row.getString(2)});
        }
      }
    }
    List<String> rows = new ArrayList<>();
    for (String[] table : found) {
      if (asked.getTableTypesCount() == 0 || asked.getTableTypesList().contains(table[1])) {
        rows.add(row(connection, table[0], table[1], asked, columns));
      }
    }
    String none = "'', '', '', ''" + (asked.getIncludeSchema() ? ", ''::BLOB" : "");
    return connection.prepareStatement(
        "SELECT * FROM (VALUES ("
            + (rows.isEmpty() ? none : String.join("), (", rows))
            + ")) AS t(catalog_name, db_schema_name, table_name, table_type"
            + (asked.getIncludeSchema() ? ", table_schema" : "")
            + ") WHERE "
            + !rows.isEmpty());
  }

  private static String row(
      Connection connection,
      String table,
      String type,
      FlightSql.CommandGetTables asked,
      Columns columns)
      throws SQLException, IOException {
    String row = "'', 'main', %s, '%s'".formatted(SqlDialect.DUCKDB.literal(table), type);
    if (!asked.getIncludeSchema()) {
      return row;
    }
    try (PreparedStatement empty =
        connection.prepareStatement(
            "SELECT * FROM " + SqlDialect.DUCKDB.quoted(table) + " LIMIT 0")) {
      byte[] schema = columns.of(empty).serializeAsMessage();
      return row + ", unhex('" + HexFormat.of().formatHex(schema) + "')";
    }
  }
}
