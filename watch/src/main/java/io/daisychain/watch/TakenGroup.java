package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Messages that are made durable together, and resolved meanwhile. Whichever of the two threads is
 * done last tells what was found out: nobody has to be woken first. Of many messages it is the one
 * that links, so that the other goes on storing.
 */
final class TakenGroup {
  /** A few microseconds each, for which nothing is put. */
  private static final int MOST_TOLD_BY_WRITER = 64;

  private final List<Taken> messages;
  private boolean durable;
  private LiveLink.Resolved resolved;
  private boolean told;

  TakenGroup(List<Taken> messages) {
    this.messages = List.copyOf(messages);
  }

  List<Taken> messages() {
    return messages;
  }

  /** Rows of the messages that have one. */
  List<byte[]> blocks() {
    List<byte[]> blocks = new ArrayList<>(messages.size());
    for (Taken message : messages) {
      if (message.block() != null) {
        blocks.add(message.block());
      }
    }
    return blocks;
  }

  /**
   * All of it is durable.
   *
   * @return what the caller has to tell now, and then that this is done; null where another does
   */
  synchronized LiveLink.Resolved becameDurable() {
    durable = true;
    notifyAll();
    return messages.size() > MOST_TOLD_BY_WRITER ? null : resolved;
  }

  /** Waits so long at most until all of it is durable; true then. */
  synchronized boolean isDurable(long millis) throws InterruptedException {
    return await(() -> durable, millis);
  }

  /** All of it is resolved, and it may be told when it is durable. */
  synchronized void becameResolved(LiveLink.Resolved what) {
    if (!durable) {
      resolved = what;
    }
  }

  /** Was told. */
  synchronized void becameTold() {
    told = true;
    notifyAll();
  }

  /**
   * Waits so long at most until it was told, or it is durable and up to the one who has resolved it
   * to tell it; true then.
   */
  synchronized boolean isTellable(long millis) throws InterruptedException {
    return await(() -> told || (durable && isLeft()), millis);
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

  /** True where the one that links has to tell it. */
  private boolean isLeft() {
    return resolved == null || messages.size() > MOST_TOLD_BY_WRITER;
  }

  synchronized boolean wasTold() {
    return told;
  }
}
