package io.daisychain.publish;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.daisychain.beam.files.PartFile;
import io.daisychain.publish.file.Manifest;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedCounts.TableSum;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseTable.Column;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.io.Compression;
import org.apache.beam.sdk.io.FileSystems;

/**
 * Copies the CSV files of a trade date line by line, with the lines of changed rows in the place of
 * the old ones.
 *
 * <p>Lines of a date lie in the order of their keys, over all its files. Files that none of the
 * keys belongs to are not touched.
 */
final class LineMerge {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int KEY_LENGTH = 36;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LINE_ENDS = ONES * '\n';
  private static final long QUOTES = ONES * '"';

  private final WarehouseTable table;
  private final ChangedRows changed;
  private final ChangedRows.Lines lines;

  /** Number of cells before the key. */
  private final int keyAt;

  private TableSum removed = TableSum.ZERO;
  private long lineHigh;
  private long lineLow;

  public LineMerge(WarehouseTable table, ChangedRows changed) {
    this.table = table;
    this.changed = changed;
    this.lines = changed.of(table);
    this.keyAt = table.columns().stream().map(Column::name).toList().indexOf(table.key());
  }

  /**
   * Merges.
   *
   * @param published what there is so far, plain or compressed CSV files
   * @param output folder that has it
   * @param runFolder gets the files that change, under the same names
   * @return the same files with the new sum
   */
  public Manifest.TableFiles merge(
      Manifest.TableFiles published, String output, String runFolder, Compression compression)
      throws IOException {
    List<String> files = published.files();
    int[] firstKeys = firstKeys(files, output);
    for (int i = 0; i < files.size(); i++) {
      if (firstKeys[i] < firstKeys[i + 1]) {
        merge(files.get(i), firstKeys[i], firstKeys[i + 1], output, runFolder, compression);
      }
    }
    CsvLines text = lines.text();
    TableSum added = new TableSum(text.lines(), text.digestHigh(), text.digestLow());
    return new Manifest.TableFiles(published.sum().minus(removed).plus(added), files);
  }

  /** For each file, and behind the last, the first changed key that belongs into it. */
  private int[] firstKeys(List<String> files, String output) throws IOException {
    int[] first = new int[files.size() + 1];
    first[files.size()] = changed.count();
    int next = changed.count();
    for (int i = files.size() - 1; i > 0; i--) {
      try (Reader reader = new Reader(output, files.get(i))) {
        reader.next(); // the header
        if (reader.next()) {
          reader.readKey();
          next = 0;
          while (next < changed.count() && compareToLine(next) < 0) {
            next++;
          }
        }
        first[i] = next;
      }
    }
    return first;
  }

  private void merge(
      String name, int from, int to, String output, String runFolder, Compression compression)
      throws IOException {
    int key = from;
    try (Reader reader = new Reader(output, name);
        PartFile file = new PartFile(runFolder, name, compression)) {
      reader.next(); // the header
      while (reader.next()) {
        reader.readKey();
        while (key < to && compareToLine(key) < 0) {
          add(key++, reader, file);
        }
        if (key < to && compareToLine(key) == 0) {
          remove(reader);
          reader.drop(file);
        }
        reader.drainIfMuch(file);
      }
      while (key < to) {
        add(key++, reader, file);
      }
      reader.drain(file);
      file.complete();
    }
  }

  private void add(int key, Reader reader, PartFile file) throws IOException {
    if (lines.start(key) < lines.end(key)) {
      reader.drain(file);
      file.write(lines.text().buffer(), lines.start(key), lines.end(key));
    }
  }

  private void remove(Reader reader) {
    HashValue128 hash = CsvLines.hash(reader.bytes, reader.start, reader.end - 1);
    removed =
        removed.plus(
            new TableSum(1, hash.getMostSignificantBits(), hash.getLeastSignificantBits()));
  }

  /** The first quote or line end, eight bytes at a time; {@code to} if there is none. */
  private static int find(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long word = (long) WORDS.get(bytes, at);
      long found = zeros(word ^ LINE_ENDS) | zeros(word ^ QUOTES);
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < to && bytes[at] != '\n' && bytes[at] != '"') {
      at++;
    }
    return at;
  }

  /** The highest bit of each byte that is zero; exact for the first of them, which is asked for. */
  private static long zeros(long word) {
    return (word - ONES) & ~word & (ONES << 7);
  }

  private int compareToLine(int key) {
    int byHigh = Long.compareUnsigned(changed.high(key), lineHigh);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(changed.low(key), lineLow);
  }

  /** Reads lines; quotes may hold line ends. Bytes that were kept are written by drain. */
  private final class Reader implements AutoCloseable {
    private final String name;
    private final InputStream in;
    private byte[] bytes = new byte[2 * BLOCK_BYTES];
    private int keptFrom;
    private int start;
    private int end;
    private int length;

    Reader(String folder, String name) throws IOException {
      this.name = folder + "/" + name;
      in =
          Channels.newInputStream(
              Compression.detect(name)
                  .readDecompressed(
                      FileSystems.open(FileSystems.matchNewResource(this.name, false))));
    }

    /** Goes to the next line; false at the end of the file. */
    boolean next() throws IOException {
      start = end;
      boolean quoted = false;
      for (int at = start; ; at++) {
        at = find(bytes, at, length);
        if (at == length) {
          int moved = fill();
          if (moved < 0) {
            if (start < length) {
              throw new IOException(name + " ends in the middle of a line: publish --days=all");
            }
            return false;
          }
          at -= moved + 1; // look there again
        } else if (bytes[at] == '"') {
          quoted = !quoted;
        } else if (!quoted) {
          end = at + 1;
          return true;
        }
      }
    }

    /**
     * Reads more behind what there is.
     *
     * @return by how much everything has moved to the front; negative at the end of the file
     */
    private int fill() throws IOException {
      int moved = keptFrom;
      if (moved > 0) {
        System.arraycopy(bytes, moved, bytes, 0, length - moved);
        keptFrom = 0;
        start -= moved;
        end -= moved;
        length -= moved;
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      int read = in.read(bytes, length, bytes.length - length);
      if (read < 0) {
        return -1;
      }
      length += read;
      return moved;
    }

    void readKey() throws IOException {
      int key = cell(keyAt);
      if (end - key < KEY_LENGTH) {
        throw new IOException(
            name + " has a line without a key of " + table.name() + ": publish --days=all");
      }
      lineHigh = 0;
      lineLow = 0;
      int digits = 0;
      for (int at = key; digits < 32; at++) {
        byte value = bytes[at];
        if (value != '-') {
          int digit = Character.digit(value, 16);
          if (digits++ < 16) {
            lineHigh = lineHigh << 4 | digit;
          } else {
            lineLow = lineLow << 4 | digit;
          }
        }
      }
    }

    /** Where a cell of the current line begins; the line's end where it has none. */
    private int cell(int number) {
      int at = start;
      for (int passed = 0; passed < number && at < end; at++) {
        if (bytes[at] == '"') { // two of them in a row are one of the value
          do {
            at++;
          } while (at < end && bytes[at] != '"');
        } else if (bytes[at] == ',') {
          passed++;
        }
      }
      return at;
    }

    /** The current line does not. */
    void drop(PartFile file) throws IOException {
      file.write(bytes, keptFrom, start);
      keptFrom = end;
    }

    /** Writes all lines before the current one that stay. */
    void drain(PartFile file) throws IOException {
      file.write(bytes, keptFrom, start);
      keptFrom = start;
    }

    void drainIfMuch(PartFile file) throws IOException {
      if (start - keptFrom > BLOCK_BYTES) {
        drain(file);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
