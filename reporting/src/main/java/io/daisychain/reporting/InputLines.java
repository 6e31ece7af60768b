package io.daisychain.reporting;

import io.daisychain.model.cell.OriginCell;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names of input files, and how many lines their ranges have, as ingest kept them in the meta
 * table: what it takes to say in which line of which file a stored message was read.
 */
public final class InputLines implements AutoCloseable {
  /** Places asked for lie in few files at a time. */
  private static final int FILES_KEPT = 1_000;

  private final MetaTable meta;
  private final Map<Long, File> files = new HashMap<>();

  /**
   * A place in the input.
   *
   * @param file name as given, empty where unknown
   * @param line from 1, 0 where unknown
   */
  public record Place(String file, long line) {
    public static final Place UNKNOWN = new Place("", 0);
  }

  private record File(String name, TreeMap<Long, Long> linesBefore) {}

  private InputLines(MetaTable meta) {
    this.meta = meta;
  }

  /** Opens what a table's meta table has of the files. */
  public static InputLines open(StoreTable table) throws IOException {
    return new InputLines(MetaTable.open(table));
  }

  /**
   * Files and lines of stored messages.
   *
   * @param origins of the messages, null where unknown
   * @return of each its place
   */
  public List<Place> places(List<OriginCell> origins) throws IOException {
    Set<Long> asked = new TreeSet<>();
    origins.stream().filter(Objects::nonNull).forEach(origin -> asked.add(origin.file()));
    if (files.size() + asked.size() > FILES_KEPT) {
      files.clear();
    }
    asked.removeAll(files.keySet());
    Map<String, Map<String, String>> rows =
        meta.readTexts(asked.stream().map(SaveInputLines::row).toList());
    asked.forEach(file -> files.put(file, read(rows.get(SaveInputLines.row(file)))));
    return origins.stream().map(this::place).toList();
  }

  private Place place(OriginCell origin) {
    if (origin == null) {
      return Place.UNKNOWN;
    }
    File file = files.get(origin.file());
    Long before = file.linesBefore().get(origin.rangeStart());
    return before == null || origin.line() == Integer.MAX_VALUE
        ? new Place(file.name(), 0)
        : new Place(file.name(), before + origin.line());
  }

  private static File read(Map<String, String> columns) {
    String name = "";
    TreeMap<Long, Long> lines = new TreeMap<>();
    for (Map.Entry<String, String> column : columns.entrySet()) {
      if (column.getKey().equals(SaveInputLines.NAME)) {
        name = column.getValue();
      } else {
        lines.put(
            Long.parseLong(column.getKey().substring(SaveInputLines.RANGE.length())),
            Long.parseLong(column.getValue()));
      }
    }
    long sum = 0;
    for (Map.Entry<Long, Long> range : lines.entrySet()) {
      long count = range.getValue();
      range.setValue(sum);
      sum += count;
    }
    return new File(name, lines);
  }

  @Override
  public void close() throws IOException {
    meta.close();
  }
}
