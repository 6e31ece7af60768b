package io.daisychain.publish;

import io.daisychain.model.RowKey;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Draws a published lifecycle as a tree.
 *
 * <p>An event with several parents hangs below the first that was reported, and says what it is
 * also under. Roots and children stand in order of time.
 */
public final class TreeView {
  /** Deeper events are not indented further: lines would grow without end. */
  private static final int DEEPEST_INDENT = 40;

  private static final String NODES =
      """
      SELECT id, Parent, $merge, timestamp, eventType, ReporterId, EventId, destination, symbol,
        side, quantity, price, lastShares, lastPx, errorStatus
      FROM events
      WHERE id = CAST(? AS $uuid)
        OR LifecycleId = (SELECT LifecycleId FROM events WHERE id = CAST(? AS $uuid))
      ORDER BY timestamp, depth, id
      """;

  /** One event as it is drawn. */
  record Node(String id, List<String> parents, String label) {
    static Node of(String[] row) {
      List<String> parents = new ArrayList<>();
      if (row[1] != null) {
        parents.add(row[1]);
      }
      if (row[2] != null) {
        parents.addAll(List.of(row[2].split("\\|", -1)));
      }
      return new Node(row[0], parents, label(row));
    }

    private static String label(String[] row) {
      StringBuilder label = new StringBuilder();
      label.append(row[4]).append("  ").append(time(row[3])).append("  ");
      label.append(text(row[5])).append(' ').append(text(row[6]));
      if (row[7] != null) {
        label.append(" to ").append(row[7]);
      }
      label.append("  ").append(side(row[9])).append(text(row[8]));
      if (row[12] != null && !row[12].equals("0")) {
        label.append("  ").append(row[12]).append(" filled");
        label.append(row[13] == null ? "" : " at " + row[13]);
      } else if (row[10] != null) {
        label.append("  ").append(row[10]);
        label.append(row[11] == null ? "" : " at " + row[11]);
      }
      if (row[14] != null) {
        label.append("  [").append(row[14]).append(']');
      }
      return visible(label.toString());
    }

    private static String time(String iso) {
      return iso == null ? "?" : iso.substring(0, 10) + " " + iso.substring(11, iso.length() - 1);
    }

    private static String text(String value) {
      return value == null ? "-" : value;
    }

    private static String side(String side) {
      if (side == null) {
        return "";
      }
      return switch (side) {
        case "1" -> "buy ";
        case "2" -> "sell ";
        case "3" -> "buy minus ";
        case "4" -> "sell plus ";
        case "5" -> "sell short ";
        case "6" -> "sell short exempt ";
        default -> "side " + side + " ";
      };
    }

    /** A terminal would obey control characters. */
    private static String visible(String text) {
      return text.replaceAll("\\p{Cntrl}", "\ufffd");
    }
  }

  /** A place in the drawing that waits for its turn. */
  private record Step(Node node, String prefix, String branch, int depth) {}

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<String, List<Node>> children = new LinkedHashMap<>();
  private final Set<String> drawn = new HashSet<>();
  private final Appendable out;

  TreeView(List<Node> nodesInOrder, Appendable out) {
    this.out = out;
    for (Node node : nodesInOrder) {
      nodes.put(node.id(), node);
    }
    for (Node node : nodesInOrder) {
      String parent = drawnUnder(node);
      if (parent != null) {
        children.computeIfAbsent(parent, key -> new ArrayList<>()).add(node);
      }
    }
  }

  /**
   * Prints the lifecycle of the event {@code id} from a warehouse.
   *
   * @return false, with nothing printed, if no such event was published
   * @throws io.daisychain.warehouse.WarehouseException if there is no warehouse
   */
  public static boolean print(SqlQuery warehouse, RowKey id, Appendable out) throws IOException {
    SqlDialect dialect = warehouse.dialect();
    String sql =
        NODES
            .replace("$merge", dialect.quoted("Merge"))
            .replace("$uuid", dialect.typeOf(ColumnType.UUID));
    List<Node> nodes =
        warehouse.rows(sql, id.toString(), id.toString()).stream().map(Node::of).toList();
    if (nodes.isEmpty()) {
      return false;
    }
    new TreeView(nodes, out).draw(id.toString());
    return true;
  }

  void draw(String asked) throws IOException {
    for (Node node : nodes.values()) {
      if (drawnUnder(node) == null) {
        draw(node, asked);
      }
    }
    for (Node node : nodes.values()) { // what is left hangs on a cycle
      draw(node, asked);
    }
  }

  private void draw(Node root, String asked) throws IOException {
    Deque<Step> waiting = new ArrayDeque<>(); // not recursive: chains may be long
    waiting.push(new Step(root, "", "", 0));
    while (!waiting.isEmpty()) {
      Step step = waiting.pop();
      if (!drawn.add(step.node().id())) {
        continue;
      }
      line(step, asked);
      List<Node> below = children.getOrDefault(step.node().id(), List.of());
      String prefix = step.prefix() + continuation(step);
      for (int i = below.size() - 1; i >= 0; i--) {
        String branch = i == below.size() - 1 ? "└─ " : "├─ ";
        waiting.push(new Step(below.get(i), prefix, branch, step.depth() + 1));
      }
    }
  }

  private static String continuation(Step step) {
    if (step.depth() == 0 || step.depth() >= DEEPEST_INDENT) {
      return "";
    }
    return step.branch().startsWith("├") ? "│  " : "   ";
  }

  private void line(Step step, String asked) throws IOException {
    Node node = step.node();
    out.append(step.prefix()).append(step.branch());
    if (step.depth() > DEEPEST_INDENT) {
      out.append("(depth ").append(Integer.toString(step.depth())).append(") ");
    }
    out.append(node.label()).append("  ").append(node.id());
    String under = drawnUnder(node);
    List<String> others = new ArrayList<>();
    for (String parent : node.parents()) {
      if (!parent.equals(under)) {
        others.add(nodes.containsKey(parent) ? parent : parent + ", never reported");
      }
    }
    if (!others.isEmpty()) {
      String relation = under == null ? "  (under " : "  (also under ";
      out.append(relation).append(String.join("; ", others)).append(')');
    }
    out.append(node.id().equals(asked) ? "  <--\n" : "\n");
  }

  private String drawnUnder(Node node) {
    for (String parent : node.parents()) {
      if (nodes.containsKey(parent)) {
        return parent;
      }
    }
    return null;
  }
}
