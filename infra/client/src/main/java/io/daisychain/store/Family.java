package io.daisychain.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.TableSchema;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;

/** The table's column families, and how packed rows name them. */
public enum Family {
  DATA((byte) 'D', TableSchema.DATA),
  LINK((byte) 'L', TableSchema.LINK),
  ERROR((byte) 'E', TableSchema.ERROR);

  private static final Family[] ALL = values();

  private final byte code;

  @SuppressWarnings("ImmutableEnumChecker") // HBase wants arrays; a copy per cell would be garbage.
  private final byte[] bytes;

  Family(byte code, String name) {
    this.code = code;
    this.bytes = name.getBytes(US_ASCII);
  }

  /** The family that {@code code} stands for in a packed row. */
  static Family ofCode(byte code) {
    for (Family family : ALL) {
      if (family.code == code) {
        return family;
      }
    }
    throw new IllegalArgumentException("no column family has the code " + code);
  }

  /** The family of that name in the store. */
  static Family named(String name) {
    byte[] bytes = name.getBytes(US_ASCII);
    for (Family family : ALL) {
      if (Arrays.equals(family.bytes, bytes)) {
        return family;
      }
    }
    throw new IllegalArgumentException("no column family is named " + name);
  }

  /** The family of a stored cell. */
  static Family of(Cell cell) {
    byte[] array = cell.getFamilyArray();
    int offset = cell.getFamilyOffset();
    int end = offset + cell.getFamilyLength();
    for (Family family : ALL) {
      if (Arrays.equals(family.bytes, 0, family.bytes.length, array, offset, end)) {
        return family;
      }
    }
    throw new IllegalArgumentException(
        "a cell of a column family that is not the schema's: " + cell);
  }

  byte code() {
    return code;
  }

  /** Name in the store. Not a copy: it is passed to HBase for each cell. */
  byte[] bytes() {
    return bytes;
  }
}
