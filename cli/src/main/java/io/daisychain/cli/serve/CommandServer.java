package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.cli.terminal.Bounds;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.LargeWorkException;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Does commands that others hand to this process, one at a time: what commands say, the runner's
 * settings and the log are this process's, of which there is one. Who waits too long, and who hands
 * over what is not for this process, is told to do it alone.
 */
final class CommandServer implements AutoCloseable {
  /** A secret of 32 digits and its end. */
  private static final int STRANGER_BYTES = 33;

  private static final int MOST_CLIENTS = 64;

  /** To come to one's turn: behind another's small news that is less than a process's start. */
  private static final long TURN_SECONDS = 5;

  /**
   * To come to one's turn behind a step of this process's own: once the code of that is compiled,
   * the command does not have to wait for it.
   */
  private static final long OWN_TURN_SECONDS = 60;

  /** For so long nobody has given a command before this process takes a turn. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** For the second connection of a client, which is there already. */
  private static final long RAW_SECONDS = 10;

  /** For a command that changes nothing, and whose client is gone, to notice that. */
  private static final long IDLE_MILLIS = 500;

  private final String token;
  private final Map<String, String> environment;
  private final Commands commands;
  private final Owner owner;
  private final Listener listener;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final AtomicLong numbers = new AtomicLong();
  private final Map<String, CompletableFuture<Connection>> awaited = new ConcurrentHashMap<>();
  private volatile long lastUsed = System.nanoTime();
  private volatile boolean isOwnTurn;

  /** Does a command. */
  interface Commands {
    /** Returns its exit code; what it says goes to {@link Terminal}. */
    int run(String... words);
  }

  /** The process that the server is of. */
  interface Owner {
    /** Whether what comes is linked as it comes, beside which no command changes the store. */
    boolean isWatching();

    /** Whether others use this process for more than commands, and are not to be cut off. */
    boolean hasParts();

    /** Whether a job has failed, whose workers may go on for a while. */
    boolean hasLeftThreads();

    /** Ends the process at once: a command is broken off, or has left threads at work. */
    void breakOff();

    /** Ends the process in order. */
    void end();
  }

  /**
   * Listens on this machine at any port, to those who know a secret.
   *
   * @param environment this process's, which commands have to have too
   */
  CommandServer(String token, Map<String, String> environment, Commands commands, Owner owner)
      throws IOException {
    this.token = token;
    this.environment = Map.copyOf(environment);
    this.commands = commands;
    this.owner = owner;
    ListenerLimits limits =
        ListenerLimits.of(STRANGER_BYTES, MOST_CLIENTS)
            // A client that shows long results page by page reads when its user does.
            .stuck(Duration.ofDays(1));
    listener = new Listener("serve", Listening.LOOPBACK, 0, limits, this::serve).start();
  }

  int port() {
    return listener.port();
  }

