package io.daisychain.cli.testing;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All cells of a table, whatever the order of its rows: for each column the sum of a hash of the
 * row's key and the cell. Tables agree in every cell if their sums do, and else their sums tell the
 * column.
 */
public final class CellSums {
  private static final Hasher64 HASHER = Hashing.komihash5_0();
  private static final Pattern NANOSECONDS =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6})\\d{3}Z");
  private static final Pattern FRACTION = Pattern.compile("-?\\d+\\.\\d+");
  private static final MathContext DIGITS = new MathContext(12);

  private final Map<String, Long> sums = new TreeMap<>();
  private final List<String> key;
  private final UnaryOperator<String> cells;
  private Set<String> leftOut = Set.of();
  private long rows;

  /**
   * @param key columns that name a row; none if all of them do
   * @param cells what a cell is compared by
   */
  public CellSums(List<String> key, UnaryOperator<String> cells) {
    this.key = key;
    this.cells = cells;
  }

  /** Moments as BigQuery keeps them: cut, not rounded, to microseconds. */
  public static String inMicroseconds(String cell) {
    return NANOSECONDS.matcher(cell).replaceFirst("$1000Z");
  }

  /**
   * The same, and floating-point numbers of which sums in another order differ in the last digit.
   */
  public static String inTwelveDigits(String cell) {
    return FRACTION.matcher(cell).matches()
        ? new BigDecimal(cell).round(DIGITS).stripTrailingZeros().toPlainString()
        : inMicroseconds(cell);
  }

  /** The same, but for columns that are compared in another way. */
  public CellSums without(String... columns) {
    leftOut = Set.of(columns);
    return this;
  }

  /** Adds the files of a table in a folder. */
  public CellSums files(Path folder, String pattern) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
      for (Path file : files) {
        file(file);
      }
    }
    return this;
  }

  /** Adds the answer to a query. */
  public CellSums answer(SqlQuery warehouse, String sql, Path scratch) throws IOException {
    Path file = Files.createTempFile(scratch, "answer", ".csv");
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        warehouse.run(sql, QueryFormat.CSV, out);
      }
      return file(file);
    } finally {
      Files.delete(file);
    }
  }

  private CellSums file(Path file) throws IOException {
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord row : reader) {
        add(row);
      }
    }
    return this;
  }

  private void add(NamedCsvRecord row) {
    rows++;
    List<String> names = new ArrayList<>(key.isEmpty() ? row.getHeader() : key);
    names.removeAll(leftOut);
    String name =
        names.stream().map(row::getField).map(cells).collect(Collectors.joining("\1", "", "\1"));
    for (String named : row.getHeader()) {
      String cell = cells.apply(row.getField(named));
      if (leftOut.contains(named)) {
        continue;
      }
      String column = named.toLowerCase(Locale.ROOT); // as the emulator names those of some views
      sums.merge(column, HASHER.hashCharsToLong(name + column + "\1" + cell), Long::sum);
    }
  }

  public long rows() {
    return rows;
  }

  /** What is different; nothing if all is the same. */
  public String differenceFrom(CellSums other) {
    if (rows != other.rows) {
      return rows + " rows and " + other.rows;
    }
    TreeSet<String> columns = new TreeSet<>(sums.keySet());
    columns.addAll(other.sums.keySet());
    columns.removeIf(
        column -> sums.containsKey(column) && sums.get(column).equals(other.sums.get(column)));
    return String.join(" ", columns);
  }
}
