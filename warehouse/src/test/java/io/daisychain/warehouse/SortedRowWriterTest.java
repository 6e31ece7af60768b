package io.daisychain.warehouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Chunks;
import io.daisychain.warehouse.WarehouseTable.Column;
import io.daisychain.warehouse.duckdb.DayWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedRowWriterTest {
  private static final long SEED = Long.getLong("test.seed", 1);

  /** Used again by one writer after the other. */
  private final Chunks memory = new Chunks(SortedRowWriter.CHUNK);

  @TempDir Path folder;

  private static WarehouseTable table(List<String> sortedBy) {
    return new WarehouseTable(
        "drawn",
        "Rows of all types.",
        List.of(
            new Column("id", ColumnType.UUID, ""),
            new Column("parent", ColumnType.UUID, ""),
            new Column("symbol", ColumnType.TEXT, ""),
            new Column("moment", ColumnType.TIMESTAMP, ""),
            new Column("isOdd", ColumnType.BOOLEAN, ""),
            new Column("depth", ColumnType.INTEGER, ""),
            new Column("nanos", ColumnType.BIGINT, ""),
            new Column("price", ColumnType.TOTAL, ""),
            new Column("limit", ColumnType.PRICE, ""),
            new Column("words", ColumnType.TEXT, ""),
            new Column("day", ColumnType.DATE, "")),
        sortedBy,
        "id",
        List.of("id"));
  }

  /** Values as they are drawn: many alike, or all other ones, or at the edges of what there is. */
  private static final class Drawn {
    private final Random random;
    private final int kind;

    Drawn(Random random) {
      this.random = random;
      kind = random.nextInt(3);
    }

    boolean isNull() {
      return random.nextInt(kind == 1 ? 3 : 20) == 0;
    }

    UUID key() {
      return kind == 0
          ? new UUID(random.nextInt(40) << 8, random.nextInt(3))
          : new UUID(random.nextLong(), random.nextLong());
    }

    String text() {
      return switch (random.nextInt(kind == 2 ? 5 : 2)) {
        case 0 -> "S" + random.nextInt(30);
        case 1 -> "A".repeat(random.nextInt(12)) + "\u00c4";
        case 2 -> "id" + random.nextLong();
        case 3 -> "\0\n\"" + random.nextInt(5);
        default -> "x".repeat(random.nextInt(20_000));
      };
    }

    long time() {
      return switch (random.nextInt(kind + 1)) {
        case 0 -> 1_773_662_400_000_000_000L + random.nextInt(500) * 1_000_000_007L;
        case 1 -> 1_773_662_400_000_000_000L + random.nextLong(86_400_000_000_000L);
        default -> random.nextLong(ColumnType.FIRST_TIMESTAMP, ColumnType.LAST_TIMESTAMP);
      };
    }

    BigInteger decimal() {
      return switch (random.nextInt(kind + 1)) {
        case 0 -> BigInteger.valueOf(random.nextInt(50) * 10_000_000_000L);
        case 1 -> BigInteger.valueOf(random.nextLong());
        default ->
            new BigInteger(126, random).subtract(BigInteger.ONE.shiftLeft(125)); // below 10^38
      };
    }
  }

  /** Adds a row, and says it as DuckDB is to say it. */
  private static String add(SortedRowWriter rows, Drawn drawn) {
    List<String> said = new ArrayList<>();
    UUID id = drawn.key();
    rows.addKey(bytes(id), 0);
    said.add(id.toString());
    UUID parent = drawn.isNull() ? null : drawn.key();
    if (parent == null) {
      rows.addNull();
    } else {
      rows.addKey(bytes(parent), 0);
    }
    said.add("" + parent);
    said.add(addText(rows, drawn.isNull() ? "" : drawn.text()));
    Long time = drawn.isNull() ? null : drawn.time();
    said.add(addNumber(rows, time));
    Boolean flag = drawn.isNull() ? null : (Boolean) drawn.random.nextBoolean();
    if (flag == null) {
      rows.addNull();
    } else {
      rows.addFlag(flag);
    }
    said.add("" + flag);
    Long depth = drawn.isNull() ? null : (Long) (long) drawn.random.nextInt();
    said.add(addNumber(rows, depth));
    Long nanos =
        drawn.isNull() ? null : drawn.random.nextInt(9) == 0 ? Long.MIN_VALUE : drawn.time();
    said.add(addNumber(rows, nanos));
    BigInteger price = drawn.isNull() ? null : drawn.decimal();
    if (price == null) {
      rows.addNull();
      said.add("null");
    } else {
      rows.addDecimal(price.shiftRight(64).longValue(), price.longValue());
      said.add(new BigDecimal(price, 6).toPlainString());
    }
    Long limit =
        drawn.isNull() ? null : (Long) (drawn.random.nextLong() % 1_000_000_000_000_000_000L);
    if (limit == null) {
      rows.addNull();
    } else {
      rows.addDecimal(limit >> 63, limit);
    }
    said.add(limit == null ? "null" : BigDecimal.valueOf(limit, 8).toPlainString());
    said.add(addText(rows, drawn.isNull() ? "" : drawn.text()));
    rows.addText("2026-03-16".getBytes(UTF_8), 0, 10);
    rows.endRow();
    return String.join("|", said);
  }

  private static String addNumber(SortedRowWriter rows, Long number) {
    if (number == null) {
      rows.addNull();
    } else {
      rows.addNumber(number);
    }
    return "" + number;
  }

  private static String addText(SortedRowWriter rows, String text) {
    byte[] bytes = (" " + text).getBytes(UTF_8);
    rows.addText(bytes, 1, bytes.length);
    return text.isEmpty() ? "null" : text;
  }

  private static byte[] bytes(UUID key) {
    return ByteBuffer.allocate(16)
        .putLong(key.getMostSignificantBits())
        .putLong(key.getLeastSignificantBits())
        .array();
  }

  private List<String> write(
      Path file, WarehouseTable table, int count, int groupRows, long runBytes, Random random)
      throws IOException {
    List<String> said = new ArrayList<>();
    Drawn drawn = new Drawn(random);
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        SortedRowWriter rows = new SortedRowWriter(table, channel, groupRows, runBytes, memory)) {
      for (int i = 0; i < count; i++) {
        said.add(add(rows, drawn));
        if (rows.isFull()) {
          rows.flush();
        }
      }
      rows.finish();
      assertEquals(count, rows.rows());
    }
    return said;
  }

  private static List<String> read(String query) throws SQLException {
    List<String> said = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      int columns = row.getMetaData().getColumnCount();
      while (row.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          cells.add("" + row.getString(i));
        }
        said.add(String.join("|", cells));
      }
    }
    return said;
  }

  /** In any order; tells the first that differs. */
  private static void assertSameRows(List<String> written, List<String> read, String which) {
    List<String> expected = written.stream().sorted().toList();
    List<String> found = read.stream().sorted().toList();
    assertEquals(expected.size(), found.size(), which);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), found.get(i), which);
    }
  }

  private static String select(Path file) {
    return "SELECT id, parent, symbol, epoch_ns(moment), isOdd, depth, nanos, price, \"limit\", words FROM '"
        + file
        + "'";
  }

  private static final List<List<String>> ORDERS =
      List.of(
          List.of("symbol", "moment", "id"),
          List.of("parent", "id"),
          List.of("moment", "id"),
          List.of("id", "moment", "words"));

  @Test
  void duckDbReadsWhatWasWrittenSorted() throws Exception {
    Random random = new Random(SEED);
    int[] counts = {0, 1, 2, 700, 3_000, 9_000};
    for (int run = 0; run < 2 * counts.length; run++) {
      int count = counts[run % counts.length];
      List<String> sortedBy = ORDERS.get(run % ORDERS.size());
      WarehouseTable table = table(sortedBy);
      Path file = folder.resolve(run + ".parquet");
      int groupRows = 1 + random.nextInt(4_000);
      String which = "seed " + SEED + ", run " + run + ", " + count + " rows by " + sortedBy;

      List<String> written = write(file, table, count, groupRows, Long.MAX_VALUE, random);

      List<String> read = read(select(file));
      assertEquals(count, read.size(), which);
      // Alike in all that they are sorted by, rows may lie in any order.
      String keys = String.join(", ", sortedBy);
      assertEquals(
          read("SELECT " + keys + " FROM '" + file + "'" + DayWriter.order(table)),
          read("SELECT " + keys + " FROM '" + file + "'"),
          which);
      assertSameRows(written, read, which);
    }
  }

  @Test
  void columnsHaveTheTypesOfTheTable() throws Exception {
    WarehouseTable table = table(ORDERS.get(0));
    Path file = folder.resolve("types.parquet");
    write(file, table, 10, 100, Long.MAX_VALUE, new Random(SEED));
    List<String> expected =
        table.ownColumns().stream()
            .map(column -> column.name() + "|" + column.type().duckDb())
            .toList();
    assertEquals(
        expected,
        read("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '" + file + "')"));
  }

  @Test
  void rowsAreSortedInAsManyRunsAsMemoryAsksFor() throws Exception {
    WarehouseTable table = table(ORDERS.get(0));
    Path file = folder.resolve("runs.parquet");

    List<String> written = write(file, table, 5_000, 1_000, 100_000, new Random(SEED));

    List<String> read = read(select(file));
    assertSameRows(written, read, "seed " + SEED);
    assertTrue(
        Integer.parseInt(
                read("SELECT count(DISTINCT row_group_id) FROM parquet_metadata('" + file + "')")
                    .get(0))
            > 6);
  }

  /** What is said of row groups is right, or filters would lose rows. */
  @Test
  void filtersFindWhatIsThere() throws Exception {
    Random random = new Random(SEED);
    for (int run = 0; run < ORDERS.size(); run++) {
      WarehouseTable table = table(ORDERS.get(run));
      Path file = folder.resolve("filter" + run + ".parquet");
      List<String> written = write(file, table, 4_000, 128, Long.MAX_VALUE, random);
      for (int i = 0; i < 6; i++) {
        String row = written.get(random.nextInt(written.size()));
        String[] cells = row.split("\\|", -1);
        String filter =
            "id = '%s'".formatted(cells[0])
                + is("parent", cells[1])
                + is("symbol", cells[2])
                + is("epoch_ns(moment)", cells[3])
                + is("depth", cells[5])
                + is("nanos", cells[6])
                + is("price", cells[7]);
        assertTrue(
            read(select(file) + " WHERE " + filter).contains(row), "seed " + SEED + ": " + row);
      }
      String groups =
          "SELECT count(DISTINCT row_group_id) FILTER (WHERE stats_min_value IS NOT NULL) FROM"
              + " parquet_metadata('"
              + file
              + "') WHERE path_in_schema = 'id'";
      assertEquals("32", read(groups).get(0));
    }
  }

  private static String is(String column, String value) {
    return value.equals("null")
        ? " AND " + column + " IS NULL"
        : " AND "
            + column
            + " = '"
            + value.replace("'", "''").replace("\0", "' || chr(0) || '")
            + "'";
  }
}
