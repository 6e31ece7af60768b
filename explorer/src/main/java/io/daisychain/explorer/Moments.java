package io.daisychain.explorer;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as published: ISO UTC with nine digits. */
final class Moments {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final long SECOND = 1_000_000_000;

  private Moments() {}

  static String text(long nanos) {
    return ISO.format(
        Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND)));
  }
}
