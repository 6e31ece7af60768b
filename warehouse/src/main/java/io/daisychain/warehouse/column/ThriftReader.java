package io.daisychain.warehouse.column;

import java.util.Arrays;

/** Reads what {@link ThriftWriter} writes, and skips what it does not know. */
final class ThriftReader {
  private final ByteReader in;
  private int type;

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
    int id = 0;
    while (true) {
      int header = in.next();
      if (header == 0) {
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
    int size = header >>> 4 == 15 ? (int) in.varint() : header >>> 4;
    for (int i = 0; i < size; i++) {
      elements.read();
    }
  }

  long number() {
    return in.zigzag();
  }

  byte[] binary() {
    int length = (int) in.varint();
    in.at += length;
    return Arrays.copyOfRange(in.bytes, in.at - length, in.at);
  }

  private void skip(int skipped) {
    switch (skipped) {
      case 1, 2 -> {}
      case 3 -> in.at++;
      case 4, ThriftWriter.I32, ThriftWriter.I64 -> in.varint();
      case 7 -> in.at += 8;
      case ThriftWriter.BINARY -> {
        int length = (int) in.varint();
        in.at += length;
      }
      case ThriftWriter.LIST, 10 -> {
        int header = in.next();
        int size = header >>> 4 == 15 ? (int) in.varint() : header >>> 4;
        for (int i = 0; i < size; i++) {
          skip(header & 0xF);
        }
      }
      case ThriftWriter.STRUCT -> structure(id -> false);
      default -> throw new DamagedColumnException("a field of type " + skipped);
    }
  }
}
