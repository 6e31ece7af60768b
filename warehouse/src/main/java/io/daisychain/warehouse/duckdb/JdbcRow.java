package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.print.ResultRow;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBStruct;

/** A row of what DuckDB answers. */
final class JdbcRow extends ResultRow {
  private final ResultSet result;
  private final String[] names;
  private final boolean[] timestamp;

  JdbcRow(ResultSet result) throws SQLException {
    this.result = result;
    ResultSetMetaData columns = result.getMetaData();
    names = new String[columns.getColumnCount()];
    timestamp = new boolean[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = columns.getColumnLabel(i + 1);
      String type = columns.getColumnTypeName(i + 1);
      timestamp[i] = type.matches("TIMESTAMP(_NS|_MS|_S)?");
    }
  }

  @Override
  public boolean next() throws SQLException {
    return result.next();
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public String name(int column) {
    return names[column];
  }

  @Override
  public Object value(int column) throws SQLException {
    // java.sql.Timestamp would pass through this machine's time zone and lose hours that it skips.
    return plain(
        timestamp[column]
            ? result.getObject(column + 1, LocalDateTime.class)
            : result.getObject(column + 1));
  }

  private static Object plain(Object value) throws SQLException {
    if (value == null || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Number number) {
      return plainNumber(number);
    }
    if (value instanceof LocalDateTime moment) {
      return MOMENT.format(moment);
    }
    if (value instanceof Timestamp moment) { // inside a list
      return MOMENT.format(moment.toLocalDateTime());
    }
    if (value instanceof OffsetDateTime moment) {
      return MOMENT.format(moment.withOffsetSameInstant(ZoneOffset.UTC));
    }
    if (value instanceof Array array) {
      return plainList(Arrays.asList((Object[]) array.getArray()));
    }
    if (value instanceof DuckDBStruct struct) {
      return plainMap(struct.getMap());
    }
    if (value instanceof Map<?, ?> map) {
      return plainMap(map);
    }
    if (value instanceof Blob blob) {
      return HexFormat.of().formatHex(blob.getBytes(1, Math.toIntExact(blob.length())));
    }
    return value.toString();
  }

  private static List<Object> plainList(List<Object> values) throws SQLException {
    List<Object> plain = new ArrayList<>(values.size());
    for (Object value : values) {
      plain.add(plain(value));
    }
    return plain;
  }

  private static Map<Object, Object> plainMap(Map<?, ?> values) throws SQLException {
    Map<Object, Object> plain = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      plain.put(plain(entry.getKey()), plain(entry.getValue()));
    }
    return plain;
  }
}
