package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlRows;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One publication of a DuckDB warehouse, held open for many queries from many threads, each with a
 * limit of time.
 *
 * <p>It goes on reading what it opened when a publication takes the file's place: it opens the file
 * by a link of its own, since DuckDB takes two files of one name in one process for the same.
 */
public final class DuckDbReader implements SqlRows, AutoCloseable {
  /** A query took longer than it may. */
  public static final class TimeLimitException extends IOException {
    TimeLimitException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Reads the answer of a statement. */
  @FunctionalInterface
  public interface Work<T> {
    /** Uses a connection that nobody else uses meanwhile. */
    T with(Connection connection) throws SQLException, IOException;
  }

  private final Path file;
  private final DuckDbSession session;
  private final Duration limit;
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "time limit of queries");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Opens what is published now.
   *
   * @param limit of {@link #rows}
   * @throws WarehouseException if it is missing or none
   */
  public DuckDbReader(Path file, Duration limit) throws IOException {
    this(file, limit, Optional.empty());
  }

  /**
   * Opens of what is published now what may be seen.
   *
   * @param restriction what may be seen; empty for everything
   * @param limit of {@link #rows}
   * @throws WarehouseException if it is missing or none
   */
  public DuckDbReader(Path file, Duration limit, Optional<Restriction> restriction)
      throws IOException {
    this.file = file.toAbsolutePath().normalize();
    this.limit = limit;
    this.session = DuckDbSession.openAside(this.file, restriction);
  }

  /** Runs something on a connection of its own, without a limit of time. */
  public <T> T work(Work<T> work) throws IOException {
    Connection connection = null;
    try {
      connection = idle.poll();
      if (connection == null) {
        connection = session.another();
      }
      T result = work.with(connection);
      idle.push(connection);
      connection = null;
      return result;
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbSession.explained(file, DuckDbWarehouse.firstLine(e)), e);
    } finally {
      if (connection != null) {
        discard(connection);
      }
    }
  }

  private static void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It had failed before, which is told.
    }
  }

  /** Reads the answer of a statement with parameters, within the limit of time. */
  private interface Answer<T> {
    T of(ResultSet result) throws SQLException, IOException;
  }

  private <T> T ask(Duration within, String sql, String[] parameters, Answer<T> answer)
      throws IOException {
    AtomicBoolean late = new AtomicBoolean();
    try {
      return work(
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
              for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
              }
              ScheduledFuture<?> alarm =
                  clock.schedule(
                      () -> stop(statement, late), within.toMillis(), TimeUnit.MILLISECONDS);
              try (ResultSet result = statement.executeQuery()) {
                return answer.of(result);
              } finally {
                alarm.cancel(false);
              }
            }
          });
    } catch (WarehouseException e) {
      if (late.get()) {
        throw new TimeLimitException(
            "the warehouse took longer than " + within.toSeconds() + " s to answer", e);
      }
      throw e.getCause() instanceof SQLException cause ? inItsWords(cause, sql, parameters) : e;
    }
  }

  private WarehouseException inItsWords(SQLException cause, String sql, String[] parameters)
      throws IOException {
    String words =
        DuckDbSession.words(
            cause,
            file,
            Optional.empty(),
            DuckDbSession.Access.WAREHOUSE,
            (int) limit.toSeconds() + 1,
            sql,
            parameters);
    return new WarehouseException(
        DuckDbSession.explained(file, words.lines().findFirst().orElse(words)), cause);
  }

  private static void stop(Statement statement, AtomicBoolean late) {
    late.set(true);
    try {
      statement.cancel();
    } catch (SQLException e) {
      late.set(false); // it has just ended
    }
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.DUCKDB;
  }

  /**
   * {@inheritDoc}
   *
   * @throws TimeLimitException after the limit of time
   */
  @Override
  public List<String[]> rows(String sql, String... parameters) throws IOException {
    return ask(limit, sql, parameters, result -> new JdbcRow(result).rest());
  }

  /** Prints the answer to a query with parameters, however long that takes. */
  public void print(String sql, QueryFormat format, OutputStream out, String... parameters)
      throws IOException {
    print(Duration.ofDays(1), sql, format, out, parameters);
  }

  /**
   * Prints the answer to a query with parameters.
   *
   * @throws TimeLimitException if that takes longer than {@code within}
   */
  public void print(
      Duration within, String sql, QueryFormat format, OutputStream out, String... parameters)
      throws IOException {
    ask(
        within,
        sql,
        parameters,
        result -> {
          format.print(new JdbcRow(result), out);
          return null;
        });
  }

  /**
   * Text that is the same for two warehouses with the same publication, and else another; empty
   * where that is of a form without trade dates.
   */
  public String publication() {
    return session.publication();
  }

  @Override
  public void close() throws IOException {
    clock.shutdownNow();
    idle.forEach(DuckDbReader::discard);
    session.close();
  }
}
