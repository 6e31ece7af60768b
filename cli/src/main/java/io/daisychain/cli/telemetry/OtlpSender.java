package io.daisychain.cli.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends OTLP as Protocol Buffers over HTTP, as the variables of OpenTelemetry's specification say.
 * What cannot be sent is told in the log, and the command is what it was.
 */
final class OtlpSender {
  private static final int USUAL_TIMEOUT_MILLIS = 10_000;

  private final Map<String, String> resource = new TreeMap<>();
  private final int timeoutMillis;

  private OtlpSender() {
    resource.put("service.name", "daisychain");
    resource.putAll(pairs("OTEL_RESOURCE_ATTRIBUTES"));
    if (!Environment.get("OTEL_SERVICE_NAME").isEmpty()) {
      resource.put("service.name", Environment.get("OTEL_SERVICE_NAME"));
    }
    resource.put("process.pid", Long.toString(ProcessHandle.current().pid()));
    String timeout = Environment.get("OTEL_EXPORTER_OTLP_TIMEOUT");
    timeoutMillis =
        timeout.matches("[1-9][0-9]{0,6}") ? Integer.parseInt(timeout) : USUAL_TIMEOUT_MILLIS;
  }

  static OtlpSender ofEnvironment() {
    return new OtlpSender();
  }

  /** {@code name=value,name=value}, percent-encoded. */
  private static Map<String, String> pairs(String variable) {
    Map<String, String> pairs = new TreeMap<>();
    for (String pair : Environment.get(variable).split(",", -1)) {
      int end = pair.indexOf('=');
      if (end > 0) {
        String value = pair.substring(end + 1).strip().replace("+", "%2B");
        pairs.put(pair.substring(0, end).strip(), URLDecoder.decode(value, UTF_8));
      }
    }
    return pairs;
  }

  /**
   * Sends what a command did.
   *
   * @param spans its own, and those of its parts
   * @param isSampled whether spans are wanted by whoever started it
   */
  void send(TracedSpan command, List<TracedSpan> spans, boolean isSampled) {
    try {
      String protocol = Environment.get("OTEL_EXPORTER_OTLP_PROTOCOL");
      if (!protocol.isEmpty() && !protocol.equals("http/protobuf")) {
        throw new IOException(
            "OTEL_EXPORTER_OTLP_PROTOCOL=" + protocol + ": only http/protobuf is");
      }
      if (isSampled && isOn("OTEL_TRACES_EXPORTER", "OTEL_TRACES_SAMPLER")) {
        post("TRACES", "/v1/traces", OtlpMessages.traces(resource, spans));
      }
      if (isOn("OTEL_METRICS_EXPORTER", "")) {
        post(
            "METRICS", "/v1/metrics", OtlpMessages.metrics(resource, command, spans, cpuSeconds()));
      }
    } catch (IOException | IllegalArgumentException e) {
      CommandLog.info("OpenTelemetry was not told: " + e.getMessage());
    }
  }

  private static boolean isOn(String exporter, String sampler) {
    return !Environment.get(exporter).equals("none")
        && (sampler.isEmpty() || !Environment.get(sampler).equals("always_off"));
  }

  private static double cpuSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  private void post(String signal, String path, byte[] message) throws IOException {
    String own = Environment.get("OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT");
    String address =
        own.isEmpty() ? Environment.get(Telemetry.ENDPOINT).replaceFirst("/+$", "") + path : own;
    if (!address.matches("https?://.*")) {
      throw new IOException(address + " is no address of HTTP");
    }
    HttpURLConnection http = (HttpURLConnection) URI.create(address).toURL().openConnection();
    try {
      http.setConnectTimeout(timeoutMillis);
      http.setReadTimeout(timeoutMillis);
      http.setInstanceFollowRedirects(false);
      http.setRequestMethod("POST");
      http.setRequestProperty("Content-Type", "application/x-protobuf");
      pairs("OTEL_EXPORTER_OTLP_HEADERS").forEach(http::setRequestProperty);
      http.setDoOutput(true);
      http.setFixedLengthStreamingMode(message.length);
      try (OutputStream out = http.getOutputStream()) {
        out.write(message);
      }
      if (http.getResponseCode() / 100 != 2) {
        throw new IOException(signal + " answered " + http.getResponseCode());
      }
    } finally {
      http.disconnect();
    }
  }
}
