package io.daisychain.warehouse.column;

import java.nio.charset.StandardCharsets;

/** Thrift's compact protocol, in which Parquet writes what it says of its pages and columns. */
final class ThriftWriter {
  private static final int BOOLEAN_TRUE = 1;
  private static final int BOOLEAN_FALSE = 2;
  private static final int I16 = 4;
  static final int I32 = 5;
  static final int I64 = 6;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int STRUCT = 12;

  private final ByteBuilder out;

  /** The last field's number, by depth of structure. */
  private final int[] lastField = new int[16];

  private int depth;

  ThriftWriter(ByteBuilder out) {
    this.out = out;
  }

  private void field(int id, int type) {
    int step = id - lastField[depth];
    if (step > 0 && step < 16) {
      out.put(step << 4 | type);
    } else {
      out.put(type);
      out.putZigzag(id);
    }
    lastField[depth] = id;
  }

  void number(int id, int value) {
    field(id, I32);
    out.putZigzag(value);
  }

  void shortNumber(int id, int value) {
    field(id, I16);
    out.putZigzag(value);
  }

  void longNumber(int id, long value) {
    field(id, I64);
    out.putZigzag(value);
  }

  void flag(int id, boolean value) {
    field(id, value ? BOOLEAN_TRUE : BOOLEAN_FALSE);
  }

  void binary(int id, byte[] value) {
    field(id, BINARY);
    element(value);
  }

  void text(int id, String value) {
    binary(id, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Begins a structure that is a field. */
  void begin(int id) {
    field(id, STRUCT);
    begin();
  }

  /** Begins a structure that stands alone or in a list. */
  void begin() {
    depth++;
    lastField[depth] = 0;
  }

  void end() {
    out.put(0);
    depth--;
  }

  /** A structure without fields: it says something by being there. */
  void mark(int id) {
    begin(id);
    end();
  }

  void list(int id, int type, int size) {
    field(id, LIST);
    if (size < 15) {
      out.put(size << 4 | type);
    } else {
      out.put(0xF0 | type);
      out.putVarint(size);
    }
  }

  void element(int value) {
    out.putZigzag(value);
  }

  void element(byte[] value) {
    out.putVarint(value.length);
    out.put(value);
  }
}
