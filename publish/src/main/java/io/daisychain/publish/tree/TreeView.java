package io.daisychain.publish.tree;

import io.daisychain.model.RowKey;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlRows;
import io.daisychain.warehouse.print.VisibleText;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Draws a published lifecycle as a tree.
 *
 * <p>An event with several parents hangs below the first that was reported, and says what it is
 * also under. Roots and children stand in order of time. A line says what happened, how long after
 * the oldest root and after the event above it, and at which firm; side and symbol where they are
 * not those of the event above; and the best bid and offer in force, where there are quotes.
 */
public final class TreeView {
  /** Deeper events are not indented further: lines would grow without end. */
  private static final int DEEPEST_INDENT = 40;

  /** What a narrow terminal leaves for words whatever the depth. */
  private static final int LEAST_WORDS = 60;

  /** Reports alike in a row that are drawn as one line. */
  private static final int LEAST_RUN = 3;

  /** Parents that are named beside the one above. */
  private static final int MOST_OTHERS = 3;

  private static final int SHORT_ID = 8;
  private static final String ASKED = "  <--";

  private static final String NODES =
      """
      SELECT $columns
      FROM events AS e$market
      WHERE $condition
      ORDER BY e.timestamp, e.depth, e.id
      """;

  private static final String OF_EVENT =
      "e.id = CAST(? AS $uuid)"
          + " OR e.LifecycleId IN (SELECT LifecycleId FROM events WHERE id = CAST(? AS $uuid))";

  private static final String MARKET =
      " LEFT JOIN event_market AS m ON m.id = e.id AND m.tradeDate = e.tradeDate";

  /**
   * How much is drawn.
   *
   * @param width characters of a line; longer ones are cut, and ids to eight digits. 0 for no limit
   * @param all whether every report has a line, however many are alike
   */
  public record Style(int width, boolean all) {
    /** Everything: whole ids and a line for each event. */
    public static final Style WIDE = new Style(0, true);
  }

  /** A place in the drawing that waits for its turn; a run of reports is one. */
  private record Step(List<TreeNode> run, String prefix, String branch, int depth) {
    TreeNode node() {
      return run.get(0);
    }
  }

  private final List<TreeNode> nodes;

  /** Events by id; one id may be an event of each of several trade dates. */
  private final Map<String, List<TreeNode>> byId = new HashMap<>();

  /** What each event hangs on; nothing for roots. */
  private final IdentityHashMap<TreeNode, TreeNode> above = new IdentityHashMap<>();

  private final IdentityHashMap<TreeNode, List<TreeNode>> children = new IdentityHashMap<>();
  private final Set<TreeNode> drawn = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Style style;
  private final int deepestIndent;
  private final List<TreeLine> lines = new ArrayList<>();
  private Set<String> asked = Set.of();

  private TreeView(List<TreeNode> nodesInOrder, Style style) {
    this.style = style;
    int room = style.width() == 0 ? DEEPEST_INDENT : (style.width() - LEAST_WORDS) / 3;
    deepestIndent = Math.max(3, Math.min(DEEPEST_INDENT, room));
    nodes = nodesInOrder;
    for (TreeNode node : nodes) {
      byId.computeIfAbsent(node.id(), id -> new ArrayList<>(1)).add(node);
    }
    for (TreeNode node : nodes) {
      TreeNode parent = firstParent(node);
      if (parent != null) {
        above.put(node, parent);
        children.computeIfAbsent(parent, key -> new ArrayList<>()).add(node);
      }
    }
  }

  /**
   * Prints the lifecycle of some of its events from a warehouse; those of an id of several trade
   * dates one below the other.
   *
   * @param ids events of one lifecycle, which are marked
   * @return false, with nothing printed, if no such event was published
   * @throws io.daisychain.warehouse.WarehouseException if there is no warehouse
   */
  public static boolean print(SqlRows warehouse, List<RowKey> ids, Style style, Appendable out)
      throws IOException {
    String id = ids.get(0).toString();
    List<TreeNode> nodes = read(warehouse, true, OF_EVENT, id, id);
    if (nodes.isEmpty()) {
      return false;
    }
    Set<String> marked = new HashSet<>();
    ids.forEach(key -> marked.add(key.toString()));
    print(nodes, style, marked, out);
    return true;
  }

  static void print(List<TreeNode> nodesInOrder, Style style, Set<String> marked, Appendable out)
      throws IOException {
    for (TreeLine line : lines(nodesInOrder, style, marked)) {
      out.append(line.branches()).append(line.text()).append(line.isMarked() ? ASKED : "");
      out.append('\n');
    }
  }

