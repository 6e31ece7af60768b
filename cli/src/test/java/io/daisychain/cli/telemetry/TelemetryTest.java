package io.daisychain.cli.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.daisychain.cli.terminal.Environment;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TelemetryTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";

  private OtlpReceiver receiver;
  private final Map<String, String> variables = new HashMap<>();

  @BeforeEach
  void start() throws IOException {
    receiver = new OtlpReceiver();
    variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address() + "/");
  }

  @AfterEach
  void end() {
    Environment.divert(Map.of());
    receiver.close();
  }

  /** A command with a stage that counts, and a job in it. */
  private void command() throws IOException {
    Environment.divert(variables);
    try (Telemetry.Span command = Telemetry.command("link")) {
      String done =
          Telemetry.during(
              "stage",
              stage -> {
                stage.with("runId", "20261127T070000Z-1");
                stage.with(Telemetry.COUNT + "events", 300L);
                return Telemetry.during("job", job -> "done");
              });
      assertEquals("done", done);
      command.with("exitCode", 0);
    }
  }

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  @Test
  void aTraceHasCommandStageAndJob() throws Exception {
    command();
    Map<String, Span> spans = receiver.spans();
    assertEquals("[daisychain link, job, stage]", spans.keySet().toString());
    Span link = spans.get("daisychain link");
    Span stage = spans.get("stage");
    assertEquals(ByteString.EMPTY, link.getParentSpanId());
    assertEquals(link.getSpanId(), stage.getParentSpanId());
    assertEquals(stage.getSpanId(), spans.get("job").getParentSpanId());
    assertEquals(16, link.getTraceId().size());
    assertTrue(spans.values().stream().allMatch(s -> s.getTraceId().equals(link.getTraceId())));
    assertTrue(stage.getStartTimeUnixNano() >= link.getStartTimeUnixNano());
    assertTrue(link.getEndTimeUnixNano() >= link.getStartTimeUnixNano());
    long now = System.currentTimeMillis() * 1_000_000;
    assertTrue(Math.abs(now - link.getStartTimeUnixNano()) < 3_600_000_000_000L);
    assertTrue(Math.abs(now - link.getEndTimeUnixNano()) < 3_600_000_000_000L);
    assertEquals(Map.of("exitCode", "0"), OtlpReceiver.attributes(link.getAttributesList()));
    assertEquals(
        Map.of("count.events", "300", "runId", "20261127T070000Z-1"),
        OtlpReceiver.attributes(stage.getAttributesList()));
    assertEquals(Status.getDefaultInstance(), link.getStatus());
    assertEquals(
        List.of(
            "/v1/traces application/x-protobuf null", "/v1/metrics application/x-protobuf null"),
        receiver.heads);
  }

  @Test
  void metricsCountRunsAndWhatStagesCounted() throws Exception {
    command();
    Map<String, Metric> metrics = receiver.byName();
    assertEquals(
        "[daisychain.command.count, daisychain.command.duration, daisychain.command.runs,"
            + " daisychain.process.cpu.time]",
        metrics.keySet().toString());
    Metric runs = metrics.get("daisychain.command.runs");
    assertTrue(runs.getSum().getIsMonotonic());
    assertEquals(
        AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA,
        runs.getSum().getAggregationTemporality());
    assertEquals(1, runs.getSum().getDataPoints(0).getAsInt());
    assertEquals(
        Map.of("command", "link", "outcome", "done"),
        OtlpReceiver.attributes(runs.getSum().getDataPoints(0).getAttributesList()));
    Metric count = metrics.get("daisychain.command.count");
    assertEquals(300, count.getGauge().getDataPoints(0).getAsDouble());
    assertEquals(
        Map.of("command", "link", "of", "events", "outcome", "done"),
        OtlpReceiver.attributes(count.getGauge().getDataPoints(0).getAttributesList()));
    assertTrue(
        metrics.get("daisychain.process.cpu.time").getGauge().getDataPoints(0).getAsDouble() > 0);
  }

  @Test
  void itGoesOnWithTheTraceOfWhoStartedIt() throws Exception {
    variables.put("TRACEPARENT", "00-" + TRACE + "-" + PARENT + "-01");
    command();
    Span link = receiver.spans().get("daisychain link");
    assertEquals(bytes(TRACE), link.getTraceId());
    assertEquals(bytes(PARENT), link.getParentSpanId());
    for (String none :
        List.of(
            "00-" + "0".repeat(32) + "-" + PARENT + "-01",
            "ff-" + TRACE + "-" + PARENT + "-01",
            "00-" + TRACE + "-" + "0".repeat(16) + "-01",
            "4bf9")) {
      variables.put("TRACEPARENT", none);
      command();
      assertEquals(
          ByteString.EMPTY, receiver.spans().get("daisychain link").getParentSpanId(), none);
    }
  }

  @Test
  void aTraceThatIsNotSampledIsNotSent() throws Exception {
    variables.put("TRACEPARENT", "00-" + TRACE + "-" + PARENT + "-00");
    command();
    assertEquals(0, receiver.traces.size());
    assertEquals(1, receiver.metrics.size());
  }

  @Test
  void aFailureIsOfItsPartAndOfTheCommand() throws Exception {
    Environment.divert(variables);
    try (Telemetry.Span command = Telemetry.command("publish")) {
      assertThrows(
          IOException.class,
          () ->
              Telemetry.during(
                  "load",
                  span -> {
                    throw new IOException("the disk is full");
                  }));
      command.fails("the disk is full");
    }
    Status load = receiver.spans().get("load").getStatus();
    assertEquals(Status.StatusCode.STATUS_CODE_ERROR, load.getCode());
    assertEquals("the disk is full", load.getMessage());
    assertEquals(
        Status.StatusCode.STATUS_CODE_ERROR,
        receiver.spans().get("daisychain publish").getStatus().getCode());
    assertEquals(
        "failed",
        OtlpReceiver.attributes(
                receiver
                    .byName()
                    .get("daisychain.command.runs")
                    .getSum()
                    .getDataPoints(0)
                    .getAttributesList())
            .get("outcome"));
  }

  @Test
  void variablesSayWhatIsSentAndHow() throws Exception {
    variables.put("OTEL_SERVICE_NAME", "market");
    variables.put("OTEL_RESOURCE_ATTRIBUTES", "service.name=other,host.name=a%20b");
    variables.put("OTEL_EXPORTER_OTLP_HEADERS", "X-Key=one%2Btwo+three");
    variables.put("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", receiver.address() + "/own/v1/traces");
    variables.put("OTEL_METRICS_EXPORTER", "none");
    command();
    assertEquals(List.of("/own/v1/traces application/x-protobuf one+two+three"), receiver.heads);
    Map<String, String> resource =
        OtlpReceiver.attributes(
            receiver.traces.get(0).getResourceSpans(0).getResource().getAttributesList());
    assertEquals("market", resource.get("service.name"));
    assertEquals("a b", resource.get("host.name"));
  }

  /** Off, of another protocol, or of nobody: the command is what it was. */
  @Test
  void whatCannotBeSentIsNoFailure() throws Exception {
    receiver.answers(500);
    command();
    assertEquals(1, receiver.heads.size());
    for (Map<String, String> off :
        List.of(
            Map.of("OTEL_SDK_DISABLED", "true"),
            Map.of("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", ""),
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "nowhere"),
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"))) {
      variables.keySet().retainAll(List.of("OTEL_EXPORTER_OTLP_ENDPOINT"));
      variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address());
      variables.putAll(off);
      command();
    }
    assertEquals(1, receiver.heads.size());
  }

  /** As serve does: a command of its own begins another, whose spans are not the first one's. */
  @Test
  void aCommandInACommandHasATraceOfItsOwn() throws Exception {
    Environment.divert(variables);
    try (Telemetry.Span serve = Telemetry.command("serve")) {
      command();
      assertEquals(1, receiver.traces.size());
      Telemetry.during("more", span -> null);
      serve.with("exitCode", 0);
    }
    Map<String, Span> spans = receiver.spans();
    assertEquals(spans.get("daisychain serve").getSpanId(), spans.get("more").getParentSpanId());
    assertTrue(
        !spans
            .get("daisychain serve")
            .getTraceId()
            .equals(spans.get("daisychain link").getTraceId()));
  }
}
