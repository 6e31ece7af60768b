package io.daisychain.watch.replay;

import io.daisychain.watch.HostPort;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Opens a session, and tries again where that may help: whoever takes it may be starting anew. */
final class SessionOpening {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_MILLIS = 200;
  private static final int MOST_FIRST_LOGONS = 3;

  private final Logon logon;
  private final BooleanSupplier haveOthersBegun;
  private final Clock clock;

  /**
   * The opening of a session.
   *
   * @param haveOthersBegun true when a message of any session was sent
   */
  SessionOpening(Logon logon, BooleanSupplier haveOthersBegun, Clock clock) {
    this.logon = logon;
    this.haveOthersBegun = haveOthersBegun;
    this.clock = clock;
  }

  /** Connects and logs on once. */
  interface Logon {
    /**
     * Returns when the Logon was answered.
     *
     * @param first true to begin with number 1 on both sides
     * @throws ClosedException if the connection was closed instead
     */
    void open(boolean first) throws IOException, InterruptedException;
  }

  /** The time between two Logons. */
  interface Clock {
    /** This machine's. */
    Clock SYSTEM =
        new Clock() {
          @Override
          public long nanos() {
            return System.nanoTime();
          }

          @Override
          public void pause(long millis) throws InterruptedException {
            Thread.sleep(millis);
          }
        };

    /** Nanoseconds since any moment. */
    long nanos();

    void pause(long millis) throws InterruptedException;
  }

  /** The other side has ended the connection instead of answering a Logon. */
  static final class ClosedException extends IOException {
    ClosedException(String message) {
      super(message);
    }
  }

  /**
   * Opens a new session. Where others have begun, whoever is not there comes back, or was cut off
   * while it answered; a Logon that is refused looks like that too, so it is not sent for long. Who
   * ends a connection before TLS is agreed on has others to serve, and is waited for.
   */
  void first() throws IOException, InterruptedException {
    long began = clock.nanos();
    for (int logons = 1; ; ) {
      try {
        logon.open(true);
        return;
      } catch (ClosedException e) {
        if (logons++ == MOST_FIRST_LOGONS) {
          throw e;
        }
      } catch (IOException e) {
        boolean mayHelp =
            haveOthersBegun.getAsBoolean() || e instanceof HostPort.HandshakeCutException;
        if (!mayHelp || isOver(began)) {
          throw e;
        }
      }
      clock.pause(PAUSE_MILLIS);
    }
  }

  /** Opens one that was cut under its next number. */
  void again() throws IOException, InterruptedException {
    long began = clock.nanos();
    IOException last = null;
    while (!isOver(began)) {
      clock.pause(PAUSE_MILLIS);
      try {
        logon.open(false);
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException("the session was cut, and could not be opened again", last);
  }

  private boolean isOver(long began) {
    return clock.nanos() - began >= PATIENCE_NANOS;
  }
}
