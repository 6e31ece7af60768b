package io.daisychain.flight;

import io.daisychain.listen.Listening;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.model.access.Entitlements;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on loopback over a small warehouse, and the JDBC driver that asks it. */
final class ServedTables implements AutoCloseable {
  static final int ROWS = 30_000;
  static final int MEGABYTES = 200;

  private static final int DAY = (int) LocalDate.of(2026, 3, 16).toEpochDay();
  private static final WarehouseTable FILLS =
      new WarehouseTable(
          "fills",
          "What was filled.",
          List.of(
              new WarehouseTable.Column("id", ColumnType.UUID, "Key."),
              new WarehouseTable.Column("timestamp", ColumnType.TIMESTAMP, "When."),
              new WarehouseTable.Column("symbol", ColumnType.TEXT, "What."),
              new WarehouseTable.Column("quantity", ColumnType.QUANTITY, "How much."),
              new WarehouseTable.Column("valid", ColumnType.BOOLEAN, "Whether."),
              new WarehouseTable.Column("depth", ColumnType.INTEGER, "Where."),
              new WarehouseTable.Column("nanos", ColumnType.BIGINT, "When, too."),
              new WarehouseTable.Column("tradeDate", ColumnType.DATE, "On which day.")),
          List.of("symbol", "timestamp"),
          "id",
          List.of("symbol"));
  private static final WarehouseSchema SCHEMA =
      new WarehouseSchema(
          List.of(FILLS),
          List.of(
              new WarehouseView(
                  "v_symbols",
                  "Sums.",
                  "SELECT symbol, sum(quantity) AS quantity FROM fills GROUP BY symbol")));

  private final Path folder;
  private int version;

  /** The warehouse, what it is asked, and the server. */
  final Path file;

  final List<String> asked = new CopyOnWriteArrayList<>();
  final MarketFlightServer server;

  ServedTables(Path folder, Duration longest) throws IOException {
    this.folder = folder;
    file = folder.resolve("w.duckdb");
    publish(ROWS);
    String secret = "," + ServedMarket.quickHash() + "\n";
    String users =
        "name,reporters,symbols,tables,dates,secret\n"
            + ("ALL,*,*,*,*" + secret)
            + ("TWO,*,*,*,*" + secret)
            + ("FIRM,F1,*,*,*" + secret)
            + ("SYMBOL,*,S1,*,*" + secret)
            + ("TABLE,*,*,events,*" + secret)
            + ("DATE,*,*,*,2026-03-16.." + secret);
    Path who = Files.writeString(folder.resolve("users.csv"), users);
    server =
        new MarketFlightServer(
            MarketFolder.of(Files.createDirectories(folder.resolve("market"))),
            Optional.of(
                new ServedWarehouse(
                    file,
                    new DuckDbWarehouse.Limits(2, MEGABYTES),
                    longest,
                    (user, sql) -> asked.add(user + ": " + sql))),
            new KnownUsers(
                who, () -> Entitlements.parse("users.csv", users, List.of("events", "quotes"))),
            Listening.LOOPBACK,
            0,
            new ServedLimits(2, 2, 2, 0));
  }

  /** Publishes the date anew, with so many rows. */
  void publish(int rows) throws IOException {
    Path csv = Files.createDirectories(folder.resolve("csv"));
    StringBuilder text = new StringBuilder(FILLS.header()).append('\n');
    for (int i = 0; i < rows; i++) {
      text.append(
          "%s,2026-03-16T13:30:%02d.%09dZ,S%02d,%d.25,%s,%d,%d,2026-03-16\n"
              .formatted(
                  new UUID(7, i),
                  i / 1_000,
                  i % 1_000,
                  i % 40,
                  i,
                  i % 3 == 0 ? "" : i % 3 == 1,
                  i % 5,
                  (long) i << 33));
    }
    Files.writeString(csv.resolve("fills-20260316-00000-of-00001.csv"), text);
    new DuckDbWarehouse(file, SCHEMA, new DuckDbWarehouse.Limits(1, 300))
        .load(
            List.of(
                new DayLoad(
                    new PublishedDay(DAY, "store", ++version, "link", "run"),
                    DayLoad.Change.WHOLE)),
            csv);
  }

  Connection connect(String user) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", ServedMarket.SECRET);
    properties.setProperty("useEncryption", "false");
    return DriverManager.getConnection(
        "jdbc:arrow-flight-sql://127.0.0.1:" + server.port(), properties);
  }

  /** The rows of a query in text, values with commas between them. */
  static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rows(statement.executeQuery(sql));
    }
  }

  static List<String> rows(ResultSet all) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = all) {
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          values.add(result.getString(i));
        }
        rows.add(String.join(",", values.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  @Override
  public void close() {
    server.close();
  }
}
