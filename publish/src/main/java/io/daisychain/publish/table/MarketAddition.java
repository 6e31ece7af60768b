package io.daisychain.publish.table;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.EventMarket;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.duckdb.DayAddition;
import io.daisychain.warehouse.duckdb.FirstColumn;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Adds market data to a warehouse: views over the files of quotes, of the best bid and offer and of
 * trades, the table {@code event_market}, and what is made of them.
 *
 * <p>A trade date's rows of {@code event_market} are a file that is named after the version of the
 * date's events and after the load of its quotes, so it is there if and only if it is current.
 * Files that no publication names any more, of those that can still be asked for neither, are
 * deleted an hour after that was seen.
 */
public final class MarketAddition implements DayAddition {
  private static final String TABLE = PublishedTables.EVENT_MARKET.name();
  private static final String FILE_VIEW = "v_market_at_event";
  private static final String SUFFIX = ".parquet";
  private static final String LOADING = ".loading";
  private static final String RETIRED = ".retired";
  private static final Duration GRACE = Duration.ofHours(1);

  /** Grows when views or files change, so that warehouses are made anew. */
  private static final String FORM = "4";

  private final Path marketData;

  public MarketAddition(Path marketData) {
    this.marketData = marketData;
  }

  @Override
  public Path folder() {
    return marketData.toAbsolutePath().normalize();
  }

  /** Names of the dates' files, of those that have events and quotes. */
  private static SortedMap<Integer, String> names(
      SortedMap<Integer, DayFiles> market, SortedMap<Integer, String> versions) throws IOException {
    SortedMap<Integer, String> names = new TreeMap<>();
    for (Map.Entry<Integer, String> version : versions.entrySet()) {
      DayFiles day = market.get(version.getKey());
      if (day != null && day.has(MarketKind.NBBO)) {
        names.put(
            version.getKey(),
            version.getValue() + "-" + day.loadOf(MarketKind.NBBO) + "-" + FORM + SUFFIX);
      }
    }
    return names;
  }

  /** What the addition is made of; empty where there is nothing to add. */
  private String state(SortedMap<Integer, DayFiles> market, SortedMap<Integer, String> names)
      throws IOException {
    if (market.isEmpty()) {
      return "";
    }
    StringBuilder state = new StringBuilder(FORM).append(' ').append(marketData);
    for (MarketKind kind : MarketKind.values()) {
      state.append(' ').append(kind.word()).append(' ').append(has(market, kind));
    }
    state.append(' ').append(WindowTable.NAME).append(' ').append(hasWindows(market));
    return state.append(' ').append(names).toString();
  }

  private static boolean has(SortedMap<Integer, DayFiles> market, MarketKind kind) {
    return market.values().stream().anyMatch(day -> day.has(kind));
  }

