package io.daisychain.store;

import io.daisychain.store.embedded.Launch;
import io.daisychain.store.embedded.StoreLease;
import io.daisychain.store.embedded.StoreProcess;
import io.daisychain.store.embedded.StoreProperties;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Finds, joins, starts or stops the embedded store of a folder. */
final class EmbeddedSession {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A start that has to replay the log of a killed store takes its time. */
  private static final long START_SECONDS = 300;

  /** A process that has nothing left to do but to be gone. */
  private static final long END_SECONDS = 10;

  /** Exit code of a store that found its folder in use: another command was quicker. */
  private static final int FOLDER_IN_USE = 3;

  private final StoreAddress.Embedded address;
  private final Launch launch;
  private final StoreSession.Listener listener;
  private final StoreProperties store;
  private final StoreLease lease;

  /** Null where the store was running before. */
  private final StoreProcess started;

  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread atExit = new Thread(this::closeAtExit, "leave store");

  private EmbeddedSession(
      StoreAddress.Embedded address,
      Launch launch,
      StoreSession.Listener listener,
      StoreProperties store,
      StoreLease lease,
      StoreProcess started) {
    this.address = address;
    this.launch = launch;
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
        Optional<EmbeddedSession> session = attach(address, launch, listener, null);
        if (session.isEmpty() && !StoreProperties.processAlive(address.folder())) {
          session = start(address, launch, listener);
        }
        if (session.isPresent()) {
          session.get().tellOtherBuild();
          return session.get();
        }
        pause(address, deadline);
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

  /**
   * Ends the store of a folder in order, and waits until it is gone; commands that use it fail.
   *
   * @return false if none was running
   */
  static boolean stop(StoreAddress.Embedded address, Launch launch) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    boolean found = false;
    // One that is just starting can be told when it is usable, or ends by itself.
    while (StoreProperties.processAlive(address.folder())) {
      found = true;
      Optional<StoreProperties> store = StoreProperties.read(address.folder());
      // The lease proves that the process is the store, and no later one of its number.
      Optional<StoreLease> lease = store.flatMap(known -> StoreLease.request(known, launch));
      if (lease.isPresent()) {
        Optional<ProcessHandle> process = ProcessHandle.of(store.get().pid());
        process.ifPresent(ProcessHandle::destroy);
        lease.get().awaitDeath();
        process.ifPresent(EmbeddedSession::awaitEnd);
      }
      pause(address, deadline);
    }
    return found;
  }

  private static void pause(StoreAddress.Embedded address, long deadline) throws IOException {
    if (System.nanoTime() > deadline) {
      throw new IOException(
          "the process that holds the store " + address + " neither answers nor ends");
    }
    LockSupport.parkNanos(POLL_NANOS);
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
    stayAtExit();
  }

  /** A signal does not end the session any more: the command closes it. */
  void stayAtExit() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process is ending: the hook has begun, or finds the session closed.
    }
  }

  /** Empty when no usable store is there at the moment. */
  private static Optional<EmbeddedSession> attach(
      StoreAddress.Embedded address,
      Launch launch,
      StoreSession.Listener listener,
      StoreProcess started)
      throws IOException {
    Optional<StoreProperties> store = StoreProperties.read(address.folder());
    if (store.isEmpty()) {
      return Optional.empty();
    }
    return StoreLease.request(store.get(), launch)
        .map(lease -> new EmbeddedSession(address, launch, listener, store.get(), lease, started));
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
        session = attach(address, launch, listener, process);
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

  private void tellOtherBuild() {
    if (lease.isOfOtherBuild()) {
      listener.notice(
          "another command uses the store "
              + address
              + ", which runs with other options or another version than this command's");
    }
  }

  private void leave() throws InterruptedException {
    boolean goesOn = lease.release();
    if (!goesOn) {
      // The connection ends a moment before the process does.
      ProcessHandle.of(store.pid()).ifPresent(EmbeddedSession::awaitEnd);
    }
    if (started != null && launch.lingerSeconds() == 0) {
      if (goesOn) {
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

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // It has lost its store, and is the system's to clean up.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void storeDied(String told) {
    // There is nothing left to close; and the listener may end this process, which closes.
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    String words = told.isEmpty() && started != null ? started.lastWords() : told;
    listener.storeDied(
        "the store %s (process %s) has died%s; its log is %s"
            .formatted(
                address,
                store.pid(),
                words.isEmpty() ? "" : ": " + words,
                address.folder().resolve("store.log")));
  }
}
