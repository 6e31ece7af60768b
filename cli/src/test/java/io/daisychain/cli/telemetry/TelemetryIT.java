package io.daisychain.cli.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the program tells a receiver of OTLP. */
@ExtendWith(SharedStore.class)
class TelemetryIT {
  @TempDir private Path folder;

  private static String parent(Map<String, Span> spans, String name) {
    return spans.values().stream()
        .filter(span -> span.getSpanId().equals(spans.get(name).getParentSpanId()))
        .map(Span::getName)
        .findFirst()
        .orElse("");
  }

  @Test
  void aRunHasItsStagesAndTheirJobs(RunningStore shared) throws Exception {
    Workload.generate(Program.inProcess(folder), "w", 300);
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      Program program = new Program(folder).with("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address());
      program.succeed(
          "run",
          "--input=w/events-*",
          "--reference=w",
          "--store=" + shared.address(),
          "--table=telemetry");
      Map<String, Span> spans = receiver.spans();
      for (Map.Entry<String, String> inner :
          Map.of(
                  "run", "daisychain run",
                  "store", "run",
                  "ingest", "run",
                  "link", "run",
                  "publish", "run",
                  "job ingest", "ingest",
                  "job link", "link",
                  "job load", "publish")
              .entrySet()) {
        assertTrue(spans.containsKey(inner.getKey()), spans.keySet()::toString);
        assertEquals(inner.getValue(), parent(spans, inner.getKey()), inner.getKey());
      }
      assertTrue(
          OtlpReceiver.attributes(spans.get("run").getAttributesList()).containsKey("runId"));
      assertEquals(
          Map.of("exitCode", "0"),
          OtlpReceiver.attributes(spans.get("daisychain run").getAttributesList()));
      assertTrue(receiver.byName().containsKey("daisychain.command.runs"));

      Program.Ended failed = program.run("link", "--store=embedded:nowhere");
      assertEquals(2, failed.exitCode());
      Span link = receiver.spans().get("daisychain link");
      assertEquals(Status.StatusCode.STATUS_CODE_ERROR, link.getStatus().getCode());
      assertEquals("2", OtlpReceiver.attributes(link.getAttributesList()).get("exitCode"));
    }
  }
}
