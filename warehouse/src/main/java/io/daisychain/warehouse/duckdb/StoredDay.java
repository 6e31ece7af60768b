package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a DuckDB warehouse has a trade date.
 *
 * @param day what was noted of it
 * @param counts the publisher's text of {@link DayLoad}
 * @param columns of its files, by {@link #columnsOf}
 * @param base id of the files that have the date
 * @param parts number of these a table; 0 for one without a number in its name
 * @param rows of the first table in them
 * @param delta id of the files that have rows in the place of some of these, if there are any
 */
record StoredDay(
    PublishedDay day,
    String counts,
    String columns,
    String base,
    int parts,
    long rows,
    Optional<String> delta) {

  /** The columns of all tables as text, equal for equal columns. */
  static String columnsOf(WarehouseSchema schema) {
    StringBuilder columns = new StringBuilder();
    for (WarehouseTable table : schema.tables()) {
      columns.append(table.name()).append('(').append(table.header()).append(')');
    }
    return columns.toString();
  }

  int epochDay() {
    return day.epochDay();
  }

  /** All its files. */
  List<Path> files(WarehouseSchema schema, DayFolder folder) {
    List<Path> files = new ArrayList<>();
    for (WarehouseTable table : schema.tables()) {
      files.addAll(folder.base(table, epochDay(), base, parts));
      delta.ifPresent(id -> files.add(folder.delta(table, epochDay(), id)));
    }
    delta.ifPresent(id -> files.add(folder.superseded(epochDay(), id)));
    return files;
  }
}
