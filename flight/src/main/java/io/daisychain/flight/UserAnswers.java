package io.daisychain.flight;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The requests of one user: so many are answered at once, others wait, and too many are refused.
 */
final class UserAnswers {
  private final String user;
  private final int most;
  private final int mostWaiting;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final AnswerTimes times = new AnswerTimes();
  private int begun;

  UserAnswers(String user, int most, int mostWaiting) {
    this.user = user;
    this.most = most;
    this.mostWaiting = mostWaiting;
  }

  String user() {
    return user;
  }

  AnswerTimes times() {
    return times;
  }

  /** Begins a request at once, or when another has ended; {@link #end} is to follow. */
  void begin(Runnable request) throws RefusedRequestException {
    synchronized (this) {
      if (begun == most) {
        if (waiting.size() == mostWaiting) {
          times.refused();
          throw RefusedRequestException.tooMuch(
              user + " has " + (most + mostWaiting) + " requests that are not answered yet");
        }
        waiting.add(request);
        return;
      }
      begun++;
    }
    request.run();
  }

  /** A request that was begun has ended. */
  void end() {
    Runnable next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        begun--;
      }
    }
    if (next != null) {
      next.run();
    }
  }

  synchronized int begun() {
    return begun;
  }

  synchronized int waiting() {
    return waiting.size();
  }
}
