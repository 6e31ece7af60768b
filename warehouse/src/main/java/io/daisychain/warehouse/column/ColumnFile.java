package io.daisychain.warehouse.column;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A file of rows that {@link ColumnFileWriter} wrote, open for reading. Safe for several threads,
 * each with a {@link Cursor} of its own. What is read is held against the checksums that the file
 * notes, and against the number of rows that it says it has.
 */
public final class ColumnFile implements Closeable {
  private static final int TAIL = 8;

  private final Path path;
  private final FileChannel channel;
  private final FileFooter footer;
  private final long footerAt;
  private final ModuleCipher cipher; // null where nothing is encrypted; cursors have their own
  private final long[] firstRows;

  private ColumnFile(
      Path path, FileChannel channel, FileFooter footer, long footerAt, ModuleCipher cipher) {
    this.path = path;
    this.channel = channel;
    this.footer = footer;
    this.footerAt = footerAt;
    this.cipher = cipher;
    this.firstRows = new long[footer.groups.size() + 1];
    for (int i = 0; i < footer.groups.size(); i++) {
      firstRows[i + 1] = firstRows[i] + footer.groups.get(i).rows;
    }
  }

  /**
   * Opens a file.
   *
   * @throws IOException naming it if it is damaged, or was not written here
   * @throws MissingKeyException if it is encrypted by a key that this process does not have
   */
  public static ColumnFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      long size = channel.size();
      byte[] tail = read(channel, Math.max(0, size - TAIL), (int) Math.min(size, TAIL), 0);
      ByteReader end = new ByteReader(tail, 0);
      int length = size < TAIL ? -1 : end.nextInt();
      boolean isEncrypted = endsWith(tail, FileFooter.ENCRYPTED);
      if (length < 0
          || length > size - TAIL
          || !(isEncrypted || endsWith(tail, FileFooter.MAGIC))) {
        throw new DamagedColumnException("it does not end as a Parquet file");
      }
      byte[] foot = read(channel, size - TAIL - length, length, BitPacking.SLACK);
      int footLength = length;
      ModuleCipher cipher = null;
      if (isEncrypted) {
        ByteReader in = new ByteReader(foot, 0);
        byte[][] crypto = FileFooter.readCrypto(in);
        cipher = new ModuleCipher(FileKey.of(path, crypto[1]), crypto[0]);
        foot = cipher.open(in, ModuleCipher.FOOTER, 0, 0);
        footLength = foot.length;
        foot = Arrays.copyOf(foot, footLength + BitPacking.SLACK);
      }
      FileFooter footer = FileFooter.read(foot, footLength);
      footer.requireWithin(size - TAIL - length);
      return new ColumnFile(path, channel, footer, size - TAIL - length, cipher);
    } catch (DamagedColumnException | IndexOutOfBoundsException e) {
      channel.close();
      throw new IOException(
          path + " is damaged: " + e.getMessage() + "; it has to be made anew", e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Whether a file begins as an encrypted one. */
  public static boolean isEncrypted(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return Arrays.equals(in.readNBytes(FileFooter.ENCRYPTED.length), FileFooter.ENCRYPTED);
    }
  }

  private static boolean endsWith(byte[] tail, byte[] magic) {
    return tail.length == TAIL && Arrays.equals(tail, 4, TAIL, magic, 0, 4);
  }

  private static byte[] read(FileChannel channel, long from, int length, int slack)
      throws IOException {
    byte[] bytes = new byte[length + slack];
    read(channel, from, bytes, length);
    return bytes;
  }

  private static void read(FileChannel channel, long from, byte[] into, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new DamagedColumnException("it ends before its time");
      }
    }
  }

  public long rows() {
    return footer.rows;
  }

  public int groups() {
    return footer.groups.size();
  }

  public int rows(int group) {
    return (int) footer.groups.get(group).rows;
  }

  public long firstRow(int group) {
    return firstRows[group];
  }

  /** What the writer noted. */
  public Map<String, String> notes() {
    return footer.notes;
  }

  public List<ColumnSpec> columns() {
    return footer.columns;
  }

  /** The first text of a column in a group, by bytes; null if it has none. */
  public byte[] leastText(int group, int column) {
    return footer.groups.get(group).chunks.get(column).least;
  }

  /** The last text of a column in a group, by bytes; null if it has none. */
  public byte[] greatestText(int group, int column) {
    return footer.groups.get(group).chunks.get(column).greatest;
  }

  /** The smallest number of a column in a group, which has one. */
  public long least(int group, int column) {
    return new ByteReader(footer.groups.get(group).chunks.get(column).least, 0).nextLong();
  }

  /** The largest number of a column in a group, which has one. */
  public long greatest(int group, int column) {
    return new ByteReader(footer.groups.get(group).chunks.get(column).greatest, 0).nextLong();
  }

  public long nulls(int group, int column) {
    return footer.groups.get(group).chunks.get(column).nulls;
  }

  private static void requireSum(FileFooter.Chunk chunk, byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, (int) chunk.length);
    if ((int) sum.getValue() != chunk.sum) {
      throw new DamagedColumnException(
          "bytes "
              + chunk.start
              + " to "
              + (chunk.start + chunk.length - 1)
              + " are not what was written: their checksum is "
              + HexFormat.of().toHexDigits((int) sum.getValue())
              + ", and should be "
              + HexFormat.of().toHexDigits(chunk.sum));
    }
  }

  /**
   * Reads all bytes and holds them against their checksums; the footer was, when the file was
   * opened.
   *
   * @return what is wrong, a sentence each with the file's name; empty for nothing
   */
  public List<String> faults() throws IOException {
    List<String> faults = new ArrayList<>();
    byte[] bytes = new byte[0];
    long position = FileFooter.MAGIC.length;
    byte[] start = read(channel, 0, FileFooter.MAGIC.length, 0);
    if (!Arrays.equals(start, cipher == null ? FileFooter.MAGIC : FileFooter.ENCRYPTED)) {
      faults.add(path + " is damaged: it does not begin as a Parquet file");
    }
    for (int group = 0; group < groups(); group++) {
      List<FileFooter.Chunk> chunks = footer.groups.get(group).chunks;
      for (int column = 0; column < chunks.size(); column++) {
        FileFooter.Chunk chunk = chunks.get(column);
        if (bytes.length < chunk.length) {
          bytes = new byte[(int) chunk.length];
        }
        try {
          if (chunk.start != position) {
            throw new DamagedColumnException("it does not begin at byte " + position);
          }
          read(channel, chunk.start, bytes, (int) chunk.length);
          requireSum(chunk, bytes);
        } catch (DamagedColumnException e) {
          faults.add(damaged(group, column, e).getMessage());
        }
        position = chunk.start + chunk.length;
      }
    }
    if (position != footerAt) {
      faults.add(path + " is damaged: its footer begins at byte " + footerAt + " not " + position);
    }
    return faults;
  }

  private IOException damaged(int group, int column, RuntimeException e) {
    return new IOException(
        "%s is damaged, in row group %s of column %s: %s; it has to be made anew"
            .formatted(path, group, footer.columns.get(column).name(), e.getMessage()),
        e);
  }

  /** A reader for one thread. */
  public Cursor cursor() {
    return new Cursor();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Reads columns of row groups into arrays. */
  public final class Cursor {
    private byte[] stored = new byte[1 << 12];
    private byte[] page = new byte[1 << 16];
    private int pageSize;
    private int[] indices = new int[0];
    private long[] entries = new long[0];
    private int[] levels = new int[0];
    private final ModuleCipher own =
        cipher == null ? null : new ModuleCipher(cipher.key, cipher.fileId);

    private Cursor() {}

    /**
     * Reads numbers or moments, nulls as {@link ColumnSpec#NULL}; or bits of doubles, nulls as
     * {@link ColumnSpec#NO_DOUBLE}.
     *
     * @param into has room for the group's rows
     */
    public void read(int group, int column, long[] into) throws IOException {
      try {
        FileFooter.Chunk chunk = footer.groups.get(group).chunks.get(column);
        int rows = rows(group);
        ByteReader in = begin(group, column, null);
        int[] there = levels(in, column, rows);
        int count = count(there, rows);
        if (chunk.way == ColumnEncoder.Way.DICTIONARY.number) {
          int[] codes = indices(in, count);
          for (int i = 0; i < count; i++) {
            into[i] = entries[codes[i]];
          }
        } else if (chunk.way == ColumnEncoder.Way.DELTA.number) {
          DeltaPacking.read(in, into, count);
        } else if (chunk.way == ColumnEncoder.Way.SPLIT.number) {
          in.requireLeft(8L * count, pageSize);
          for (int i = 0; i < count; i++) {
            long bits = 0;
            for (int part = Long.BYTES - 1; part >= 0; part--) {
              bits = bits << Byte.SIZE | (in.bytes[in.at + part * count + i] & 0xFF);
            }
            into[i] = bits;
          }
        } else {
          in.requireLeft(8L * count, pageSize);
          for (int i = 0; i < count; i++) {
            into[i] = (long) ByteBuilder.LONGS.get(in.bytes, in.at + 8 * i);
          }
        }
        spread(there, count, rows, into, footer.columns.get(column).none());
      } catch (DamagedColumnException | IndexOutOfBoundsException e) {
        throw damaged(group, column, e);
      }
    }

    /**
     * Reads text as codes, nulls as {@link ColumnSpec#NO_TEXT}.
     *
     * @param into has room for the group's rows
     * @param texts gives the codes, and new ones for new texts
     */
    public void read(int group, int column, int[] into, TextCodes texts) throws IOException {
      try {
        FileFooter.Chunk chunk = footer.groups.get(group).chunks.get(column);
        int rows = rows(group);
        ByteReader in = begin(group, column, texts);
        int[] there = levels(in, column, rows);
        int count = count(there, rows);
        if (chunk.way == ColumnEncoder.Way.DICTIONARY.number) {
          int[] codes = indices(in, count);
          for (int i = 0; i < count; i++) {
            into[i] = (int) entries[codes[i]];
          }
        } else {
          int i = 0;
          while (i < count) {
            int begin = in.at;
            int code = text(in, texts);
            int end = Math.min(count, i + 1 + repeats(in.bytes, begin, in.at));
            Arrays.fill(into, i, end, code);
            in.at += (in.at - begin) * (end - i - 1);
            i = end;
          }
        }
        spread(there, count, rows, into);
      } catch (DamagedColumnException | IndexOutOfBoundsException e) {
        throw damaged(group, column, e);
      }
    }

    /** Reads UUIDs as two numbers each. */
    public void read(int group, int column, long[] high, long[] low) throws IOException {
      try {
        int rows = rows(group);
        ByteReader in = begin(group, column, null);
        in.requireLeft(16L * rows, pageSize);
        for (int i = 0; i < rows; i++) {
          high[i] = Long.reverseBytes(in.nextLong());
          low[i] = Long.reverseBytes(in.nextLong());
        }
      } catch (DamagedColumnException | IndexOutOfBoundsException e) {
        throw damaged(group, column, e);
      }
    }

    /** Brings the dictionary, if there is one, and the page; the reader stands at its contents. */
    private ByteReader begin(int group, int column, TextCodes texts) throws IOException {
      FileFooter.Chunk chunk = footer.groups.get(group).chunks.get(column);
      PageCompression compression = PageCompression.of(chunk.codec);
      if (stored.length < chunk.length + BitPacking.SLACK) {
        stored = new byte[(int) chunk.length + BitPacking.SLACK];
      }
      ColumnFile.read(channel, chunk.start, stored, (int) chunk.length);
      requireSum(chunk, stored);
      ByteReader in = new ByteReader(stored, 0);
      if (chunk.dictionaryAt > 0) {
        int count = unpack(in, compression, ModuleCipher.DICTIONARY_PAGE, group, column);
        ByteReader contents = new ByteReader(page, 0);
        if (entries.length < count) {
          entries = new long[count];
        }
        for (int i = 0; i < count; i++) {
          entries[i] = texts == null ? contents.nextLong() : text(contents, texts);
        }
      }
      int values = unpack(in, compression, ModuleCipher.DATA_PAGE, group, column);
      if (values != rows(group)) {
        throw new DamagedColumnException(values + " values in " + rows(group) + " rows");
      }
      return new ByteReader(page, 0);
    }

    /** Takes a page apart; returns its number of values. */
    private int unpack(
        ByteReader in, PageCompression compression, int module, int group, int column)
        throws IOException {
      ThriftReader thrift =
          new ThriftReader(
              own == null
                  ? in
                  : new ByteReader(own.open(in, module + ModuleCipher.HEADER, group, column), 0));
      int[] facts = new int[3];
      thrift.structure(
          id -> {
            switch (id) {
              case 2 -> facts[0] = (int) thrift.number();
              case 3 -> facts[1] = (int) thrift.number();
              case 5, 7 ->
                  thrift.structure(
                      field -> {
                        if (field == 1) {
                          facts[2] = (int) thrift.number();
                        }
                        return field == 1;
                      });
              default -> {
                return false;
              }
            }
            return true;
          });
      pageSize = facts[0];
      if (page.length < pageSize + BitPacking.SLACK) {
        page = new byte[pageSize + (pageSize >> 2) + BitPacking.SLACK];
      }
      ByteReader contents = in;
      if (own != null) {
        contents = new ByteReader(own.open(in, module, group, column), 0);
        facts[1] = contents.bytes.length;
      }
      long length = compression.expand(contents.bytes, contents.at, facts[1], page, pageSize);
      if (length != pageSize) {
        throw new DamagedColumnException(compression + ": a page of " + length + " bytes");
      }
      contents.at += facts[1];
      return facts[2];
    }

    /** How often a text of the page, its length before it, stands behind itself again. */
    private int repeats(byte[] bytes, int begin, int end) {
      if (end > pageSize) {
        throw new DamagedColumnException("a text goes beyond its page");
      }
      int same = Arrays.mismatch(bytes, end, pageSize, bytes, begin, pageSize - (end - begin));
      return (same < 0 ? pageSize - end : same) / (end - begin);
    }

    private int text(ByteReader in, TextCodes texts) {
      int length = in.nextInt();
      in.at += length;
      return texts.code(in.bytes, in.at - length, in.at);
    }

    /** Which rows have a value; null if all have. */
    private int[] levels(ByteReader in, int column, int rows) {
      if (!footer.columns.get(column).isOptional()) {
        return null;
      }
      int end = in.nextInt() + in.at;
      if (levels.length < rows) {
        levels = new int[rows];
      }
      RunPacking.read(in, 1, levels, rows);
      in.at = end;
      return levels;
    }

    private int count(int[] there, int rows) {
      if (there == null) {
        return rows;
      }
      int count = 0;
      for (int i = 0; i < rows; i++) {
        count += there[i];
      }
      return count;
    }

    private int[] indices(ByteReader in, int count) {
      if (indices.length < count) {
        indices = new int[count];
      }
      RunPacking.read(in, in.next(), indices, count);
      return indices;
    }

    private void spread(int[] there, int count, int rows, long[] into, long none) {
      if (count == rows) {
        return;
      }
      int from = count;
      for (int i = rows - 1; i >= 0; i--) {
        into[i] = there[i] == 1 ? into[--from] : none;
      }
    }

    private void spread(int[] there, int count, int rows, int[] into) {
      if (count == rows) {
        return;
      }
      int from = count;
      for (int i = rows - 1; i >= 0; i--) {
        into[i] = there[i] == 1 ? into[--from] : ColumnSpec.NO_TEXT;
      }
    }
  }
}
