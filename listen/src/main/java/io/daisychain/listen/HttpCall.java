package io.daisychain.listen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A request of {@link HttpListener} and its answer. */
public final class HttpCall extends HttpExchange {
  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(302, "Found"),
          Map.entry(303, "See Other"),
          Map.entry(304, "Not Modified"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(421, "Misdirected Request"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(503, "Service Unavailable"));

  private final Connection connection;
  private final String method;
  private final URI address;
  private final String protocol;
  private final Headers request;
  private final Headers response = new Headers();
  private OutputStream out;
  private int status = -1;
  private boolean hasLength;
  private boolean isChunked;

  HttpCall(Connection connection, String method, URI address, String protocol, Headers request) {
    this.connection = connection;
    this.method = method;
    this.address = address;
    this.protocol = protocol;
    this.request = request;
  }

  /** Answers what was no request, and closes. */
  static void refuse(Connection connection, int status, String text) throws IOException {
    HttpCall call = new HttpCall(connection, "", URI.create("/"), "HTTP/1.1", new Headers());
    byte[] body = (text + "\n").getBytes(UTF_8);
    call.request.set("Connection", "close");
    call.response.set("Content-Type", "text/plain; charset=utf-8");
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
    connection.shutdownOutput();
  }

  /**
   * Says that the request came from somebody who may ask: its connection stays open for others.
   *
   * @param exchange of {@link HttpListener}
   * @param as the name under which connections are counted
   * @throws RefusedException where there are too many
   */
  public static void prove(HttpExchange exchange, String as) throws RefusedException {
    ((HttpCall) exchange).connection.prove(as);
    ((HttpCall) exchange).connection.expectNothing();
  }

  /** True where another request may come behind this one. */
  boolean keepsAlive() {
    List<String> wishes = request.getOrDefault("Connection", List.of());
    return hasLength
        && protocol.equals("HTTP/1.1")
        && !hasBody()
        && wishes.stream().noneMatch(wish -> wish.toLowerCase(Locale.ROOT).contains("close"));
  }

  private boolean hasBody() {
    return request.containsKey("Transfer-Encoding")
        || request.getOrDefault("Content-Length", List.of()).stream()
            .anyMatch(length -> !length.equals("0"));
  }

  @Override
  public void sendResponseHeaders(int code, long length) throws IOException {
    status = code;
    // 0: none that is known, and to HTTP/1.0 as long as the connection is open
    hasLength = length != 0;
    isChunked = length == 0 && protocol.equals("HTTP/1.1");
    if (isChunked) {
      response.set("Transfer-Encoding", "chunked");
    }
    StringBuilder head = new StringBuilder(512);
    head.append("HTTP/1.1 ").append(code).append(' ').append(REASONS.getOrDefault(code, ""));
    head.append("\r\nDate: ");
    head.append(DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    if (length > 0) {
      response.set("Content-Length", Long.toString(length));
    } else if (length < 0 && !response.containsKey("Content-Length")) {
      response.set("Content-Length", "0");
    }
    if (!keepsAlive() || connection.name() == null) {
      response.set("Connection", "close");
    }
    response.forEach(
        (name, values) ->
            values.forEach(value -> head.append("\r\n").append(name).append(": ").append(value)));
    head.append("\r\n\r\n");
    out = new BufferedOutputStream(connection.out(), 64 << 10);
    out.write(head.toString().getBytes(ISO_8859_1));
    if (isChunked) {
      out = new ChunkedOutput(out);
    }
  }

  @Override
  public OutputStream getResponseBody() {
    return out;
  }

  @Override
  public void close() {
    try {
      if (out instanceof ChunkedOutput chunks) {
        chunks.end();
      } else if (out != null) {
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Headers getRequestHeaders() {
    return request;
  }

  @Override
  public Headers getResponseHeaders() {
    return response;
  }

  @Override
  public URI getRequestURI() {
    return address;
  }

  @Override
  public String getRequestMethod() {
    return method;
  }

  @Override
  public InputStream getRequestBody() {
    return InputStream.nullInputStream();
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return connection.remote();
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return connection.local();
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public String getProtocol() {
    return protocol;
  }

  @Override
  public HttpContext getHttpContext() {
    throw new UnsupportedOperationException("there is one for all");
  }

  @Override
  public Object getAttribute(String name) {
    return null;
  }

  @Override
  public void setAttribute(String name, Object value) {
    throw new UnsupportedOperationException("a request has none");
  }

  @Override
  public void setStreams(InputStream in, OutputStream to) {
    throw new UnsupportedOperationException("it has its own");
  }

  @Override
  public HttpPrincipal getPrincipal() {
    return null;
  }
}