  /**
   * Published events in order of time.
   *
   * @param quoted with bid and ask where there are quotes
   * @param condition of rows of {@code events AS e}; {@code $uuid} stands for the type of ids
   * @param parameters values of its question marks
   */
  public static List<TreeNode> read(
      SqlRows warehouse, boolean quoted, String condition, String... parameters)
      throws IOException {
    SqlDialect dialect = warehouse.dialect();
    boolean hasMarket = quoted && hasMarket(warehouse);
    String sql =
        NODES
            .replace("$condition", condition)
            .replace("$columns", TreeNode.COLUMNS)
            .replace("$market", hasMarket ? MARKET : "")
            .replace("$bid", hasMarket ? "m.bid" : "NULL")
            .replace("$ask", hasMarket ? "m.ask" : "NULL")
            .replace("$merge", dialect.quoted("Merge"))
            .replace("$uuid", dialect.typeOf(ColumnType.UUID));
    return warehouse.rows(sql, parameters).stream().map(TreeNode::of).toList();
  }

  /**
   * The lines of a lifecycle's tree.
   *
   * @param nodesInOrder its events by time
   * @param marked ids of events that are asked for, and so never one of several on a line
   */
  public static List<TreeLine> lines(List<TreeNode> nodesInOrder, Style style, Set<String> marked) {
    return new TreeView(nodesInOrder, style).draw(marked);
  }

  private static boolean hasMarket(SqlRows warehouse) throws IOException {
    return warehouse.dialect() == SqlDialect.DUCKDB
        && !warehouse
            .rows("SELECT 1 FROM duckdb_views() WHERE view_name = 'event_market'")
            .isEmpty();
  }

  private List<TreeLine> draw(Set<String> marked) {
    asked = marked;
    for (TreeNode node : nodes) {
      if (!above.containsKey(node)) {
        draw(node);
      }
    }
    for (TreeNode node : nodes) { // what is left hangs on a cycle
      draw(node);
    }
    return lines;
  }

  private void draw(TreeNode root) {
    Deque<Step> waiting = new ArrayDeque<>(); // not recursive: chains may be long
    waiting.push(new Step(List.of(root), "", "", 0));
    while (!waiting.isEmpty()) {
      Step step = waiting.pop();
      if (!drawn.add(step.node())) {
        continue;
      }
      drawn.addAll(step.run());
      line(step);
      List<List<TreeNode>> below = runs(step.node());
      String prefix = step.prefix() + continuation(step);
      for (int i = below.size() - 1; i >= 0; i--) {
        String branch = i == below.size() - 1 ? "└─ " : "├─ ";
        waiting.push(new Step(below.get(i), prefix, branch, step.depth() + 1));
      }
    }
  }

  /** The children of an event; those that are drawn as one line together. */
  private List<List<TreeNode>> runs(TreeNode parent) {
    List<TreeNode> below = children.getOrDefault(parent, List.of());
    List<List<TreeNode>> runs = new ArrayList<>();
    int from = 0;
    while (from < below.size()) {
      int to = from + 1;
      while (to < below.size() && isAlike(parent, below.get(from), below.get(to))) {
        to++;
      }
      if (to - from >= LEAST_RUN) {
        runs.add(below.subList(from, to));
      } else {
        below.subList(from, to).forEach(node -> runs.add(List.of(node)));
      }
      from = to;
    }
    return runs;
  }

  private boolean isAlike(TreeNode parent, TreeNode first, TreeNode next) {
    return !style.all()
        && isPlainReport(parent, first)
        && isPlainReport(parent, next)
        && first.type().equals(next.type())
        && Objects.equals(first.reporter(), next.reporter());
  }

  /** A report with nothing below it and nothing about it that has to be seen. */
  private boolean isPlainReport(TreeNode parent, TreeNode node) {
    return "EXECUTION".equals(node.relation())
        && !node.isAmendment()
        && node.errors() == null
        && node.parents().size() == 1
        && !children.containsKey(node)
        && !asked.contains(node.id())
        && !TreeNode.isBeyond(parent, node);
  }

  private String continuation(Step step) {
    if (step.depth() == 0 || step.depth() >= deepestIndent) {
      return "";
    }
    return step.branch().startsWith("├") ? "│  " : "   ";
  }

