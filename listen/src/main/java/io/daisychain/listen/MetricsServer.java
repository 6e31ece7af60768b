package io.daisychain.listen;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.function.Supplier;

/** Serves counters and histograms at {@code /metrics}, in the text format of Prometheus. */
public final class MetricsServer implements AutoCloseable {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;

  /** Answers are short, and nobody's connection stays open behind one. */
  private static final int MOST_PROVEN = 1;

  private final HttpListener listener;
  private final Supplier<String> text;

  /**
   * Serves at a port of this machine, with 0 at one that is free.
   *
   * @param text what is served, made for each answer
   */
  public MetricsServer(int port, Supplier<String> text) throws IOException {
    this.text = text;
    listener = new HttpListener("metrics", Listening.LOOPBACK, port, MOST_PROVEN);
    listener.start(this::answer);
  }

  /** The port. */
  public int port() {
    return listener.port();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean isHere = exchange.getRequestURI().getPath().equals("/metrics");
      boolean isGet = exchange.getRequestMethod().equals("GET");
      if (!isHere || !isGet) {
        exchange.sendResponseHeaders(isHere ? NOT_ALLOWED : NOT_FOUND, -1);
        return;
      }
      byte[] body = text.get().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
      exchange.sendResponseHeaders(OK, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
