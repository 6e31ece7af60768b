package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Values of 52 SendingTime, as texts. */
final class SendingTimes {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuuMMdd-HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private SendingTimes() {}

  static String of(Instant moment) {
    return FORMAT.format(moment);
  }

  /** Nanoseconds since 1970; {@link FixValue#INVALID} where it is no time. */
  static long nanos(String value) {
    byte[] bytes = value.getBytes(US_ASCII);
    return FixValue.timestamp(bytes, 0, bytes.length);
  }

  /** A time, or where a message was sent then or later, the next millisecond after that. */
  static String after(String sent, String time) {
    long before = nanos(sent);
    if (before == FixValue.INVALID || before < nanos(time)) {
      return time;
    }
    long next = Math.floorDiv(before, NANOS_PER_MILLI) * NANOS_PER_MILLI + NANOS_PER_MILLI;
    return of(
        Instant.ofEpochSecond(
            Math.floorDiv(next, NANOS_PER_SECOND), Math.floorMod(next, NANOS_PER_SECOND)));
  }
}
