package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded store as a process: {@code EmbeddedStore --dir=DIR [--private=BUILD]}.
 *
 * <p>Prints {@code store ready embedded:DIR} once usable. Without {@code --private} it stays until
 * SIGTERM or SIGINT. With it, it belongs to the commands that hold a lease (see {@link
 * LeaseServer}) and ends some time after the last of them, or when its standard input ends before
 * the first. SIGTERM ends it in order. It dies when its folder is removed. Exit codes: 0 ended by
 * itself, 1 the folder is in use or cannot be used or HBase failed, 2 bad usage, 143 SIGTERM.
 *
 * <p>Needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}: HBase's buffers reach into that
 * package.
 */
public final class EmbeddedStore {
  /** What clients read to find the store; there while it is usable. */
  static final String PROPERTIES = "store.properties";

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStore.class);
  private static final int BAD_USAGE = 2;
  private static final long FOLDER_POLL_MILLIS = 250;

  /** Tells the command that started the store that another command's was quicker: it can join. */
  private static final int FOLDER_IN_USE = 3;

  private final Path folder;
  private final LeaseServer leases;
  private final EmbeddedHBase hbase;

  private EmbeddedStore(Path folder, LeaseServer leases) {
    this.folder = folder;
    this.leases = leases;
    this.hbase = new EmbeddedHBase(folder, this::die);
  }

  /** Runs the store until it is told to end. */
  public static void main(String[] args) {
    Signals.endWithoutMemory(() -> {});
    StoreLog.silence();
    String dir = null;
    String build = null;
    for (String arg : args) {
      if (arg.startsWith("--dir=") && arg.length() > "--dir=".length()) {
        dir = arg.substring("--dir=".length());
      } else if (arg.startsWith("--private=")) {
        build = arg.substring("--private=".length());
      } else {
        exit(BAD_USAGE, "unknown option " + arg + "; usage: --dir=DIR [--private=BUILD]");
      }
    }
    if (dir == null) {
      exit(BAD_USAGE, "missing --dir=DIR");
    }
    try {
      run(dir, build);
    } catch (StoreLock.HeldException e) {
      exit(
          build == null ? 1 : FOLDER_IN_USE,
          "the store in " + dir + " is in use by process " + e.holder());
    } catch (IOException | RuntimeException e) {
      LOG.error("the store cannot start", e);
      String words = Failure.words(e.toString(), e);
      // A command says itself which store it is, and where its log.
      exit(1, build == null ? "cannot run a store in " + dir + ": " + words + seeLog(dir) : words);
    } catch (InterruptedException e) {
      exit(1, "interrupted");
    }
    System.exit(0);
  }

  private static void run(String dir, String build) throws IOException, InterruptedException {
    Path folder = Path.of(dir).toAbsolutePath().normalize();
    // In it lies the token by which commands and their store know each other.
    FileTrees.makePrivate(folder);
    // Never closed by hand: the lock must outlive everything else, so it ends with the process.
    StoreLock lock = StoreLock.acquire(folder);
    // Commands that wrote there lost their store; what they left may be what fills the disk.
    Path staging = folder.resolve("staging");
    FileTrees.delete(staging);
    Files.createDirectories(staging);
    lock.sign();
    StoreLog.open(folder, StoreLog.FILE);
    Files.deleteIfExists(folder.resolve(PROPERTIES));

    String token = UUID.randomUUID().toString();
    LeaseServer leases = LeaseServer.start(token, build);
    EmbeddedStore store = new EmbeddedStore(folder, leases);
    Signals.endWithoutMemory(() -> leases.tellFailure("store: " + needsMemory()));
    store.watchFolder(lock);
    if (build != null) {
      Signals.ignoreTerminal();
      leases.watchInput(System.in);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(store::stop, "stop-store"));
    new FileSums(folder).check();
    store.hbase.start();
    store.publish(token);
    System.out.println("store ready embedded:" + dir);
    System.out.flush();
    leases.awaitEnd();
  }

  /** Makes the store known to commands, in one step, so that none reads half a file. */
  private void publish(String token) throws IOException {
    List<String> lines =
        List.of(
            "pid=" + ProcessHandle.current().pid(),
            "zookeeperPort=" + hbase.zookeeperPort(),
            "controlPort=" + leases.port(),
            "token=" + token,
            // A copy of the folder is another store, which must not lead to this one.
            "folder=" + escaped(folder.toRealPath().toString()));
    Path unfinished = folder.resolve(PROPERTIES + ".new");
    FileTrees.writePrivate(unfinished, lines);
    Files.move(unfinished, folder.resolve(PROPERTIES), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Properties have a meaning for backslashes. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\");
  }

  /**
   * A store whose folder is gone has nothing to keep. It must not end in order either: by their
   * names it would write its files into the store that came after it.
   */
  private void watchFolder(StoreLock lock) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (lock.isInPlace()) {
                  Thread.sleep(FOLDER_POLL_MILLIS);
                }
              } catch (InterruptedException e) {
                return;
              }
              die("its folder was removed");
            },
            "watch folder");
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Of no use any more, a store must not look alive to the commands. */
  private void die(String words) {
    leases.tellFailure("store: " + words);
    exit(1, words);
  }

  private static String needsMemory() {
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    return "it needs more memory than it has: set DAISYCHAIN_STORE_OPTS=-XmxSIZE, for instance -Xmx"
        + 2 * megabytes
        + "m";
  }

  private void stop() {
    leases.refuseNew();
    try {
      Files.deleteIfExists(folder.resolve(PROPERTIES));
    } catch (IOException e) {
      LOG.warn("{} stays; commands see that nobody answers", PROPERTIES, e);
    }
    try {
      if (hbase.stop()) {
        new FileSums(folder).write();
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is not written: files without sums of their own have none", FileSums.FILE, e);
    }
  }

  private static String seeLog(String dir) {
    Path log = Path.of(dir).toAbsolutePath().normalize().resolve(StoreLog.FILE);
    return Files.exists(log) ? "; its log is " + log : "";
  }

  private static void exit(int code, String message) {
    System.err.println("store: " + message);
    // Not exit: nothing is running yet that would have to stop in order.
    Runtime.getRuntime().halt(code);
  }
}
