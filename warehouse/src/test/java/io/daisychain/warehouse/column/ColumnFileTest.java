package io.daisychain.warehouse.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnFileTest {
  private static final long SEED = Long.getLong("test.seed", 1);

  private static final List<ColumnSpec> COLUMNS =
      List.of(
          ColumnSpec.text("symbol"),
          ColumnSpec.time("time"),
          ColumnSpec.optionalNumber("bid", 4),
          ColumnSpec.optionalNumber("size", 0),
          ColumnSpec.optionalText("condition"),
          ColumnSpec.uuid("id"));

  @TempDir Path folder;

  /** Rows as arrays by column; of the UUID two. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Rows(long[][] values, TextCodes texts) {
    int count() {
      return values[0].length;
    }
  }

  /** Columns of many kinds: steady, jumping over all 64 bits, few values, nulls, runs. */
  private static Rows rows(int count, Random random) {
    TextCodes texts = new TextCodes();
    long[][] values = new long[7][count];
    int kind = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      values[0][i] = texts.code("S" + (i * 50L / Math.max(1, count)));
      values[1][i] = (i == 0 ? 0 : values[1][i - 1]) + random.nextInt(1_000_000);
      values[2][i] =
          switch (kind) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(30);
            case 2 -> random.nextInt(10) < 9 ? ColumnSpec.NULL : random.nextInt(1_000_000);
            default -> 1_000_000 + random.nextInt(100_000);
          };
      values[3][i] = random.nextInt(40) < 39 && i > 0 ? values[3][i - 1] : random.nextInt(900);
      values[4][i] =
          random.nextInt(3) == 0
              ? ColumnSpec.NO_TEXT
              : texts.code(random.nextInt(4) == 0 ? "Ä" + random.nextInt(30_000) : "");
      values[5][i] = random.nextLong();
      values[6][i] = random.nextLong();
    }
    return new Rows(values, texts);
  }

  private static void write(Path file, Rows rows) throws IOException {
    try (ColumnFileWriter writer =
        new ColumnFileWriter(file, COLUMNS, rows.texts, Map.of("zone", "UTC"))) {
      for (int i = 0; i < rows.count(); i++) {
        for (int column = 0; column < 5; column++) {
          writer.set(column, rows.values[column][i]);
        }
        writer.set(5, rows.values[5][i], rows.values[6][i]);
        writer.endRow();
      }
      writer.finish();
    }
  }

  @Test
  void pagesAreReadHoweverTheyAreCompressed() throws IOException {
    Random random = new Random(SEED);
    int count = 5_000;
    for (PageCompression compression : PageCompression.values()) {
      Path file = folder.resolve(compression + ".parquet");
      long[][] values = new long[3][count];
      try (ColumnFileWriter writer =
          new ColumnFileWriter(
              FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              List.of(ColumnSpec.uuid("id"), ColumnSpec.number("few", 0)),
              1_000,
              compression)) {
        for (int i = 0; i < count; i++) {
          values[0][i] = random.nextLong() | Long.MIN_VALUE;
          values[1][i] = random.nextInt(3); // these can be compressed
          values[2][i] = random.nextInt(5);
          writer.set(0, values[0][i], values[1][i]);
          writer.set(1, values[2][i]);
          writer.endRow();
        }
        writer.finish();
      }
      long[][] read = new long[3][1_000];
      try (ColumnFile columns = ColumnFile.open(file)) {
        for (int group = 0; group < 5; group++) {
          ColumnFile.Cursor cursor = columns.cursor();
          cursor.read(group, 0, read[0], read[1]);
          cursor.read(group, 1, read[2]);
          for (int column = 0; column < 3; column++) {
            long[] expected =
                Arrays.copyOfRange(values[column], 1_000 * group, 1_000 * group + 1_000);
            assertArrayEquals(expected, read[column], compression + " seed " + SEED);
          }
        }
      }
    }
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Random random = new Random(SEED);
    int[] counts = {0, 1, 2, 33, 129, 5_000, 65_536, 65_537, 200_001};
    for (int run = 0; run < counts.length; run++) {
      Rows rows = rows(counts[run], random);
      Path file = folder.resolve(run + ".parquet");

      write(file, rows);

      try (ColumnFile read = ColumnFile.open(file)) {
        String which = "seed " + SEED + " run " + run;
        assertEquals(rows.count(), read.rows(), which);
        assertEquals(Map.of("zone", "UTC"), read.notes());
        assertEquals(COLUMNS, read.columns());
        ColumnFile.Cursor cursor = read.cursor();
        for (int group = 0; group < read.groups(); group++) {
          int from = (int) read.firstRow(group);
          int to = from + read.rows(group);
          long[] numbers = new long[read.rows(group)];
          long[] low = new long[read.rows(group)];
          int[] codes = new int[read.rows(group)];
          for (int column = 0; column < 5; column++) {
            long[] expected = Arrays.copyOfRange(rows.values[column], from, to);
            if (COLUMNS.get(column).kind() == ColumnSpec.Kind.TEXT) {
              cursor.read(group, column, codes, rows.texts);
              assertArrayEquals(expected, Arrays.stream(codes).asLongStream().toArray(), which);
            } else {
              cursor.read(group, column, numbers);
              assertArrayEquals(expected, numbers, which + " column " + column);
            }
          }
          cursor.read(group, 5, numbers, low);
          assertArrayEquals(Arrays.copyOfRange(rows.values[5], from, to), numbers, which);
          assertArrayEquals(Arrays.copyOfRange(rows.values[6], from, to), low, which);
          assertEquals(rows.values[1][from], read.least(group, 1));
          assertEquals(rows.values[1][to - 1], read.greatest(group, 1));
        }
      }
    }
  }

  /** Any bits, few values, prices that wander, and nulls among them; null is no NaN. */
  private static Double randomDouble(int kind, double before, Random random) {
    if (random.nextInt(8) == 0) {
      return null;
    }
    return switch (kind) {
      case 0 -> Double.longBitsToDouble(random.nextLong());
      case 1 -> new double[] {Double.NaN, -0.0, 0, Double.NEGATIVE_INFINITY}[random.nextInt(4)];
      default -> before + random.nextInt(11) / 1_000.0;
    };
  }

  @Test
  void doublesAreReadToTheLastBit() throws Exception {
    int rows = 70_000;
    List<ColumnSpec> columns = List.of(ColumnSpec.optionalDouble("value"));
    for (int run = 0; run < 3; run++) {
      Random random = new Random(SEED + run);
      String which = "seed " + SEED + " run " + run;
      Path file = folder.resolve("doubles" + run + ".parquet");
      Double[] values = new Double[rows];
      try (ColumnFileWriter writer =
          new ColumnFileWriter(file, columns, new TextCodes(), Map.of())) {
        double before = 100;
        for (int i = 0; i < rows; i++) {
          values[i] = randomDouble(run, before, random);
          if (values[i] == null) {
            writer.setNull(0);
          } else {
            before = values[i];
            writer.setDouble(0, values[i]);
          }
          writer.endRow();
        }
        writer.finish();
      }

      try (ColumnFile read = ColumnFile.open(file)) {
        assertEquals(columns, read.columns());
        assertEquals(List.of(), read.faults());
        for (int group = 0; group < read.groups(); group++) {
          long[] bits = new long[read.rows(group)];
          read.cursor().read(group, 0, bits);
          for (int i = 0; i < bits.length; i++) {
            Double found =
                bits[i] == ColumnSpec.NO_DOUBLE ? null : Double.longBitsToDouble(bits[i]);
            assertEquals(values[(int) read.firstRow(group) + i], found, which);
          }
        }
      }
      assertEquals(
          List.of("PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT").get(run),
          duckDb("SELECT encodings FROM parquet_metadata('" + file + "')").split(",", -1)[0],
          which);
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          ResultSet result =
              connection.createStatement().executeQuery("SELECT value FROM '" + file + "'")) {
        assertEquals("DOUBLE", result.getMetaData().getColumnTypeName(1));
        for (Double value : values) {
          assertTrue(result.next());
          assertEquals(value, result.getObject(1), which);
        }
        assertTrue(!result.next());
      }
    }
  }

  @Test
  void duckDbReadsTheSame() throws Exception {
    for (int run = 0; run < 4; run++) {
      Random random = new Random(SEED + run);
      Rows rows = rows(70_000, random);
      Path file = folder.resolve("duck" + run + ".parquet");
      write(file, rows);

      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          ResultSet result =
              connection
                  .createStatement()
                  .executeQuery("SELECT * FROM '" + file + "' -- seed " + SEED)) {
        assertEquals("TIMESTAMPTZ_NS", result.getMetaData().getColumnTypeName(2));
        assertEquals("DECIMAL(18,4)", result.getMetaData().getColumnTypeName(3));
        for (int i = 0; i < rows.count(); i++) {
          assertTrue(result.next());
          assertEquals(rows.texts.text((int) rows.values[0][i]), result.getString(1));
          long size = rows.values[3][i];
          assertEquals(size, result.getLong(4));
          int condition = (int) rows.values[4][i];
          assertEquals(condition < 0 ? null : rows.texts.text(condition), result.getString(5));
          assertEquals(
              new UUID(rows.values[5][i], rows.values[6][i]), result.getObject(6, UUID.class));
        }
        assertTrue(!result.next());
      }
      // A filter that skips row groups by what is said of them.
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          ResultSet result =
              connection
                  .createStatement()
                  .executeQuery(
                      "SELECT count(*), sum(bid) FROM '" + file + "' WHERE symbol = 'S49'")) {
        result.next();
        assertEquals(1_400, result.getLong(1));
      }
    }
  }

  @Test
  void otherReadersAreToldThatMomentsAreInUtcAndIdsAreUuids() throws Exception {
    Path file = folder.resolve("types.parquet");
    List<ColumnSpec> columns =
        List.of(
            ColumnSpec.time("marked"),
            ColumnSpec.optionalPlainTime("plain"),
            ColumnSpec.uuid("id"));
    long moment = 1_773_651_720_400_000_001L;
    try (ColumnFileWriter writer = new ColumnFileWriter(file, columns, new TextCodes(), Map.of())) {
      writer.set(0, moment);
      writer.set(1, moment);
      writer.set(2, 1, 2);
      writer.endRow();
      writer.finish();
    }

    assertEquals(
        "INT64 TimestampType(isAdjustedToUTC=1,"
            + " unit=TimeUnit(MILLIS=<null>, MICROS=<null>, NANOS=NanoSeconds()))\n"
            + "INT64 TimestampType(isAdjustedToUTC=0,"
            + " unit=TimeUnit(MILLIS=<null>, MICROS=<null>, NANOS=NanoSeconds()))\n"
            + "FIXED_LEN_BYTE_ARRAY UUIDType()",
        duckDb(
            "SELECT string_agg(type || ' ' || logical_type, chr(10)) FROM parquet_schema('"
                + file
                + "') WHERE type IS NOT NULL"));
    assertEquals(
        moment + " " + moment + " 00000000-0000-0001-0000-000000000002",
        duckDb("SELECT concat_ws(' ', epoch_ns(marked), epoch_ns(plain), id) FROM '" + file + "'"));
  }

  /** What reading all of a file and its checksums says of it; empty for nothing. */
  private static List<String> faults(Path file) {
    try (ColumnFile read = ColumnFile.open(file)) {
      return read.faults();
    } catch (IOException e) {
      return List.of(e.getMessage());
    }
  }

  @Test
  void everyTurnedBitIsFoundAndNamed() throws IOException {
    Path file = folder.resolve("turned.parquet");
    write(file, rows(150, new Random(SEED)));
    byte[] bytes = Files.readAllBytes(file);
    assertEquals(List.of(), faults(file));
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Files.write(file, bytes);
      List<String> found = faults(file);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertEquals(1, found.size(), "bit " + bit + ": " + found);
      assertTrue(found.get(0).startsWith(file + " is damaged"), () -> found.get(0));
    }
  }

  @Test
  void duckDbFindsEveryTurnedBitOfAPagesContents() throws Exception {
    Path file = folder.resolve("turned.parquet");
    int rows = 3_000;
    write(file, rows(rows, new Random(SEED)));
    byte[] bytes = Files.readAllBytes(file);
    String sums = "SELECT md5(string_agg(t::VARCHAR, ';')) FROM '" + file + "' t";
    String before = duckDb(sums);
    Random random = new Random(SEED);
    int found = 0;
    // The first column's pages lie from byte 4 on, behind headers of some twenty bytes.
    for (int run = 0; run < 60; run++) {
      int bit = (64 + random.nextInt(600)) * Byte.SIZE + random.nextInt(Byte.SIZE);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Files.write(file, bytes);
      String after;
      try {
        after = duckDb(sums);
      } catch (SQLException e) {
        after = before;
        found++;
      }
      assertEquals(before, after, "bit " + bit);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
    assertTrue(found > 50, found + " found");
  }

  private static String duckDb(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet result = connection.createStatement().executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  @Test
  void damageIsNamed() throws IOException {
    Path file = folder.resolve("damaged.parquet");
    write(file, rows(1_000, new Random(SEED)));
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(SEED);
    for (int run = 0; run < 300; run++) {
      byte[] bytes =
          Arrays.copyOf(whole, run % 3 == 0 ? random.nextInt(whole.length) : whole.length);
      if (bytes.length > 0) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, bytes);
      // The columns that are read may be whole.
      try (ColumnFile read = ColumnFile.open(file)) {
        ColumnFile.Cursor cursor = read.cursor();
        for (int group = 0; group < Math.min(2, read.groups()); group++) {
          cursor.read(group, 1, new long[2_000]);
        }
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith(file.toString()), e::getMessage);
      }
    }
    Files.writeString(file, "no such thing");
    assertThrows(IOException.class, () -> ColumnFile.open(file));
  }
}
