package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** CSV files of a table as DuckDB reads them. */
final class CsvSource {
  /**
   * Longest line of a CSV file in bytes: a message has at most 1 MB, of which two columns may show
   * the same value and a byte may take two, and up to 125,000 parents of 37 bytes.
   */
  private static final Pattern WILDCARD = Pattern.compile("[\\[*?]");

  private static final int MAX_LINE_LENGTH = 16 << 20;

  private static final Pattern CSV_LINE = Pattern.compile("CSV Error on Line: (\\d+)");
  private static final Pattern CSV_FILE = Pattern.compile("(?m)^\\s*file = (.*)$");

  private CsvSource() {}

  /**
   * The FROM clause that reads a table's files.
   *
   * @param pattern of their names
   * @throws WarehouseException if there are none, or of several compressions
   */
  static String of(WarehouseTable table, Path folder, String pattern) throws IOException {
    String columns =
        table.columns().stream()
            .map(column -> literal(column.name()) + ": " + literal(column.type().duckDb()))
            .collect(Collectors.joining(", ", "{", "}"));
    return "read_csv("
        + literal(escapedGlob(folder.toString()) + "/" + pattern)
        + ", columns = "
        + columns
        // Nothing is guessed: a guess would hang on what the first lines happen to hold.
        + ", auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"'"
        + ", new_line = '\\n', compression = "
        + literal(compression(folder, pattern))
        + ", hive_partitioning = false, max_line_size = "
        + MAX_LINE_LENGTH
        + ", buffer_size = "
        + 2 * MAX_LINE_LENGTH
        + ")";
  }

  /** How the files are compressed, which DuckDB overlooks in some folders' names. */
  private static String compression(Path folder, String pattern) throws IOException {
    Set<String> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
      for (Path file : files) {
        String name = file.toString();
        found.add(name.endsWith(".gz") ? "gzip" : name.endsWith(".zst") ? "zstd" : "none");
      }
    }
    if (found.size() > 1) {
      throw new WarehouseException(
          pattern + " in " + folder + " are of several compressions: " + found);
    }
    return found.stream()
        .findFirst()
        .orElseThrow(() -> new WarehouseException("no " + pattern + " in " + folder));
  }

  /** A folder's own name may hold what a pattern would read as a wildcard. */
  static String escapedGlob(String path) {
    return WILDCARD.matcher(path).replaceAll("[$0]");
  }

  /** DuckDB's account of a bad line runs over twenty lines; this keeps file, line and reason. */
  static String rejection(WarehouseTable table, SQLException e) {
    String message = e.getMessage();
    Matcher line = CSV_LINE.matcher(message);
    Matcher csvFile = CSV_FILE.matcher(message);
    if (!line.find() || !csvFile.find()) {
      return "cannot load " + table.name() + ": " + DuckDbWarehouse.firstLine(e);
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

  private static String literal(String text) {
    return SqlDialect.DUCKDB.literal(text);
  }
}
