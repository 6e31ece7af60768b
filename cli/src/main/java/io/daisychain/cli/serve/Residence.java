package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.beam.files.Links;
import io.daisychain.cli.job.Runs;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.listen.Listener;
import io.daisychain.listen.Listening;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreSession;
import io.daisychain.store.embedded.Launch;
import io.daisychain.store.embedded.PrivateFolder;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The stay of a process that does commands for others, from its start to its end. */
public final class Residence {
  /** Exit code of one that broke a command off: the launcher script starts another. */
  private static final int AGAIN = 75;

  private static final int TOKEN_BYTES = 16;

  /** For a command that is at work when the process is told to end. */
  private static final long FINISH_SECONDS = 30;

  private static final long STOP_SECONDS = 60;

  /** After so many late files the next costs what later ones do. */
  private static final int LATE_FILES = 2;

  private final boolean rehearses;
  private final Service service;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * A stay.
   *
   * @param rehearses whether small news are rehearsed when nobody else has a command
   * @param service what it does beside commands of others
   */
  public Residence(boolean rehearses, Service service) {
    this.rehearses = rehearses;
    this.service = service;
  }

  /** Does a command in this process. */
  @FunctionalInterface
  public interface Commands {
    /** Returns its exit code. */
    int run(String... words);
  }

  /** Opens what is kept for as long as the process stays. */
  @FunctionalInterface
  public interface Opening {
    /** Opens it; what is returned is closed when the process ends in order. */
    Closeable open() throws IOException;
  }

  /**
   * Stays until it is told to end, or nobody has given a command for so long.
   *
   * @param linger zero for however long
   * @throws IOException where another one stays in this folder
   */
  public void stay(Commands commands, Opening opening, Duration linger) throws IOException {
    FileLock folder = ServeAddress.hold();
    Thread hook = new Thread(this::endAtSignal, "daisychain-serve-end");
    Runtime.getRuntime().addShutdownHook(hook);
    endWithLauncher(Long.getLong("daisychain.launcher"));
    try {
      Closeable kept = opening.open();
      try (kept) {
        try {
          service.startParts(ending::countDown);
          stay(commands, linger);
        } finally {
          service.stopParts();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      folder.channel().close();
      ended.countDown();
      removeHook(hook);
    }
  }

  /** Without the script that started it nobody can end it by the number that its user knows. */
  private void endWithLauncher(Long launcher) {
    Optional<ProcessHandle> process =
        Optional.ofNullable(launcher).flatMap(number -> ProcessHandle.of(number));
    process.ifPresent(
        script ->
            Listener.start(
                "daisychain-serve-launcher",
                () -> {
                  script.onExit().join();
                  ending.countDown();
                }));
  }

  private void stay(Commands commands, Duration linger) throws IOException, InterruptedException {
    String token = newToken();
    try (CommandServer server =
        new CommandServer(token, System.getenv(), commands::run, new Ending())) {
      new ServeAddress(
              server.port(),
              ProcessHandle.current().pid(),
              token,
              System.getProperty("daisychain.home", ""))
          .publish();
      Terminal.result("serve ready");
      tellManager();
      if (rehearses) {
        Listener.start("daisychain-serve-rehearsal", () -> rehearse(server));
      }
      service.startSchedule(server);
      awaitEnd(server, linger);
      ServeAddress.remove();
      service.stopSchedule();
      server.finish(FINISH_SECONDS);
    } finally {
      ServeAddress.remove();
    }
  }

  /**
   * Has code compiled that the first news would have to wait for. It is given up where it fails:
   * then these are as slow as without.
   */
  private static void rehearse(CommandServer server) {
    try {
      Path folder = ServeAddress.FOLDER.resolve("rehearsal").toAbsolutePath();
      Links.deleteTree(folder); // of one that was killed
      PrivateFolder.make(folder);
      Map<String, String> variables = Rehearsal.environment(folder);
      StoreAddress store = StoreAddress.parse("embedded:" + Rehearsal.storeFolder(folder), "");
      Launch usual = StoreOptions.launch();
      Launch brief = new Launch(usual.java(), usual.classPath(), usual.jvmOptions(), 0);
      StoreSession session = StoreSession.open(store, brief, new Unheard());
      try (session) { // held, so that the store starts and ends once
        new Rehearsal(folder, words -> rehearse(server, variables, words)).run(LATE_FILES);
      }
      Links.deleteTree(folder);
    } catch (IOException | RuntimeException e) {
      CommandLog.failure(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String rehearse(
      CommandServer server, Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    server.awaitPause();
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    if (server.doOwn(variables, results, notes, List.of(words)) != 0) {
      throw new IOException(notes.toString(UTF_8).strip());
    }
    return results.toString(UTF_8);
  }

  /** Tells systemd, where that started the process and waits to hear that it can be used. */
  private static void tellManager() {
    String socket = System.getenv("NOTIFY_SOCKET");
    if (socket != null && !socket.isEmpty()) {
      try {
        new ProcessBuilder("systemd-notify", "--ready").inheritIO().start();
      } catch (IOException e) {
        CommandLog.failure(e); // then it gives up waiting, and says so
      }
    }
  }

  /** Nobody waits for the store of a rehearsal. */
  private static final class Unheard implements StoreSession.Listener {
    @Override
    public void notice(String line) {
      CommandLog.info(line);
    }

    @Override
    public void storeDied(String line) {
      CommandLog.info(line);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      CommandLog.info("ended by a signal");
    }
  }

  private static String newToken() {
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    return HexFormat.of().formatHex(token);
  }

  private void awaitEnd(CommandServer server, Duration linger) throws InterruptedException {
    while (!ending.await(1, TimeUnit.SECONDS)) {
      if (service.isEmpty() && !linger.isZero() && server.idle().compareTo(linger) > 0) {
        CommandLog.info("ends: no command for " + linger.toSeconds() + " s");
        return;
      }
    }
  }

  private void endAtSignal() {
    ending.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  private final class Ending implements CommandServer.Owner {
    @Override
    public boolean isWatching() {
      return service.isWatching();
    }

    @Override
    public boolean hasParts() {
      return service.hasParts();
    }

    @Override
    public boolean hasLeftThreads() {
      return Runs.hasLeftThreads();
    }

    @Override
    public void breakOff() {
      try {
        ServeAddress.remove();
      } catch (IOException e) {
        CommandLog.failure(e); // whoever finds it finds nobody there
      }
      Runtime.getRuntime().halt(AGAIN);
    }

    @Override
    public void end() {
      ending.countDown();
    }
  }

  /**
   * Ends the one that stays in this folder, and waits until it is gone.
   *
   * @return false where there is none
   */
  public static boolean stop() throws IOException {
    Optional<ServeAddress> address = ServeAddress.read();
    Optional<ProcessHandle> process = address.flatMap(found -> ProcessHandle.of(found.pid()));
    if (process.isEmpty()) {
      return false;
    }
    try (Socket socket = new Socket()) {
      socket.connect(Listening.LOOPBACK.at(address.get().port()));
      socket.getOutputStream().write((address.get().token() + "\0stop\0").getBytes(UTF_8));
      socket.getInputStream().read();
      process.get().onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (java.net.ConnectException e) {
      return false; // it was killed, and another process has its number
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("serve, process " + address.get().pid() + ", does not end", e);
    }
  }
}
