package io.daisychain.warehouse.column;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** What stands at the end of a Parquet file: its columns, and where their pages are. */
final class FileFooter {
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** Of a file that is encrypted, its footer too. */
  static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

  private static final int VERSION = 2;
  private static final int BOOLEAN = 0;
  private static final int INT32 = 1;
  private static final int INT64 = 2;
  private static final int DOUBLE = 5;
  private static final int BYTE_ARRAY = 6;
  private static final int FIXED_BYTES = 7;
  private static final int RLE = 3;

  /** Note of the sums of all columns of all row groups, eight hexadecimal digits each. */
  private static final String SUMS = "columnsCrc32";

  /** Note of the sum of the footer, in which the sum itself counts as zeros. */
  private static final String OWN_SUM = "footerCrc32";

  private static final String NO_SUM = "00000000";

  /** Part of a column in a row group. */
  static final class Chunk {
    long start;
    long length;
    long uncompressed;
    long dictionaryAt;
    long dataAt;
    long values;
    long nulls;
    int way;
    int codec;
    byte[] least;
    byte[] greatest;

    /** CRC-32 of all its bytes. */
    int sum;

    Chunk() {}

    Chunk(ColumnEncoder encoder) {
      way = encoder.way.number;
      codec = encoder.compression.number;
      nulls = encoder.nulls();
      least = encoder.least;
      greatest = encoder.greatest;
    }
  }

  /** A row group. */
  static final class Group {
    long rows;
    final List<Chunk> chunks = new ArrayList<>();

    Group(long rows) {
      this.rows = rows;
    }
  }

  final List<ColumnSpec> columns;
  final Map<String, String> notes;
  final List<Group> groups = new ArrayList<>();
  long rows;

  FileFooter(List<ColumnSpec> columns, Map<String, String> notes) {
    this.columns = columns;
    this.notes = new TreeMap<>(notes);
  }

  void add(Group group) {
    groups.add(group);
    rows += group.rows;
  }

  /**
   * Writes footer, its length and the mark of the file's end.
   *
   * @param cipher null for a file that is not encrypted
   */
  void write(ByteBuilder out, ModuleCipher cipher) {
    int start = out.size;
    ThriftWriter thrift = new ThriftWriter(out);
    thrift.begin();
    thrift.number(1, VERSION);
    thrift.list(2, ThriftWriter.STRUCT, columns.size() + 1);
    thrift.begin();
    thrift.text(4, "schema");
    thrift.number(5, columns.size());
    thrift.end();
    columns.forEach(column -> schema(thrift, column));
    thrift.longNumber(3, rows);
    thrift.list(4, ThriftWriter.STRUCT, groups.size());
    for (int i = 0; i < groups.size(); i++) {
      group(thrift, groups.get(i), cipher == null ? -1 : i);
    }
    thrift.list(5, ThriftWriter.STRUCT, notes.size() + 2);
    notes.forEach((key, value) -> note(thrift, key, value));
    note(thrift, SUMS, sums());
    note(thrift, OWN_SUM, NO_SUM);
    thrift.text(6, "daisychain");
    thrift.list(7, ThriftWriter.STRUCT, columns.size());
    for (int i = 0; i < columns.size(); i++) {
      thrift.begin();
      thrift.mark(1); // least and greatest are by the order of the column's type
      thrift.end();
    }
    thrift.end();
    byte[] footer = Arrays.copyOfRange(out.bytes, start, out.size);
    byte[] sum = hex(sum(footer, footer.length)).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(sum, 0, out.bytes, start + ownSum(footer, footer.length), sum.length);
    if (cipher != null) {
      byte[] plain = Arrays.copyOfRange(out.bytes, start, out.size);
      out.size = start;
      writeCrypto(out, cipher);
      cipher.seal(plain, plain.length, ModuleCipher.FOOTER, 0, 0, out);
    }
    out.putInt(out.size - start);
    out.put(cipher == null ? MAGIC : ENCRYPTED);
  }

  /** What stands before an encrypted footer: by which algorithm and which key. */
  private static void writeCrypto(ByteBuilder out, ModuleCipher cipher) {
    ThriftWriter thrift = new ThriftWriter(out);
    thrift.begin();
    thrift.begin(1);
    thrift.begin(1); // AES_GCM_V1
    thrift.binary(2, cipher.fileId);
    thrift.end();
    thrift.end();
    thrift.binary(2, cipher.key.metadata());
    thrift.end();
  }

