package io.daisychain.model;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

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
  public static Family ofCode(byte code) {
    for (Family family : ALL) {
      if (family.code == code) {
        return family;
      }
    }
    throw new IllegalArgumentException("no column family has the code " + code);
  }

  /** The family of that name in the store. */
  public static Family named(String name) {
    byte[] bytes = name.getBytes(US_ASCII);
    for (Family family : ALL) {
      if (Arrays.equals(family.bytes, bytes)) {
        return family;
      }
    }
    throw new IllegalArgumentException("no column family is named " + name);
  }

  /** The family whose name stands in {@code length} bytes from {@code offset} on. */
  public static Family named(byte[] array, int offset, int length) {
    int end = offset + length;
    for (Family family : ALL) {
      if (Arrays.equals(family.bytes, 0, family.bytes.length, array, offset, end)) {
        return family;
      }
    }
    throw new IllegalArgumentException(
        "no column family is named " + new String(array, offset, length, US_ASCII));
  }

  /** What stands for the family in a packed row. */
  public byte code() {
    return code;
  }

  /**
   * Name in the store. Not a copy, since it is passed to HBase for each cell: never write to it.
   */
  public byte[] bytes() {
    return bytes;
  }
}
