package io.daisychain.linkage.live;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;

/** Changes that wait to be written, of each column the last. Not thread-safe. */
final class LiveChanges implements RowChanges {
  private static final byte[] DELETED = {};

  private final Map<DatedKey, Map<Column, byte[]>> rows = new HashMap<>();
  private Map<Column, byte[]> row;

  /** Column of a row. */
  private static final class Column {
    private final Family family;
    private final byte[] qualifier;

    Column(Family family, byte[] qualifier) {
      this.family = family;
      this.qualifier = qualifier;
    }

    static Column of(Cell cell) {
      return new Column(
          Family.named(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()),
          CellUtil.cloneQualifier(cell));
    }

    /** A value of the column, under a timestamp that no link run has. */
    Cell cell(byte[] row, byte[] value) {
      return new KeyValue(row, family.bytes(), qualifier, TableSchema.INGEST_TIMESTAMP, value);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Column column
          && family == column.family
          && Arrays.equals(qualifier, column.qualifier);
    }

    @Override
    public int hashCode() {
      return family.code() * 31 + Arrays.hashCode(qualifier);
    }
  }

  @Override
  public void row(int date, long high, long low) {
    row = rows.computeIfAbsent(new DatedKey(date, new RowKey(high, low)), key -> new HashMap<>());
  }

  @Override
  public void put(Family family, byte[] qualifier, byte[] value, int length) {
    row.put(new Column(family, qualifier), Arrays.copyOf(value, length));
  }

  @Override
  public void delete(Family family, byte[] qualifier) {
    row.put(new Column(family, qualifier), DELETED);
  }

  /** Adds later changes. */
  void add(LiveChanges later) {
    later.rows.forEach(
        (key, columns) -> {
          Map<Column, byte[]> before = rows.putIfAbsent(key, columns);
          if (before != null) {
            before.putAll(columns);
          }
        });
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Number of rows. */
  int size() {
    return rows.size();
  }

  /** Trade dates of the rows. */
  Set<Integer> dates() {
    Set<Integer> dates = new TreeSet<>();
    rows.keySet().forEach(key -> dates.add(key.date()));
    return dates;
  }

  /** Hands all changes on, and keeps them. */
  void writeTo(RowChanges into) {
    rows.forEach(
        (key, columns) -> {
          into.row(key.date(), key.key().high(), key.key().low());
          columns.forEach(
              (column, value) -> {
                if (value == DELETED) {
                  into.delete(column.family, column.qualifier);
                } else {
                  into.put(column.family, column.qualifier, value, value.length);
                }
              });
        });
  }

  /** The cells of a row as they will be when its changes are written. */
  Cell[] over(DatedKey key, Cell[] cells) {
    Map<Column, byte[]> changed = rows.get(key);
    if (changed == null) {
      return cells;
    }
    List<Cell> shown = new ArrayList<>();
    for (Cell cell : cells) {
      if (!changed.containsKey(Column.of(cell))) {
        shown.add(cell);
      }
    }
    byte[] row = key.key().toBytes();
    changed.forEach(
        (column, value) -> {
          if (value != DELETED) {
            shown.add(column.cell(row, value));
          }
        });
    return shown.toArray(Cell[]::new);
  }
}
