package io.daisychain.warehouse.column;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Writes rows into a Parquet file: row groups of a number of rows, of each column one page. Not
 * thread-safe.
 *
 * <p>How a column is best written (plain, as differences, byte by byte, or as codes of a
 * dictionary, compressed or not) depends on its values: all ways are tried on the first row group
 * and on every 32nd after it, and the shortest is kept in between.
 *
 * <p>Every page has the checksum that Parquet has for it ({@code crc} of PageHeader), which other
 * readers can hold it against. It leaves out the page's header, so the sum of each column of a row
 * group with its headers, and that of the footer, are notes of the file.
 *
 * <p>Where there is a {@link FileKey}, files are encrypted by it, but for those that are handed
 * out.
 */
public final class ColumnFileWriter implements Closeable {
  /** Rows that are read or skipped together, where nothing else is said. */
  public static final int GROUP_ROWS = 1 << 16;

  private static final int TRIAL_EVERY = 32;

  /** Of an encrypted file: a row group's number has 16 bits there. */
  private static final int MOST_GROUPS = Short.MAX_VALUE + 1;

  /** Texts of a column in one row group; a page must fit an array. */
  private static final int MOST_TEXT = 64 << 20;

  /** Rows that there is room for at first. */
  private static final int FIRST_ROWS = 1 << 10;

  /** A page that does not become so much smaller, in 16ths, is not compressed. */
  private static final int WORTH = 15;

  private final WritableByteChannel channel;
  private final List<ColumnSpec> columns;
  private final int groupRows;
  private final PageCompression compression;
  private final FileFooter footer;
  private final ModuleCipher cipher; // null where nothing is encrypted
  private final long[][] values;
  private final long[][] second; // of those that have two numbers
  private final boolean[][] absent; // of those of which no value stands for null
  private final GroupTexts[] texts; // of those that are given as bytes
  private final ColumnEncoder[] encoders;
  private final ByteBuilder page = new ByteBuilder();
  private final ByteBuilder sealed = new ByteBuilder();
  private final CRC32 pageSum = new CRC32();
  private final CRC32 chunkSum = new CRC32();
  private byte[] compressed = new byte[1 << 16];
  private long position;
  private int row;
  private int capacity;
  private int groups;
  private boolean isFull;

  /**
   * Opens a new file, compressed with zstd.
   *
   * @param texts what codes of text mean
   * @param notes kept in the file for its readers
   */
  public ColumnFileWriter(
      Path file, List<ColumnSpec> columns, TextCodes texts, Map<String, String> notes)
      throws IOException {
    this(
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        columns,
        texts,
        notes,
        GROUP_ROWS,
        PageCompression.ZSTD,
        FileKey.current());
  }

  /** Opens a new file that is handed out, and so is not encrypted. */
  public static ColumnFileWriter handedOut(Path file, List<ColumnSpec> columns, TextCodes texts)
      throws IOException {
    return new ColumnFileWriter(
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        columns,
        texts,
        Map.of(),
        GROUP_ROWS,
        PageCompression.ZSTD,
        Optional.empty());
  }

  /**
   * Writes into a channel; text is given as bytes, and not kept for longer than a row group.
   *
   * @param groupRows rows of a row group, at most {@link #GROUP_ROWS}
   * @param compression of pages that it makes smaller
   */
  public ColumnFileWriter(
      WritableByteChannel channel,
      List<ColumnSpec> columns,
      int groupRows,
      PageCompression compression)
      throws IOException {
    this(channel, columns, null, Map.of(), groupRows, compression, FileKey.current());
  }

  private ColumnFileWriter(
      WritableByteChannel channel,
      List<ColumnSpec> columns,
      TextCodes codes,
      Map<String, String> notes,
      int groupRows,
      PageCompression compression,
      Optional<FileKey> key)
      throws IOException {
    this.channel = channel;
    cipher = key.map(ModuleCipher::new).orElse(null);
    this.columns = List.copyOf(columns);
    this.groupRows = groupRows;
    this.compression = compression;
    footer = new FileFooter(this.columns, notes);
    int count = columns.size();
    capacity = Math.min(groupRows, FIRST_ROWS);
    values = new long[count][capacity];
    second = new long[count][];
    absent = new boolean[count][];
    texts = new GroupTexts[count];
    encoders = new ColumnEncoder[count];
    ColumnEncoder.Workspace work = new ColumnEncoder.Workspace();
    for (int i = 0; i < count; i++) {
      ColumnSpec column = columns.get(i);
      if (column.isWide()) {
        second[i] = new long[capacity];
      }
      if (column.hasNullsApart()) {
        absent[i] = new boolean[capacity];
      }
      if (codes == null && column.kind() == ColumnSpec.Kind.TEXT) {
        texts[i] = new GroupTexts();
      }
      encoders[i] =
          new ColumnEncoder(column, texts[i] == null ? codes : texts[i], compression, work);
    }
    byte[] magic = cipher == null ? FileFooter.MAGIC : FileFooter.ENCRYPTED;
    write(magic, magic.length);
  }

  /** A number, a moment, 0 or 1, or a code of text of the row that is being written. */
  public void set(int column, long value) {
    values[column][row] = value;
  }

  /** A double of the row that is being written. */
  public void setDouble(int column, double value) {
    values[column][row] = Double.doubleToLongBits(value);
  }

  /** A value of two numbers of the row that is being written. */
  public void set(int column, long high, long low) {
    values[column][row] = high;
    second[column][row] = low;
  }

  /** A text in UTF-8 of the row that is being written. */
  public void set(int column, byte[] text, int start, int end) {
    values[column][row] = texts[column].code(text, start, end);
    isFull |= texts[column].length() > MOST_TEXT;
  }

