package io.daisychain.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server of a cluster, as the process that started it sees it: it ends when that one does. */
final class ServerProcess {
  private final Process process;
  private final String role;

  private ServerProcess(Process process, String role) {
    this.process = process;
    this.role = role;
  }

  static ServerProcess start(List<String> command, String role) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    // The server's standard input stays open for as long as this process lives.
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new ServerProcess(builder.start(), role);
  }

  String role() {
    return role;
  }

  long pid() {
    return process.pid();
  }

  /** Waits for the server's word that it is up, its first and last. */
  void awaitReady() throws IOException {
    BufferedReader words = process.inputReader(US_ASCII);
    String line = words.readLine();
    if (line == null) {
      throw new IOException(role + " ended before it was up, see its log");
    }
  }

  void onEnd(Runnable action) {
    // An action that fails has nobody to tell.
    CompletableFuture<Void> unused = process.onExit().thenRun(action);
  }

  /** Tells the server to end in order. */
  void stop() throws IOException {
    OutputStream in = process.getOutputStream();
    in.write('\n');
    in.flush();
  }

  /** Waits for the end, and brings it about when the time is over. */
  void awaitEnd(long deadlineNanos) throws InterruptedException {
    if (!process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
