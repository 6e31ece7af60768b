package io.daisychain.warehouse;

import com.sun.management.OperatingSystemMXBean;
import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.WritableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A warehouse in one DuckDB file.
 *
 * <p>A process that writes a DuckDB file keeps all others out, readers too. So a load never touches
 * the file that is read: it builds a new one beside it, and {@link Load#commit} renames that over
 * the old one. Readers that have the old file open keep reading it; later ones see the new.
 */
public final class DuckDbWarehouse {

  /**
   * What a load may use.
   *
   * @param threads at most this many cores
   * @param memoryMegabytes at most this much; sorting more spills to a folder beside the file
   */
  public record Limits(int threads, int memoryMegabytes) {
    /**
     * All cores, and a quarter of the memory that this process may use, but at least 1 GB, where
     * that is not more than a third, and at most 16: what does not fit is spilled, which costs a
     * sort half as much again.
     */
    public static Limits ofThisMachine() {
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return new Limits(
          Runtime.getRuntime().availableProcessors(), megabytes(system.getTotalMemorySize()));
    }

    /** Of a machine with so many bytes of memory. */
    static int megabytes(long bytes) {
      long all = bytes >> 20;
      return (int) Math.min(Math.max(all / 4, Math.min(1024, all / 3)), 16384);
    }
  }

  private static final String PARQUET_FILE_SIZE = "256MB";
  private static final String LOADING = ".loading-";

  /**
   * Longest line of a CSV file in bytes: a message has at most 1 MB, of which two columns may show
   * the same value and a byte may take two, and up to 125,000 parents of 37 bytes.
   */
  private static final int MAX_LINE_LENGTH = 16 << 20;

  private static final Pattern IN_USE =
      Pattern.compile("(?i)lock|different configuration|conflict|already attached");

  private static final Pattern CSV_LINE = Pattern.compile("CSV Error on Line: (\\d+)");
  private static final Pattern CSV_FILE = Pattern.compile("(?m)^\\s*file = (.*)$");

  private final Path file;
  private final WarehouseSchema schema;
  private final Limits limits;

  /** The warehouse in {@code file}, which need not exist. */
  public DuckDbWarehouse(Path file, WarehouseSchema schema, Limits limits) {
    this.file = file.toAbsolutePath();
    this.schema = schema;
    this.limits = limits;
  }

  /**
   * Replaces all tables by the contents of the CSV files in {@code folder}.
   *
   * @throws WarehouseException naming file and line of what cannot be loaded; the old tables stay
   */
  public void load(Path folder) throws IOException {
    try (Load load = prepare(folder)) {
      load.commit();
    }
  }

  /**
   * Loads the CSV files in {@code folder} into a new file, which no reader sees before {@link
   * Load#commit}.
   *
   * @throws WarehouseException naming file and line of what cannot be loaded, or because another
   *     process is loading
   */
  public Load prepare(Path folder) throws IOException {
    return prepare(scratch -> folder);
  }

  /**
   * Makes sure, before any work, that the file can be replaced: that its folder can be written to,
   * and that the file, if there is one, is a warehouse.
   *
   * @throws ForeignFileException if it is no DuckDB database, or one with a table that is not ours,
   *     which the new file would not have
   */
  public void check() throws IOException {
    WritableFiles.tryFile(file);
    if (!Files.exists(file) || Files.size(file) == 0) {
      return;
    }
    if (!isDatabase()) {
      throw new ForeignFileException(file, "a DuckDB database");
    }
    Map<String, List<String>> tables = new TreeMap<>();
    Properties readOnly = new Properties();
    readOnly.setProperty("duckdb.read_only", "true");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file, readOnly);
        Statement statement = connection.createStatement();
        ResultSet columns =
            statement.executeQuery(
                "SELECT table_name, column_name FROM duckdb_columns() SEMI JOIN duckdb_tables()"
                    + " USING (table_oid) ORDER BY table_oid, column_index")) {
      while (columns.next()) {
        tables
            .computeIfAbsent(columns.getString(1), name -> new ArrayList<>())
            .add(columns.getString(2));
      }
    } catch (SQLException e) {
      if (IN_USE.matcher(e.getMessage()).find()) {
        return; // who has it open goes on reading it
      }
      throw new WarehouseException("cannot read " + file + ": " + firstLine(e), e);
    }
    for (Map.Entry<String, List<String>> table : tables.entrySet()) {
      if (!isOurs(table.getKey(), table.getValue())) {
        throw new ForeignFileException(
            file, "a warehouse of published tables: it has a table '" + table.getKey() + "'");
      }
    }
  }

  /** Other versions have other columns, but the same ones in front. */
  private boolean isOurs(String name, List<String> columns) {
    for (WarehouseTable table : schema.tables()) {
      if (table.name().equals(name)) {
        List<String> ours =
            table.columns().stream().limit(2).map(WarehouseTable.Column::name).toList();
        return columns.size() >= ours.size() && columns.subList(0, ours.size()).equals(ours);
      }
    }
    return false;
  }

  /** DuckDB's mark stands behind the first block's checksum. */
  private boolean isDatabase() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(12);
      return new String(start, StandardCharsets.ISO_8859_1).endsWith("DUCK");
    }
  }

  /** Brings the CSV files to this machine. */
  public interface Source {
    /**
     * The folder that they are in.
     *
     * @param scratch a folder that is made and may be it; gone after the load, whatever comes
     */
    Path folder(Path scratch) throws IOException;
  }

  /** Does the same with files that may have to be brought to this machine first. */
  public Load prepare(Source source) throws IOException {
    Files.createDirectories(file.getParent());
    LockFile lock =
        LockFile.acquire(
            file.resolveSibling("." + file.getFileName() + ".lock"),
            "another process is loading " + file);
    try {
      removeLeftovers();
      Path fresh = file.resolveSibling(file.getFileName() + LOADING + UUID.randomUUID());
      Path scratch = Files.createDirectory(file.resolveSibling(fresh.getFileName() + ".csv"));
      build(fresh, source.folder(scratch));
      remove(scratch);
      return new Load(fresh, lock);
    } catch (IOException | RuntimeException e) {
      try (lock) {
        removeLeftovers();
      }
      throw e;
    }
  }

  /** A new file, full, waiting to take the old one's place; closing it uncommitted discards it. */
  public final class Load implements PreparedLoad {
    private final Path fresh;
    private final LockFile lock;

    private Load(Path fresh, LockFile lock) {
      this.fresh = fresh;
      this.lock = lock;
    }

    /**
     * Writes the new tables as Parquet too, in the order in which they are sorted.
     *
     * @param folder gets {@code TABLE-0.parquet}, {@code TABLE-1.parquet} and so on
     */
    public void exportParquet(Path folder) throws IOException {
      try (Connection connection =
              DriverManager.getConnection("jdbc:duckdb:" + fresh, settings(fresh));
          Statement statement = connection.createStatement()) {
        for (WarehouseTable table : schema.tables()) {
          statement.execute(
              "COPY "
                  + table.name()
                  + " TO "
                  + literal(folder.toString())
                  + " (FORMAT parquet, COMPRESSION zstd, OVERWRITE_OR_IGNORE true, FILE_SIZE_BYTES "
                  + literal(PARQUET_FILE_SIZE)
                  + ", FILENAME_PATTERN "
                  + literal(table.name() + "-{i}")
                  + ")");
        }
      } catch (SQLException e) {
        throw new WarehouseException("cannot write Parquet files: " + firstLine(e), e);
      }
    }

    @Override
    public void commit() throws IOException {
      // A write-ahead log that a crashed session left belongs to the old file, not to the new one.
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".wal"));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
      try (lock) {
        removeLeftovers();
      }
    }
  }

  private Properties settings(Path fresh) {
    Properties settings = new Properties();
    settings.setProperty("threads", Integer.toString(limits.threads()));
    settings.setProperty("memory_limit", limits.memoryMegabytes() + "MB");
    settings.setProperty("temp_directory", fresh + ".tmp");
    return settings;
  }

  private void build(Path fresh, Path folder) throws IOException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:duckdb:" + fresh, settings(fresh));
        Statement statement = connection.createStatement()) {
      for (WarehouseTable table : schema.tables()) {
        load(table, folder, statement);
      }
      for (WarehouseView view : schema.views()) {
        execute(WarehouseDdl.duckDbView(view), statement);
      }
      statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      throw new WarehouseException("cannot build " + file + ": " + firstLine(e), e);
    }
  }

  private static void load(WarehouseTable table, Path folder, Statement statement)
      throws IOException, SQLException {
    execute(WarehouseDdl.duckDbTable(table), statement);
    String compression = compression(table, folder);
    try {
      statement.execute(insert(table, folder, compression));
    } catch (SQLException e) {
      throw new WarehouseException(rejection(table, e), e);
    }
  }

  /** How the table's files are compressed, which DuckDB overlooks in some folders' names. */
  private static String compression(WarehouseTable table, Path folder) throws IOException {
    Set<String> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, table.filePattern())) {
      for (Path file : files) {
        String name = file.toString();
        found.add(name.endsWith(".gz") ? "gzip" : name.endsWith(".zst") ? "zstd" : "none");
      }
    }
    if (found.size() > 1) {
      throw new WarehouseException(
          table.filePattern() + " in " + folder + " are of several compressions: " + found);
    }
    return found.stream()
        .findFirst()
        .orElseThrow(() -> new WarehouseException("no " + table.filePattern() + " in " + folder));
  }

  private static void execute(List<String> statements, Statement statement) throws SQLException {
    for (String sql : statements) {
      statement.execute(sql);
    }
  }

  private static String insert(WarehouseTable table, Path folder, String compression) {
    String columns =
        table.columns().stream()
            .map(column -> literal(column.name()) + ": " + literal(column.type().duckDb()))
            .collect(Collectors.joining(", ", "{", "}"));
    String order =
        table.sortedBy().stream().map(DuckDbWarehouse::quoted).collect(Collectors.joining(", "));
    return "INSERT INTO "
        + table.name()
        + " SELECT * FROM read_csv("
        + literal(escapedGlob(folder.toString()) + "/" + table.filePattern())
        + ", columns = "
        + columns
        // Nothing is guessed: a guess would hang on what the first lines happen to hold.
        + ", auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"'"
        + ", new_line = '\\n', compression = "
        + literal(compression)
        + ", max_line_size = "
        + MAX_LINE_LENGTH
        + ", buffer_size = "
        + 2 * MAX_LINE_LENGTH
        + ") ORDER BY "
        + order;
  }

  private static String quoted(String name) {
    return SqlDialect.DUCKDB.quoted(name);
  }

  private static String literal(String text) {
    return SqlDialect.DUCKDB.literal(text);
  }

  /** A folder's own name may hold what a pattern would read as a wildcard. */
  private static String escapedGlob(String path) {
    return path.replaceAll("[\\[*?]", "[$0]");
  }

  /** DuckDB's account of a bad line runs over twenty lines; this keeps file, line and reason. */
  private static String rejection(WarehouseTable table, SQLException e) {
    String message = e.getMessage();
    Matcher line = CSV_LINE.matcher(message);
    Matcher csvFile = CSV_FILE.matcher(message);
    if (!line.find() || !csvFile.find()) {
      return "cannot load " + table.name() + ": " + firstLine(e);
    }
    String reason =
        message
            .lines()
            .skip(1)
            .filter(text -> !text.startsWith("Original Line:") && !text.isBlank())
            .findFirst()
            .orElse("malformed");
    return String.format(
        Locale.ROOT,
        "cannot load %s: %s, line %s: %s",
        table.name(),
        csvFile.group(1).strip(),
        line.group(1),
        reason);
  }

  static String firstLine(SQLException e) {
    return e.getMessage().lines().findFirst().orElse("no reason given");
  }

  /** Removes what loads that were killed left behind; under the lock, so none of them lives. */
  private void removeLeftovers() throws IOException {
    String pattern = escapedGlob(file.getFileName().toString()) + LOADING + "*";
    try (DirectoryStream<Path> files = Files.newDirectoryStream(file.getParent(), pattern)) {
      for (Path leftover : files) {
        remove(leftover);
      }
    }
  }

  private static void remove(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
        for (Path child : files) {
          remove(child);
        }
      }
    }
    Files.deleteIfExists(path);
  }
}
