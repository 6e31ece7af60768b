package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlText;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.duckdb.ask.SelectTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * One publication of a DuckDB warehouse for statements of strangers who may see all of it. They
 * change nothing, no setting either, and reach no file but by the warehouse's views; what they use
 * is bounded, as far as DuckDB counts it.
 */
public final class LockedWarehouse implements AutoCloseable {
  private final Path file;
  private final String opened;
  private final DuckDbSession session;

  /**
   * Opens what is published now.
   *
   * @param limits of all statements together; what does not fit into the memory fails
   * @throws WarehouseException if it is missing or none
   */
  public LockedWarehouse(Path file, DuckDbWarehouse.Limits limits) throws IOException {
    this.file = file.toAbsolutePath().normalize();
    opened = state();
    session = DuckDbSession.openLocked(this.file, limits);
  }

  private String state() throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return now.fileKey() + " " + now.lastModifiedTime() + " " + now.size();
  }

  /** Whether nothing newer was published. */
  public boolean isCurrent() throws IOException {
    return opened.equals(state());
  }

  /** A connection; the caller closes it, and runs on it what {@link #checked} has let through. */
  public Connection connect() throws SQLException {
    return session.another();
  }

  /**
   * A statement of a stranger.
   *
   * @return it, without a semicolon
   * @throws WarehouseException unless it is one SELECT, and reads tables and views alone
   */
  public static String checked(Connection connection, String sql)
      throws WarehouseException, SQLException {
    SelectTree tree = SelectTree.of(connection, sql);
    if (!tree.isSelect()) {
      throw new WarehouseException(
          tree.fault().isEmpty() || tree.fault().contains("serialized")
              ? "only SELECT is answered"
              : tree.fault());
    }
    List<String> statements = SqlText.statements(sql);
    if (statements.size() != 1 || tree.statements() != 1) {
      throw new WarehouseException("one statement at a time is answered");
    }
    if (tree.hasLongNames()) {
      throw new WarehouseException("a name has too many parts");
    }
    if (!tree.isOfTables()) {
      throw new WarehouseException("only tables and views are read: no files, by no function");
    }
    return statements.get(0);
  }

  /** Ends a statement that another thread runs; nothing for null. */
  public static void cancel(Statement statement) {
    DuckDbQuery.cancel(statement);
  }

  @Override
  public void close() throws IOException {
    session.close();
  }
}
