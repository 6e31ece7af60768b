package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The few values that belong to no event: reference data, counters, summaries of runs. Small or
 * large, each is read and replaced as a whole. Not thread-safe.
 */
public final class MetaTable implements AutoCloseable {
  static final byte[] FAMILY = {'m'};

  /** Bigtable takes cells of up to 100 MB but advises 10; HBase's client refuses more than 10. */
  private static final int PART_BYTES = 4 << 20;

  /** Names the parts of a large value: an id of their own, a space, the value's length. */
  private static final String CURRENT = "current";

  /** Lengths of up to 999 MB, which is more than any heap holds of such values. */
  private static final Pattern CURRENT_VALUE = Pattern.compile("[0-9a-f-]{36} \\d{1,9}");

  private static final String PART = "part";

  private final ConnectionLease lease;
  private final Table table;
  private final String name;

  private MetaTable(ConnectionLease lease, Table table, String name) {
    this.lease = lease;
    this.table = table;
    this.name = name;
  }

  public static byte[] family() {
    return FAMILY.clone();
  }

  /** Opens the meta table of an event table, which must be there. */
  public static MetaTable open(StoreTable events) throws IOException {
    ConnectionLease lease = events.store().connect();
    String name = TableAdmin.metaName(events.name());
    return new MetaTable(lease, lease.connection().getTable(TableName.valueOf(name)), name);
  }

  /** The value last written. */
  public Optional<byte[]> read(String row, String column) throws IOException {
    Get get = new Get(bytes(row)).addColumn(FAMILY, bytes(column)).readVersions(1);
    byte[] value = named(row, () -> table.get(get).getValue(FAMILY, bytes(column)));
    return Optional.ofNullable(value);
  }

  /** Writes a value of less than 4 MB in place of the one before. */
  public void write(String row, String column, byte[] value) throws IOException {
    Put put = new Put(bytes(row)).addColumn(FAMILY, bytes(column), value);
    named(
        row,
        () -> {
          table.put(put);
          return true;
        });
  }

  /** All columns of a row, as text; none where there is no such row. */
  public Map<String, String> readTexts(String row) throws IOException {
    return texts(readRow(row));
  }

  /** The same of some rows, read at once: by row, the columns of each. */
  public Map<String, Map<String, String>> readTexts(List<String> rows) throws IOException {
    Map<String, Map<String, String>> texts = new TreeMap<>();
    if (!rows.isEmpty()) {
      List<Get> gets = new ArrayList<>();
      for (String row : rows) {
        gets.add(get(row));
      }
      Result[] results = named(rows.get(0), () -> table.get(gets));
      for (int i = 0; i < results.length; i++) {
        texts.put(rows.get(i), texts(columns(results[i])));
      }
    }
    return texts;
  }

  private static Map<String, String> texts(Map<String, byte[]> columns) {
    Map<String, String> texts = new TreeMap<>();
    columns.forEach((column, value) -> texts.put(column, new String(value, UTF_8)));
    return texts;
  }

  /** All columns of a row; none where there is no such row. */
  public Map<String, byte[]> readRow(String row) throws IOException {
    Get get = get(row);
    return columns(named(row, () -> table.get(get)));
  }

  private static Get get(String row) throws IOException {
    return new Get(bytes(row)).addFamily(FAMILY).readVersions(1);
  }

  private static Map<String, byte[]> columns(Result result) {
    Map<String, byte[]> columns = new TreeMap<>();
    Cell[] cells = result.rawCells();
    for (Cell cell : cells == null ? new Cell[0] : cells) {
      columns.put(new String(CellUtil.cloneQualifier(cell), UTF_8), CellUtil.cloneValue(cell));
    }
    return columns;
  }

  /**
   * Reads all rows whose names begin with a prefix, in the order of names.
   *
   * @param columns those that are read; all where none is named
   */
  public Map<String, Map<String, byte[]>> scan(String prefix, String... columns)
      throws IOException {
    Scan scan =
        new Scan().setStartStopRowForPrefixScan(bytes(prefix)).addFamily(FAMILY).readVersions(1);
    for (String column : columns) {
      scan.addColumn(FAMILY, bytes(column));
    }
    return named(
        prefix,
        () -> {
          Map<String, Map<String, byte[]>> rows = new TreeMap<>();
          try (ResultScanner results = table.getScanner(scan)) {
            for (Result result : results) {
              rows.put(new String(result.getRow(), UTF_8), columns(result));
            }
          }
          return rows;
        });
  }

