package io.daisychain.listen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Serves HTTP/1.1 (RFC 9112) without bodies of requests, which is what GET and HEAD are. The whole
 * head of a request has {@value #MOST_BYTES} bytes at most and the time of a stranger; whatever is
 * not of the protocol is answered by 400, or by nothing from its first byte on.
 */
public final class HttpListener implements AutoCloseable {
  private static final int MOST_BYTES = 16 << 10;
  private static final int MOST_HEADERS = 100;

  /** For the next request on a connection. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** What is read of a body that nobody wanted, so that the answer is not lost by a reset. */
  private static final int MOST_DRAINED = 64 << 10;

  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,16}");

  private final Listener listener;
  private HttpHandler handler;

  /** A request that is none. */
  private static final class BadRequestException extends IOException {
    private final int status;

    BadRequestException(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /**
   * Listens; {@link #start} begins to accept.
   *
   * @param most connections that are served at a time
   */
  public HttpListener(String name, Listening where, int port, int most) throws IOException {
    this.listener =
        new Listener(name, where, port, ListenerLimits.of(MOST_BYTES, most), this::serve);
  }

  /**
   * Begins to accept.
   *
   * @param answers a request; {@link HttpCall#prove} says that it came from somebody who may ask
   */
  public void start(HttpHandler answers) {
    handler = answers;
    listener.start();
  }

  /** The port. */
  public int port() {
    return listener.port();
  }

  private void serve(Connection connection) throws IOException {
    InputStream in = new BufferedInputStream(connection.in());
    boolean goesOn = true;
    while (goesOn) {
      String head;
      HttpCall call;
      try {
        head = head(in, connection);
        if (head.isEmpty()) {
          return; // it has closed
        }
        call = parse(head, connection);
      } catch (BadRequestException e) {
        HttpCall.refuse(connection, e.status, e.getMessage());
        drain(in, connection);
        return;
      }
      handler.handle(call);
      call.close();
      goesOn = call.keepsAlive() && connection.name() != null;
      if (goesOn) {
        connection.expectWithin(IDLE_NANOS);
      }
    }
    connection.shutdownOutput();
    drain(in, connection);
  }

  private static void drain(InputStream in, Connection connection) throws IOException {
    connection.expectWithin(DRAIN_NANOS);
    byte[] none = new byte[1_024];
    int read = in.read(none);
    for (int all = 0; read >= 0 && all < MOST_DRAINED; all += read) {
      read = in.read(none);
    }
  }

  /** All lines up to the empty one; empty where the other end has closed. */
  private static String head(InputStream in, Connection connection) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 2) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      if (head.size() == 0) {
        if (next == '\r' || next == '\n') {
          continue; // RFC 9112, 2.2; counted as bytes of a stranger all the same
        }
        if (connection.name() != null) {
          connection.expectWithin(connection.strangerNanos());
        }
        if (next < 'A' || next > 'Z') {
          throw connection.refused("no HTTP");
        }
      }
      if (head.size() == MOST_BYTES) {
        throw new BadRequestException(431, "a request's head has " + MOST_BYTES + " bytes at most");
      }
      head.write(next);
      if (next == '\n') {
        ends++;
      } else if (next != '\r') {
        ends = 0;
      }
    }
    return head.toString(ISO_8859_1);
  }

  private HttpCall parse(String head, Connection connection) throws BadRequestException {
    String[] lines = head.split("\r?\n", -1);
    String[] words = lines[0].split(" ", -1);
    if (words.length != 3
        || !METHOD.matcher(words[0]).matches()
        || !words[2].matches("HTTP/1\\.[01]")) {
      throw new BadRequestException(400, "the first line is no request of HTTP/1.1");
    }
    Headers headers = new Headers();
    for (int i = 1; i < lines.length - 2; i++) {
      int colon = lines[i].indexOf(':');
      if (colon < 0 || !NAME.matcher(lines[i].substring(0, colon)).matches()) {
        throw new BadRequestException(400, "line " + (i + 1) + " is no header");
      }
      String value = lines[i].substring(colon + 1).strip();
      if (value.chars().anyMatch(one -> (one < ' ' && one != '\t') || one == 0x7F)) {
        throw new BadRequestException(400, "line " + (i + 1) + " is no header");
      }
      if (i > MOST_HEADERS) {
        throw new BadRequestException(431, "a request has " + MOST_HEADERS + " headers at most");
      }
      headers.add(lines[i].substring(0, colon), value);
    }
    try {
      URI address = new URI(words[1]);
      if (address.getRawPath() == null) {
        throw new URISyntaxException(words[1], "no path");
      }
      return new HttpCall(connection, words[0], address, words[2], headers);
    } catch (URISyntaxException e) {
      throw new BadRequestException(400, "the first line has no address");
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
