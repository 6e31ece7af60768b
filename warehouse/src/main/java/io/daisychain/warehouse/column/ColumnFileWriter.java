package io.daisychain.warehouse.column;

import com.github.luben.zstd.Zstd;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * Writes rows into a Parquet file: row groups of 65,536 rows, of each column one page, compressed
 * with zstd. Not thread-safe.
 *
 * <p>How a column is best written (plain, as differences, or as codes of a dictionary) depends on
 * its values: all ways are tried on the first row group and on every 32nd after it, and the
 * shortest is kept in between.
 */
public final class ColumnFileWriter implements Closeable {
  /** Rows that are read or skipped together. */
  public static final int GROUP_ROWS = 1 << 16;

  private static final int LEVEL = 3;
  private static final int TRIAL_EVERY = 32;

  private final FileChannel channel;
  private final List<ColumnSpec> columns;
  private final FileFooter footer;
  private final long[][] values;
  private final long[][] second; // of UUIDs
  private final ColumnEncoder[] encoders;
  private final ByteBuilder page = new ByteBuilder();
  private byte[] compressed = new byte[1 << 16];
  private long position;
  private int row;
  private int groups;

  /**
   * Opens a new file.
   *
   * @param texts what codes of text mean
   * @param notes kept in the file for its readers
   */
  public ColumnFileWriter(
      Path file, List<ColumnSpec> columns, TextCodes texts, Map<String, String> notes)
      throws IOException {
    this.columns = List.copyOf(columns);
    this.footer = new FileFooter(this.columns, notes);
    this.values = new long[columns.size()][GROUP_ROWS];
    this.second = new long[columns.size()][];
    this.encoders = new ColumnEncoder[columns.size()];
    for (int i = 0; i < encoders.length; i++) {
      encoders[i] = new ColumnEncoder(columns.get(i), texts);
      if (columns.get(i).kind() == ColumnSpec.Kind.UUID) {
        second[i] = new long[GROUP_ROWS];
      }
    }
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    write(FileFooter.MAGIC, FileFooter.MAGIC.length);
  }

  /** A number, a moment or a code of text of the row that is being written. */
  public void set(int column, long value) {
    values[column][row] = value;
  }

  /** A UUID of the row that is being written. */
  public void set(int column, long high, long low) {
    values[column][row] = high;
    second[column][row] = low;
  }

  /** The row is complete. */
  public void endRow() throws IOException {
    if (++row == GROUP_ROWS) {
      flush();
    }
  }

  /** Rows that were written. */
  public long rows() {
    return footer.rows + row;
  }

  private void flush() throws IOException {
    FileFooter.Group group = new FileFooter.Group(row);
    boolean trial = groups++ % TRIAL_EVERY == 0;
    for (int i = 0; i < encoders.length; i++) {
      group.chunks.add(chunk(i, trial));
    }
    footer.add(group);
    row = 0;
  }

  private FileFooter.Chunk chunk(int column, boolean trial) throws IOException {
    ColumnEncoder encoder = encoders[column];
    encoder.load(values[column], second[column], row);
    if (trial) {
      ColumnEncoder.Way best = null;
      int least = Integer.MAX_VALUE;
      for (ColumnEncoder.Way way : encoder.ways()) {
        page.clear();
        if (encoder.encode(way, page)) {
          int size = compress() + encoder.dictionarySize(way);
          if (size < least) {
            least = size;
            best = way;
          }
        }
      }
      encoder.way = best;
    }
    page.clear();
    if (!encoder.encode(encoder.way, page)) {
      encoder.way = encoder.otherwise();
      page.clear();
      encoder.encode(encoder.way, page);
    }
    FileFooter.Chunk chunk = new FileFooter.Chunk(encoder);
    chunk.start = position;
    if (encoder.way == ColumnEncoder.Way.DICTIONARY) {
      byte[] data = page.copy();
      page.clear();
      encoder.putDictionary(page);
      chunk.dictionaryAt = position;
      writePage(chunk, out -> encoder.dictionaryHeader(out), page.size);
      page.clear();
      page.put(data);
    }
    chunk.dataAt = position;
    writePage(chunk, out -> encoder.dataHeader(out, row), page.size);
    chunk.length = position - chunk.start;
    return chunk;
  }

  /** Writes the middle of a page's header. */
  private interface Header {
    void write(ThriftWriter out);
  }

  private void writePage(FileFooter.Chunk chunk, Header header, int size) throws IOException {
    int length = compress();
    ByteBuilder head = new ByteBuilder();
    ThriftWriter out = new ThriftWriter(head);
    out.begin();
    out.number(1, chunk.dataAt > 0 ? 0 : 2); // data or dictionary
    out.number(2, size);
    out.number(3, length);
    header.write(out);
    out.end();
    write(head.bytes, head.size);
    write(compressed, length);
    chunk.uncompressed += head.size + (long) size;
  }

  private int compress() {
    int bound = (int) Zstd.compressBound(page.size);
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    long length =
        Zstd.compressByteArray(compressed, 0, compressed.length, page.bytes, 0, page.size, LEVEL);
    if (Zstd.isError(length)) {
      throw new IllegalStateException("zstd: " + Zstd.getErrorName(length));
    }
    return (int) length;
  }

  private void write(byte[] bytes, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    while (buffer.hasRemaining()) {
      position += channel.write(buffer);
    }
  }

  /** Completes the file: its bytes are on the disk then. */
  public void finish() throws IOException {
    if (row > 0) {
      flush();
    }
    ByteBuilder end = new ByteBuilder();
    footer.write(end);
    write(end.bytes, end.size);
    channel.force(true);
  }

  /** Closes the file, which is none unless it was finished. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** The columns. */
  public List<ColumnSpec> columns() {
    return columns;
  }
}
