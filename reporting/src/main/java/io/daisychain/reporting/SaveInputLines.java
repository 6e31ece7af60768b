package io.daisychain.reporting;

import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.KV;

/**
 * Keeps in the meta table how many lines each range of an input file has, so that link can say
 * where a message was read. A range that is read again writes the same.
 *
 * <p>Takes, by the file's name, for each range the offset at which it begins and its number of
 * lines.
 */
public final class SaveInputLines extends DoFn<KV<String, KV<Long, Long>>, Void> {
  /** Column of a file's name. */
  static final String NAME = "name";

  /** Begins the columns of lines, each of one range, named after the offset at which it begins. */
  static final String RANGE = "lines@";

  /** Begins the rows of files. */
  private static final String FILE = "file/";

  /** Row that counts how often files that were known got other names or lines. */
  private static final String CHANGES = "files";

  private static final int BATCH = 1_000;

  private final StoreTable table;
  private final SerializableFunction<String, String> shown;
  private transient Map<String, Map<String, String>> rows;

  /**
   * Keeps the lines of files.
   *
   * @param shown the name of a file as those who handed it in know it
   */
  public SaveInputLines(StoreTable table, SerializableFunction<String, String> shown) {
    this.table = table;
    this.shown = shown;
  }

  /**
   * Number of a file, which follows from its name. Of two files of one name the lines are those of
   * the one that was read last.
   */
  public static long numberOf(String name) {
    return Hashing.xxh3_64().hashCharsToLong(name);
  }

  /** What is kept of a file that was read from its beginning to its end, by row and column. */
  public static Map<String, Map<String, String>> rows(String name, String shown, long lines) {
    return Map.of(row(numberOf(name)), Map.of(NAME, shown, RANGE + 0, Long.toString(lines)));
  }

  /** Row of a file in the meta table. */
  static String row(long file) {
    return String.format("%s%016x", FILE, file);
  }

  @StartBundle
  public void start() {
    rows = new LinkedHashMap<>();
  }

  @ProcessElement
  public void add(@Element KV<String, KV<Long, Long>> range) throws IOException {
    String name = range.getKey();
    Map<String, String> row = rows.computeIfAbsent(row(numberOf(name)), r -> new LinkedHashMap<>());
    row.put(NAME, shown.apply(name));
    row.put(RANGE + range.getValue().getKey(), range.getValue().getValue().toString());
    if (rows.size() == BATCH) {
      write();
    }
  }

  @FinishBundle
  public void finish() throws IOException {
    write();
  }

  private void write() throws IOException {
    if (!rows.isEmpty()) {
      try (MetaTable meta = MetaTable.open(table)) {
        save(meta, rows);
      }
      rows.clear();
    }
  }

  /** Keeps rows, and notes where those of files say something else than was kept. */
  public static void save(MetaTable meta, Map<String, Map<String, String>> rows)
      throws IOException {
    List<String> files = rows.keySet().stream().filter(row -> row.startsWith(FILE)).toList();
    for (Map.Entry<String, Map<String, String>> kept : meta.readTexts(files).entrySet()) {
      Map<String, String> saved = rows.get(kept.getKey());
      if (!kept.getValue().isEmpty() && !kept.getValue().entrySet().containsAll(saved.entrySet())) {
        meta.increment(CHANGES, NAME);
        break;
      }
    }
    meta.writeTexts(rows);
  }

  /** How often a file that was known got another name or other lines. */
  public static long changes(MetaTable meta) throws IOException {
    return meta.add(CHANGES, NAME, 0);
  }
}
