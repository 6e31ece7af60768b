package io.daisychain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.listen.MetricsServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyHistogramsTest {
  private static final MessageSource NOBODY = number -> {};

  @Test
  void aMessageIsCountedInItsBucketAndAllAbove() {
    LatencyHistograms times = new LatencyHistograms(WatchMeter.NONE);
    times.durable(List.of(new PendingMessage(null, NOBODY, 1, 0, 50_000)), 3_000_000);
    times.linked(List.of(new PendingMessage(null, NOBODY, 1, 0, 50_000)), 20_000_000_000L);

    StringBuilder text = new StringBuilder();
    times.write(text);

    String shown = text.toString();
    assertTrue(shown.contains("daisychain_checked_seconds_bucket{le=\"1.0E-4\"} 1\n"), shown);
    assertTrue(shown.contains("daisychain_durable_seconds_bucket{le=\"0.0025\"} 0\n"), shown);
    assertTrue(shown.contains("daisychain_durable_seconds_bucket{le=\"0.005\"} 1\n"), shown);
    assertTrue(shown.contains("daisychain_linked_seconds_bucket{le=\"10.0\"} 0\n"), shown);
    assertTrue(shown.contains("daisychain_linked_seconds_bucket{le=\"+Inf\"} 1\n"), shown);
    assertTrue(shown.contains("daisychain_linked_seconds_sum 20.0"), shown);
  }

  @Test
  void theyAreServedToWhoGetsThem() throws Exception {
    try (MetricsServer server = new MetricsServer(0, () -> "a 1\n")) {
      assertEquals("a 1\n", ask(server, "/metrics", "GET").body());
      assertEquals(404, ask(server, "/other", "GET").statusCode());
      assertEquals(405, ask(server, "/metrics", "POST").statusCode());
    }
  }

  private static HttpResponse<String> ask(MetricsServer server, String path, String method)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