  /** Reads that: id of the file, and what it says of the key. */
  static byte[][] readCrypto(ByteReader in) {
    byte[][] found = new byte[2][];
    ThriftReader thrift = new ThriftReader(in);
    thrift.structure(
        id -> {
          if (id == 1) {
            thrift.structure(
                algorithm -> {
                  thrift.structure(
                      field -> {
                        if (field == 2) {
                          found[0] = thrift.binary();
                        }
                        return field == 2;
                      });
                  return true;
                });
          } else if (id == 2) {
            found[1] = thrift.binary();
          }
          return id <= 2;
        });
    if (found[0] == null || found[1] == null) {
      throw new DamagedColumnException("it does not say by which key it is encrypted");
    }
    return found;
  }

  private static void note(ThriftWriter thrift, String key, String value) {
    thrift.begin();
    thrift.text(1, key);
    thrift.text(2, value);
    thrift.end();
  }

  private String sums() {
    StringBuilder sums = new StringBuilder();
    groups.forEach(group -> group.chunks.forEach(chunk -> sums.append(hex(chunk.sum))));
    return sums.toString();
  }

  private static String hex(int sum) {
    return HexFormat.of().toHexDigits(sum);
  }

  private static int sum(byte[] bytes, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }

  /** Where the digits of a footer's own sum begin; -1 if it has none. */
  private static int ownSum(byte[] footer, int length) {
    byte[] name = OWN_SUM.getBytes(StandardCharsets.US_ASCII);
    for (int i = length - name.length - NO_SUM.length() - 2; i >= 0; i--) {
      if (Arrays.equals(footer, i, i + name.length, name, 0, name.length)) {
        return i + name.length + 2; // behind the field's type and length
      }
    }
    return -1;
  }

  /** Holds a footer against its own sum. */
  private static void requireSum(byte[] footer, int length) {
    int at = ownSum(footer, length);
    if (at < 0) {
      throw new DamagedColumnException("its footer has no checksum");
    }
    byte[] zeroed = Arrays.copyOf(footer, length);
    Arrays.fill(zeroed, at, at + NO_SUM.length(), (byte) '0');
    String told = new String(footer, at, NO_SUM.length(), StandardCharsets.US_ASCII);
    String found = hex(sum(zeroed, length));
    if (!told.equals(found)) {
      throw new DamagedColumnException(
          "the checksum of its footer is " + found + ", and should be " + told);
    }
  }

  /** Gives the columns of row groups the sums that the file notes of them. */
  private void takeSums() {
    String sums = notes.remove(SUMS);
    notes.remove(OWN_SUM);
    int chunks = groups.stream().mapToInt(group -> group.chunks.size()).sum();
    if (sums == null || !sums.matches("[0-9a-f]*") || sums.length() < chunks * NO_SUM.length()) {
      throw new DamagedColumnException("its footer has no checksums of its columns");
    }
    int at = 0;
    for (Group group : groups) {
      for (Chunk chunk : group.chunks) {
        chunk.sum = HexFormat.fromHexDigits(sums, at, at + NO_SUM.length());
        at += NO_SUM.length();
      }
    }
  }

  /** Fails where a row group has more rows than are written, or bytes that are not in the file. */
  void requireWithin(long end) {
    for (Group group : groups) {
      if (group.rows < 0
          || group.rows > ColumnFileWriter.GROUP_ROWS
          || group.chunks.size() != columns.size()) {
        throw new DamagedColumnException(
            "a row group of " + group.rows + " rows and " + group.chunks.size() + " columns");
      }
      for (Chunk chunk : group.chunks) {
        if (chunk.start < 0 || chunk.length < 0 || chunk.length > end - chunk.start) {
          throw new DamagedColumnException(
              chunk.length + " bytes of a column from byte " + chunk.start);
        }
      }
    }
  }

  private static int type(ColumnSpec column) {
    return switch (column.kind()) {
      case TEXT -> BYTE_ARRAY;
      case UUID, DECIMAL -> FIXED_BYTES;
      case BOOLEAN -> BOOLEAN;
      case INTEGER -> INT32;
      case TIME, PLAIN_TIME, MICROS, NUMBER, LONG -> INT64;
      case DOUBLE -> DOUBLE;
    };
  }

