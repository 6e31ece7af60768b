package io.daisychain.store.dates;

import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * What the drop of a trade date keeps: the rows of lifecycles that go on on a date which stays, so
 * that these stay what they were. Each dropped date that has any has a table of them.
 *
 * <p>The lineage of a row names its lifecycle. Those of which some row on a dropped date has a
 * parent or a child on a date that stays, or had, are kept, whole; and of their rows the parents
 * that were deleted, which belong to none: without them their children would have others.
 */
final class KeptLifecycles {
  private static final int BATCH = 200;
  private static final byte[] ALL = {};

  private final StoreTable table;
  private final TableAdmin tables;
  private final ConnectionLease lease;
  private final LineageCell lineage = new LineageCell();

  /** What is kept. */
  private final Set<RowKey> lifecycles = new HashSet<>();

  /** By date, further rows. */
  private final Map<Integer, Set<RowKey>> parents = new HashMap<>();

  KeptLifecycles(StoreTable table, TableAdmin tables, ConnectionLease lease) {
    this.table = table;
    this.tables = tables;
    this.lease = lease;
  }

  /**
   * Copies rows of dates that are about to be dropped.
   *
   * @param dropping these dates, of which the tables are there
   * @param kept dates that were dropped before and of which something was kept
   * @param staying dates that the store goes on to have
   */
  void copy(Set<Integer> dropping, Set<Integer> kept, Set<Integer> staying) throws IOException {
    Map<Integer, String> sources = new TreeMap<>();
    dropping.forEach(date -> sources.put(date, table.ofDate(date)));
    kept.forEach(date -> sources.put(date, table.ofKept(date)));
    for (Map.Entry<Integer, String> source : sources.entrySet()) {
      addLifecycles(source.getValue(), source.getKey(), staying);
    }
    if (lifecycles.isEmpty()) {
      return;
    }
    for (Map.Entry<Integer, String> source : sources.entrySet()) {
      addParents(source.getValue(), source.getKey());
    }
    for (int date : dropping) {
      copy(date);
    }
  }

  /** Forgets what hangs on no date that stays any more. */
  void prune(Set<Integer> kept) throws IOException {
    for (int date : kept) {
      List<Delete> gone = new ArrayList<>();
      int[] rows = {0};
      forEachRow(
          table.ofKept(date),
          cells -> {
            rows[0]++;
            if (!isKept(cells, date)) {
              gone.add(new Delete(rowOf(cells)));
            }
          });
      if (gone.size() == rows[0]) {
        tables.deleteKept(table.name(), date);
      } else if (!gone.isEmpty()) {
        try (Table into = lease.connection().getTable(TableName.valueOf(table.ofKept(date)))) {
          into.delete(gone);
        }
      }
    }
  }

  /** The dates on which events of a kept date have parents and children. */
  Set<Integer> near(int date) throws IOException {
    Set<Integer> near = new TreeSet<>();
    forEachRow(table.ofKept(date), cells -> near.addAll(near(cells, date)));
    return near;
  }

  private void addLifecycles(String name, int date, Set<Integer> staying) throws IOException {
    forEachRow(
        name,
        cells -> {
          Cell cell = lineageOf(cells);
          if (cell != null && near(cells, date).stream().anyMatch(staying::contains)) {
            lifecycles.add(RowKey.read(cell.getValueArray(), lineage.lifecycleAt()));
          }
        },
        Family.LINK);
  }

  private void addParents(String name, int date) throws IOException {
    forEachRow(
        name,
        cells -> {
          if (isOfLifecycle(cells)) {
            lineage.formerPlaces().forEach(place -> addParent(place.date(), place.key()));
            byte[] array = lineageOf(cells).getValueArray();
            for (int i = 0; i < lineage.edges(); i++) {
              if (lineage.parentFound(i)) {
                addParent(lineage.parentDate(i, date), RowKey.read(array, lineage.parentAt(i)));
              }
            }
          }
        },
        Family.LINK);
  }