  private void line(Step step) {
    TreeNode node = step.node();
    String branches = step.prefix() + step.branch();
    StringBuilder line = new StringBuilder();
    if (step.depth() > deepestIndent) {
      line.append("(depth ").append(step.depth()).append(") ");
    }
    TreeNode parent = above.get(node);
    if (step.run().size() > 1) {
      run(step.run(), line);
    } else {
      line.append(node.type()).append("  ").append(time(node, parent)).append("  ");
      line.append(VisibleText.line(node.words(parent)));
      line.append("  ").append(shortened(node.id()));
      others(node, line);
    }
    boolean marked = asked.contains(node.id());
    cut(line, style.width() - branches.length() - (marked ? ASKED.length() : 0));
    List<String> ids = step.run().stream().map(TreeNode::id).toList();
    lines.add(new TreeLine(step.depth(), ids, branches, line.toString(), marked));
  }

  /** Reports alike: how many, of what, when. */
  private void run(List<TreeNode> run, StringBuilder line) {
    TreeNode first = run.get(0);
    line.append(first.type()).append(" x ").append(TreeNode.grouped("" + run.size()));
    BigDecimal shares = BigDecimal.ZERO;
    BigDecimal lowest = null;
    BigDecimal highest = null;
    for (TreeNode node : run) {
      shares = shares.add(decimal(node.lastShares() == null ? "0" : node.lastShares()));
      if (node.lastPx() != null) {
        BigDecimal px = decimal(node.lastPx());
        lowest = lowest == null ? px : lowest.min(px);
        highest = highest == null ? px : highest.max(px);
      }
    }
    if (shares.signum() != 0) {
      line.append(", ").append(TreeNode.grouped(shares.toPlainString()));
      if (lowest != null) {
        line.append(" @ ").append(lowest.toPlainString());
        line.append(lowest.compareTo(highest) == 0 ? "" : "-" + highest.toPlainString());
      }
    }
    TreeNode root = root(first);
    line.append("  ").append(TreeNode.elapsed(root, first));
    line.append(" to ").append(TreeNode.elapsed(root, run.get(run.size() - 1)));
    line.append("  ").append(VisibleText.line(String.valueOf(first.reporter())));
  }

  private static BigDecimal decimal(String number) {
    return new BigDecimal(number);
  }

  /** A root's moment; of what is below, the time since the oldest root and since its parent. */
  private String time(TreeNode node, TreeNode parent) {
    TreeNode root = root(node);
    if (parent == null) {
      return node.moment() + (root.equals(node) ? "" : " (" + TreeNode.elapsed(root, node) + ")");
    }
    String sinceRoot = TreeNode.elapsed(root, node);
    return parent.equals(root)
        ? sinceRoot
        : sinceRoot + " (" + TreeNode.elapsed(parent, node) + ")";
  }

  private TreeNode root(TreeNode node) {
    TreeNode root = event(node.lifecycle(), node);
    return root == null ? node : root;
  }

  private void others(TreeNode node, StringBuilder line) {
    String under = above.containsKey(node) ? above.get(node).id() : null;
    List<String> others = new ArrayList<>();
    for (String parent : node.parents()) {
      if (!parent.equals(under)) {
        String id = shortened(parent);
        others.add(byId.containsKey(parent) ? id : id + ", never reported");
      }
    }
    if (others.isEmpty()) {
      return;
    }
    int shown = style.width() == 0 ? others.size() : Math.min(others.size(), MOST_OTHERS);
    line.append(under == null ? "  (under " : "  (also under ");
    line.append(String.join("; ", others.subList(0, shown)));
    line.append(shown < others.size() ? " and " + (others.size() - shown) + " more" : "");
    line.append(')');
  }

  private String shortened(String id) {
    return style.width() == 0 || id.length() <= SHORT_ID ? id : id.substring(0, SHORT_ID);
  }

  private void cut(StringBuilder line, int width) {
    if (style.width() > 0 && line.length() > width) {
      line.setLength(Math.max(1, width - 1));
      line.append('…');
    }
  }

  private TreeNode firstParent(TreeNode node) {
    for (String parent : node.parents()) {
      TreeNode found = event(parent, node);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Of several dates' events of an id the one that a child is linked to: its own, else nearest. */
  private TreeNode event(String id, TreeNode child) {
    TreeNode nearest = null;
    for (TreeNode event : byId.getOrDefault(id, List.of())) {
      if (event.date() != null && event.date().equals(child.date())) {
        return event;
      }
      // Dates of one form sort as text; nothing is linked to a later date but by name.
      if (nearest == null || isNearer(event, nearest, child)) {
        nearest = event;
      }
    }
    return nearest;
  }

  private static boolean isNearer(TreeNode event, TreeNode nearest, TreeNode child) {
    boolean earlier = event.date().compareTo(child.date()) < 0;
    boolean nearestEarlier = nearest.date().compareTo(child.date()) < 0;
    return earlier == nearestEarlier
        ? event.date().compareTo(nearest.date()) > 0 == earlier
        : earlier;
  }
}
