package io.daisychain.explorer;

import io.daisychain.explorer.point.NotReadyException;
import io.daisychain.explorer.point.PointLoader;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.ShownDates;
import io.daisychain.explorer.point.SideFile;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.duckdb.DuckDbReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One publication of the warehouse, held open: its queries at once, its points when they are read.
 */
final class ShownPublication implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Of so many events trade-throughs are looked for without being asked for: it is quick. */
  private static final int FEW = 1_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(ShownPublication.class);

  final DuckDbReader warehouse;
  private final String text;
  private final String id;
  private final Optional<Path> cache;
  private final long most;
  private volatile int progress;
  private volatile ShownDates dates;
  private volatile boolean closed;
  private CompletableFuture<Points> points;
  private CompletableFuture<TradeThroughs> throughs;

  private ShownPublication(DuckDbReader warehouse, String text, Optional<Path> cache, long most) {
    this.warehouse = warehouse;
    this.text = text;
    this.id = digest(text).substring(0, 16);
    this.cache = cache;
    this.most = most;
  }

  /**
   * Opens what is published now.
   *
   * @param shown of which warehouse, and what of it
   * @param most events that there is memory for
   */
  public static ShownPublication open(ShownWarehouse shown, long most) throws IOException {
    DuckDbReader warehouse = new DuckDbReader(shown.file(), LIMIT, shown.restriction());
    try {
      String text = warehouse.publication();
      if (text.isEmpty()) {
        throw new IOException(
            shown.file()
                + " was published by an older version: 'publish --days=all' makes it anew");
      }
      return new ShownPublication(warehouse, text, shown.cache(), most);
    } catch (IOException | RuntimeException e) {
      try (warehouse) {
        throw e;
      }
    }
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same for the same publication in any explorer. */
  String id() {
    return id;
  }

  /** Parts of a hundred of the points that are read. */
  int progress() {
    return progress;
  }

  /** Begins to read the points, if nobody has. */
  synchronized CompletableFuture<Points> begin() {
    if (points == null) {
      points = CompletableFuture.supplyAsync(this::load, work -> daemon(work, "points"));
    }
    return points;
  }

  private static void daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private Points load() {
    try {
      // Hashes are DuckDB's, and another version may have others.
      String version = warehouse.rows("SELECT version()").get(0)[0];
      // It would have the rows in the clear that the warehouse's files have not.
      Optional<Path> kept = FileKey.current().isPresent() ? Optional.empty() : cache;
      SideFile side = new SideFile(kept, id, version + " " + text);
      Optional<SideFile.Kept> read = side.read(most);
      if (read.isPresent()) {
        dates = read.get().dates();
        progress = 100;
        return read.get().points();
      }
      dates = ShownDates.read(warehouse, most);
      Points loaded = new PointLoader(warehouse, dates, done -> progress = done).load();
      progress = 100;
      daemon(() -> keep(side, loaded), "side file");
      return loaded;
    } catch (IOException e) {
      LOG.warn("points", e);
      throw new UncheckedIOException(e);
    }
  }

  private void keep(SideFile side, Points loaded) {
    try {
      side.write(dates, loaded);
    } catch (IOException e) {
      if (!closed) {
        LOG.warn("ids", e.getCause());
      }
    }
  }

  /**
   * The points.
   *
   * @throws NotReadyException if they are being read
   */
  Points points() throws IOException {
    CompletableFuture<Points> reading = begin();
    if (!reading.isDone()) {
      throw new NotReadyException("the events are being read");
    }
    return result(reading);
  }

  /** Waits for the points. */
  Points awaitPoints() throws IOException {
    try {
      begin().get();
    } catch (ExecutionException e) {
      // told by what follows
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return points();
  }

  /** Begins to look for trade-throughs, if nobody has, or it failed. */
  private synchronized CompletableFuture<TradeThroughs> beginThroughs() throws IOException {
    Points read = points();
    if (throughs == null || throughs.isCompletedExceptionally()) {
      throughs = CompletableFuture.supplyAsync(() -> look(read), work -> daemon(work, "throughs"));
    }
    return throughs;
  }

  private TradeThroughs look(Points read) {
    try {
      return TradeThroughs.read(warehouse, read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether trade-throughs are being looked for. */
  synchronized boolean isLooking() {
    return throughs != null && !throughs.isDone();
  }

  /** The trade-throughs if they are known; of few events they are looked for. */
  Optional<TradeThroughs> knownThroughs() throws IOException {
    synchronized (this) {
      if (throughs == null && points().size() > FEW) {
        return Optional.empty();
      }
      CompletableFuture<TradeThroughs> looking = throughs == null ? beginThroughs() : throughs;
      return looking.isDone() && !looking.isCompletedExceptionally()
          ? Optional.of(looking.join())
          : Optional.empty();
    }
  }

  /**
   * The trade-throughs.
   *
   * @throws DuckDbReader.TimeLimitException if the warehouse takes longer than it may, which ends
   *     the query
   */
  TradeThroughs throughs() throws IOException {
    return result(beginThroughs());
  }

  private static <T> T result(CompletableFuture<T> future) throws IOException {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw cause(e.getCause());
    }
  }

  private static IOException cause(Throwable cause) {
    if (cause instanceof UncheckedIOException unchecked) {
      return unchecked.getCause();
    }
    if (cause instanceof CompletionException wrapped && wrapped.getCause() != null) {
      return cause(wrapped.getCause());
    }
    return cause instanceof OutOfMemoryError
        ? new IOException("there is not enough memory for the events", cause)
        : new IOException(cause);
  }

  /** What is shown; the points must have been read, or be being read. */
  ShownDates dates() {
    return dates;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    warehouse.close();
  }
}
