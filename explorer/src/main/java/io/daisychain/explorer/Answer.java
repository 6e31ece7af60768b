package io.daisychain.explorer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What is sent back.
 *
 * @param fileName under which a browser keeps it; empty for what it shows
 * @param stream writes what is too long to be held, in place of the body
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Answer(
    int status, String type, byte[] body, Optional<String> fileName, Optional<Stream> stream) {
  /** Writes a long answer. */
  @FunctionalInterface
  interface Stream {
    /**
     * Writes all of it.
     *
     * @throws IOException if it breaks off, or its reader is gone
     */
    void write(OutputStream out) throws IOException;
  }

  /** What is held. */
  public Answer(int status, String type, byte[] body, Optional<String> fileName) {
    this(status, type, body, fileName, Optional.empty());
  }

  public static final ObjectMapper JSON = new ObjectMapper();

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  public static Answer json(JsonNode node) {
    return new Answer(200, "application/json", bytes(node), Optional.empty());
  }

  /** A line for people. */
  public static Answer text(int status, String words) {
    return new Answer(
        status,
        "text/plain; charset=utf-8",
        (words + "\n").getBytes(StandardCharsets.UTF_8),
        Optional.empty());
  }

  static Answer file(String type, byte[] body, String name) {
    return new Answer(200, type, body, Optional.of(name));
  }

  /** A file that is written while it is sent. */
  static Answer file(String type, Stream stream, String name) {
    return new Answer(200, type, new byte[0], Optional.of(name), Optional.of(stream));
  }

  /** A picture: the length of its description, the description, cells. */
  static Answer picture(JsonNode description, byte[] cells) {
    byte[] words = bytes(description);
    byte[] body =
        ByteBuffer.allocate(Integer.BYTES + words.length + cells.length)
            .putInt(words.length)
            .put(words)
            .put(cells)
            .array();
    return new Answer(200, "application/octet-stream", body, Optional.empty());
  }

  /** Sets what every answer says of itself: it is not kept, and loads nothing of other sites. */
  Headers headers(HttpExchange exchange) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set(
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    fileName.ifPresent(
        name -> headers.set("Content-Disposition", "attachment; filename=\"" + name + "\""));
    if (status == 405) {
      headers.set("Allow", "GET, HEAD");
    }
    return headers;
  }

  /** Answers with the body. */
  public void send(HttpExchange exchange) throws IOException {
    Headers headers = headers(exchange);
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", "" + body.length);
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