  /** For how long no command was at work. */
  Duration idle() {
    return turn.isLocked() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastUsed);
  }

  /** Takes no further commands, and waits for so long at most until none is at work. */
  void finish(long seconds) throws InterruptedException {
    listener.endAccepting();
    turn.tryLock(seconds, TimeUnit.SECONDS); // and keeps it
  }

  private void serve(Connection connection) throws IOException, InterruptedException {
    String said = HandOver.item(connection.in(), new int[] {STRANGER_BYTES});
    if (!MessageDigest.isEqual(said.getBytes(UTF_8), token.getBytes(UTF_8))) {
      throw connection.refused("it does not know the secret");
    }
    connection.prove("client");
    String kind = HandOver.item(connection.in(), new int[] {STRANGER_BYTES});
    if (kind.equals("command")) {
      doCommand(connection, HandOver.read(connection.in()));
    } else if (kind.equals("stop")) {
      owner.end();
      connection.in().read(); // until this process is gone
    } else {
      CompletableFuture<Connection> waits = awaited.remove(kind);
      if (waits != null) {
        waits.complete(connection);
        connection.in().read(); // until it is closed
      }
    }
  }

  private void doCommand(Connection connection, HandOver command)
      throws IOException, InterruptedException {
    ClientOutput answer = new ClientOutput(connection.out(), this::openRaw);
    String obstacle = command.obstacle(environment);
    if (obstacle.isEmpty() && command.isOfStore() && owner.isWatching()) {
      obstacle = "it watches";
    }
    if (!obstacle.isEmpty()) {
      answer.alone(obstacle);
      return;
    }
    if (!turn.tryLock(isOwnTurn ? OWN_TURN_SECONDS : TURN_SECONDS, TimeUnit.SECONDS)) {
      answer.alone("it is at work for another");
      return;
    }
    int code;
    try {
      code = doInTurn(connection, command, answer);
    } finally {
      lastUsed = System.nanoTime();
      turn.unlock();
    }
    beginAnewAfter(code);
  }

  private int doInTurn(Connection connection, HandOver command, ClientOutput answer)
      throws IOException {
    Thread worker = Thread.currentThread();
    boolean[] over = new boolean[1];
    Listener.start("daisychain-serve-client", () -> awaitClient(connection, command, worker, over));
    Terminal.attach(answer.results(), answer.notes());
    Environment.divert(command.ofTerminal());
    Bounds.set(true);
    try {
      int code = commands.run(command.words().toArray(String[]::new));
      synchronized (over) {
        over[0] = true;
        Thread.interrupted();
      }
      if (code == LargeWorkException.EXIT_CODE) {
        answer.alone(Bounds.exceeded());
      } else {
        answer.ended(code);
      }
      return code;
    } finally {
      detach();
    }
  }

  private static void detach() {
    Bounds.set(false);
    Environment.divert(Map.of());
    Terminal.detach();
  }

  /** Waits until no client has given a command for a while. */
  void awaitPause() throws InterruptedException {
    for (Duration idle = idle(); idle.compareTo(PAUSE) < 0; idle = idle()) {
      TimeUnit.NANOSECONDS.sleep(PAUSE.minus(idle).toNanos());
    }
  }

  /**
   * Does a command of this process's own, in its turn.
   *
   * @param variables of its environment beside this process's
   * @return its exit code, as that of one that was handed over
   */
  int doOwn(
      Map<String, String> variables, OutputStream results, OutputStream notes, List<String> words)
      throws InterruptedException {
    turn.lockInterruptibly();
    isOwnTurn = true;
    int code;
    try {
      Terminal.attach(results, notes);
      Environment.divert(variables);
      Bounds.set(true);
      code = commands.run(words.toArray(String[]::new));
    } finally {
      detach();
      isOwnTurn = false;
      turn.unlock();
    }
    beginAnewAfter(code);
    return code;
  }

  /** Nothing is to come any more of workers that a failed job has left. */
  private void beginAnewAfter(int code) {
    if (code == 1 && owner.hasLeftThreads()) {
      CommandLog.info("begins anew: what failed may have left threads at work");
      owner.breakOff();
    }
  }

  /**
   * Breaks a command off when its client is gone: what it would leave is what a kill leaves, which
   * the next run makes good, so the process ends.
   */
  private void awaitClient(Connection connection, HandOver command, Thread worker, boolean[] over) {
    try {
      if (connection.in().read() >= 0) {
        return; // a client says nothing more; whatever this is waits no more
      }
    } catch (IOException e) {
      // It is gone too.
    }
    synchronized (over) {
      if (over[0]) {
        return;
      }
      if (owner.hasParts() && command.isChanging()) {
        CommandLog.info("its client is gone: " + command.words().get(0) + " goes on to its end");
        return;
      }
      CommandLog.info("its client is gone: " + command.words().get(0) + " is broken off");
      if (!command.isChanging()) {
        worker.interrupt();
      }
    }
    if (owner.hasParts()) {
      return; // a question ends by itself
    }
    try {
      if (!command.isChanging()) {
        TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (over) {
      if (!over[0]) {
        owner.breakOff();
      }
    }
  }

  private OutputStream openRaw(ClientOutput.Announcement announcement) throws IOException {
    String number = Long.toString(numbers.incrementAndGet());
    CompletableFuture<Connection> comes = new CompletableFuture<>();
    awaited.put(number, comes);
    try {
      announcement.say(Long.parseLong(number));
      Connection connection = comes.get(RAW_SECONDS, TimeUnit.SECONDS);
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          connection.out().write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          connection.out().write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
          connection.out().flush();
        }

        @Override
        public void close() throws IOException {
          connection.shutdownOutput();
        }
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("its reader did not come", e);
    } finally {
      awaited.remove(number);
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
