package io.daisychain.ingest.convert;

import io.daisychain.beam.WritableFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Files of records of a folder, which are there under their names once all are complete, in place
 * of those of an earlier run. No more is kept in memory than {@value #MOST_BYTES} bytes, and no
 * file stays open, however many reporters and dates there are.
 */
final class RecordFiles implements AutoCloseable {
  private static final int MOST_BYTES = 32 << 20;
  private static final String OWN = "0_*_*_daisychain_OrderEvents_000001.json";
  private static final String PART = ".part";

  private final Path folder;
  private final Map<String, ByteArrayOutputStream> waiting = new TreeMap<>();
  private final Set<String> names = new TreeSet<>();
  private int bytes;

  RecordFiles(Path folder) throws IOException {
    WritableFiles.tryFolder(folder);
    this.folder = Files.createDirectories(folder);
    remove(OWN + PART);
  }

  /** Adds a record to the file of a reporter and day, {@code YYYYMMDD}. */
  void add(String reporter, String day, byte[] record) throws IOException {
    String name = "0_" + reporter + "_" + day + "_daisychain_OrderEvents_000001.json";
    names.add(name);
    waiting.computeIfAbsent(name, none -> new ByteArrayOutputStream()).writeBytes(record);
    bytes += record.length;
    if (bytes > MOST_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    for (Map.Entry<String, ByteArrayOutputStream> file : waiting.entrySet()) {
      Files.write(
          folder.resolve(file.getKey() + PART),
          file.getValue().toByteArray(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    waiting.clear();
    bytes = 0;
  }

  /** Gives all files their names. */
  int complete() throws IOException {
    flush();
    remove(OWN);
    for (String name : names) {
      Files.move(folder.resolve(name + PART), folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
    return names.size();
  }

  private void remove(String pattern) throws IOException {
    try (DirectoryStream<Path> own = Files.newDirectoryStream(folder, pattern)) {
      for (Path file : own) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    remove(OWN + PART);
  }
}