  /** A null in the row that is being written. */
  public void setNull(int column) {
    if (absent[column] != null) {
      absent[column][row] = true;
    } else {
      values[column][row] = columns.get(column).none();
    }
  }

  /** The row is complete. */
  public void endRow() throws IOException {
    if (++row == groupRows || isFull) {
      endGroup();
    } else if (row == capacity) {
      grow();
    }
  }

  private void grow() {
    capacity = Math.min(groupRows, 2 * capacity);
    for (int i = 0; i < values.length; i++) {
      values[i] = Arrays.copyOf(values[i], capacity);
      if (second[i] != null) {
        second[i] = Arrays.copyOf(second[i], capacity);
      }
      if (absent[i] != null) {
        absent[i] = Arrays.copyOf(absent[i], capacity);
      }
    }
  }

  public long rows() {
    return footer.rows + row;
  }

  /** Ends a row group before it is full. */
  public void endGroup() throws IOException {
    if (row == 0) {
      return;
    }
    if (cipher != null && groups == MOST_GROUPS) {
      throw new IOException("more than " + MOST_GROUPS + " row groups in an encrypted file");
    }
    FileFooter.Group group = new FileFooter.Group(row);
    boolean trial = groups++ % TRIAL_EVERY == 0;
    for (int i = 0; i < encoders.length; i++) {
      group.chunks.add(chunk(i, trial));
      if (absent[i] != null) {
        Arrays.fill(absent[i], 0, row, false);
      }
      if (texts[i] != null) {
        texts[i].clear();
      }
    }
    footer.add(group);
    row = 0;
    isFull = false;
  }

  private FileFooter.Chunk chunk(int column, boolean trial) throws IOException {
    ColumnEncoder encoder = encoders[column];
    encoder.load(values[column], second[column], absent[column], row);
    if ((trial || !encoder.isTried) && encoder.hasValues()) {
      choose(encoder);
    }
    page.clear();
    if (!encoder.encode(encoder.way, page)) {
      encoder.way = encoder.otherwise();
      page.clear();
      encoder.encode(encoder.way, page);
    }
    FileFooter.Chunk chunk = new FileFooter.Chunk(encoder);
    chunk.start = position;
    chunkSum.reset();
    if (encoder.way == ColumnEncoder.Way.DICTIONARY) {
      byte[] data = page.copy();
      page.clear();
      encoder.putDictionary(page);
      chunk.dictionaryAt = position;
      writePage(chunk, column, out -> encoder.dictionaryHeader(out), encoder.compression);
      page.clear();
      page.put(data);
    }
    chunk.dataAt = position;
    writePage(chunk, column, out -> encoder.dataHeader(out, row), encoder.compression);
    chunk.length = position - chunk.start;
    chunk.sum = (int) chunkSum.getValue();
    return chunk;
  }

  /** Tries all ways with the values that are loaded. */
  private void choose(ColumnEncoder encoder) throws IOException {
    ColumnEncoder.Way best = null;
    int least = Integer.MAX_VALUE;
    for (ColumnEncoder.Way way : encoder.ways()) {
      page.clear();
      if (encoder.encode(way, page)) {
        int size = compress(compression);
        boolean pays = compression == PageCompression.ZSTD || 16L * size < (long) WORTH * page.size;
        size = (pays ? size : page.size) + encoder.dictionarySize(way);
        if (size < least) {
          least = size;
          best = way;
          encoder.compression = pays ? compression : PageCompression.NONE;
        }
      }
    }
    encoder.way = best;
    encoder.isTried = true;
  }

  /** Writes the middle of a page's header. */
  private interface Header {
    void write(ThriftWriter out);
  }

  private void writePage(FileFooter.Chunk chunk, int column, Header header, PageCompression how)
      throws IOException {
    int size = page.size;
    int length = compress(how);
    byte[] contents = compressed;
    int module = chunk.dataAt > 0 ? ModuleCipher.DATA_PAGE : ModuleCipher.DICTIONARY_PAGE;
    if (cipher != null) {
      sealed.clear();
      cipher.seal(compressed, length, module, groups - 1, column, sealed);
      contents = sealed.bytes;
      length = sealed.size;
    }
    ByteBuilder head = new ByteBuilder();
    ThriftWriter out = new ThriftWriter(head);
    out.begin();
    out.number(1, chunk.dataAt > 0 ? 0 : 2); // data or dictionary
    out.number(2, size);
    out.number(3, length);
    pageSum.reset();
    pageSum.update(contents, 0, length);
    out.number(4, (int) pageSum.getValue());
    header.write(out);
    out.end();
    if (cipher != null) {
      byte[] plain = head.copy();
      head.clear();
      cipher.seal(plain, plain.length, module + ModuleCipher.HEADER, groups - 1, column, head);
    }
    write(head.bytes, head.size);
    write(contents, length);
    chunkSum.update(head.bytes, 0, head.size);
    chunkSum.update(contents, 0, length);
    chunk.uncompressed += head.size + (long) size;
  }

  private int compress(PageCompression how) throws IOException {
    int bound = how.bound(page.size);
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    return how.compress(page.bytes, page.size, compressed);
  }

  private void write(byte[] bytes, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    while (buffer.hasRemaining()) {
      position += channel.write(buffer);
    }
  }

  /** Completes the file: if it is one of this machine, its bytes are on the disk then. */
  public void finish() throws IOException {
    endGroup();
    ByteBuilder end = new ByteBuilder();
    footer.write(end, cipher);
    write(end.bytes, end.size);
    if (channel instanceof FileChannel file) {
      file.force(true);
    }
  }

  /** Closes the file, which is none unless it was finished. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
