package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.ParquetScan;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/** An open DuckDB warehouse, which can only be read. */
final class DuckDbSession implements AutoCloseable {
  /** Files that a statement may reach; COPY and ATTACH would write them. */
  enum Access {
    NOTHING,
    WAREHOUSE,
    FILES
  }

  private static final Pattern MISSING =
      Pattern.compile("(?i)no such file|cannot open file|no files found");

  /** Part of what the driver says of every failure while an answer is read. */
  private static final String WITHOUT_WORDS = "Invalid result set";

  private final Connection connection;
  private final ReaderLease lease;
  private final Optional<Path> noted;
  private final Path days;
  private final String publication;
  private final boolean locked;

  /**
   * A session.
   *
   * @param lease keeps publications from deleting the warehouse's files; null where there are none
   * @param noted the folder by which its views name them, if that is not where they are
   * @param publication as {@link FileNotes#publication} says
   * @param locked whether no setting can be changed any more
   */
  private DuckDbSession(
      Connection connection,
      ReaderLease lease,
      Optional<Path> noted,
      Path days,
      String publication,
      boolean locked) {
    this.connection = connection;
    this.lease = lease;
    this.noted = noted;
    this.days = days;
    this.publication = publication;
    this.locked = locked;
  }

  static DuckDbSession open(Path file, Access access) throws IOException {
    return open(file, file, access);
  }

  /**
   * Opens a warehouse as it was published.
   *
   * @param kept what it was; empty for what is published now
   * @throws WarehouseException if it is missing or none
   */
  static DuckDbSession open(
      Path file, Access access, boolean streams, Optional<KeptPublications.Kept> kept)
      throws IOException {
    if (kept.isEmpty()) {
      return open(file, file, access, streams, Optional.empty(), Optional.empty());
    }
    Path name =
        Files.isWritable(file.getParent())
            ? LoadingFiles.readerName(file)
            : Files.createTempFile("daisychain", ".duckdb");
    try {
      kept.get().unpack(name);
      return open(file, name, access, streams, Optional.of(kept.get().file()), Optional.empty());
    } finally {
      Files.deleteIfExists(name);
    }
  }

  /**
   * Opens a warehouse.
   *
   * @param file the warehouse
   * @param name by which it is opened: the file, or a link to it
   * @throws WarehouseException if it is missing or none
   */
  static DuckDbSession open(Path file, Path name, Access access) throws IOException {
    return open(file, name, access, true, Optional.empty(), Optional.empty());
  }

