package io.daisychain.flight;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work of many users, done a small part at a time: users take turns, and so do the requests of one
 * user among themselves. So a small request waits for one part of each other user at most, however
 * much these have asked for.
 */
final class FairQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FairQueue.class);

  /** What is done in parts, one at a time. */
  interface Work {
    /** Does a part; true if another can be done at once. Ends itself where it fails. */
    boolean run();
  }

  private final Map<String, Deque<Work>> waiting = new HashMap<>();

  /** Users of whom something waits, each once, in the order of their turns. */
  private final Deque<String> turns = new ArrayDeque<>();

  private final List<Thread> workers = new ArrayList<>();
  private boolean closed;

  /** Who does the work; with none {@link #runNext} does. */
  FairQueue(int workers) {
    for (int i = 0; i < workers; i++) {
      Thread thread = new Thread(this::work, "flight-" + i);
      thread.setDaemon(true);
      this.workers.add(thread);
      thread.start();
    }
  }

  /** Adds work of a user, to be done in the user's turns. */
  synchronized void add(String user, Work work) {
    Deque<Work> own = waiting.get(user);
    if (own == null) {
      own = new ArrayDeque<>();
      waiting.put(user, own);
      turns.add(user);
    }
    own.add(work);
    notify();
  }

  private record Turn(String user, Work work) {}

  private synchronized Turn take() {
    String user = turns.poll();
    if (user == null) {
      return null;
    }
    Deque<Work> own = waiting.get(user);
    Work work = own.remove();
    if (own.isEmpty()) {
      waiting.remove(user);
    } else {
      turns.add(user);
    }
    return new Turn(user, work);
  }

  /** Does a part of the user whose turn it is; false if nothing waits. */
  boolean runNext() {
    Turn turn = take();
    if (turn == null) {
      return false;
    }
    if (turn.work().run()) {
      add(turn.user(), turn.work());
    }
    return true;
  }

  private void work() {
    while (await()) {
      try {
        runNext();
      } catch (RuntimeException | Error e) {
        LOG.error("a request has ended without an answer", e);
      }
    }
  }

  private synchronized boolean await() {
    while (turns.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return !closed;
  }

  /** Ends what does the work, each behind the part that it does. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    for (Thread worker : workers) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
