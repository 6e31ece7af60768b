package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a DuckDB warehouse has a trade date.
 *
 * @param day what was noted of it
 * @param counts what all its rows come to, a text of the publisher's
 * @param columns of its files, by {@link #columnsOf}
 * @param base id of the files that have the date
 * @param parts number of these a table; 0 for one without a number in its name
 * @param rows of the first table in them
 * @param deltas that have rows in the place of some of these, in the order in which they came; a
 *     row of one is replaced by those of its key in a later one
 */
record StoredDay(
    PublishedDay day,
    String counts,
    String columns,
    String base,
    int parts,
    long rows,
    List<Delta> deltas) {

  /**
   * Rows in the place of others.
   *
   * @param id of its files
   * @param keys number of those of which it has the rows
   * @param names of these keys, as {@code UUID,UUID}, where they are few, of the newest delta alone
   * @param counts what its rows come to, a text of the publisher's; where names are
   */
  record Delta(String id, long keys, String names, String counts) {
    List<String> named() {
      return names.isEmpty() ? List.of() : List.of(names.split(",", -1));
    }

    /** Whether no row of it is left where another comes after it. */
    boolean isReplacedBy(Delta later) {
      return !names.isEmpty() && new HashSet<>(later.named()).containsAll(named());
    }
  }

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
      files.addAll(bases(table, folder));
      files.addAll(deltas(table, folder));
    }
    files.addAll(superseded(folder));
    return files;
  }

  /** The files of all rows of a table but for those in the deltas. */
  List<Path> bases(WarehouseTable table, DayFolder folder) {
    return folder.base(table, epochDay(), base, parts);
  }

  /** The files of a table's rows in the deltas. */
  List<Path> deltas(WarehouseTable table, DayFolder folder) {
    return IntStream.range(0, deltas.size())
        .mapToObj(i -> folder.delta(table, epochDay(), i + 1, deltas.get(i).id()))
        .toList();
  }

  /** The files of the keys of the deltas. */
  List<Path> superseded(DayFolder folder) {
    return IntStream.range(0, deltas.size())
        .mapToObj(i -> folder.superseded(epochDay(), i + 1, deltas.get(i).id()))
        .toList();
  }

  /** Text that changes with its rows. */
  String version() {
    return base + (deltas.isEmpty() ? "" : deltas.get(deltas.size() - 1).id());
  }

  /** The deltas as text, as {@code ID:KEYS ID:KEYS:NAMES:COUNTS}. */
  String deltasText() {
    StringBuilder text = new StringBuilder();
    for (Delta delta : deltas) {
      text.append(text.isEmpty() ? "" : " ").append(delta.id()).append(':').append(delta.keys());
    }
    if (!deltas.isEmpty() && !deltas.get(deltas.size() - 1).names().isEmpty()) {
      Delta newest = deltas.get(deltas.size() - 1);
      text.append(':').append(newest.names()).append(':').append(newest.counts());
    }
    return text.toString();
  }

  /** Reads {@link #deltasText}, and the id of the one delta that a date had in an earlier form. */
  static List<Delta> deltas(String text) {
    if (text == null || text.isEmpty()) {
      return List.of();
    }
    return Arrays.stream(text.split(" ", -1))
        .map(delta -> delta.split(":", 4))
        .map(
            delta ->
                new Delta(
                    delta[0],
                    delta.length == 1 ? 0 : Long.parseLong(delta[1]),
                    delta.length < 3 ? "" : delta[2],
                    delta.length < 4 ? "" : delta[3]))
        .toList();
  }
}
