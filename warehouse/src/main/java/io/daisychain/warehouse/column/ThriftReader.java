package io.daisychain.warehouse.column;

import java.util.Arrays;

/** Reads what {@link ThriftWriter} writes, and skips what it does not know. */
final class ThriftReader {
  /** Structures and lists in one another: those that are written have less than ten. */
  private static final int DEEPEST = 50;

  private final ByteReader in;
  private int type;
  private int depth;

  ThriftReader(ByteReader in) {
    this.in = in;
  }

  /** Handles a field of a structure: it reads it, or returns false to have it skipped. */
  interface Fields {
    boolean read(int id);
  }

  /** Handles an element of a list. */
  interface Elements {
    void read();
  }

  void structure(Fields fields) {
    enter();
    int id = 0;
    while (true) {
      int header = in.next();
      if (header == 0) {
        depth--;
        return;
      }
      int step = header >>> 4;
      id = step == 0 ? (int) in.zigzag() : id + step;
      type = header & 0xF;
      int mine = type;
      if (!fields.read(id)) {
        skip(mine);
      }
    }
  }

  void list(Elements elements) {
    int header = in.next();
    for (long left = size(header); left > 0; left--) {
      elements.read();
    }
  }

  long number() {
    return in.zigzag();
  }

  byte[] binary() {
    int from = in.pass(in.varint());
    return Arrays.copyOfRange(in.bytes, from, in.at);
  }

  /** Of a list: each of its elements has a byte at least. */
  private long size(int header) {
    long size = header >>> 4 == 15 ? in.varint() : header >>> 4;
    in.at = in.pass(size);
    return size;
  }

  private void enter() {
    if (++depth > DEEPEST) {
      throw new DamagedColumnException("structures in structures without an end");
    }
  }

  private void skip(int skipped) {
    switch (skipped) {
      case 1, 2 -> {}
      case 3 -> in.pass(1);
      case 4, ThriftWriter.I32, ThriftWriter.I64 -> in.varint();
      case 7 -> in.pass(8);
      case ThriftWriter.BINARY -> in.pass(in.varint());
      case ThriftWriter.LIST, 10 -> {
        enter();
        int header = in.next();
        for (long left = size(header); left > 0; left--) {
          skip(header & 0xF);
        }
        depth--;
      }
      case ThriftWriter.STRUCT -> structure(id -> false);
      default -> throw new DamagedColumnException("a field of type " + skipped);
    }
  }
}
