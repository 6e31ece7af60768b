package io.daisychain.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A {@code marketdata serve} in a process of its own, so that its CPU is that of nobody else. */
final class FlightProcess implements AutoCloseable {
  private static final String READY = "marketdata serve ready flight:";

  private final Process process;
  private final Path notes;
  private final int port;

  /**
   * Starts it, and waits until it listens.
   *
   * @param who its users
   * @param held trade dates that it holds in memory
   */
  FlightProcess(Path marketData, Path who, int held) throws IOException {
    notes = who.resolveSibling("serve-" + held + ".log");
    List<String> line = new ArrayList<>();
    Collections.addAll(
        line,
        ProcessHandle.current().info().command().orElse("java"),
        "-Xmx1g",
        "-XX:+UseParallelGC",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        "marketdata",
        "serve",
        "--marketdata=" + marketData.toAbsolutePath(),
        "--entitlements=" + who.toAbsolutePath(),
        "--hold=" + held);
    process = new ProcessBuilder(line).redirectError(notes.toFile()).start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String ready = said.readLine();
    if (ready == null || !ready.startsWith(READY)) {
      throw new IOException("the server has ended: " + Files.readString(notes));
    }
    port = Integer.parseInt(ready.substring(READY.length()));
  }

  int port() {
    return port;
  }

  /** CPU of it until now. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Ends it; what it said at its end. */
  List<String> end() throws IOException, InterruptedException {
    process.destroy();
    process.waitFor();
    return Files.readAllLines(notes);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
