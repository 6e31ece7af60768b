package io.daisychain.watch;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Messages that are read and not durable yet, of a limited number and of limited bytes: a queue for
 * the folder, for all FIX sessions and for Pub/Sub, of which one message each is taken in turn. So
 * nobody waits behind all that another has read. Safe for several threads.
 */
final class Backlog {
  /** Bytes of a group, as a part of those that may wait. */
  private static final int GROUP_PART = 4;

  private final int most;
  private final long mostBytes;
  private final Map<Object, ArrayDeque<PendingMessage>> queues = new HashMap<>();

  /** Queues that have something, the one whose turn it is first. */
  private final ArrayDeque<ArrayDeque<PendingMessage>> turns = new ArrayDeque<>();

  private int size;
  private long bytes;

  /** Holds so many messages, and one at least of so many bytes. */
  Backlog(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /**
   * Adds a message behind those of its queue.
   *
   * @return false where there was no room for so long
   */
  synchronized boolean offer(PendingMessage message, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (isFull()) {
      long left = left(end);
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    ArrayDeque<PendingMessage> queue =
        queues.computeIfAbsent(message.source().queue(), none -> new ArrayDeque<>());
    if (queue.isEmpty()) {
      turns.add(queue);
    }
    queue.add(message);
    bytes += message.length();
    if (size++ == 0) {
      notifyAll();
    }
    return true;
  }

  /** Takes up to so many messages; waits for the first, and gives up after so long. */
  synchronized void drainTo(List<PendingMessage> group, int count, long millis)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; size == 0 && left > 0; left = left(end)) {
      wait(left);
    }
    boolean wasFull = isFull();
    long least = bytes - mostBytes / GROUP_PART;
    for (int i = 0; i < count && !turns.isEmpty() && (i == 0 || bytes > least); i++) {
      ArrayDeque<PendingMessage> queue = turns.remove();
      PendingMessage message = queue.remove();
      group.add(message);
      bytes -= message.length();
      size--;
      if (!queue.isEmpty()) {
        turns.add(queue);
      }
    }
    if (wasFull) {
      notifyAll();
    }
  }

  private boolean isFull() {
    return size >= most || bytes >= mostBytes;
  }

  private static long left(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
  }

  synchronized int size() {
    return size;
  }
}
