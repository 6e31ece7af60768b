package io.daisychain.explorer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.daisychain.explorer.live.LiveWatch;
import io.daisychain.explorer.picture.Parameters;
import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.explorer.point.NotReadyException;
import io.daisychain.listen.HttpCall;
import io.daisychain.listen.HttpListener;
import io.daisychain.listen.Listening;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.duckdb.DuckDbReader;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the page on this machine's loopback address. */
final class PageServer implements AutoCloseable {
  private static final String API = "/api/";
  private static final String LIVE = "/api/live";
  private static final String QUOTES = "/api/quotes";
  private static final String EVENT_STREAM = "text/event-stream";

  /** Connections of pages; a browser has six to a server. */
  private static final int MOST_CONNECTIONS = 128;

  /** Questions that are answered at a time. */
  private static final int MOST_ANSWERED = 16;

  private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);

  private final HttpListener listener;
  private final Semaphore answering = new Semaphore(MOST_ANSWERED);
  private final Gate gate;
  private final PageApi api;
  private final QuestionLog log;
  private final Optional<LiveWatch> live;

  /**
   * Begins to serve.
   *
   * @param log hears what is asked
   * @param live what a running watch finds; empty where none is looked at
   */
  PageServer(int port, Publications publications, Optional<LiveWatch> live, QuestionLog log)
      throws IOException {
    this.log = log;
    this.live = live;
    api = new PageApi(publications, live.isPresent(), log);
    listener = new HttpListener("page", Listening.LOOPBACK, port, MOST_CONNECTIONS);
    gate = new Gate(listener.port());
    listener.start(this::handle);
  }

  /** The address to open first. */
  String address() {
    return "http://127.0.0.1:" + listener.port() + "/?token=" + gate.token();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      answer = answer(exchange);
    } catch (IOException | RuntimeException e) {
      LOG.warn(exchange.getRequestURI().getRawPath(), e);
      answer = Answer.text(500, "that went wrong: " + e.getMessage());
    }
    boolean isGet = exchange.getRequestMethod().equals("GET");
    if (isGet && answer.stream().isPresent()) {
      stream(exchange, answer);
    }
    try (exchange) {
      if (!isGet || answer.stream().isEmpty()) {
        answer.send(exchange);
      }
    }
  }

  /** What breaks off must not look whole: it has no end, and the connection closes. */
  private static void stream(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers(exchange);
    exchange.sendResponseHeaders(answer.status(), 0);
    try {
      answer.stream().orElseThrow().write(exchange.getResponseBody());
    } catch (RuntimeException e) {
      throw new IOException(e);
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
    if (entering || gate.hasCookie(headers)) {
      HttpCall.prove(exchange, "page");
    }
    if (entering) {
      exchange.getResponseHeaders().set("Set-Cookie", gate.cookieHeader());
      return PageFiles.entrance(gate.secret());
    }
    if (!gate.hasCookie(headers)) {
      return Answer.text(
          401, "open the address that the command explore printed: it has the token");
    }
    String path = address.getRawPath();
    if (path.startsWith(API) && !gate.hasSecret(headers)) {
      return Answer.text(
          401, "this tab has no key: open the address that the command explore printed");
    }
    if (live.isPresent() && (path.equals(LIVE) || path.equals(QUOTES))) {
      return live(live.get(), path, address.getRawQuery());
    }
    if (!path.startsWith(API) && !path.startsWith(Downloads.PATH)) {
      return PageFiles.of(path).orElseGet(() -> Answer.text(404, "there is no such page"));
    }
    try {
      answering.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.text(503, "the program ends");
    }
    try {
      Optional<Answer> found =
          path.startsWith(API)
              ? api.answer(path.substring(API.length()), address.getRawQuery())
              : downloads(exchange, path.substring(Downloads.PATH.length()));
      return found.orElseGet(() -> Answer.text(404, "there is no such page"));
    } catch (BadParameterException e) {
      return Answer.text(400, e.getMessage());
    } catch (DuckDbReader.TimeLimitException e) {
      return Answer.text(503, e.getMessage());
    } catch (NotReadyException e) {
      exchange.getResponseHeaders().set("Retry-After", "1");
      return Answer.text(503, e.getMessage());
    } catch (WarehouseException e) {
      LOG.warn(path, e);
      return Answer.text(500, e.getMessage());
    } finally {
      answering.release();
    }
  }

  /** A browser that writes a file sends no header of the page's: it has a ticket, for once. */
  private Optional<Answer> downloads(HttpExchange exchange, String ticket) throws IOException {
    return exchange.getRequestMethod().equals("GET") ? api.download(ticket) : Optional.empty();
  }

  /** A stream of events, as long as the page is there. */
  private Answer live(LiveWatch watch, String path, String query) throws IOException {
    Parameters parameters;
    try {
      parameters = Parameters.parse(query, path.equals(QUOTES) ? Set.of("symbol") : Set.of());
    } catch (BadParameterException e) {
      return Answer.text(400, e.getMessage());
    }
    log.asked(path.substring(API.length()), query == null ? "" : query);
    if (!watch.hasRoom()) {
      return Answer.text(503, "too many pages are open");
    }
    Set<String> symbols = Set.copyOf(parameters.all("symbol"));
    Answer.Stream stream =
        path.equals(QUOTES) ? out -> watch.sendQuotes(symbols, out) : watch::sendAlerts;
    return new Answer(200, EVENT_STREAM, new byte[0], Optional.empty(), Optional.of(stream));
  }

  @Override
  public void close() {
    listener.close();
  }
}
