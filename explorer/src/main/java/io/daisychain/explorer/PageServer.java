package io.daisychain.explorer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.daisychain.warehouse.DuckDbReader;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the page on this machine's loopback address. */
final class PageServer implements AutoCloseable {
  private static final String API = "/api/";
  private static final String LIVE = "/api/live";
  private static final String EVENT_STREAM = "text/event-stream";
  private static final int THREADS = 16;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);

  static {
    // Read when the server's classes load: without it an answer on a kept connection waits 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService workers;
  private final Gate gate;
  private final PageApi api;
  private final Optional<LiveStream> live;

  /**
   * Begins to serve.
   *
   * @param live what a running watch finds; empty where none is looked at
   */
  PageServer(int port, Publications publications, Optional<LiveStream> live) throws IOException {
    this.live = live;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    gate = new Gate(server.getAddress().getPort());
    api = new PageApi(publications, live.isPresent());
    workers =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "explorer");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(workers);
    server.createContext("/", this::handle);
    server.start();
  }

  /** The address to open first. */
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/?token=" + gate.token();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer;
      try {
        answer = answer(exchange);
      } catch (IOException | RuntimeException e) {
        LOG.warn(exchange.getRequestURI().getRawPath(), e);
        answer = Answer.text(500, "that went wrong: " + e.getMessage());
      }
      if (answer.type().equals(EVENT_STREAM) && exchange.getRequestMethod().equals("GET")) {
        headers(exchange, answer);
        live.orElseThrow().send(exchange);
      } else {
        send(exchange, answer);
      }
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    URI address = exchange.getRequestURI();
    boolean entering = gate.isToken(address);
    Headers headers = exchange.getRequestHeaders();
    Optional<Answer> refusal =
        gate.refusal(exchange.getRequestMethod(), address, headers, entering);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (entering) {
      exchange.getResponseHeaders().set("Set-Cookie", gate.cookieHeader());
      return PageFiles.entrance();
    }
    if (!gate.hasCookie(headers)) {
      return Answer.text(
          401, "open the address that the command explore printed: it has the token");
    }
    String path = address.getRawPath();
    if (live.isPresent() && path.equals(LIVE)) {
      return stream(exchange);
    }
    if (!path.startsWith(API)) {
      return PageFiles.of(path).orElseGet(() -> Answer.text(404, "there is no such page"));
    }
    try {
      return api.answer(path.substring(API.length()), address.getRawQuery())
          .orElseGet(() -> Answer.text(404, "there is no such page"));
    } catch (BadParameterException e) {
      return Answer.text(400, e.getMessage());
    } catch (DuckDbReader.TimeLimitException e) {
      return Answer.text(503, e.getMessage());
    } catch (ShownPublication.NotReadyException e) {
      exchange.getResponseHeaders().set("Retry-After", "1");
      return Answer.text(503, e.getMessage());
    } catch (WarehouseException e) {
      LOG.warn(path, e);
      return Answer.text(500, e.getMessage());
    }
  }

  private Answer stream(HttpExchange exchange) {
    if (exchange.getRequestURI().getRawQuery() != null) {
      return Answer.text(400, "live takes no parameters");
    }
    boolean refused = exchange.getRequestMethod().equals("GET") && !live.orElseThrow().enter();
    return refused
        ? Answer.text(503, "too many pages are open")
        : new Answer(200, EVENT_STREAM, new byte[0], Optional.empty());
  }

  private static Headers headers(HttpExchange exchange, Answer answer) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    headers.set(
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    answer
        .fileName()
        .ifPresent(
            name -> headers.set("Content-Disposition", "attachment; filename=\"" + name + "\""));
    if (answer.status() == 405) {
      headers.set("Allow", "GET, HEAD");
    }
    return headers;
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = headers(exchange, answer);
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", "" + answer.body().length);
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    exchange.sendResponseHeaders(
        answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
    exchange.getResponseBody().write(answer.body());
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }
}
