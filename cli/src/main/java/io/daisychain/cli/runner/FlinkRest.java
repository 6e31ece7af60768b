package io.daisychain.cli.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.daisychain.cli.terminal.ErrorCauses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the job manager of a Flink cluster elsewhere. */
final class FlinkRest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final String cluster;

  /**
   * Asks nothing yet.
   *
   * @param master {@code HOST:PORT} of the job manager's REST interface
   */
  FlinkRest(String master) {
    this.cluster = master.contains("://") ? master : "http://" + master;
  }

  /**
   * What it answers; a missing node where it answers that it does not know.
   *
   * @throws IOException if nobody answers
   */
  JsonNode ask(String path) throws IOException {
    HttpResponse<String> answer = send(request(path).build());
    return answer.statusCode() == 200 ? JSON.readTree(answer.body()) : MissingNode.getInstance();
  }

  /** Asks it to end a job. */
  void cancel(String job) throws IOException {
    send(request("/jobs/" + job).method("PATCH", HttpRequest.BodyPublishers.noBody()).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(cluster + path)).timeout(PATIENCE);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException(
          "no Flink cluster answers at " + cluster + ": " + ErrorCauses.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public String toString() {
    return cluster;
  }
}
