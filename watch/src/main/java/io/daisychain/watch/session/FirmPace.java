package io.daisychain.watch.session;

import io.daisychain.model.access.FirmRates;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much somebody has sent over all of its sessions, and when the next of it is due: what comes
 * faster than it may is read later, and beyond the messages of a day nothing is taken. Safe for
 * several threads.
 */
public final class FirmPace {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final String name;
  private final FirmRates rates;
  private final LongSupplier clock;
  private final LongSupplier day;
  private long due;
  private long dueBytes;
  private boolean hasBegun;
  private long today;
  private long ofDay;
  private long messages;
  private long waited;

  /**
   * Somebody who has sent nothing yet.
   *
   * @param name of who it is, for those who look
   */
  public FirmPace(String name, FirmRates rates) {
    this(
        name,
        rates,
        System::nanoTime,
        () -> TimeUnit.MILLISECONDS.toDays(System.currentTimeMillis()));
  }

  /** The same with a clock in nanoseconds, and one of days. */
  FirmPace(String name, FirmRates rates, LongSupplier clock, LongSupplier day) {
    this.name = name;
    this.rates = rates;
    this.clock = clock;
    this.day = day;
  }

  /** Of nobody of whom anything is known. */
  public static FirmPace unbounded() {
    return new FirmPace("", FirmRates.UNBOUNDED);
  }

  /**
   * Counts a message that was read. What was left unused in a second may be used at once.
   *
   * @return nanoseconds after which it is to be taken
   */
  public synchronized long read(int bytes) {
    long now = clock.getAsLong();
    if (!hasBegun) {
      hasBegun = true;
      due = now - SECOND;
      dueBytes = due;
    }
    messages++;
    due = Math.max(due, now - SECOND) + SECOND / rates.messages();
    dueBytes = Math.max(dueBytes, now - SECOND) + (long) ((double) bytes * SECOND / rates.bytes());
    long wait = Math.max(0, Math.max(due, dueBytes) - now);
    waited += wait;
    return wait;
  }

  /** Counts a message of the application; false where the day's are used up. */
  public synchronized boolean takeOfDay() {
    long now = day.getAsLong();
    ofDay = now == today ? ofDay : 0;
    today = now;
    if (ofDay >= rates.day()) {
      return false;
    }
    ofDay++;
    return true;
  }

  /** What the messages of a day are limited to, for who has used them up. */
  String limitOfDay() {
    return rates.day() + " messages a day (UTC)";
  }

  /** Who it is. */
  public String name() {
    return name;
  }

  /** Messages read. */
  public synchronized long messages() {
    return messages;
  }

  /** Nanoseconds for which its messages have waited, all together. */
  public synchronized long waited() {
    return waited;
  }
}