  private static boolean hasWindows(SortedMap<Integer, DayFiles> market) throws IOException {
    for (DayFiles day : market.values()) {
      if (!day.windows().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isCurrent(Optional<String> noted, SortedMap<Integer, String> versions)
      throws IOException {
    SortedMap<Integer, DayFiles> market = MarketFolder.of(marketData).days();
    return noted.isPresent()
        ? noted.get().equals(state(market, names(market, versions)))
        : market.isEmpty();
  }

  @Override
  public Optional<String> add(
      Connection connection, SortedMap<Integer, String> versions, Path folder)
      throws IOException, SQLException {
    SortedMap<Integer, DayFiles> market = MarketFolder.of(marketData).days();
    if (market.isEmpty()) {
      return Optional.empty();
    }
    SortedMap<Integer, String> names = names(market, versions);
    String state = state(market, names);
    List<Path> files = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (Map.Entry<Integer, String> name : names.entrySet()) {
        Path file = place(folder, name.getKey()).resolve(name.getValue());
        if (!Files.exists(file)) {
          write(statement, name.getKey(), market.get(name.getKey()), file);
        }
        files.add(file);
      }
      statement.execute(
          "CREATE TABLE daisychain.market AS SELECT "
              + literal(state)
              + " AS state, "
              + literal(marketData.toAbsolutePath().normalize().toString())
              + " AS folder");
      for (MarketKind kind : MarketKind.values()) {
        statement.execute(
            dataView(kind.view(), kind.file(), kind.shownColumns(), has(market, kind)));
        statement.execute(comment("VIEW " + kind.view(), meaning(kind)));
      }
      MarketKind trades = MarketKind.TRADE;
      statement.execute(dataView("v_tape", trades.file(), trades.columns(), has(market, trades)));
      statement.execute(
          comment("VIEW v_tape", "trades with their effects, see docs/marketdata.md."));
      addWindows(statement, hasWindows(market));
      statement.execute(fileView(files));
      statement.execute(
          comment(
              "VIEW " + FILE_VIEW,
              "event_market, and of executions the lowest bid and the highest offer of the second"
                  + " up to them."));
      statement.execute(
          "CREATE VIEW "
              + TABLE
              + " AS SELECT "
              + PublishedTables.EVENT_MARKET.columns().stream()
                  .map(column -> quoted(column.name()))
                  .collect(Collectors.joining(", "))
              + " FROM "
              + FILE_VIEW);
      statement.execute(comment("VIEW " + TABLE, PublishedTables.EVENT_MARKET.meaning()));
      for (WarehouseTable.Column column : PublishedTables.EVENT_MARKET.columns()) {
        statement.execute(
            comment("COLUMN " + TABLE + "." + quoted(column.name()), column.meaning()));
      }
      for (WarehouseView view : PublishedViews.MARKET) {
        statement.execute(
            "CREATE VIEW "
                + view.name()
                + " AS\n"
                + SqlDialect.DUCKDB.query(view.template(), MarketAddition::quoted));
        statement.execute(comment("VIEW " + view.name(), view.meaning()));
        for (WarehouseView.Column column : view.columns()) {
          statement.execute(
              comment("COLUMN " + view.name() + "." + quoted(column.name()), column.meaning()));
        }
      }
    }
    return Optional.of(state);
  }

  private void addWindows(Statement statement, boolean hasFiles) throws SQLException {
    statement.execute(
        dataView(WindowTable.NAME, DayFiles.WINDOW_FILES, WindowTable.specs(), hasFiles));
    statement.execute(comment("VIEW " + WindowTable.NAME, WindowTable.MEANING));
    for (WindowTable.Column column : WindowTable.COLUMNS) {
      statement.execute(
          comment(
              "COLUMN " + WindowTable.NAME + "." + quoted(column.spec().name()), column.meaning()));
    }
  }

  private static String meaning(MarketKind kind) {
    return switch (kind) {
      case QUOTE -> "What each exchange quoted, as loaded by marketdata load.";
      case NBBO -> "The national best bid and offer: a row at each time after which it differs.";
      case TRADE -> "Trades, as loaded by marketdata load.";
    };
  }

  private static Path place(Path folder, int day) {
    return folder.resolve(TABLE).resolve("tradeDate=" + LocalDate.ofEpochDay(day));
  }

  private static void write(Statement statement, int day, DayFiles market, Path file)
      throws IOException, SQLException {
    String date = " FROM events AS e WHERE tradeDate = DATE '" + LocalDate.ofEpochDay(day) + "'";
    Files.createDirectories(file.getParent());
    Path unfinished = file.resolveSibling(UUID.randomUUID() + LOADING);
    long expected = FirstColumn.number(statement.getConnection(), "SELECT count(*)" + date);
    try {
      long written;
      try (ResultSet events =
          statement.executeQuery(
              "SELECT id, COALESCE(timestampNanos, -9223372036854775808) AS nanos,"
                  + " COALESCE("
                  + PublishedViews.traded("e")
                  + ", '') AS symbol, eventType IN ('PARTIAL_FILL', 'FILL'),"
                  + " standingQuantity IS NOT NULL"
                  + date
                  + " ORDER BY symbol, nanos, id")) {
        written =
            EventMarket.write(
                events,
                market.path(MarketKind.NBBO),
                unfinished,
                Runtime.getRuntime().availableProcessors());
      }
      if (written != expected) {
        throw new IOException(
            "event_market has " + written + " rows of " + expected + " events of " + date);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private String dataView(String name, String files, List<ColumnSpec> columns, boolean hasFiles) {
    if (hasFiles) {
      String names = columns.stream().map(MarketAddition::read).collect(Collectors.joining(", "));
      // A pattern, so that dates that are loaded later are seen at once.
      return "CREATE VIEW "
          + name
          + " AS SELECT "
          + names
          + ", date FROM "
          + parquet(
              List.of(escaped(marketData.toAbsolutePath().normalize()) + "/date=*/" + files),
              "date");
    }
    return "CREATE VIEW "
        + name
        + " AS SELECT "
        + columns.stream()
            .map(column -> "NULL::" + type(column) + " AS " + quoted(column.name()))
            .collect(Collectors.joining(", "))
        + ", NULL::DATE AS date WHERE false";
  }

  /** Reads a column; moments are {@code TIMESTAMP_NS} in UTC, whatever zone the reader is in. */
  private static String read(ColumnSpec column) {
    String name = quoted(column.name());
    return column.kind() == ColumnSpec.Kind.TIME
        ? "make_timestamp_ns(epoch_ns(" + name + ")) AS " + name
        : name;
  }

  private static String fileView(List<Path> files) {
    String begin = "CREATE VIEW " + FILE_VIEW + " AS SELECT ";
    if (!files.isEmpty()) {
      List<String> patterns = files.stream().map(MarketAddition::escaped).toList();
      return begin
          + EventMarket.COLUMNS.stream()
              .map(column -> quoted(column.name()))
              .collect(Collectors.joining(", "))
          + ", \"tradeDate\" FROM "
          + parquet(patterns, "tradeDate");
    }
    return begin
        + EventMarket.COLUMNS.stream()
            .map(column -> "NULL::" + type(column) + " AS " + quoted(column.name()))
            .collect(Collectors.joining(", "))
        + ", NULL::DATE AS \"tradeDate\" WHERE false";
  }

  /** A column's type in DuckDB. */
  static String type(ColumnSpec column) {
    return switch (column.kind()) {
      case TEXT -> "VARCHAR";
      case TIME, PLAIN_TIME -> "TIMESTAMP_NS";
      case UUID -> "UUID";
      case BOOLEAN -> "BOOLEAN";
      case INTEGER -> "INTEGER";
      case LONG -> "BIGINT";
      case DOUBLE -> "DOUBLE";
      case DECIMAL -> "DECIMAL(38," + column.scale() + ")";
      case NUMBER -> column.scale() == 0 ? "BIGINT" : "DECIMAL(18," + column.scale() + ")";
    };
  }

  private static String parquet(List<String> patterns, String date) {
    return patterns.stream()
            .map(MarketAddition::literal)
            .collect(Collectors.joining(", ", "read_parquet([", "]"))
        + ", hive_partitioning = true, hive_types = {"
        + literal(date)
        + ": DATE})";
  }

  private static String comment(String on, String meaning) {
    return "COMMENT ON " + on + " IS " + literal(meaning);
  }

  private static String quoted(String name) {
    return SqlDialect.DUCKDB.quoted(name);
  }

  private static String literal(String text) {
    return SqlDialect.DUCKDB.literal(text);
  }

  /** A path as a pattern that fits it alone. */
  private static String escaped(Path path) {
    return path.toString().replaceAll("([\\[*?])", "[$1]");
  }

  @Override
  public void clean(Optional<String> noted, Path folder, Instant since) throws IOException {
    String state = noted.orElse("");
    Instant hour = Instant.now().minus(GRACE);
    Instant limit = since.isBefore(hour) ? since : hour;
    try (DirectoryStream<Path> dates = Files.newDirectoryStream(folder.resolve(TABLE))) {
      for (Path date : dates) {
        cleanDate(date, state, limit);
      }
    } catch (NoSuchFileException e) {
      return;
    }
  }

  private static void cleanDate(Path date, String state, Instant limit) throws IOException {
    boolean isEmpty = true;
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(date)) {
      found.forEach(files::add);
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.endsWith(SUFFIX)) {
        // Under the warehouse's lock: who was writing it has ended.
        if (name.endsWith(LOADING)) {
          Files.deleteIfExists(file);
        }
        continue;
      }
      Path retired = file.resolveSibling(name + RETIRED);
      if (state.contains(name)) {
        Files.deleteIfExists(retired);
        isEmpty = false;
      } else if (!Files.exists(retired)) {
        Files.write(retired, new byte[0]);
        isEmpty = false;
      } else if (Files.getLastModifiedTime(retired).toInstant().isBefore(limit)) {
        Files.delete(file);
        Files.delete(retired);
      } else {
        isEmpty = false;
      }
    }
    if (isEmpty) {
      Files.deleteIfExists(date);
    }
  }
}
