package io.daisychain.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays, big-endian, so that bytes compare as the unsigned numbers do. */
public final class LongBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private LongBytes() {}

  public static long read(byte[] buffer, int offset) {
    return (long) LONG.get(buffer, offset);
  }

  public static void write(long value, byte[] buffer, int offset) {
    LONG.set(buffer, offset, value);
  }

  public static int readInt(byte[] buffer, int offset) {
    return (int) INT.get(buffer, offset);
  }

  public static void writeInt(int value, byte[] buffer, int offset) {
    INT.set(buffer, offset, value);
  }

  /**
   * The first bytes of a text as an unsigned number that has its order; zeros stand for missing.
   */
  public static long prefix(byte[] buffer, int offset, int length) {
    if (length >= Long.BYTES) {
      return read(buffer, offset);
    }
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | (i < length ? buffer[offset + i] & 0xff : 0);
    }
    return value;
  }
}
