package io.daisychain.cli.telemetry;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spans and metrics of a command as OTLP's messages (opentelemetry-proto 1.x): field numbers are
 * those of {@code trace.proto}, {@code metrics.proto} and {@code common.proto}.
 */
final class OtlpMessages {
  private static final String SCOPE = "io.daisychain";
  private static final int INTERNAL = 1;
  private static final int ERROR = 2;

  /** Of sums: each message has what came since the one before. */
  private static final int DELTA = 1;

  private OtlpMessages() {}

  /** ExportTraceServiceRequest. */
  static byte[] traces(Map<String, String> resource, List<TracedSpan> spans) {
    ProtoWriter ofScope = scope();
    spans.forEach(span -> ofScope.message(2, span(span)));
    return request(resource, ofScope);
  }

  /** ExportMetricsServiceRequest. */
  static byte[] metrics(
      Map<String, String> resource, TracedSpan command, List<TracedSpan> spans, double cpuSeconds) {
    ProtoWriter ofScope = scope();
    Map<String, Object> of = new TreeMap<>();
    of.put("command", command.name);
    of.put("outcome", command.error() == null ? "done" : "failed");
    ProtoWriter runs = new ProtoWriter();
    runs.message(1, point(command, of).fixed(6, 1)).number(2, DELTA).number(3, 1);
    ofScope.message(2, metric("daisychain.command.runs", "{run}").message(7, runs));
    double seconds = (command.end() - command.start) / 1e9;
    ofScope.message(2, gauge("daisychain.command.duration", "s", command, of, seconds));
    ofScope.message(2, gauge("daisychain.process.cpu.time", "s", command, of, cpuSeconds));
    for (TracedSpan span : spans) {
      span.attributes.forEach(
          (name, value) -> {
            if (name.startsWith(Telemetry.COUNT) && value instanceof Long number) {
              Map<String, Object> more = new TreeMap<>(of);
              more.put("of", name.substring(Telemetry.COUNT.length()));
              ofScope.message(
                  2, gauge("daisychain.command.count", "1", command, more, number.doubleValue()));
            }
          });
    }
    return request(resource, ofScope);
  }

  private static ProtoWriter scope() {
    return new ProtoWriter().message(1, new ProtoWriter().text(1, SCOPE));
  }

  private static byte[] request(Map<String, String> resource, ProtoWriter ofScope) {
    ProtoWriter attributes = new ProtoWriter();
    resource.forEach((name, value) -> attributes.message(1, attribute(name, value)));
    return new ProtoWriter()
        .message(1, new ProtoWriter().message(1, attributes).message(2, ofScope))
        .toBytes();
  }

  private static ProtoWriter span(TracedSpan span) {
    ProtoWriter message = new ProtoWriter().bytes(1, span.trace).bytes(2, span.id);
    if (span.parent.length > 0) {
      message.bytes(4, span.parent);
    }
    message.text(5, span.isCommand ? "daisychain " + span.name : span.name).number(6, INTERNAL);
    message.fixed(7, span.start).fixed(8, span.end());
    span.attributes.forEach((name, value) -> message.message(9, attribute(name, value)));
    if (span.error() != null) {
      message.message(15, new ProtoWriter().text(2, span.error()).number(3, ERROR));
    }
    return message;
  }

  private static ProtoWriter metric(String name, String unit) {
    return new ProtoWriter().text(1, name).text(3, unit);
  }

  private static ProtoWriter gauge(
      String name, String unit, TracedSpan command, Map<String, Object> of, double value) {
    ProtoWriter points =
        new ProtoWriter().message(1, point(command, of).fixed(4, Double.doubleToLongBits(value)));
    return metric(name, unit).message(5, points);
  }

  private static ProtoWriter point(TracedSpan command, Map<String, Object> of) {
    ProtoWriter point = new ProtoWriter().fixed(2, command.start).fixed(3, command.end());
    of.forEach((name, value) -> point.message(7, attribute(name, value)));
    return point;
  }

  private static ProtoWriter attribute(String name, Object value) {
    ProtoWriter any = new ProtoWriter();
    if (value instanceof Boolean truth) {
      any.number(2, truth ? 1 : 0);
    } else if (value instanceof Long || value instanceof Integer) {
      any.number(3, ((Number) value).longValue());
    } else if (value instanceof Double number) {
      any.fixed(4, Double.doubleToLongBits(number));
    } else {
      any.text(1, String.valueOf(value));
    }
    return new ProtoWriter().text(1, name).message(2, any);
  }
}
