package io.daisychain.cli.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.option.WarehouseOption;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusServerTest {
  private static final Instant NOW = Instant.parse("2026-11-27T07:00:00Z");

  /** Lines of the text format of Prometheus: comment, or name, labels and a number. */
  private static final Pattern LINE =
      Pattern.compile(
          "# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{[a-z]+=\"([^\"\\\\]|\\\\.)*\"\\})? -?[0-9.]+");

  @TempDir private Path folder;
  private final AtomicReference<List<PartState>> parts =
      new AtomicReference<>(List.of(PartState.ready("watch", "")));
  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private StatusServer server;
  private StatusClient client;

  @BeforeEach
  void start() throws Exception {
    Files.createDirectory(folder.resolve("in"));
    TreeMap<String, Path> places = new TreeMap<>();
    places.put("store", folder.resolve("not/there/yet"));
    places.put("warehouse", folder);
    server =
        new StatusServer(
            0,
            new StatusSources(
                parts::get,
                () -> "daisychain_sessions 2\n",
                Optional.empty(),
                WarehouseOption.of("duckdb:" + folder.resolve("none.duckdb")),
                Optional.of(folder.resolve("in")),
                folder,
                places),
            now::get,
            StatusClient.PATIENCE);
    client = new StatusClient(server);
  }

  @AfterEach
  void end() {
    server.close();
  }

  private void assertHealth(String path, int status, String body) throws Exception {
    HttpResponse<String> answer = client.get(path);
    assertEquals(status + " " + body + "\n", answer.statusCode() + " " + answer.body());
  }

  @Test
  void healthIsToldWithoutATokenInALine() throws Exception {
    assertHealth("/health/live", 200, "{\"live\":true,\"parts\":{\"watch\":\"live\"}}");
    assertHealth("/health/ready", 200, "{\"ready\":true,\"parts\":{\"watch\":\"ready\"}}");
    parts.set(
        List.of(PartState.ready("watch", ""), PartState.notReady("link", "the store starts")));
    assertHealth(
        "/health/live", 200, "{\"live\":true,\"parts\":{\"watch\":\"live\",\"link\":\"live\"}}");
    assertHealth(
        "/health/ready",
        503,
        "{\"ready\":false,\"parts\":{\"watch\":\"ready\",\"link\":\"the store starts\"}}");
    parts.set(List.of(new PartState("watch", false, "", "", null, "", null)));
    assertHealth("/health/live", 503, "{\"live\":false,\"parts\":{\"watch\":\"has ended\"}}");
    assertHealth("/health/ready", 503, "{\"ready\":false,\"parts\":{\"watch\":\"has ended\"}}");
  }

  @Test
  void thePageIsForWhoHasTheToken() throws Exception {
    assertEquals(401, client.get("/").statusCode());
    assertEquals(401, client.get("/status.json").statusCode());
    client.enter();
    HttpResponse<String> page = client.get("/");
    assertTrue(page.body().contains("What to do next"));
    assertEquals(
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        page.headers().firstValue("Content-Security-Policy").orElseThrow());
    assertEquals(200, client.get("/operator.js").statusCode());
    assertEquals(404, client.get("/page.js").statusCode());
    assertEquals(404, client.get("/../status.json").statusCode());
    assertEquals(200, client.get("/status.json").statusCode());
    client.forgetKey();
    assertEquals(200, client.get("/").statusCode());
    assertEquals(401, client.get("/status.json").statusCode());
    assertEquals(401, client.get("/over.json").statusCode());
  }

  @Test
  void metricsAreOfTheTextFormatAndHaveThoseOfOtherParts() throws Exception {
    Files.writeString(folder.resolve("in/a.fix"), "");
    Files.writeString(folder.resolve("in/b.fix"), "");
    Files.writeString(folder.resolve("in/b.fix.failed"), "no file");
    CommandRuns.append(
        folder.resolve("runs.jsonl"),
        new CommandRuns.Ended("link", "", "2026-11-27T06:00:00Z", 12.5, 0, ""));
    CommandRuns.append(
        folder.resolve("runs.jsonl"),
        new CommandRuns.Ended("link", "--days=all", "2026-11-27T06:30:00Z", 1, 1, "a \"bad\" day"));
    parts.set(
        List.of(
            new PartState("publish", true, "", "", null, "", NOW.minusSeconds(90)),
            PartState.ready("a\"b\\c", "")));
    now.set(NOW.plusSeconds(10)); // a look of before is too old
    String text = client.get("/metrics").body();
    text.lines().forEach(line -> assertTrue(LINE.matcher(line).matches(), line));
    List<String> lines = text.lines().toList();
    for (String wanted :
        List.of(
            "daisychain_sessions 2",
            "daisychain_part_ready{part=\"publish\"} 1",
            "daisychain_part_ready{part=\"a\\\"b\\\\c\"} 1",
            "daisychain_part_late_seconds{part=\"publish\"} 100.000",
            "daisychain_input_files_waiting 1",
            "daisychain_input_files_failed 1",
            "daisychain_command_done_total{command=\"link\"} 1",
            "daisychain_command_failures_total{command=\"link\"} 1",
            "daisychain_command_failing{command=\"link\"} 1",
            "daisychain_command_last_success_timestamp_seconds{command=\"link\"} 1795759212.500",
            "daisychain_command_last_success_seconds{command=\"link\"} 12.500",
            "daisychain_dates 0")) {
      assertTrue(lines.contains(wanted), () -> wanted + " in\n" + text);
    }
    assertTrue(text.contains("daisychain_disk_free_bytes{place=\"store\"}"));
  }

  @Test
  void whatWaitsForSomebodyIsToldWithWhatHelps() throws Exception {
    Files.writeString(folder.resolve("in/b.fix.failed"), "no file");
    CommandRuns.append(
        folder.resolve("runs.jsonl"),
        new CommandRuns.Ended("link", "--days=all", "2026-11-27T06:30:00Z", 1, 1, "no space left"));
    parts.set(
        List.of(
            PartState.notReady("link", "the store starts"),
            new PartState("watch", false, "", "", null, "", null)));
    now.set(NOW.plusSeconds(10));
    client.enter();
    JsonNode status = client.json("/status.json");
    assertFalse(status.get("ready").asBoolean());
    List<String> steps =
        status.get("next").findValuesAsText("words").stream()
            .filter(words -> !words.startsWith("open files") && !words.startsWith("memory"))
            .toList();
    assertEquals(
        List.of(
            "watch has ended: start the service again, the log says why",
            "link failed at 2026-11-27T06:30:00Z: no space left; mend that and give it again:"
                + " link --days=all",
            "link is not ready: the store starts",
            "1 files handed in could not be read: NAME.failed beside each says why; hand it in"
                + " again under another name"),
        steps);
    assertEquals(2, status.path("live").path("sessions").asInt());
  }

  /** With a clock that goes on whenever it is asked, another look would have another time. */
  @Test
  void nothingIsLookedAtWhereNobodyAsksAnew() throws Exception {
    server.close();
    InstantSource ticking = () -> now.updateAndGet(time -> time.plusMillis(1));
    start(folder, ticking);
    client.enter();
    String first = client.json("/status.json").get("at").asText();
    assertEquals(first, client.json("/status.json").get("at").asText());
    now.updateAndGet(time -> time.plusSeconds(4));
    assertNotEquals(first, client.json("/status.json").get("at").asText());
  }

  @Test
  void numbersOverTimeSurviveARestart() throws Exception {
    client.enter();
    assertEquals(1, client.json("/over.json").get("rows").size());
    now.set(NOW.plusSeconds(61));
    client.json("/status.json");
    JsonNode over = client.json("/over.json");
    assertEquals(Status.COLUMNS.size(), over.get("columns").size());
    assertEquals(2, over.get("rows").size());
    assertEquals(61, over.at("/rows/1/0").asLong() - over.at("/rows/0/0").asLong());
    server.close();
    start(folder, now::get);
    client.enter();
    assertEquals(3, client.json("/over.json").get("rows").size());
  }

  private void start(Path same, InstantSource clock) throws Exception {
    server =
        new StatusServer(
            0,
            new StatusSources(
                parts::get,
                () -> "",
                Optional.empty(),
                WarehouseOption.of("duckdb:" + same.resolve("none.duckdb")),
                Optional.empty(),
                same,
                new TreeMap<>()),
            clock,
            StatusClient.PATIENCE);
    client = new StatusClient(server);
  }
}
