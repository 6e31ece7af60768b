package io.daisychain.model.access;

/**
 * How much somebody may send over its FIX sessions together; {@link Long#MAX_VALUE} for as much as
 * it likes.
 *
 * @param messages a second
 * @param bytes a second
 * @param day messages of the application on a day of UTC
 */
public record FirmRates(long messages, long bytes, long day) {
  /** As much as it likes. */
  public static final FirmRates UNBOUNDED =
      new FirmRates(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
}
