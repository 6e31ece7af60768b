package io.daisychain.store;

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

  static int readInt(byte[] buffer, int offset) {
    return (int) INT.get(buffer, offset);
  }

  static void writeInt(int value, byte[] buffer, int offset) {
    INT.set(buffer, offset, value);
  }
}
