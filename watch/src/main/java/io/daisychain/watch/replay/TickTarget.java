package io.daisychain.watch.replay;

import io.daisychain.watch.ticks.QuoteTick;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A port that takes ticks, which tells nothing. */
final class TickTarget implements ReplayTarget {
  private static final int BUFFER = 1_000 * QuoteTick.LENGTH;

  /** A tick that is later than this waits for others. */
  private static final long MOST_TOGETHER = TimeUnit.MICROSECONDS.toNanos(100);

  private final ReplayCounts counts;
  private final ReplayRecord record;
  private final boolean now;
  private final Socket socket;
  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER];
  private final List<long[]> buffered = new ArrayList<>();
  private int length;
  private long sequence;

  TickTarget(
      ReplaySettings.TicksTarget target, boolean now, ReplayCounts counts, ReplayRecord record)
      throws IOException {
    this.counts = counts;
    this.record = record;
    this.now = now;
    this.socket = target.address().connect();
    this.out = socket.getOutputStream();
  }

  @Override
  public void send(ReplayItem item, long number, long scheduled) throws IOException {
    System.arraycopy(item.bytes(), 0, buffer, length, QuoteTick.LENGTH);
    QuoteTick.number(buffer, length, ++sequence);
    if (now) {
      QuoteTick.time(buffer, length, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    }
    length += QuoteTick.LENGTH;
    buffered.add(new long[] {number, scheduled, sequence});
    // Ticks that are due already go together.
    if (length == BUFFER || System.nanoTime() - buffered.get(0)[1] < MOST_TOGETHER) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (length > 0) {
      out.write(buffer, 0, length);
      long sent = System.nanoTime();
      counts.sent(buffered.size());
      for (long[] tick : buffered) {
        record.note(tick[0], "", tick[2], tick[1], sent, ReplayRecord.NEVER);
      }
      buffered.clear();
      length = 0;
    }
  }

  @Override
  public void idle() throws IOException {
    flush();
  }

  @Override
  public void finish() throws IOException {
    flush();
    socket.shutdownOutput();
    // The other side closes when it has read all, and says nothing.
    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
