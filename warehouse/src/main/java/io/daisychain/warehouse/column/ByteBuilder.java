package io.daisychain.warehouse.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow at their end; numbers are little-endian, as in Parquet. */
final class ByteBuilder {
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  byte[] bytes = new byte[1 << 10];
  int size;

  void clear() {
    size = 0;
  }

  /** Makes sure that so many bytes can be added. */
  void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }

  void put(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  void put(byte[] from, int start, int length) {
    reserve(length);
    System.arraycopy(from, start, bytes, size, length);
    size += length;
  }

  void put(byte[] from) {
    put(from, 0, from.length);
  }

  void putShort(int value) {
    put(value);
    put(value >>> Byte.SIZE);
  }

  void putInt(int value) {
    reserve(4);
    INTS.set(bytes, size, value);
    size += 4;
  }

  void putLong(long value) {
    reserve(8);
    LONGS.set(bytes, size, value);
    size += 8;
  }

  /** A number in groups of seven bits, the lowest first. */
  void putVarint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** A number of which small ones of either sign are short. */
  void putZigzag(long value) {
    putVarint((value << 1) ^ (value >> 63));
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }
}
