package io.daisychain.publish.table;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.EventMarket;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.window.WindowTable;
import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.duckdb.DayAddition;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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
  private static final String SUFFIX = ".parquet";
  private static final String LOADING = ".loading";
  private static final String RETIRED = ".retired";
  private static final Duration GRACE = Duration.ofHours(1);

  /** Grows when views or files change, so that warehouses are made anew. */
  private static final String FORM = "5";

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
      tell(kind.word(), fileNames(market, kind), state);
    }
    tell(WindowTable.NAME, windowNames(market), state);
    return state.append(' ').append(names).toString();
  }

  private static void tell(String word, SortedSet<String> files, StringBuilder state) {
    state.append(' ').append(word).append(' ').append(!files.isEmpty());
    if (files.stream().anyMatch(ParquetScan::isEncrypted)) {
      state.append(files);
    }
  }

  /** Names of the dates' files of a kind: encrypted ones have another. */
  private static SortedSet<String> fileNames(SortedMap<Integer, DayFiles> market, MarketKind kind) {
    SortedSet<String> names = new TreeSet<>();
    for (DayFiles day : market.values()) {
      if (day.has(kind)) {
        names.add(day.path(kind).getFileName().toString());
      }
    }
    return names;
  }

  private static SortedSet<String> windowNames(SortedMap<Integer, DayFiles> market)
      throws IOException {
    SortedSet<String> names = new TreeSet<>();
    for (DayFiles day : market.values()) {
      for (Path set : day.windows()) {
        names.add((FileKey.isEncrypted(set) ? FileKey.MARK : "") + DayFiles.WINDOW_FILES);
      }
    }
    return names;
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
        Path named = place(folder, name.getKey()).resolve(name.getValue());
        Path file = FileKey.written(named);
        if (!Files.exists(file)) {
          file = FileKey.fresh(named);
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
      for (WarehouseTable table : MarketTables.TABLES) {
        add(table, patterns(table.name(), market, files), statement);
      }
      for (WarehouseView view : MarketTables.VIEWS) {
        statement.execute(
            "CREATE VIEW "
                + view.name()
                + " AS\n"
                + SqlDialect.DUCKDB.query(view.template(), MarketAddition::quoted));
        comment("VIEW " + view.name(), view.meaning(), statement);
        for (WarehouseView.Column column : view.columns()) {
          comment(
              "COLUMN " + view.name() + "." + quoted(column.name()), column.meaning(), statement);
        }
      }
    }
    return Optional.of(state);
  }

  /** What a table's view reads; patterns, so that dates that are loaded later are seen at once. */
  private List<String> patterns(
      String table, SortedMap<Integer, DayFiles> market, List<Path> atEvent) throws IOException {
    if (table.equals(MarketTables.AT_EVENT)) {
      return atEvent.stream().map(MarketAddition::escaped).toList();
    }
    SortedSet<String> names =
        table.equals(WindowTable.NAME)
            ? windowNames(market)
            : fileNames(market, MarketTables.kindOf(table));
    return names.stream().map(name -> escaped(folder()) + "/date=*/" + name).toList();
  }

  private static void add(WarehouseTable table, List<String> patterns, Statement statement)
      throws SQLException {
    String name = table.name();
    String date = table.dateColumn();
    List<WarehouseTable.Column> columns = new ArrayList<>(table.ownColumns());
    // Only views need them, as moments have them too.
    columns.removeIf(
        column -> column.name().equals(MarketTables.NANOS) && !name.equals(MarketTables.TAPE));
    statement.execute(
        "CREATE VIEW %s AS SELECT %s, %s"
            .formatted(
                name,
                columns.stream()
                    .map(
                        column ->
                            patterns.isEmpty()
                                ? "NULL::%s AS %s"
                                    .formatted(column.type().duckDb(), quoted(column.name()))
                                : MarketTables.read(column))
                    .collect(Collectors.joining(", ")),
                patterns.isEmpty()
                    ? "NULL::DATE AS " + quoted(date) + " WHERE false"
                    : quoted(date) + " FROM " + parquet(patterns, table)));
    comment("VIEW " + name, table.meaning(), statement);
    for (WarehouseTable.Column column : columns) {
      comment("COLUMN " + name + "." + quoted(column.name()), column.meaning(), statement);
    }
  }

  private static Path place(Path folder, int day) {
    return folder.resolve(TABLE).resolve("tradeDate=" + LocalDate.ofEpochDay(day));
  }

  private static void write(Statement statement, int day, DayFiles market, Path file)
      throws IOException, SQLException {
    Files.createDirectories(file.getParent());
    Path unfinished = file.resolveSibling(UUID.randomUUID() + LOADING);
    String select = SqlDialect.DUCKDB.query(EventMarketTable.events(day), MarketAddition::quoted);
    long expected =
        FirstColumn.number(
            statement.getConnection(),
            "SELECT count(*) FROM events WHERE tradeDate = DATE '%s'"
                .formatted(LocalDate.ofEpochDay(day)));
    try {
      long written;
      try (ResultSet events = statement.executeQuery(select)) {
        written =
            EventMarket.write(
                EventMarket.Events.of(events),
                market.path(MarketKind.NBBO),
                unfinished,
                Runtime.getRuntime().availableProcessors());
      }
      if (written != expected) {
        throw new IOException(
            "event_market has %d rows of %d events of %s"
                .formatted(written, expected, LocalDate.ofEpochDay(day)));
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static String parquet(List<String> patterns, WarehouseTable table) {
    return ParquetScan.of(
        patterns,
        ", hive_partitioning = true, hive_types = {" + literal(table.dateColumn()) + ": DATE}",
        table.ownColumns().stream()
            .map(WarehouseTable.Column::name)
            .filter(name -> !name.equals(MarketTables.NANOS)) // no file has it
            .toList());
  }

  private static void comment(String on, String meaning, Statement statement) throws SQLException {
    statement.execute("COMMENT ON " + on + " IS " + literal(meaning));
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
      if (state.contains(FileKey.plainName(file))) {
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