  private void addParent(int date, RowKey key) {
    parents.computeIfAbsent(date, none -> new HashSet<>()).add(key);
  }

  private void copy(int date) throws IOException {
    List<Put> puts = new ArrayList<>();
    boolean[] isMade = {false};
    forEachRow(
        table.ofDate(date),
        cells -> {
          if (isKept(cells, date)) {
            Put put = new Put(rowOf(cells));
            for (Cell cell : cells) {
              put.add(cell);
            }
            puts.add(put);
            if (puts.size() == BATCH) {
              write(date, puts, isMade);
            }
          }
        });
    if (!puts.isEmpty()) {
      write(date, puts, isMade);
    }
  }

  private void write(int date, List<Put> puts, boolean[] isMade) throws IOException {
    if (!isMade[0]) {
      tables.createKept(table.name(), date);
      isMade[0] = true;
    }
    try (Table into = lease.connection().getTable(TableName.valueOf(table.ofKept(date)))) {
      into.put(puts);
    }
    puts.clear();
  }

  private boolean isKept(List<Cell> row, int date) {
    return parents.getOrDefault(date, Set.of()).contains(RowKey.read(rowOf(row), 0))
        || isOfLifecycle(row);
  }

  private boolean isOfLifecycle(List<Cell> row) {
    Cell cell = lineageOf(row);
    return cell != null
        && lifecycles.contains(RowKey.read(cell.getValueArray(), lineage.lifecycleAt()));
  }

  /** The cell of a row's lineage, read; null for an event that was never linked. */
  private Cell lineageOf(List<Cell> row) {
    for (Cell cell : row) {
      if (isLink(cell) && cell.getQualifierArray()[cell.getQualifierOffset()] == 'G') {
        lineage.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
        return cell;
      }
    }
    return null;
  }

  /** Other dates on which a row's event has parents and children, or had. */
  private Set<Integer> near(List<Cell> row, int date) {
    Set<Integer> near = new TreeSet<>();
    for (Cell cell : row) {
      byte[] qualifier = cell.getQualifierArray();
      int at = cell.getQualifierOffset();
      int length = cell.getQualifierLength();
      if (isLink(cell)
          && qualifier[at] == TableSchema.CHILD_PREFIX
          && length == TableSchema.DATED_CHILD_QUALIFIER_LENGTH) {
        near.add(TableSchema.childDate(qualifier, at, length, date));
      }
    }
    if (lineageOf(row) != null) {
      for (int i = 0; i < lineage.edges(); i++) {
        if (lineage.parentFound(i)) {
          near.add(lineage.parentDate(i, date));
        }
      }
      lineage.formerPlaces().forEach(place -> near.add(place.date()));
    }
    near.remove(date);
    return near;
  }

  private static boolean isLink(Cell cell) {
    return Family.named(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength())
        == Family.LINK;
  }

  private static byte[] rowOf(List<Cell> cells) {
    Cell first = cells.get(0);
    byte[] row = new byte[first.getRowLength()];
    System.arraycopy(first.getRowArray(), first.getRowOffset(), row, 0, row.length);
    return row;
  }

  /** Takes the cells of a row. */
  private interface Rows {
    void take(List<Cell> cells) throws IOException;
  }

  private void forEachRow(String name, Rows rows, Family... families) throws IOException {
    Map<Family, List<byte[]>> columns =
        families.length == 0 ? Map.of() : Map.of(families[0], List.of());
    try (RangeScan scan = RangeScan.openMuch(lease, name, ALL, ALL, columns, Map.of())) {
      List<Cell> cells = new ArrayList<>();
      while (scan.next()) {
        if (scan.startsRow() && !cells.isEmpty()) {
          rows.take(cells);
          cells.clear();
        }
        cells.add(scan.cell());
      }
      if (!cells.isEmpty()) {
        rows.take(cells);
      }
    }
  }
}
