package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/**
 * The calls of Pub/Sub's REST interface that wait for a message, on one subscription. It shows what
 * this program does, not what Google's servers do.
 */
public final class PubsubServer implements AutoCloseable {
  public static final String SUBSCRIPTION = "projects/project/subscriptions/start";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Deque<String> messages = new ArrayDeque<>();
  private final List<String> acknowledged = new ArrayList<>();
  private int pulls;

  private PubsubServer(HttpServer server) {
    this.server = server;
  }

  public static PubsubServer start() throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    PubsubServer started = new PubsubServer(HttpServer.create(address, 0));
    started.server.createContext("/v1/", started::serve);
    started.server.setExecutor(Executors.newCachedThreadPool());
    started.server.start();
    return started;
  }

  public String root() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  public synchronized void send(String message) {
    messages.add(message);
    notifyAll();
  }

  /** How many pulls came, those that still wait among them. */
  public synchronized int pulls() {
    return pulls;
  }

  public synchronized List<String> acknowledged() {
    return List.copyOf(acknowledged);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode body = JSON.readTree(new GZIPInputStream(exchange.getRequestBody()));
      String call = exchange.getRequestURI().getPath().replace("/v1/" + SUBSCRIPTION + ":", "");
      switch (call) {
        case "seek" -> {
          synchronized (this) {
            messages.clear();
          }
          answer(exchange, 200, "{}");
        }
        case "pull" -> pull(exchange);
        case "acknowledge" -> {
          synchronized (this) {
            acknowledged.add(body.at("/ackIds/0").asText());
          }
          answer(exchange, 200, "{}");
        }
        default -> answer(exchange, 404, "{\"error\":{\"code\":404}}");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The first is refused for a moment, the second finds nothing, the others wait. */
  private void pull(HttpExchange exchange) throws IOException, InterruptedException {
    int number;
    String message = null;
    synchronized (this) {
      number = ++pulls;
      while (number > 2 && messages.isEmpty()) {
        wait();
      }
      if (number > 2) {
        message = messages.remove();
      }
    }
    if (number == 1) {
      answer(exchange, 503, "{\"error\":{\"code\":503}}");
    } else if (number == 2) {
      answer(exchange, 200, "{}");
    } else {
      answer(
          exchange,
          200,
          "{\"receivedMessages\":[{\"ackId\":\"ack-of-%s\",\"message\":{\"messageId\":\"1\"}}]}"
              .formatted(message));
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
