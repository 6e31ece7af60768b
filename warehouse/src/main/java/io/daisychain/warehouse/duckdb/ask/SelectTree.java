package io.daisychain.warehouse.duckdb.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What DuckDB's parser makes of a text, which it tells of SELECT alone: but a WITH of that may have
 * INSERT, UPDATE, DELETE and COPY TO.
 */
public final class SelectTree {
  private static final String NODE = "_NODE";
  private static final Set<String> SELECTS =
      Set.of("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE");

  /** Functions that stand for a table and read nothing but their arguments and the catalog. */
  private static final Set<String> TABLE_FUNCTIONS =
      Set.of(
          "unnest",
          "range",
          "generate_series",
          "json_each",
          "json_tree",
          "duckdb_tables",
          "duckdb_views",
          "duckdb_columns",
          "duckdb_functions",
          "duckdb_types");

  private static final int MOST_PARTS = 100;

  private static final String FAULT = "error_message";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode tree;

  private SelectTree(JsonNode tree) {
    this.tree = tree;
  }

  /** The tree of a text. */
  public static SelectTree of(Connection parser, String sql) throws SQLException {
    try (PreparedStatement parse = parser.prepareStatement("SELECT json_serialize_sql(?)")) {
      parse.setString(1, sql);
      try (ResultSet answer = parse.executeQuery()) {
        return new SelectTree(JSON.readTree(answer.next() ? answer.getString(1) : "{}"));
      } catch (JsonProcessingException e) {
        return new SelectTree(JSON.createObjectNode().put(FAULT, "the statement is too deep"));
      }
    }
  }

  /** What DuckDB says of a text that has no tree; empty where it has one. */
  public String fault() {
    return tree.path(FAULT).asText();
  }

  /** How many statements it has. */
  public int statements() {
    return tree.path("statements").size();
  }

  /** Whether it is nothing but SELECT, and nothing in it writes. */
  public boolean isSelect() {
    return statements() > 0
        && all(
            tree,
            node -> {
              String type = node.path("type").asText();
              return !type.endsWith(NODE) || SELECTS.contains(type);
            });
  }

  /** Whether a name in it has more parts than any has; DuckDB takes their square in time. */
  public boolean hasLongNames() {
    return !all(
        tree,
        node ->
            node.path("column_names").size() <= MOST_PARTS
                && node.path("path").size() <= MOST_PARTS);
  }

  /** Whether its tables are none that functions read from elsewhere. */
  public boolean isOfTables() {
    return all(
        tree,
        node ->
            !node.path("type").asText().equals("TABLE_FUNCTION")
                || TABLE_FUNCTIONS.contains(
                    node.path("function").path("function_name").asText().toLowerCase(Locale.ROOT)));
  }

  private static boolean all(JsonNode node, Predicate<JsonNode> allowed) {
    if (!allowed.test(node)) {
      return false;
    }
    for (JsonNode child : node) {
      if (!all(child, allowed)) {
        return false;
      }
    }
    return true;
  }
}
