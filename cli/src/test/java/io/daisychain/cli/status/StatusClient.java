package io.daisychain.cli.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operator's page, asked as its script does. */
final class StatusClient {
  /** No busy machine makes a look take longer, so answers are those of the moment. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Pattern SECRET = Pattern.compile("name=\"secret\" content=\"([0-9a-f]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final StatusServer server;
  private String cookie = "";
  private String secret = "";

  StatusClient(StatusServer server) {
    this.server = server;
  }

  /** Opens the address that has the token. */
  void enter() throws IOException, InterruptedException {
    HttpResponse<String> entrance = send(HttpRequest.newBuilder(URI.create(server.address())));
    assertEquals(200, entrance.statusCode());
    cookie = entrance.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    Matcher found = SECRET.matcher(entrance.body());
    assertTrue(found.find());
    secret = found.group(1);
  }

  /** Another port of this host is sent the cookie, and not the key. */
  void forgetKey() {
    secret = "";
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    if (!secret.isEmpty()) {
      request.header("X-Daisychain", secret);
    }
    return send(request);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  JsonNode json(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = get(path);
    assertEquals(200, answer.statusCode(), answer::body);
    return new ObjectMapper().readTree(answer.body());
  }
}
