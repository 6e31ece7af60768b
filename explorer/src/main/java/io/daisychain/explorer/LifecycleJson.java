package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.point.Codes;
import io.daisychain.explorer.point.Points;
import io.daisychain.publish.tree.TreeLine;
import io.daisychain.publish.tree.TreeNode;
import io.daisychain.publish.tree.TreeView;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * One lifecycle as JSON: its tree, as the command {@code tree} draws it, and its events by time.
 */
final class LifecycleJson {
  /** Of larger lifecycles the first so many events are sent. */
  private static final int MOST = 3_000;

  private LifecycleJson() {}

  /**
   * The lifecycle of an event; empty if there is no such event.
   *
   * @param quoted with bid and ask of each event, where there are quotes
   */
  static Optional<ObjectNode> of(
      ShownPublication publication, Points points, UUID id, boolean quoted) throws IOException {
    int event = points.find(id);
    List<TreeNode> nodes =
        event < 0
            ? elsewhere(publication, id, quoted)
            : together(publication, points, event, quoted);
    if (nodes.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode node = Answer.object();
    node.put("asked", id.toString());
    node.put("id", nodes.get(0).lifecycle());
    node.put("events", nodes.size());
    node.put("quoted", quoted);
    node.put(
        "symbol",
        nodes.stream().map(TreeNode::symbol).filter(Objects::nonNull).findFirst().orElse(null));
    node.put(
        "firms",
        nodes.stream().map(TreeNode::reporter).filter(Objects::nonNull).distinct().count());
    node.put("faulty", nodes.stream().filter(one -> one.errors() != null).count());
    ArrayNode tree = node.putArray("tree");
    int sent = 0;
    for (TreeLine line :
        TreeView.lines(nodes, new TreeView.Style(0, false), Set.of(id.toString()))) {
      if (sent++ >= MOST) {
        break;
      }
      ObjectNode row = tree.addObject();
      row.put("depth", line.depth());
      row.put("text", line.text());
      row.put("marked", line.isMarked());
      ArrayNode ids = row.putArray("ids");
      line.ids().stream().limit(MOST).forEach(ids::add);
    }
    ArrayNode list = node.putArray("list");
    nodes.stream().limit(MOST).forEach(one -> put(list.addObject(), one));
    node.put("cut", nodes.size() > MOST);
    return Optional.of(node);
  }

  /** By what is known of the lifecycle's events only the files' parts that have them are read. */
  private static List<TreeNode> together(
      ShownPublication publication, Points points, int event, boolean quoted) throws IOException {
    String lifecycle = points.lifecycle(event).toString();
    if (!publication.dates().isAll()) {
      return TreeView.read(
          publication.warehouse, quoted, "e.LifecycleId = CAST(? AS $uuid)", lifecycle);
    }
    int[] events = points.together(event);
    Codes symbols = points.symbols.codes();
    int[] codes = IntStream.of(events).map(symbols::at).distinct().toArray();
    String[] names =
        Arrays.stream(codes)
            .filter(code -> code != 0)
            .mapToObj(code -> points.symbols.values()[code])
            .sorted()
            .toArray(String[]::new);
    boolean unnamed = names.length < codes.length;
    String condition =
        "e.LifecycleId = CAST(? AS $uuid) AND e.timestampNanos BETWEEN CAST(? AS BIGINT) AND CAST(?"
            + " AS BIGINT)";
    String from = "" + points.time[events[0]];
    String to = "" + points.time[events[events.length - 1]];
    return unnamed
        ? TreeView.read(publication.warehouse, quoted, condition, lifecycle, from, to)
        : TreeView.read(
            publication.warehouse,
            quoted,
            condition + " AND e.symbol BETWEEN ? AND ?",
            lifecycle,
            from,
            to,
            names[0],
            names[names.length - 1]);
  }

  /** Of an event that is not shown: its date is not, or it has no time. */
  private static List<TreeNode> elsewhere(ShownPublication publication, UUID id, boolean quoted)
      throws IOException {
    return TreeView.read(
        publication.warehouse,
        quoted,
        "e.LifecycleId = (SELECT LifecycleId FROM events WHERE id = CAST(? AS $uuid) LIMIT 1)",
        id.toString());
  }

  private static void put(ObjectNode node, TreeNode event) {
    node.put("id", event.id());
    node.put("time", event.time());
    node.put("nanos", event.nanos());
    node.put("type", event.type());
    node.put("relation", event.relation());
    node.put("reporter", event.reporter());
    node.put("eventId", event.eventId());
    node.put("source", event.source());
    node.put("destination", event.destination());
    node.put("market", event.lastMkt());
    node.put("symbol", event.symbol());
    node.put("side", event.side());
    node.put("quantity", event.quantity());
    node.put("limit", event.price());
    node.put("shares", event.lastShares());
    node.put("price", event.lastPx());
    node.put("status", event.errors());
    node.put("bid", event.bid());
    node.put("ask", event.ask());
    node.put("fill", event.isFill());
    ArrayNode parents = node.putArray("parents");
    event.parents().forEach(parents::add);
  }
}