  /**
   * Opens a warehouse.
   *
   * @param kept file of what is kept of it that was opened; publications leave it there meanwhile
   * @param lock what it may use, and that no setting can be changed; empty for neither
   */
  private static DuckDbSession open(
      Path file,
      Path name,
      Access access,
      boolean streams,
      Optional<Path> kept,
      Optional<DuckDbWarehouse.Limits> lock)
      throws IOException {
    if (!Files.exists(file)) {
      throw missing(file);
    }
    Path days = DayFolder.of(file);
    Properties settings = new Properties();
    settings.setProperty("duckdb.read_only", "true");
    settings.setProperty("enable_external_access", Boolean.toString(access == Access.FILES));
    if (access == Access.WAREHOUSE) {
      settings.setProperty("allowed_directories", readable(days));
    }
    settings.setProperty("autoinstall_known_extensions", "false");
    // Or the whole answer lies in memory.
    settings.setProperty("jdbc_stream_results", Boolean.toString(streams));
    // What does not fit is spilled to a folder beside the file, which DuckDB removes.
    settings.setProperty(
        "memory_limit",
        lock.orElseGet(DuckDbWarehouse.Limits::ofThisMachine).memoryMegabytes() + "MB");
    if (lock.isPresent()) {
      settings.setProperty("threads", Integer.toString(lock.get().threads()));
      settings.setProperty("temp_directory", ""); // nobody else's disk is filled
      settings.setProperty("enable_external_file_cache", "false"); // nor memory, between queries
      settings.setProperty("autoload_known_extensions", "false");
    }
    Optional<FileNotes> known = FileNotes.known(file, name);
    Connection connection;
    try {
      connection = DriverManager.getConnection("jdbc:duckdb:" + name, settings);
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
    try {
      // Unless another took its place while it was opened.
      FileNotes notes =
          known.isPresent() && known.equals(FileNotes.known(file, name))
              ? known.get()
              : FileNotes.read(connection);
      long generation = notes.catalog().generation();
      // What may reach no file needs none.
      Optional<Path> noted =
          notes.folder().filter(folder -> access != Access.NOTHING && !folder.equals(days));
      if (noted.isPresent()) {
        DayCatalog.redirect(connection, noted.get(), days);
      }
      ParquetScan.giveKey(connection);
      if (lock.isPresent()) {
        execute(connection, "SET GLOBAL TimeZone = 'UTC'");
        execute(connection, "SET lock_configuration = true");
      } else {
        inUtc(connection);
      }
      ReaderLease lease = ReaderLease.acquire(kept.orElse(DayFolder.lockFile(days, generation)));
      return new DuckDbSession(
          connection, lease, noted, days, notes.publication(), lock.isPresent());
    } catch (SQLException e) {
      close(connection, e);
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    } catch (IOException e) {
      close(connection, e);
      throw e;
    }
  }

  /**
   * Opens what may be seen of a warehouse that others go on publishing into: by a name of its own,
   * since DuckDB takes two files of one name in one process for the same, and what was opened stays
   * when a publication takes the file's place.
   *
   * @param restriction what may be seen; empty for everything
   * @throws WarehouseException if it is missing or none
   */
  static DuckDbSession openAside(Path file, Optional<Restriction> restriction) throws IOException {
    return aside(file, name -> open(file, name, restriction));
  }

  /**
   * The same of a warehouse that is seen whole, in which no setting can be changed any more.
   *
   * @throws WarehouseException if it is missing or none
   */
  static DuckDbSession openLocked(Path file, DuckDbWarehouse.Limits limits) throws IOException {
    return aside(
        file,
        name -> open(file, name, Access.WAREHOUSE, true, Optional.empty(), Optional.of(limits)));
  }

  private interface Opening {
    DuckDbSession by(Path name) throws IOException;
  }

  private static DuckDbSession aside(Path file, Opening opening) throws IOException {
    if (!Files.exists(file)) {
      throw missing(file);
    }
    Path name = LoadingFiles.readerName(file);
    try {
      LoadingFiles.link(file, name);
    } catch (AccessDeniedException e) {
      return opening.by(file);
    } catch (FileSystemException e) {
      if (Files.isWritable(file.getParent())) {
        throw e;
      }
      return opening.by(file);
    }
    try {
      return opening.by(name);
    } finally {
      Files.deleteIfExists(name);
    }
  }

  private static DuckDbSession open(Path file, Path name, Optional<Restriction> restriction)
      throws IOException {
    if (restriction.isEmpty()) {
      return open(file, name, Access.WAREHOUSE);
    }
    try (DuckDbSession whole = open(file, name, Access.WAREHOUSE)) { // keeps the files there
      RestrictedCopy.Made copy = RestrictedCopy.of(name, whole.days, restriction.get());
      return new DuckDbSession(
          copy.connection(), null, Optional.empty(), whole.days, copy.publication(), true);
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
  }

  private static WarehouseException missing(Path file) {
    return new WarehouseException("no warehouse at " + file + ": 'publish' makes one");
  }

  private static void inUtc(Connection connection) throws SQLException {
    execute(connection, "SET TimeZone = 'UTC'");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  Connection connection() {
    return connection;
  }

  /**
   * Text that is the same for two warehouses with the same publication, and else another; empty
   * where that is of a form without trade dates.
   */
  String publication() {
    return publication;
  }

  /** One more connection to the same warehouse; the caller closes it. */
  Connection another() throws SQLException {
    Connection added = connection.unwrap(DuckDBConnection.class).duplicate();
    if (!locked) { // there it is set for all, and nothing can be set any more
      inUtc(added);
    }
    if (noted.isPresent()) {
      DayCatalog.redirect(added, noted.get(), days);
    }
    return added;
  }

  /**
   * What DuckDB says of a statement that failed. Its driver has no words for what fails while an
   * answer is read, so the statement runs once more, with its answer in one piece.
   *
   * @param kept what was asked; empty for what is published now
   * @param seconds that this may take; 0 for any time
   */
  static String words(
      SQLException failure,
      Path file,
      Optional<KeptPublications.Kept> kept,
      Access access,
      int seconds,
      String sql,
      String... parameters)
      throws IOException {
    if (!failure.getMessage().contains(WITHOUT_WORDS)) {
      return failure.getMessage().strip();
    }
    try (DuckDbSession session = open(file, access, false, kept);
        PreparedStatement statement = session.connection.prepareStatement(sql)) {
      statement.setQueryTimeout(seconds);
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      statement.execute();
      return "the query failed while its answer was read, and did not when it ran again";
    } catch (SQLException e) {
      return e.getMessage().strip();
    }
  }

  /** What a statement says of files that are not there, with what can be done. */
  static String explained(Path file, String words) {
    boolean lost = words.contains(DayFolder.of(file) + "/") && MISSING.matcher(words).find();
    return lost
        ? words
            + "\nThe rows of "
            + file
            + " lie in "
            + DayFolder.of(file)
            + ": both go together, and are written anew by publish --days=all."
        : ParquetScan.explained(words);
  }

  /** The folders that the views of a warehouse read, as a list for DuckDB. */
  private static String readable(Path days) throws IOException {
    // By its name, and as views write it, with wildcards in brackets.
    List<String> folders =
        new ArrayList<>(List.of(days.toString(), CsvSource.escapedGlob(days.toString())));
    DayFolder.addition(days).ifPresent(folder -> folders.add(folder.toString()));
    return folders.stream().map(DuckDbSession::inList).collect(Collectors.joining(", ", "[", "]"));
  }

  /** A text in a list that is itself a text: other quotes than a literal's. */
  private static String inList(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static void close(Connection connection, Exception failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() throws IOException {
    try (lease) {
      connection.close();
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
  }
}
