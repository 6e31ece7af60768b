package io.daisychain.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An embedded store that this process has started, and which ends when nobody needs it any more.
 */
public final class StoreProcess {
  private static final String READY = "store ready ";
  private static final int LAST_WORDS = 20;

  /** To read what a process has left in a pipe. */
  private static final long READ_SECONDS = 10;

  private final Process process;
  private final CountDownLatch readyOrEnded = new CountDownLatch(1);
  private final Deque<String> errors = new ArrayDeque<>();
  private final Thread errorReader;
  private volatile boolean ready;

  private StoreProcess(Process process) {
    this.process = process;
    drain(process.getInputStream(), this::readOutput, "store output");
    errorReader = drain(process.getErrorStream(), this::readError, "store errors");
  }

  public static StoreProcess start(Launch launch, Path folder) throws IOException {
    // The store may outlive this process, whose folder somebody may want to remove then.
    File place = Files.isDirectory(folder) ? folder.toFile() : new File("/");
    return new StoreProcess(
        new ProcessBuilder(launch.privateStore(folder)).directory(place).start());
  }

  /** True when the store is usable, false when it ended instead. */
  public boolean awaitReady(long seconds) throws InterruptedException {
    if (!readyOrEnded.await(seconds, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      process.waitFor();
    }
    return ready;
  }

  /** Waits for the process to be gone. */
  public int awaitExit() throws InterruptedException {
    return process.waitFor();
  }

  /** Tells a store that nobody has a lease on to end, by ending its standard input. */
  public void dismiss() throws IOException {
    process.getOutputStream().close();
  }

  /** The last lines that the store, which has ended, wrote to its standard error. */
  public String lastWords() {
    try {
      // A process may be gone before what it said is read.
      errorReader.join(TimeUnit.SECONDS.toMillis(READ_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (errors) {
      return String.join("; ", errors);
    }
  }

  private void readOutput(String line) {
    if (line.startsWith(READY)) {
      ready = true;
      readyOrEnded.countDown();
    }
  }

  private void readError(String line) {
    synchronized (errors) {
      errors.addLast(line);
      if (errors.size() > LAST_WORDS) {
        errors.removeFirst();
      }
    }
  }

  /** Reads to the end, so that the store is never held up by a full pipe. */
  private Thread drain(InputStream in, Consumer<String> sink, String name) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
                String line = lines.readLine();
                while (line != null) {
                  sink.accept(line);
                  line = lines.readLine();
                }
              } catch (IOException e) {
                readError("its output broke: " + e);
              }
              readyOrEnded.countDown();
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
