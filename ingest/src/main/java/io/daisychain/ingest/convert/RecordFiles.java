package io.daisychain.ingest.convert;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Files of records of a folder that was empty, one a reporter and date. No more is kept in memory
 * than {@value #MOST_BYTES} bytes, and no file stays open, however many reporters and dates there
 * are.
 */
public final class RecordFiles {
  private static final int MOST_BYTES = 32 << 20;

  /** Names of files of CAT: reporter, day, number. */
  static final String CAT = "0_%s_%s_daisychain_OrderEvents_%06d.json";

  /** Names of submissions of FIX. */
  static final String FIX = "daisychain_%s_%s_%06d.fix";

  /** What is not written yet of a file, and its lines. */
  private static final class Waiting {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long lines;
  }

  private final Path folder;
  private final String pattern;
  private final int number;
  private final Map<String, Waiting> files = new TreeMap<>();
  private int bytes;

  /**
   * Begins.
   *
   * @param number of all files, as in their names
   */
  public RecordFiles(Path folder, int number) {
    this(folder, CAT, number);
  }

  RecordFiles(Path folder, String pattern, int number) {
    this.folder = folder;
    this.pattern = pattern;
    this.number = number;
  }

  /** Name of the file of a reporter and day, {@code YYYYMMDD}. */
  public static String name(String reporter, String day, int number) {
    return name(CAT, reporter, day, number);
  }

  static String name(String pattern, String reporter, String day, int number) {
    return pattern.formatted(reporter, day, number);
  }

  /** Adds a record to the file of a reporter and day; its line, from 1. */
  public long add(String reporter, String day, byte[] record) throws IOException {
    Waiting file =
        files.computeIfAbsent(name(pattern, reporter, day, number), none -> new Waiting());
    file.bytes.writeBytes(record);
    bytes += record.length;
    if (bytes > MOST_BYTES) {
      flush();
    }
    return ++file.lines;
  }

  private void flush() throws IOException {
    for (Map.Entry<String, Waiting> file : files.entrySet()) {
      Files.write(
          folder.resolve(file.getKey()),
          file.getValue().bytes.toByteArray(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      file.getValue().bytes.reset();
    }
    bytes = 0;
  }

  /** Writes what is left; names of all files. */
  public Set<String> finish() throws IOException {
    flush();
    return files.keySet();
  }
}
