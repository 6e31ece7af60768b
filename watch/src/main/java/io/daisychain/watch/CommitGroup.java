package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import io.daisychain.store.RowBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Messages that are made durable together, and resolved meanwhile. Whichever of the two threads is
 * done last hands out what was found out: nobody has to be woken first. Of many messages it is the
 * one that links, so that the other goes on storing.
 */
final class CommitGroup {
  /** A few microseconds each, for which nothing is put. */
  static final int MOST_BY_WRITER = 64;

  private final List<PendingMessage> messages;
  private final Consumer<List<PendingMessage>> linked;
  private boolean durable;
  private boolean stored;
  private LiveLink.Resolved resolved;
  private boolean handedOut;

  /**
   * A group.
   *
   * @param linked hears when what was found out of its messages has been handed out
   */
  CommitGroup(List<PendingMessage> messages, Consumer<List<PendingMessage>> linked) {
    this.messages = List.copyOf(messages);
    this.linked = linked;
  }

  List<PendingMessage> messages() {
    return messages;
  }

  /** Rows of the messages that have one. */
  List<byte[]> rows() {
    List<byte[]> rows = new ArrayList<>(messages.size());
    for (PendingMessage message : messages) {
      if (message.block() != null) {
        rows.add(message.block());
      }
    }
    return rows;
  }

  /** The same by date: a request is of one table. */
  List<byte[]> rowsByDate() {
    List<byte[]> rows = rows();
    rows.sort(Comparator.comparingInt(CommitGroup::dateOf));
    return rows;
  }

  /** Texts by row and column of the meta table that sources have kept with messages of groups. */
  static Map<String, Map<String, String>> kept(List<CommitGroup> groups) {
    Map<MessageSource, Long> last = new LinkedHashMap<>();
    for (CommitGroup group : groups) {
      for (PendingMessage message : group.messages()) {
        last.merge(message.source(), message.number(), Math::max);
      }
    }
    Map<String, Map<String, String>> kept = new TreeMap<>();
    last.forEach((source, number) -> kept.putAll(source.keep(number)));
    return kept;
  }

  static int dateOf(byte[] row) {
    return new RowBatch.Reader().wrap(row).date();
  }

  /** All of it is durable: hands out what was found out of it, if that is there and little. */
  void becameDurable() {
    LiveLink.Resolved left;
    synchronized (this) {
      durable = true;
      notifyAll();
      left = messages.size() > MOST_BY_WRITER ? null : resolved;
    }
    if (left != null) {
      handOut(left);
    }
  }

  /** Waits so long at most until all of it is durable; true then. */
  synchronized boolean isDurable(long millis) throws InterruptedException {
    return await(() -> durable, millis);
  }

  /** All of its rows are in the store, which may be later than it is durable. */
  synchronized void becameStored() {
    stored = true;
    notifyAll();
  }

  /** Waits so long at most until all of its rows are in the store; true then. */
  synchronized boolean isStored(long millis) throws InterruptedException {
    return await(() -> stored, millis);
  }

  /** All of it is resolved, and it may be handed out when it is durable. */
  synchronized void becameResolved(LiveLink.Resolved what) {
    if (!durable) {
      resolved = what;
    }
  }

  /**
   * Waits so long at most until it was handed out, or it is durable and up to the one who has
   * resolved it to do so; true then.
   */
  synchronized boolean isSettled(long millis) throws InterruptedException {
    return await(() -> handedOut || (durable && isLeft()), millis);
  }

  private synchronized boolean await(BooleanSupplier done, long millis)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; !done.getAsBoolean() && left > 0; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    return done.getAsBoolean();
  }

  /** True where the one that links has to hand it out. */
  private boolean isLeft() {
    return resolved == null || messages.size() > MOST_BY_WRITER;
  }

  /** Hands out what was found out of it, which is settled, unless the other thread has. */
  void handOutLeft(LiveLink.Resolved what) {
    if (!wasHandedOut()) {
      handOut(what);
    }
  }

  private void handOut(LiveLink.Resolved what) {
    what.tell();
    linked.accept(messages);
    synchronized (this) {
      handedOut = true;
      notifyAll();
    }
  }

  private synchronized boolean wasHandedOut() {
    return handedOut;
  }
}