  /**
   * Reads the names of all rows whose names begin with a prefix, and of their columns, without the
   * values.
   */
  public Map<String, Set<String>> scanNames(String prefix) throws IOException {
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(bytes(prefix))
            .addFamily(FAMILY)
            .readVersions(1)
            .setFilter(new KeyOnlyFilter());
    return named(
        prefix,
        () -> {
          Map<String, Set<String>> rows = new TreeMap<>();
          try (ResultScanner results = table.getScanner(scan)) {
            for (Result result : results) {
              rows.put(new String(result.getRow(), UTF_8), columns(result).keySet());
            }
          }
          return rows;
        });
  }

  /** Writes columns of one row in place of those before: all of them, or none. */
  public void writeRow(String row, Map<String, byte[]> columns) throws IOException {
    Put put = new Put(bytes(row));
    columns.forEach((column, value) -> put.addColumn(FAMILY, bytes(column), value));
    named(
        row,
        () -> {
          table.put(put);
          return true;
        });
  }

  /** Removes a row, if it is there. */
  public void deleteRow(String row) throws IOException {
    Delete delete = new Delete(bytes(row));
    named(
        row,
        () -> {
          table.delete(delete);
          return true;
        });
  }

  /** The table itself, for those who read and write many rows at once. */
  public Table table() {
    return table;
  }

  /** Writes small texts by row and column in place of those before, many rows at once. */
  public void writeTexts(Map<String, Map<String, String>> rows) throws IOException {
    List<Put> puts = new ArrayList<>();
    rows.forEach(
        (row, columns) -> {
          Put put = new Put(bytes(row));
          columns.forEach((column, text) -> put.addColumn(FAMILY, bytes(column), bytes(text)));
          puts.add(put);
        });
    named(
        rows.keySet().iterator().next(),
        () -> {
          table.put(puts);
          return true;
        });
  }

  /**
   * Writes a value of less than 4 MB where there is none.
   *
   * @return false if there was one, which stays
   */
  public boolean writeIfAbsent(String row, String column, byte[] value) throws IOException {
    return writeIfStill(row, column, Optional.empty(), value);
  }

  /**
   * Writes a value of less than 4 MB in place of another one that is still there, or where there is
   * none.
   *
   * @return false if there was something else, which stays
   */
  @SuppressWarnings("deprecation") // Bigtable's emulator knows no other way.
  public boolean writeIfStill(String row, String column, Optional<byte[]> before, byte[] value)
      throws IOException {
    Put put = new Put(bytes(row)).addColumn(FAMILY, bytes(column), value);
    return named(
        row,
        () -> {
          var check = table.checkAndMutate(bytes(row), FAMILY).qualifier(bytes(column));
          return before.map(check::ifEquals).orElseGet(check::ifNotExists).thenPut(put);
        });
  }

  /** Removes a value, if it is there. */
  public void delete(String row, String column) throws IOException {
    Delete delete = new Delete(bytes(row)).addColumns(FAMILY, bytes(column));
    named(
        row,
        () -> {
          table.delete(delete);
          return true;
        });
  }

  /** What makes something of a value. */
  public interface Parser<T> {
    T parse(byte[] value) throws IOException;
  }

  /**
   * What a parser makes of a value that was read.
   *
   * @throws IOException naming table, row and column of a value of which it makes nothing
   */
  public <T> T parsed(String row, String column, byte[] value, Parser<T> parser)
      throws IOException {
    try {
      return parser.parse(value);
    } catch (IOException | RuntimeException e) {
      String where = "table " + name + ", row '" + row + "', column " + column;
      throw new IOException(where + " is damaged: " + StoreFailure.words(e), e);
    }
  }

  /**
   * Adds one to a counter, which begins at 0, and returns the sum. No two calls return the same,
   * not even of different processes; where an answer is lost, a number is left out.
   */
  public long increment(String row, String column) throws IOException {
    return add(row, column, 1);
  }

