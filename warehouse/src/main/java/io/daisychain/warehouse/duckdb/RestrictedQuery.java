package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Asks what somebody may see of a DuckDB warehouse: any statement, since there is nothing else that
 * it could reach. What may be seen is read at the first of them, and again after a publication.
 */
public final class RestrictedQuery implements SqlQuery, AutoCloseable {
  private final Path file;
  private final Restriction restriction;
  private final DuckDbQuery names;
  private DuckDbSession session;
  private String opened = "";
  private volatile Statement running;

  /** Queries of what may be seen of the warehouse in {@code file}. */
  public RestrictedQuery(Path file, Restriction restriction) {
    this.file = file.toAbsolutePath().normalize();
    this.restriction = restriction;
    this.names = new DuckDbQuery(file);
  }

  private DuckDbSession session() throws IOException {
    String state = "";
    if (Files.exists(file)) {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      state = now.fileKey() + " " + now.lastModifiedTime() + " " + now.size();
    }
    if (session == null || !state.equals(opened)) {
      close();
      session = DuckDbSession.openAside(file, Optional.of(restriction));
      opened = state;
    }
    return session;
  }

  @Override
  public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
    try (Connection connection = session().another();
        Statement statement = connection.createStatement()) {
      statement.execute("BEGIN TRANSACTION READ ONLY"); // queries change nothing, here neither
      running = statement;
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet result = statement.getResultSet()) {
        format.print(new JdbcRow(result), out);
      }
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbQuery.explained(e.getMessage().strip()), e);
    } finally {
      running = null;
    }
  }

  @Override
  public List<String[]> rows(String sql, String... parameters) throws IOException {
    try (Connection connection = session().another();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return new JdbcRow(result).rest();
      }
    } catch (SQLException e) {
      throw new WarehouseException(DuckDbQuery.explained(e.getMessage().strip()), e);
    }
  }

  @Override
  public void cancel() {
    DuckDbQuery.cancel(running);
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.DUCKDB;
  }

  @Override
  public String tables() {
    return names.tables();
  }

  @Override
  public String columns(String table) {
    return names.columns(table);
  }

  @Override
  public void close() throws IOException {
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
