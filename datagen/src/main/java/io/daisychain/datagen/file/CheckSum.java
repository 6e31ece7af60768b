package io.daisychain.datagen.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The sum of FIX's CheckSum, eight bytes at a time in 16-bit lanes. */
final class CheckSum {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LANES = 0x00ff00ff00ff00ffL;

  private CheckSum() {}

  /** Sum of the bytes, modulo 65,536. */
  static int of(byte[] bytes, int from, int to) {
    int at = from;
    int sum = 0;
    while (at + 8 <= to) {
      long lanes = 0;
      // A lane takes 128 additions of two bytes before it could run over.
      int stop = (int) Math.min(to - 7L, at + 8L * 64);
      for (; at < stop; at += 8) {
        long word = (long) LONGS.get(bytes, at);
        lanes += (word & LANES) + ((word >>> 8) & LANES);
      }
      sum += (int) ((lanes * 0x0001000100010001L) >>> 48);
    }
    for (; at < to; at++) {
      sum += bytes[at];
    }
    return sum;
  }
}
