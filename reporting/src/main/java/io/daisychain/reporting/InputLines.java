package io.daisychain.reporting;

import io.daisychain.model.cell.OriginCell;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

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

  /** File and line of a stored message. */
  public Place place(OriginCell origin) throws IOException {
    File file = files.get(origin.file());
    if (file == null) {
      file = read(origin.file());
      if (files.size() == FILES_KEPT) {
        files.clear();
      }
      files.put(origin.file(), file);
    }
    Long before = file.linesBefore().get(origin.rangeStart());
    return before == null || origin.line() == Integer.MAX_VALUE
        ? new Place(file.name(), 0)
        : new Place(file.name(), before + origin.line());
  }

  private File read(long number) throws IOException {
    String name = "";
    TreeMap<Long, Long> lines = new TreeMap<>();
    for (Map.Entry<String, String> column : meta.readTexts(SaveInputLines.row(number)).entrySet()) {
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
