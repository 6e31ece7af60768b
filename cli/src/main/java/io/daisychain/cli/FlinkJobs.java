package io.daisychain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The jobs that one command line has on a Flink cluster elsewhere, by their name.
 *
 * <p>A cluster goes on with the job of a command that was killed. Its rows would be right, but the
 * command's rerun would share the cluster with it, so the rerun ends it first.
 */
final class FlinkJobs {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final Set<String> OVER = Set.of("FINISHED", "FAILED", "CANCELED", "SUSPENDED");

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final String cluster;
  private final String name;

  /**
   * @param master {@code HOST:PORT} of the job manager's REST interface
   * @param name of the jobs
   */
  FlinkJobs(String master, String name) {
    this.cluster = master.contains("://") ? master : "http://" + master;
    this.name = name;
  }

  /**
   * Ends what an earlier call of the same command line left, and says what the cluster would do
   * when it loses a task manager.
   *
   * @throws IOException if the cluster does not answer
   */
  void prepare() throws IOException {
    for (String id : cancel()) {
      Terminal.note("ended job " + id + ", which a killed command had left on " + cluster);
      while (isAlive(id)) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
    if (!restarts()) {
      Terminal.note(
          cluster
              + " gives a job up when a task manager is lost: set restart-strategy.type in its"
              + " configuration, else start this command again");
    }
  }

  /**
   * Asks the cluster to end the jobs of this name that are not over.
   *
   * @return their ids
   */
  List<String> cancel() throws IOException {
    List<String> ids = new ArrayList<>();
    for (JsonNode job : ask("/jobs/overview").path("jobs")) {
      if (job.path("name").asText().equals(name) && !OVER.contains(job.path("state").asText())) {
        String id = job.path("jid").asText();
        send(request("/jobs/" + id).method("PATCH", HttpRequest.BodyPublishers.noBody()).build());
        ids.add(id);
      }
    }
    return ids;
  }

  private boolean isAlive(String id) throws IOException {
    String state = ask("/jobs/" + id).path("state").asText();
    return !state.isEmpty() && !OVER.contains(state);
  }

  /** Flink's default for a batch job is not to. */
  private boolean restarts() throws IOException {
    for (JsonNode setting : ask("/jobmanager/config")) {
      String key = setting.path("key").asText();
      if (key.equals("restart-strategy.type") || key.equals("restart-strategy")) {
        return !Set.of("none", "off", "disable").contains(setting.path("value").asText());
      }
    }
    return false;
  }

  private JsonNode ask(String path) throws IOException {
    HttpResponse<String> answer = send(request(path).build());
    return answer.statusCode() == 200 ? JSON.readTree(answer.body()) : MissingNode.getInstance();
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
}
