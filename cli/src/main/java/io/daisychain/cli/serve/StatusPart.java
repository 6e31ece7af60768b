package io.daisychain.cli.serve;

import io.daisychain.cli.status.StatusServer;
import io.daisychain.cli.status.StatusSources;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Health, metrics and the operator's page of the process that it is a part of. */
public final class StatusPart implements ServicePart {
  private final int port;
  private final Sources sources;

  /** What is shown, once the store is open. */
  @FunctionalInterface
  public interface Sources {
    /** Where it comes from. */
    StatusSources open() throws IOException;
  }

  /**
   * A part.
   *
   * @param port of 127.0.0.1; 0 for any
   */
  public StatusPart(int port, Sources sources) {
    this.port = port;
    this.sources = sources;
  }

  @Override
  public void checkPart() {
    // Its options are those of serve.
  }

  @Override
  public void stay(CountDownLatch stopping, Host host) throws IOException {
    try (StatusServer server = new StatusServer(port, sources.open())) {
      host.ready("status " + server.address(), State.QUIET);
      stopping.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
