package io.daisychain.marketdata;

import io.daisychain.beam.WritableFiles;
import io.daisychain.beam.files.Links;
import io.daisychain.warehouse.LockFile;
import io.daisychain.warehouse.WarehouseException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Market data by trade date: {@code date=YYYY-MM-DD/} with {@code quotes.parquet}, {@code
 * nbbo.parquet}, {@code trades.parquet} and {@code windows-*.parquet}.
 *
 * <p>A date's folder is a link into {@code .versions/}, so that one rename replaces all its files
 * at once. A load writes its versions, lists them in {@code .pending}, which makes them valid, and
 * turns the links; a load that was killed in between is completed by whoever opens the folder next,
 * one that was killed before leaves nothing but what the next load deletes. A version that was
 * replaced stays for an hour, for those who are reading it.
 */
public final class MarketFolder {
  private static final Logger LOG = LoggerFactory.getLogger(MarketFolder.class);
  private static final String DATE = "date=";
  private static final String VERSIONS = ".versions";
  private static final String PENDING = ".pending";
  private static final String LOCK = ".lock";
  private static final String RETIRED = ".retired";
  private static final String TRIED = ".link";
  private static final Duration GRACE = Duration.ofHours(1);
  private static final Pattern VERSION = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})\\.[0-9a-f-]{36}");

  private final Path folder;

  private MarketFolder(Path folder) {
    this.folder = folder;
  }

  /** The data in a folder, which need not be there. */
  public static MarketFolder of(Path folder) throws IOException {
    MarketFolder market = new MarketFolder(folder.toAbsolutePath().normalize());
    if (Files.exists(market.pending()) && Files.isWritable(market.folder)) {
      LockFile lock;
      try {
        lock = market.lock();
      } catch (WarehouseException e) {
        return market; // a load is turning the links
      }
      try (lock) {
        market.turn();
      }
    }
    return market;
  }

  /** The trade dates that it has. */
  public SortedMap<Integer, DayFiles> days() throws IOException {
    SortedMap<Integer, DayFiles> days = new TreeMap<>();
    try (DirectoryStream<Path> dates = Files.newDirectoryStream(folder, DATE + "*")) {
      for (Path date : dates) {
        String text = date.getFileName().toString().substring(DATE.length());
        try {
          int day = (int) LocalDate.parse(text).toEpochDay();
          days.put(day, new DayFiles(day, date.toRealPath()));
        } catch (DateTimeParseException e) {
          LOG.debug("{} is not ours", date, e);
        }
      }
    } catch (NoSuchFileException e) {
      return days;
    }
    return days;
  }

  /** A trade date. */
  public Optional<DayFiles> day(int epochDay) throws IOException {
    Path date = link(epochDay);
    return Files.exists(date)
        ? Optional.of(new DayFiles(epochDay, date.toRealPath()))
        : Optional.empty();
  }

  private Path link(int epochDay) {
    return folder.resolve(DATE + LocalDate.ofEpochDay(epochDay));
  }

  private Path pending() {
    return folder.resolve(PENDING);
  }

  /** Keeps other processes from loading until it is closed. */
  public LockFile lock() throws IOException {
    return LockFile.acquire(
        folder.resolve(LOCK), "another process is loading market data into " + folder);
  }

  /**
   * Begins a load.
   *
   * @throws IOException if another process is loading, or the folder cannot be written to
   */
  public Load begin() throws IOException {
    WritableFiles.tryFolder(folder);
    Files.createDirectories(folder.resolve(VERSIONS));
    LockFile lock = lock();
    try {
      turn();
      deleteUnused();
      return new Load(lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** New versions of dates, which no reader sees before {@link #commit}. */
  public final class Load implements Closeable {
    private final LockFile lock;
    private final String id = UUID.randomUUID().toString();
    private final Map<Integer, Path> versions = new HashMap<>();

    private Load(LockFile lock) {
      this.lock = lock;
    }

    /** Names the load. */
    public String id() {
      return id;
    }

    /** Where the load's own files may lie meanwhile. */
    public Path scratch(String name) throws IOException {
      Path scratch = folder.resolve(VERSIONS).resolve(id + ".scratch");
      Files.createDirectories(scratch);
      return scratch.resolve(name);
    }

    /** Where the new files of a date are to be written. */
    public Path version(int epochDay) throws IOException {
      Path version = versions.get(epochDay);
      if (version == null) {
        version = folder.resolve(VERSIONS).resolve(LocalDate.ofEpochDay(epochDay) + "." + id);
        Files.createDirectory(version);
        versions.put(epochDay, version);
      }
      return version;
    }

    /** Puts the new versions in the place of the old ones; what they lack stays. */
    public void commit() throws IOException {
      if (versions.isEmpty()) {
        return; // there was nothing to load
      }
      List<String> lines = new ArrayList<>();
      for (Map.Entry<Integer, Path> version : versions.entrySet()) {
        Optional<DayFiles> before = day(version.getKey());
        if (before.isPresent()) {
          before.get().keep(version.getValue());
        }
        lines.add(version.getValue().getFileName().toString());
      }
      requireLinks();
      WritableFiles.replace(pending(), String.join("\n", lines) + "\n");
      turn();
    }

    @Override
    public void close() throws IOException {
      try (lock) {
        deleteUnused();
      }
    }
  }

  /** A file system that has no symbolic links cannot replace two files at once. */
  private void requireLinks() throws IOException {
    Path link = folder.resolve(TRIED);
    try {
      Links.turn(link, Path.of(VERSIONS));
      Files.delete(link);
    } catch (UnsupportedOperationException e) {
      throw new IOException("market data need a file system with symbolic links", e);
    }
  }

  /** Turns the links to the versions of a load that has come so far; under the lock. */
  private void turn() throws IOException {
    if (!Files.exists(pending())) {
      return;
    }
    for (String name : Files.readAllLines(pending())) {
      Matcher version = VERSION.matcher(name);
      if (!version.matches()) {
        throw new IOException(pending() + " has a line '" + name + "'");
      }
      Path date = folder.resolve(DATE + version.group(1));
      Path target = Path.of(VERSIONS, name);
      Path before = Files.isSymbolicLink(date) ? Files.readSymbolicLink(date) : null;
      if (target.equals(before)) {
        continue;
      }
      if (before == null && Files.exists(date)) {
        throw new IOException(date + " is in the way: it is no link of ours");
      }
      Links.turn(date, target);
      if (before != null && Files.exists(folder.resolve(before))) {
        Files.write(folder.resolve(before).resolve(RETIRED), new byte[0]);
      }
    }
    Files.delete(pending());
  }

  /** Deletes what killed loads left, and versions that were replaced more than an hour ago. */
  private void deleteUnused() throws IOException {
    Set<Path> used = new HashSet<>();
    days().values().forEach(day -> used.add(day.folder()));
    Instant limit = Instant.now().minus(GRACE);
    try (DirectoryStream<Path> versions = Files.newDirectoryStream(folder.resolve(VERSIONS))) {
      for (Path version : versions) {
        Path retired = version.resolve(RETIRED);
        boolean isRead =
            Files.exists(retired) && Files.getLastModifiedTime(retired).toInstant().isAfter(limit);
        if (!used.contains(version.toRealPath()) && !isRead) {
          Links.deleteTree(version);
        }
      }
    }
    Links.deleteUnfinished(folder);
  }
}
