package io.daisychain.watch.replay;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/**
 * Times of all that was sent: when it was scheduled, when it was sent, when its target told that it
 * is durable. In nanoseconds since 1970, of one clock that never goes back. Safe for several
 * threads.
 */
final class ReplayRecord implements Closeable {
  /** In place of a time that there is not. */
  static final long NEVER = Long.MIN_VALUE;

  private static final String HEADER = "message,sender,number,scheduled,sent,told\n";
  private static final int DIGITS = 3;

  private final BufferedWriter out;
  private final long epochNanos;
  private final Histogram sending = new Histogram(DIGITS);
  private final Histogram telling = new Histogram(DIGITS);

  /**
   * A record.
   *
   * @param file null where none is written
   */
  ReplayRecord(Path file) throws IOException {
    out = file == null ? null : Files.newBufferedWriter(file);
    if (out != null) {
      out.write(HEADER);
    }
    long now = System.nanoTime();
    epochNanos =
        java.util.concurrent.TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - now;
  }

  boolean isWritten() {
    return out != null;
  }

  /**
   * Notes a message. Times are of {@link System#nanoTime}.
   *
   * @param message number of the message, from 1
   * @param number its 34, or of the file that it is in; 0 for none
   */
  synchronized void note(
      long message, String sender, long number, long scheduled, long sent, long told)
      throws IOException {
    if (sent != NEVER) {
      sending.recordValue(Math.max(0, sent - scheduled));
    }
    if (told != NEVER) {
      telling.recordValue(Math.max(0, told - scheduled));
    }
    if (out != null) {
      out.write(Long.toString(message));
      out.write(',');
      out.write(sender.matches("[^,\"\\n]*") ? sender : '"' + sender.replace("\"", "\"\"") + '"');
      out.write(',');
      if (number > 0) {
        out.write(Long.toString(number));
      }
      write(scheduled);
      write(sent);
      write(told);
      out.write('\n');
    }
  }

  private void write(long time) throws IOException {
    out.write(',');
    if (time != NEVER) {
      out.write(Long.toString(epochNanos + time));
    }
  }

  /** How long after its schedule a message was sent, in nanoseconds. */
  synchronized Histogram sending() {
    return sending.copy();
  }

  /** How long after its schedule the target told of a message, in nanoseconds. */
  synchronized Histogram telling() {
    return telling.copy();
  }

  @Override
  public synchronized void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
