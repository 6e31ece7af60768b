package io.daisychain.publish;

import java.time.LocalDate;

/** Writes moments as {@code 2026-03-16T13:30:00.123000000Z}, remembering the day written last. */
public final class IsoTimes {
  /** Bytes of a moment. */
  public static final int LENGTH = 30;

  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private final byte[] day = new byte[10];
  private long dayNumber = Long.MIN_VALUE;

  /** Writes a moment, {@link #LENGTH} bytes. */
  public void write(long nanosSinceEpoch, byte[] out, int offset) {
    long number = Math.floorDiv(nanosSinceEpoch, NANOS_PER_DAY);
    if (number != dayNumber) {
      setDay(number);
    }
    System.arraycopy(day, 0, out, offset, day.length);
    long nanos = nanosSinceEpoch - number * NANOS_PER_DAY;
    int second = (int) (nanos / 1_000_000_000);
    int fraction = (int) (nanos % 1_000_000_000);
    out[offset + 10] = 'T';
    digits(second / 3600, 2, out, offset + 11);
    out[offset + 13] = ':';
    digits(second / 60 % 60, 2, out, offset + 14);
    out[offset + 16] = ':';
    digits(second % 60, 2, out, offset + 17);
    out[offset + 19] = '.';
    digits(fraction, 9, out, offset + 20);
    out[offset + 29] = 'Z';
  }

  private void setDay(long number) {
    dayNumber = number;
    LocalDate date = LocalDate.ofEpochDay(number);
    digits(date.getYear(), 4, day, 0);
    day[4] = '-';
    digits(date.getMonthValue(), 2, day, 5);
    day[7] = '-';
    digits(date.getDayOfMonth(), 2, day, 8);
  }

  private static void digits(int value, int count, byte[] out, int offset) {
    int rest = value;
    for (int at = offset + count - 1; at >= offset; at--) {
      out[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
