package io.daisychain.cli.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.explorer.Answer;
import io.daisychain.explorer.Gate;
import io.daisychain.explorer.PageFiles;
import io.daisychain.listen.HttpCall;
import io.daisychain.listen.HttpListener;
import io.daisychain.listen.Listening;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Health, metrics and the operator's page, for this machine alone. Health and metrics are told to
 * whoever asks on it; the page to who has the token of its first address, as the explorer's.
 */
public final class StatusServer implements AutoCloseable {
  /** Connections of pages; a browser has six to a server. */
  private static final int MOST_CONNECTIONS = 64;

  private static final Duration MOMENT = Duration.ofSeconds(2);
  private static final int OK = 200;
  private static final int NOT_READY = 503;
  private static final String METRICS = "text/plain; version=0.0.4";

  private final HttpListener listener;
  private final Gate gate;
  private final StatusSources sources;
  private final StatusGathering gathering;
  private final InstantSource clock;

  /**
   * Begins to serve.
   *
   * @param port of 127.0.0.1; 0 for any
   * @throws IOException if the port is taken
   */
  public StatusServer(int port, StatusSources sources) throws IOException {
    this(port, sources, InstantSource.system(), MOMENT);
  }

  /**
   * Begins to serve.
   *
   * @param moment for which who asks waits for what is being looked at
   */
  StatusServer(int port, StatusSources sources, InstantSource clock, Duration moment)
      throws IOException {
    this.sources = sources;
    this.clock = clock;
    gathering = new StatusGathering(sources, clock, moment);
    listener = new HttpListener("status", Listening.LOOPBACK, port, MOST_CONNECTIONS);
    gate = new Gate(listener.port());
    gathering.start();
    listener.start(this::handle);
  }

  /** The address of the page; it has the token. */
  public String address() {
    return "http://127.0.0.1:" + listener.port() + "/?token=" + gate.token();
  }

  public int port() {
    return listener.port();
  }

  private void handle(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      answer = answer(exchange);
    } catch (IOException | RuntimeException e) {
      CommandLog.failure(e);
      answer = Answer.text(500, "that went wrong: see the log");
    }
    try (exchange) {
      answer.send(exchange);
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    URI address = exchange.getRequestURI();
    Headers headers = exchange.getRequestHeaders();
    boolean entering = gate.isToken(address);
    Optional<Answer> refusal =
        gate.refusal(exchange.getRequestMethod(), address, headers, entering);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    return switch (address.getRawPath()) {
      case "/health/live" -> health(true);
      case "/health/ready" -> health(false);
      case "/metrics" -> new Answer(OK, METRICS, metrics().getBytes(UTF_8), Optional.empty());
      default -> page(exchange, address, headers, entering);
    };
  }

  private Answer health(boolean isLive) {
    List<PartState> parts = sources.parts().get();
    return line(
        StatusJson.isWell(parts, isLive) ? OK : NOT_READY, StatusJson.health(parts, isLive));
  }

  private static Answer line(int status, ObjectNode node) {
    return new Answer(status, "application/json", (node + "\n").getBytes(UTF_8), Optional.empty());
  }

  private String metrics() {
    return StatusMetrics.of(gathering.current(), sources.parts().get(), clock.instant())
        + sources.metrics().get();
  }

  private Answer page(HttpExchange exchange, URI address, Headers headers, boolean entering)
      throws IOException {
    if (entering || gate.hasCookie(headers)) {
      HttpCall.prove(exchange, "page");
    }
    if (entering) {
      exchange.getResponseHeaders().set("Set-Cookie", gate.cookieHeader());
      return PageFiles.entrance(gate.secret());
    }
    if (!gate.hasCookie(headers)) {
      return Answer.text(401, "open the address that serve printed: it has the token");
    }
    String path = address.getRawPath();
    boolean isStatus = path.equals("/status.json");
    if (isStatus || path.equals("/over.json")) {
      if (!gate.hasSecret(headers)) {
        return Answer.text(401, "this tab has no key: open the address that serve printed");
      }
      Status status = gathering.current();
      return line(
          OK,
          isStatus
              ? StatusJson.of(status, sources.parts().get(), sources.metrics().get())
              : StatusJson.over(status));
    }
    return PageFiles.ofOperator(path).orElseGet(() -> Answer.text(404, "there is no such page"));
  }

  @Override
  public void close() {
    listener.close();
    gathering.close();
  }
}
