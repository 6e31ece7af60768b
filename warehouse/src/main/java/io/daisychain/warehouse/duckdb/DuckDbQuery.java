package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.SqlText;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.duckdb.ask.SelectTree;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a DuckDB warehouse. */
public final class DuckDbQuery implements SqlQuery {
  private static final String TABLES =
      "SELECT table_name AS name, comment AS meaning FROM duckdb_tables() WHERE schema_name ="
          + " 'main' UNION ALL SELECT view_name, comment FROM duckdb_views() WHERE schema_name ="
          + " 'main' AND NOT internal AND NOT temporary ORDER BY name";

  private static final Pattern EXPLAIN = Pattern.compile("(?is)^\\s*EXPLAIN\\s+(ANALYZE\\s+)?");
  private static final Pattern PIVOT = Pattern.compile("(?is)^\\s*(UN)?PIVOT\\b");

  private static final Pattern COPY = Pattern.compile("(?i)\\bCOPY\\b");

  private static final Logger LOG = LoggerFactory.getLogger(DuckDbQuery.class);

  private static final String GIVEN_UP = "the query was given up";

  private final Path file;
  private final Optional<KeptPublications.Kept> kept;
  private volatile Statement running;
  private volatile boolean givenUp;

  /** Queries of the warehouse in {@code file}. */
  public DuckDbQuery(Path file) {
    this(file, Optional.empty());
  }

  private DuckDbQuery(Path file, Optional<KeptPublications.Kept> kept) {
    this.file = file.toAbsolutePath().normalize();
    this.kept = kept;
  }

  /**
   * Queries of the warehouse in {@code file} as it was at a moment: all that had been published
   * until then, and nothing of what came later.
   *
   * @throws WarehouseException if it is missing or none, or what was published then is not kept
   */
  public static DuckDbQuery asOf(Path file, Instant moment) throws IOException {
    Path whole = file.toAbsolutePath().normalize();
    KeptPublications all = new KeptPublications(DayFolder.of(whole));
    long current;
    try (DuckDbSession now = DuckDbSession.open(whole, DuckDbSession.Access.NOTHING)) {
      current = FileNotes.read(now.connection()).catalog().generation();
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbWarehouse.firstLine(e), e);
    }
    Optional<KeptPublications.Kept> kept = all.at(moment, current);
    if (kept.isEmpty()) {
      String first = all.first().map(is -> "what it was from " + is.time() + " on").orElse("none");
      throw new WarehouseException(
          "nothing that was published in "
              + file
              + " until "
              + moment
              + " is kept: there is "
              + first
              + " (publish --keepPublished=DAYS)");
    }
    return new DuckDbQuery(whole, kept);
  }

  /** When that which is asked was published; empty for what is published now. */
  public Optional<Instant> published() {
    return kept.map(KeptPublications.Kept::time);
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.DUCKDB;
  }

  @Override
  public String tables() {
    return TABLES;
  }

  @Override
  public String columns(String table) {
    return "SELECT column_name AS name, data_type AS type, comment AS meaning FROM duckdb_columns()"
        + " WHERE database_name = current_database() AND schema_name = 'main' AND table_name = "
        + SqlDialect.DUCKDB.literal(table)
        + " ORDER BY column_index";
  }

  @Override
  public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
    DuckDbSession.Access access = DuckDbSession.Access.NOTHING;
    givenUp = false;
    try {
      access = accessOf(sql);
      print(sql, access, format, out);
    } catch (SQLException e) {
      String words = givenUp ? GIVEN_UP : DuckDbSession.words(e, file, kept, access, 0, sql);
      throw new WarehouseException(DuckDbSession.explained(file, explained(words)), e);
    }
  }

  private void print(String sql, DuckDbSession.Access access, QueryFormat format, OutputStream out)
      throws IOException, SQLException {
    try (DuckDbSession session = DuckDbSession.open(file, access, true, kept);
        Statement statement = session.connection().createStatement()) {
      running = statement;
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet result = statement.getResultSet()) {
        format.print(new JdbcRow(result), out);
      }
    } finally {
      running = null;
    }
  }

  @Override
  public void cancel() {
    Statement statement = running;
    if (statement != null) {
      givenUp = true;
      cancel(statement);
    }
  }

  /** Ends a statement that another thread is running, if any. */
  static void cancel(Statement statement) {
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOG.debug("had ended", e);
      }
    }
  }

  /** What is told of a statement that failed. */
  static String explained(String message) {
    boolean refused =
        message.contains("read-only mode") || message.contains("disabled by configuration");
    return refused
        ? message + "\nQueries change nothing and write no file; answers go to standard output."
        : message;
  }

  @Override
  public List<String[]> rows(String sql, String... parameters) throws IOException {
    try (DuckDbSession session =
            DuckDbSession.open(file, DuckDbSession.Access.WAREHOUSE, true, kept);
        PreparedStatement statement = session.connection().prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return new JdbcRow(result).rest();
      }
    } catch (SQLException e) {
      String words =
          DuckDbSession.words(e, file, kept, DuckDbSession.Access.WAREHOUSE, 0, sql, parameters);
      throw new WarehouseException(DuckDbSession.explained(file, explained(words)), e);
    }
  }

  /**
   * Parses statements. It is DuckDB itself without a database, and stays for the next who asks: to
   * start it costs as much as to open a warehouse.
   */
  private static final class Parser {
    private static Connection parser;

    private Parser() {}

    /** Whether this is nothing but SELECT, which cannot write. */
    static synchronized boolean isSelect(String sql) throws SQLException {
      if (parser == null) {
        Properties settings = new Properties();
        settings.setProperty("threads", "1");
        parser = DriverManager.getConnection("jdbc:duckdb:", settings);
      }
      try {
        return SelectTree.of(parser, sql).isSelect();
      } catch (SQLException e) {
        Connection failed = parser;
        parser = null;
        failed.close();
        throw e;
      }
    }
  }

  /**
   * What a statement may reach. One that is nothing but SELECT cannot write; PIVOT, of which DuckDB
   * makes several statements, cannot either.
   */
  private static DuckDbSession.Access accessOf(String sql) throws SQLException {
    if (Parser.isSelect(EXPLAIN.matcher(sql).replaceFirst(""))) {
      return DuckDbSession.Access.FILES;
    }
    boolean pivots =
        PIVOT.matcher(sql).find()
            && !COPY.matcher(sql).find() // which a WITH in it may have
            && SqlText.statements(sql).size() == 1;
    return pivots ? DuckDbSession.Access.WAREHOUSE : DuckDbSession.Access.NOTHING;
  }
}
