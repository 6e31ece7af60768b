package io.daisychain.explorer;

import io.daisychain.explorer.point.NotReadyException;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Files that a browser is about to write. It asks for them by itself, without the page's secret:
 * the page gets a ticket for each, which is good once, and gives it in the address.
 */
final class Downloads {
  /** Before a ticket in an address. */
  static final String PATH = "/download/";

  private static final int TICKET_BYTES = 24;

  /** Tickets that wait; the oldest is forgotten. */
  private static final int MOST_TICKETS = 16;

  /** Each takes one of the server's threads, and much of the warehouse's time. */
  private static final int MOST_UNDER_WAY = 2;

  /**
   * What a ticket is for.
   *
   * @param name of the request
   * @param query its parameters
   */
  record Request(String name, String query) {}

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Request> waiting = new LinkedHashMap<>();
  private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);

  /** A ticket for a request. */
  synchronized String ticket(Request request) {
    byte[] bytes = new byte[TICKET_BYTES];
    random.nextBytes(bytes);
    String ticket = HexFormat.of().formatHex(bytes);
    waiting.put(ticket, request);
    if (waiting.size() > MOST_TICKETS) {
      waiting.remove(waiting.keySet().iterator().next());
    }
    return ticket;
  }

  /** The request of a ticket, which is used up by that; empty for none. */
  synchronized Optional<Request> take(String ticket) {
    return Optional.ofNullable(waiting.remove(ticket));
  }

  /**
   * Refuses another while there are enough.
   *
   * @throws NotReadyException if there are
   */
  void await() throws IOException {
    if (underWay.availablePermits() == 0) {
      throw tooMany();
    }
  }

  private static IOException tooMany() {
    return new NotReadyException(
        MOST_UNDER_WAY + " files are being written already: wait until one is there");
  }

  /** The same, counted while it is written. */
  Answer.Stream counted(Answer.Stream stream) throws IOException {
    await();
    return out -> {
      if (!underWay.tryAcquire()) {
        throw tooMany();
      }
      try {
        stream.write(out);
      } finally {
        underWay.release();
      }
    };
  }
}