  /**
   * Adds to a counter, which begins at 0, and returns the sum; with 0 it only reads. Where the
   * answer of the store is lost it may be added twice.
   */
  public long add(String row, String column, long amount) throws IOException {
    if (amount == 0) {
      Optional<byte[]> value = read(row, column);
      return value.isEmpty() ? 0 : parsed(row, column, value.get(), MetaTable::counter);
    }
    return named(row, () -> table.incrementColumnValue(bytes(row), FAMILY, bytes(column), amount));
  }

  /**
   * A name of the value last written with {@link #writeLarge}, which no other value has or will
   * have, of any table: who has read it need not read it again.
   */
  public Optional<String> nameOfLarge(String row) throws IOException {
    Optional<byte[]> current = read(row, CURRENT);
    return current.isEmpty()
        ? Optional.empty()
        : Optional.of(parsed(row, CURRENT, current.get(), MetaTable::checked));
  }

  /** The value last written with {@link #writeLarge}. */
  public Optional<byte[]> readLarge(String row) throws IOException {
    Optional<byte[]> current = read(row, CURRENT);
    while (current.isPresent()) {
      Optional<byte[]> value =
          readParts(row, parsed(row, CURRENT, current.get(), MetaTable::checked));
      if (value.isPresent()) {
        return value;
      }
      // Replaced while it was read: the row names the new parts by now, unless it is damaged.
      Optional<byte[]> next = read(row, CURRENT);
      if (next.isPresent() && Arrays.equals(next.get(), current.get())) {
        throw new IOException("table " + name + ": parts of the value '" + row + "' are missing");
      }
      current = next;
    }
    return Optional.empty();
  }

  /** Writes a value of any size in place of the one before; readers see the old or the new. */
  public void writeLarge(String row, byte[] value) throws IOException {
    Optional<byte[]> before = read(row, CURRENT);
    String current = UUID.randomUUID() + " " + value.length;
    for (int part = 0; part < parts(current); part++) {
      int from = part * PART_BYTES;
      int to = Math.min(value.length, from + PART_BYTES);
      write(partRow(row, current, part), PART, Arrays.copyOfRange(value, from, to));
    }
    write(row, CURRENT, bytes(current));
    if (before.isPresent()) {
      deleteParts(row, parsed(row, CURRENT, before.get(), MetaTable::checked));
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
    lease.close();
  }

  /** Empty if a part is missing. */
  private Optional<byte[]> readParts(String row, String current) throws IOException {
    // Not allocated before the parts are seen: a length is only as good as what it was read from.
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    for (int part = 0; part < parts(current); part++) {
      Optional<byte[]> bytes = read(partRow(row, current, part), PART);
      if (bytes.isEmpty()) {
        return Optional.empty();
      }
      int expected = Math.min(PART_BYTES, length(current) - part * PART_BYTES);
      if (bytes.get().length != expected) {
        throw new IOException(
            "table %s, row '%s': %s bytes instead of %s"
                .formatted(name, partRow(row, current, part), bytes.get().length, expected));
      }
      value.writeBytes(bytes.get());
    }
    return Optional.of(value.toByteArray());
  }

  private void deleteParts(String row, String current) throws IOException {
    for (int part = 0; part < parts(current); part++) {
      Delete delete = new Delete(bytes(partRow(row, current, part)));
      named(
          row,
          () -> {
            table.delete(delete);
            return true;
          });
    }
  }

  /** Makes a call, again if need be, whose failure says which row it was about. */
  private <T> T named(String row, Retries.Call<T> call) throws IOException {
    try {
      return Retries.run(lease.connection().getConfiguration(), call);
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofRow(name, row, e);
    }
  }

  private static long counter(byte[] value) throws IOException {
    if (value.length != Long.BYTES) {
      throw new IOException("a counter has not " + value.length + " bytes");
    }
    return Bytes.toLong(value);
  }

  /** What names the parts of a large value, if it does. */
  private static String checked(byte[] value) throws IOException {
    String current = new String(value, UTF_8);
    if (!CURRENT_VALUE.matcher(current).matches()) {
      throw new IOException("it names no value");
    }
    return current;
  }

  private static int length(String current) {
    return Integer.parseInt(current.substring(current.indexOf(' ') + 1));
  }

  private static int parts(String current) {
    return (length(current) + PART_BYTES - 1) / PART_BYTES;
  }

  private static String partRow(String row, String current, int part) {
    return row + "/" + current.substring(0, current.indexOf(' ')) + "/" + part;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