  private static void schema(ThriftWriter thrift, ColumnSpec column) {
    thrift.begin();
    thrift.number(1, type(column));
    if (column.isWide()) {
      thrift.number(2, 16);
    }
    thrift.number(3, column.isOptional() ? 1 : 0);
    thrift.text(4, column.name());
    boolean isDecimal = column.scale() > 0;
    if (column.kind() == ColumnSpec.Kind.TEXT) {
      thrift.number(6, 0); // UTF8
    } else if (isDecimal) {
      thrift.number(6, 5); // DECIMAL
      thrift.number(7, column.scale());
      thrift.number(8, column.precision());
    }
    if (column.id() > 0) {
      thrift.number(9, column.id());
    }
    switch (column.kind()) {
      case TEXT, UUID, TIME, PLAIN_TIME, MICROS -> logicalType(thrift, column);
      case NUMBER, BOOLEAN, INTEGER, LONG, DECIMAL, DOUBLE -> {
        if (isDecimal) {
          logicalType(thrift, column);
        }
      }
    }
    thrift.end();
  }

  private static void logicalType(ThriftWriter thrift, ColumnSpec column) {
    thrift.begin(10);
    switch (column.kind()) {
      case TEXT -> thrift.mark(1);
      case UUID -> thrift.mark(14);
      case TIME, PLAIN_TIME, MICROS -> {
        thrift.begin(8);
        thrift.flag(1, column.kind() != ColumnSpec.Kind.PLAIN_TIME); // isAdjustedToUTC
        thrift.begin(2);
        thrift.mark(column.kind() == ColumnSpec.Kind.MICROS ? 2 : 3); // or nanoseconds
        thrift.end();
        thrift.end();
      }
      default -> {
        thrift.begin(5);
        thrift.number(1, column.scale());
        thrift.number(2, column.precision());
        thrift.end();
      }
    }
    thrift.end();
  }

  /** Writes a row group, with its number where the file is encrypted; -1 where it is not. */
  private void group(ThriftWriter thrift, Group group, int ordinal) {
    thrift.begin();
    thrift.list(1, ThriftWriter.STRUCT, group.chunks.size());
    long uncompressed = 0;
    long length = 0;
    for (int i = 0; i < group.chunks.size(); i++) {
      Chunk chunk = group.chunks.get(i);
      thrift.begin();
      thrift.longNumber(2, chunk.start);
      thrift.begin(3);
      chunk(thrift, columns.get(i), chunk, group.rows);
      thrift.end();
      if (ordinal >= 0) {
        thrift.begin(8);
        thrift.mark(1); // encrypted by the footer's key
        thrift.end();
      }
      thrift.end();
      uncompressed += chunk.uncompressed;
      length += chunk.length;
    }
    thrift.longNumber(2, uncompressed);
    thrift.longNumber(3, group.rows);
    thrift.longNumber(5, group.chunks.get(0).start);
    thrift.longNumber(6, length);
    if (ordinal >= 0) {
      thrift.shortNumber(7, ordinal);
    }
    thrift.end();
  }

  private static void chunk(ThriftWriter thrift, ColumnSpec column, Chunk chunk, long rows) {
    thrift.number(1, type(column));
    thrift.list(2, ThriftWriter.I32, chunk.dictionaryAt > 0 ? 3 : 2);
    thrift.element(chunk.way);
    thrift.element(RLE);
    if (chunk.dictionaryAt > 0) {
      thrift.element(ColumnEncoder.Way.PLAIN.number);
    }
    thrift.list(3, ThriftWriter.BINARY, 1);
    thrift.element(column.name().getBytes(StandardCharsets.UTF_8));
    thrift.number(4, chunk.codec);
    thrift.longNumber(5, rows);
    thrift.longNumber(6, chunk.uncompressed);
    thrift.longNumber(7, chunk.length);
    thrift.longNumber(9, chunk.dataAt);
    if (chunk.dictionaryAt > 0) {
      thrift.longNumber(11, chunk.dictionaryAt);
    }
    thrift.begin(12);
    thrift.longNumber(3, chunk.nulls);
    if (chunk.least != null) {
      thrift.binary(5, chunk.greatest);
      thrift.binary(6, chunk.least);
    }
    thrift.end();
  }

