package io.daisychain.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** Serves counters and histograms at {@code /metrics}, in the text format of Prometheus. */
final class MetricsServer implements AutoCloseable {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;

  private final HttpServer server;
  private final Supplier<String> text;

  MetricsServer(InetSocketAddress address, Supplier<String> text) throws IOException {
    this.text = text;
    server = HttpServer.create(address, 0);
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
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
    server.stop(0);
  }
}
