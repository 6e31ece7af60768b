package io.daisychain.warehouse.column;

/** Reads an array of bytes from a place on. */
final class ByteReader {
  final byte[] bytes;
  int at;

  ByteReader(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  int next() {
    return bytes[at++] & 0xFF;
  }

  int nextInt() {
    int value = (int) ByteBuilder.INTS.get(bytes, at);
    at += 4;
    return value;
  }

  long nextLong() {
    long value = (long) ByteBuilder.LONGS.get(bytes, at);
    at += 8;
    return value;
  }

  /** Fails if there are not so many bytes before the end of what is read. */
  void requireLeft(long wanted, int end) {
    if (end - at != wanted) {
      throw new DamagedColumnException((end - at) + " bytes in place of " + wanted);
    }
  }

  /** Passes over so many bytes; returns where they begin. */
  int pass(long count) {
    if (count < 0 || count > bytes.length - at) {
      throw new DamagedColumnException(count + " bytes where " + (bytes.length - at) + " are left");
    }
    at += (int) count;
    return at - (int) count;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int part = bytes[at++];
      value |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new DamagedColumnException("a number of more than ten bytes");
  }

  long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }
}