  /**
   * Reads a footer; the columns' kinds are told by what this class writes of them.
   *
   * @param bytes with some behind it
   */
  static FileFooter read(byte[] bytes, int length) {
    requireSum(bytes, length);
    List<ColumnSpec> columns = new ArrayList<>();
    FileFooter footer = new FileFooter(columns, Map.of());
    ByteReader in = new ByteReader(bytes, 0);
    ThriftReader thrift = new ThriftReader(in);
    long[] rows = new long[1];
    String[] madeBy = new String[1];
    thrift.structure(
        id -> {
          switch (id) {
            case 2 -> thrift.list(() -> readSchema(thrift, columns));
            case 3 -> rows[0] = thrift.number();
            case 4 -> thrift.list(() -> footer.add(readGroup(thrift)));
            case 5 -> thrift.list(() -> footer.readNote(thrift));
            case 6 -> madeBy[0] = utf8(thrift.binary());
            default -> {
              return false;
            }
          }
          return true;
        });
    if (!"daisychain".equals(madeBy[0]) || columns.isEmpty()) {
      throw new DamagedColumnException("it was written by " + madeBy[0]);
    }
    columns.remove(0);
    if (rows[0] != footer.rows) {
      throw new DamagedColumnException(
          "it has " + footer.rows + " rows in groups and " + rows[0] + " in all");
    }
    footer.takeSums();
    return footer;
  }

  private void readNote(ThriftReader thrift) {
    String[] note = new String[2];
    thrift.structure(
        id -> {
          note[id - 1] = utf8(thrift.binary());
          return true;
        });
    if (note[0] == null) {
      throw new DamagedColumnException("a note of its footer has no name");
    }
    notes.put(note[0], note[1]);
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void readSchema(ThriftReader thrift, List<ColumnSpec> columns) {
    int[] type = {-1};
    int[] optional = {0};
    int[] scale = {0};
    boolean[] isTime = {false};
    String[] name = new String[1];
    thrift.structure(
        id -> {
          switch (id) {
            case 1 -> type[0] = (int) thrift.number();
            case 3 -> optional[0] = (int) thrift.number();
            case 4 -> name[0] = utf8(thrift.binary());
            case 7 -> scale[0] = (int) thrift.number();
            case 10 ->
                thrift.structure(
                    kind -> {
                      isTime[0] |= kind == 8;
                      return false;
                    });
            default -> {
              return false;
            }
          }
          return true;
        });
    if (name[0] == null) {
      throw new DamagedColumnException("a column of its footer has no name");
    }
    ColumnSpec.Kind kind =
        switch (type[0]) {
          case BYTE_ARRAY -> ColumnSpec.Kind.TEXT;
          case FIXED_BYTES -> scale[0] > 0 ? ColumnSpec.Kind.DECIMAL : ColumnSpec.Kind.UUID;
          case BOOLEAN -> ColumnSpec.Kind.BOOLEAN;
          case INT32 -> ColumnSpec.Kind.INTEGER;
          case DOUBLE -> ColumnSpec.Kind.DOUBLE;
          default -> isTime[0] ? ColumnSpec.Kind.TIME : ColumnSpec.Kind.NUMBER;
        };
    columns.add(new ColumnSpec(name[0], kind, scale[0], optional[0] == 1));
  }

  private static Group readGroup(ThriftReader thrift) {
    Group group = new Group(0);
    thrift.structure(
        id -> {
          switch (id) {
            case 1 -> thrift.list(() -> group.chunks.add(readChunk(thrift)));
            case 3 -> group.rows = thrift.number();
            default -> {
              return false;
            }
          }
          return true;
        });
    return group;
  }

  private static Chunk readChunk(ThriftReader thrift) {
    Chunk chunk = new Chunk();
    thrift.structure(
        id -> {
          if (id == 2) {
            chunk.start = thrift.number();
          } else if (id == 3) {
            thrift.structure(field -> readColumn(thrift, chunk, field));
          } else {
            return false;
          }
          return true;
        });
    return chunk;
  }

  private static boolean readColumn(ThriftReader thrift, Chunk chunk, int field) {
    switch (field) {
      case 2 -> {
        boolean[] first = {true};
        thrift.list(
            () -> {
              int encoding = (int) thrift.number();
              chunk.way = first[0] ? encoding : chunk.way;
              first[0] = false;
            });
      }
      case 4 -> chunk.codec = (int) thrift.number();
      case 5 -> chunk.values = thrift.number();
      case 6 -> chunk.uncompressed = thrift.number();
      case 7 -> chunk.length = thrift.number();
      case 9 -> chunk.dataAt = thrift.number();
      case 11 -> chunk.dictionaryAt = thrift.number();
      case 12 ->
          thrift.structure(
              id -> {
                switch (id) {
                  case 3 -> chunk.nulls = thrift.number();
                  case 5 -> chunk.greatest = thrift.binary();
                  case 6 -> chunk.least = thrift.binary();
                  default -> {
                    return false;
                  }
                }
                return true;
              });
      default -> {
        return false;
      }
    }
    return true;
  }
}
