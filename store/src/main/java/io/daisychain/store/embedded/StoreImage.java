package io.daisychain.store.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.files.Links;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The files of an embedded store that runs, as they were at one moment: what a kill at that moment
 * would have left, from which a store comes back with all that it has acknowledged.
 *
 * <p>The store's process stands still (SIGSTOP) while its files get further names and their lengths
 * are noted; then it goes on. HBase never changes a file that it has written, it only appends, so
 * that the first bytes of each are what it had then. ZooKeeper writes into its files, which are
 * small, so these are copied. A shell has the process go on, also when this one is killed.
 */
public final class StoreImage implements AutoCloseable {
  private static final String NAME = "backup-";
  private static final String ZOOKEEPER = "zookeeper";
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Stops a process until there is nothing more to read. */
  private static final String STOP =
      "kill -STOP \"$1\" && echo stopped; read -r x; kill -CONT \"$1\"";

  /**
   * A file of the image.
   *
   * @param path where it is, under a name of the image's
   * @param length bytes from its beginning that are of the image; there may be more now
   */
  public record Part(Path path, long length) {}

  private final Path folder;
  private final SortedMap<String, Part> files = new TreeMap<>();
  private long stoodMillis;

  private StoreImage(Path folder) {
    this.folder = folder;
  }

  /**
   * Takes the image of a store that runs.
   *
   * @throws IOException if it does not run, or its process cannot be made to stand still
   */
  public static StoreImage take(Path store) throws IOException {
    removeLeftovers(store);
    long pid =
        StoreProperties.read(store)
            .orElseThrow(() -> new IOException("the store in " + store + " has just ended"))
            .pid();
    StoreImage image =
        new StoreImage(Files.createDirectory(store.resolve(NAME + ProcessHandle.current().pid())));
    try {
      Process shell = new ProcessBuilder("sh", "-c", STOP, "sh", Long.toString(pid)).start();
      try {
        long began = System.nanoTime();
        awaitStop(shell, pid);
        image.look(store);
        image.stoodMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      } finally {
        shell.getOutputStream().close();
        shell.waitFor();
      }
      return image;
    } catch (InterruptedException e) {
      image.close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (IOException | RuntimeException e) {
      image.close();
      throw e;
    }
  }

  /** Of backups that were killed. */
  private static void removeLeftovers(Path store) throws IOException {
    try (Stream<Path> all = Files.list(store)) {
      for (Path each : all.toList()) {
        String name = each.getFileName().toString();
        if (name.matches(NAME + "\\d+")
            && ProcessHandle.of(Long.parseLong(name.substring(NAME.length()))).isEmpty()) {
          Links.deleteTree(each);
        }
      }
    }
  }

  private static void awaitStop(Process shell, long pid) throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), US_ASCII));
    if (said.readLine() == null) {
      throw new IOException("the store's process " + pid + " cannot be made to stand still");
    }
    // A signal is on its way for a moment; where there is no /proc, nobody can see when it came.
    Path state = Path.of("/proc/" + pid + "/stat");
    long end = System.nanoTime() + STOP_NANOS;
    while (Files.exists(state) && !Files.readString(state).matches("(?s).*\\) [Tt] .*")) {
      if (System.nanoTime() > end) {
        throw new IOException("the store's process " + pid + " does not stand still");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void look(Path store) throws IOException {
    Files.walkFileTree(
        store,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path place, BasicFileAttributes attributes)
              throws IOException {
            String path = store.relativize(place).toString();
            if (!StoreAtRest.isKept(path)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(folder.resolve(path));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String path = store.relativize(file).toString();
            if (StoreAtRest.isKept(path)) {
              Path name = folder.resolve(path);
              if (path.startsWith(ZOOKEEPER)) {
                Files.copy(file, name);
              } else {
                Files.createLink(name, file);
              }
              files.put(path, new Part(name, attributes.size()));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE; // a command's, such as a staged file
            }
            throw e;
          }
        });
  }

  /** Its files, by their paths below the store's folder. */
  public SortedMap<String, Part> files() {
    return files;
  }

  /** For how long the store stood still. */
  public long stoodMillis() {
    return stoodMillis;
  }

  @Override
  public void close() throws IOException {
    Links.deleteTree(folder);
  }
}
