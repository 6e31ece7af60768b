package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The calls of Google Cloud Storage's JSON API that Beam makes for small files, on a bucket and on
 * one that asks for credentials. It shows what this program does, not what Google's servers do.
 */
public final class BucketServer implements AutoCloseable {
  private static final String API = "/storage/v1/b/";
  private static final Pattern BATCHED =
      Pattern.compile("(?m)^content-id: (\\d+)\r\n[^_]*?^(GET|POST|DELETE) \\S*?(/storage\\S*) ");
  private static final Answer NOT_FOUND = new Answer(404, "{\"error\":{\"code\":404}}");
  private static final Answer UNAUTHORIZED = new Answer(401, "{\"error\":{\"code\":401}}");

  private final NavigableMap<String, byte[]> files = new ConcurrentSkipListMap<>();
  private final HttpServer server;

  private BucketServer(HttpServer server) {
    this.server = server;
  }

  public static BucketServer start() throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BucketServer started = new BucketServer(HttpServer.create(address, 0));
    started.server.createContext("/", started::serve);
    started.server.start();
    return started;
  }

  /** The files of {@code bucket} by name. */
  public NavigableMap<String, byte[]> files() {
    return files;
  }

  public String root() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private record Answer(int status, String body) {}

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      String uri = exchange.getRequestURI().toString();
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (uri.startsWith("/batch/")) {
        String answers = batch(new String(body, UTF_8));
        send(exchange, 200, "multipart/mixed; boundary=part", answers.getBytes(UTF_8));
      } else if (uri.startsWith("/download/")) {
        download(exchange, files.get(find("/o/([^?]*)", uri)));
      } else {
        exchange.getResponseHeaders().set("Location", root() + uri); // of an upload's second part
        Answer answer = uri.startsWith("/upload/") ? uploaded(uri, body) : answer(method, uri);
        send(exchange, answer.status, "application/json", answer.body.getBytes(UTF_8));
      }
    }
  }

  private Answer uploaded(String uri, byte[] body) {
    String name = find("name=([^&]*)", uri);
    files.put(name, body); // of the POST what it says of the file, of the PUT the file itself
    return new Answer(200, metadata(name));
  }

  private Answer answer(String method, String uri) {
    if (!uri.startsWith(API + "bucket/")) {
      return uri.startsWith(API + "closed/") ? UNAUTHORIZED : NOT_FOUND;
    }
    if (!uri.contains("/o/")) {
      return new Answer(200, list(find("prefix=([^&]*)", uri)));
    }
    String name = find("/o/([^/?]*)", uri);
    if (!files.containsKey(name)) {
      return NOT_FOUND;
    }
    Answer answer = new Answer(200, metadata(name));
    if (method.equals("DELETE")) {
      files.remove(name);
    } else if (method.equals("POST")) {
      files.put(find("/rewriteTo/.*/([^/?]*)", uri), files.get(name));
    }
    return answer;
  }

  private String list(String prefix) {
    return files.keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .map(this::metadata)
        .collect(Collectors.joining(",", "{\"items\":[", "]}"));
  }

  private String metadata(String name) {
    return "{'bucket':'bucket','name':'NAME','size':'SIZE','generation':'1','done':true}"
        .replace('\'', '"')
        .replace("NAME", name)
        .replace("SIZE", "" + files.get(name).length);
  }

  private String batch(String requests) {
    StringBuilder answers = new StringBuilder();
    Matcher request = BATCHED.matcher(requests);
    while (request.find()) {
      Answer answer = answer(request.group(2), request.group(3));
      answers.append("--part\r\nContent-Type: application/http\r\n\r\n");
      answers.append("HTTP/1.1 ").append(answer.status).append(" X\r\n");
      answers.append("Content-Type: application/json\r\n\r\n").append(answer.body).append("\r\n");
    }
    return answers.append("--part--\r\n").toString();
  }

  private static void download(HttpExchange exchange, byte[] file) throws IOException {
    int from = Integer.parseInt(find("=([0-9]*)", exchange.getRequestHeaders().getFirst("Range")));
    String given = "bytes " + from + "-" + (file.length - 1) + "/" + file.length;
    exchange.getResponseHeaders().set("Content-Range", given);
    send(exchange, 206, "application/octet-stream", Arrays.copyOfRange(file, from, file.length));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** What the pattern's group found, decoded; empty if it is not there. */
  private static String find(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find() ? URLDecoder.decode(found.group(1), UTF_8) : "";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
