package io.daisychain.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Finds, joins or starts the embedded store of a folder. */
final class EmbeddedSession {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A start that has to replay the log of a killed store takes its time. */
  private static final long START_SECONDS = 300;

  /** Exit code of a store that found its folder in use: another command was quicker. */
  private static final int FOLDER_IN_USE = 3;

  private final StoreAddress.Embedded address;
  private final StoreSession.Listener listener;
  private final StoreProperties store;
  private final StoreLease lease;

  /** Null where the store was running before. */
  private final StoreProcess started;

  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread atExit = new Thread(this::closeAtExit, "leave store");

  private EmbeddedSession(
      StoreAddress.Embedded address,
      StoreSession.Listener listener,
      StoreProperties store,
      StoreLease lease,
      StoreProcess started) {
    this.address = address;
    this.listener = listener;
    this.store = store;
    this.lease = lease;
    this.started = started;
    lease.watch(this::storeDied);
    // A command that is told to end (SIGTERM) leaves no store behind either.
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  static EmbeddedSession open(
      StoreAddress.Embedded address, Launch launch, StoreSession.Listener listener)
      throws IOException {
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
      while (true) {
        Optional<EmbeddedSession> session = attach(address, listener, null);
        if (session.isEmpty() && !StoreProperties.processAlive(address.folder())) {
          session = start(address, launch, listener);
        }
        if (session.isPresent()) {
          return session.get();
        }
        if (System.nanoTime() > deadline) {
          throw new IOException(
              "the process that holds the store " + address + " neither answers nor ends");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (AccessDeniedException e) {
      throw new IOException(
          "the store " + address + " is somebody else's: permission denied (" + e.getFile() + ")",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the store started");
    }
  }

  int zookeeperPort() {
    return store.zookeeperPort();
  }

  /** Leaves the store; a second time does nothing. */
  void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      leave();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the store ended");
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process is ending: the hook finds the session closed.
    }
  }

  /** Empty when no usable store is there at the moment. */
  private static Optional<EmbeddedSession> attach(
      StoreAddress.Embedded address, StoreSession.Listener listener, StoreProcess started)
      throws IOException {
    Optional<StoreProperties> store = StoreProperties.read(address.folder());
    if (store.isEmpty()) {
      return Optional.empty();
    }
    return StoreLease.request(store.get())
        .map(lease -> new EmbeddedSession(address, listener, store.get(), lease, started));
  }

  /** Empty when another command's store was quicker. */
  private static Optional<EmbeddedSession> start(
      StoreAddress.Embedded address, Launch launch, StoreSession.Listener listener)
      throws IOException, InterruptedException {
    Path folder = address.folder();
    StoreProcess process = StoreProcess.start(launch, folder);
    Optional<EmbeddedSession> session = Optional.empty();
    try {
      if (process.awaitReady(START_SECONDS)) {
        session = attach(address, listener, process);
      }
    } finally {
      if (session.isEmpty()) {
        process.dismiss();
      }
    }
    if (session.isEmpty()) {
      int exit = process.awaitExit();
      if (exit != FOLDER_IN_USE) {
        throw new IOException(
            "the store "
                + address
                + " did not start: "
                + process.lastWords().replaceFirst("^store: ", "")
                + "; its log is "
                + folder.resolve("store.log"));
      }
    }
    return session;
  }

  private void leave() throws InterruptedException {
    boolean heldByOthers = lease.release();
    if (started != null) {
      if (heldByOthers) {
        listener.notice(
            "another command still uses the store "
                + address
                + " that this one started; waiting for it to end");
      }
      started.awaitExit();
    }
  }

  private void closeAtExit() {
    try {
      close();
    } catch (IOException e) {
      listener.notice(e.getMessage());
    }
  }

  private void storeDied() {
    // There is nothing left to close; and the listener may end this process, which closes.
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    String words = started == null ? "" : started.lastWords();
    listener.storeDied(
        "the store "
            + address
            + " (process "
            + store.pid()
            + ") has died"
            + (words.isEmpty() ? "" : ": " + words)
            + "; its log is "
            + address.folder().resolve("store.log"));
  }
}
