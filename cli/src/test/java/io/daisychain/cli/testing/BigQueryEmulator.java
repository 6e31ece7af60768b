package io.daisychain.cli.testing;

import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetInfo;
import io.daisychain.embedded.FreePort;
import io.daisychain.warehouse.WarehouseAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A BigQuery emulator, the Python package bqemulator, as a process of its own on 127.0.0.1.
 *
 * <p>What it does not do as Google's service does: it gives uploads names of its own, so that they
 * are sent again when a run is tried again; other readers see a transaction's statements one by
 * one; and its load jobs fail in DuckDB's words.
 */
public final class BigQueryEmulator implements AutoCloseable {
  static final String PROJECT = "market";

  private final Process process;
  private final String host;
  private final Path buckets;

  private BigQueryEmulator(Process process, String host, Path buckets) {
    this.process = process;
    this.host = host;
    this.buckets = buckets;
  }

  /** Starts one in {@code folder} and waits until it answers. */
  public static BigQueryEmulator start(PythonTools tools, Path folder)
      throws IOException, InterruptedException {
    int port = FreePort.any();
    Path buckets = Files.createDirectories(folder.resolve("buckets"));
    ProcessBuilder builder =
        new ProcessBuilder(
            tools.program("bqemulator"),
            "start",
            "--rest-port",
            Integer.toString(port),
            "--grpc-port",
            Integer.toString(FreePort.any()),
            "--log-level",
            "error");
    builder.environment().put("BQEMU_GCS_LOCAL_ROOT", buckets.toString());
    builder.environment().put("BQEMU_UPLOAD_STAGING_DIR", folder.resolve("uploads").toString());
    builder.environment().put("BQEMU_UPLOAD_MAX_BYTES", "8000000000");
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("emulator.log").toFile());
    Process process = builder.directory(folder.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    BigQueryEmulator emulator = new BigQueryEmulator(process, "127.0.0.1:" + port, buckets);
    while (!emulator.answers()) {
      if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "the emulator ended: " + Files.readString(folder.resolve("emulator.log")));
      }
    }
    return emulator;
  }

  private boolean answers() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://" + host + "/bigquery/v2/projects/" + PROJECT + "/datasets"))
            .build();
    try {
      return HttpClient.newHttpClient()
              .send(request, HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false; // not yet
    }
  }

  /** Where it listens, as {@link WarehouseAddress#EMULATOR} names it. */
  public String host() {
    return host;
  }

  /** The folder whose subfolders are the buckets of {@code gs://}. */
  public Path buckets() {
    return buckets;
  }

  /** Memory that the emulator holds, in MB, where the system tells. */
  public Optional<Long> memoryMegabytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return Optional.empty();
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst();
  }

  /** Google's own client. */
  public BigQuery client() {
    return BigQueryOptions.newBuilder()
        .setProjectId(PROJECT)
        .setHost("http://" + host)
        .setCredentials(NoCredentials.getInstance())
        .setUseInt64Timestamps(true)
        .build()
        .getService();
  }

  /** Makes a dataset. */
  public WarehouseAddress.BigQuery dataset(String name) {
    client().create(DatasetInfo.of(name));
    return (WarehouseAddress.BigQuery)
        WarehouseAddress.parse("bigquery:" + PROJECT + "." + name, host);
  }

  /** What a command needs to reach the emulator. */
  public Program reachedBy(Program program) {
    return program.with(WarehouseAddress.EMULATOR, host);
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    process.onExit().join();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
