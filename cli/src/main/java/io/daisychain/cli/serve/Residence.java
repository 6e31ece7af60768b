package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.listen.Listener;
import io.daisychain.listen.Listening;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.FileLock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
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

  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

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
      try {
        stay(commands, linger);
      } finally {
        kept.close();
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
      awaitEnd(server, linger);
      ServeAddress.remove();
      server.finish(FINISH_SECONDS);
    } finally {
      ServeAddress.remove();
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
      if (!linger.isZero() && server.idle().compareTo(linger) > 0) {
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
