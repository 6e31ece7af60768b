package io.daisychain.warehouse;

import io.daisychain.beam.Chunks;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Writes what DuckDB finds into a Parquet file of our own: DuckDB encrypts none without an
 * extension that it would have to download.
 */
public final class RowCopy {
  private static final int RUN_BYTES = 64 << 20;

  private RowCopy() {}

  /** What is selected of a table's rows. */
  public static String columns(WarehouseTable table) {
    return table.ownColumns().stream()
        .map(
            column -> {
              String name = SqlDialect.DUCKDB.quoted(column.name());
              return column.type() == ColumnType.TIMESTAMP ? "epoch_ns(" + name + ")" : name;
            })
        .collect(Collectors.joining(", "));
  }

  /** Writes rows of these columns. */
  public static void write(
      WarehouseTable table, ResultSet rows, WritableByteChannel channel, int groupRows)
      throws IOException, SQLException {
    List<WarehouseTable.Column> columns = table.ownColumns();
    Chunks chunks = new Chunks(SortedRowWriter.CHUNK);
    try (SortedRowWriter writer =
        new SortedRowWriter(table, channel, groupRows, RUN_BYTES, chunks)) {
      while (rows.next()) {
        for (int i = 0; i < columns.size(); i++) {
          add(columns.get(i).type(), rows, i + 1, writer);
        }
        writer.endRow();
        if (writer.isFull()) {
          writer.flush();
        }
      }
      writer.finish();
    }
  }

  private static void add(ColumnType type, ResultSet row, int column, SortedRowWriter writer)
      throws SQLException {
    if (row.getObject(column) == null) {
      writer.addNull();
      return;
    }
    switch (type) {
      case UUID -> {
        UUID key = (UUID) row.getObject(column);
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        bytes.putLong(key.getMostSignificantBits()).putLong(key.getLeastSignificantBits());
        writer.addKey(bytes.array(), 0);
      }
      case TEXT -> {
        byte[] text = row.getString(column).getBytes(StandardCharsets.UTF_8);
        writer.addText(text, 0, text.length);
      }
      case BOOLEAN -> writer.addFlag(row.getBoolean(column));
      case QUANTITY, PRICE, TOTAL -> {
        BigInteger digits =
            row.getBigDecimal(column).setScale(type.fractionDigits()).unscaledValue();
        writer.addDecimal(digits.shiftRight(Long.SIZE).longValue(), digits.longValue());
      }
      case INTEGER, BIGINT, TIMESTAMP -> writer.addNumber(row.getLong(column));
      case DOUBLE, DATE -> throw new IllegalStateException("no column of a file of one date");
    }
  }
}
