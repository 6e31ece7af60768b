package io.daisychain.cli.telemetry;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives OTLP over HTTP, and decodes it with OpenTelemetry's own classes. */
final class OtlpReceiver implements AutoCloseable {
  final List<ExportTraceServiceRequest> traces = new CopyOnWriteArrayList<>();
  final List<ExportMetricsServiceRequest> metrics = new CopyOnWriteArrayList<>();
  final List<String> heads = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile int answer = 200;

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            heads.add(
                exchange.getRequestURI().getPath()
                    + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type")
                    + " "
                    + exchange.getRequestHeaders().getFirst("X-Key"));
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().endsWith("/v1/traces")) {
              traces.add(ExportTraceServiceRequest.parseFrom(body));
            } else {
              metrics.add(ExportMetricsServiceRequest.parseFrom(body));
            }
            exchange.sendResponseHeaders(answer, -1);
          }
        });
    server.start();
  }

  void answers(int status) {
    answer = status;
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** All spans by name. */
  Map<String, Span> spans() {
    Map<String, Span> spans = new TreeMap<>();
    traces.forEach(
        request ->
            request.getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .forEach(span -> spans.put(span.getName(), span)));
    return spans;
  }

  /** All metrics by name; of several of one name the last. */
  Map<String, Metric> byName() {
    Map<String, Metric> all = new TreeMap<>();
    metrics.forEach(
        request ->
            request.getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .flatMap(scope -> scope.getMetricsList().stream())
                .forEach(metric -> all.put(metric.getName(), metric)));
    return all;
  }

  static Map<String, String> attributes(List<KeyValue> pairs) {
    Map<String, String> all = new TreeMap<>();
    pairs.forEach(
        pair ->
            all.put(
                pair.getKey(),
                pair.getValue().hasStringValue()
                    ? pair.getValue().getStringValue()
                    : "" + pair.getValue().getIntValue()));
    return all;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
