package io.daisychain.datagen.fit;

import static io.daisychain.datagen.fit.Hours.CLOCK_NANOS;

import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Reads the steps of every order of a lifecycle from its events.
 *
 * <p>A firm that reports executions of an order it had given on repeats what happened below: these
 * are no steps of the order, and neither are a sender's reports on its route.
 */
final class LifecycleReader {
  /** Routes of an order that follow each other sooner were made in one step. */
  private static final long ONE_STEP_NANOS = 100_000_000L;

  /** So long before the close there is no trade, and who waits for one waits no more. */
  private static final long LAST_TRADE_NANOS = 1_000_000_000L;

  private static final long TEN_LOTS = 1_000;

  /** Actions that have another name than the event; the others have the same. */
  private static final Map<EventType, String> ACTIONS =
      Map.of(
          EventType.REJECTED, "REJECT",
          EventType.STOPPED, "STOP",
          EventType.SUSPENDED, "SUSPEND",
          EventType.CALCULATED, "CALCULATE",
          EventType.RESTATED, "RESTATE",
          EventType.EXPIRED, "EXPIRE");

  /** Events that begin the walk of an order at a firm, or a route to one. */
  private static final Set<EventType> ORDERS =
      Set.of(
          EventType.NEW,
          EventType.INTERNAL,
          EventType.AGGREGATE,
          EventType.ROUTE,
          EventType.ACCEPT);

  private static final Set<EventType> EXECUTIONS =
      Set.of(EventType.PARTIAL_FILL, EventType.FILL, EventType.BUST, EventType.CORRECT);

  private static final Set<EventType> ENDS_OF_DAY =
      Set.of(EventType.DONE_FOR_DAY, EventType.EXPIRED);

  private static final String AT_CLOSE = "_AT_CLOSE";

  /** The kind of what a market maker's order has left at a venue after its first trade. */
  static final String MAKER = "Maker";

  /** Steps after which an order has ended. */
  private static final Set<String> LAST =
      Set.of("CANCELED", "DONE_FOR_DAY", "EXPIRE", "REJECT", "FILL");

  /** A step of an order. */
  private record Step(String label, long from, long until, int size) {}

  /** An order at one firm, or a route to one. */
  private static final class Node {
    final EventRecord event;
    final List<EventRecord> reports = new ArrayList<>();
    final List<Node> children = new ArrayList<>();
    String kind;
    int height; // orders and routes below it, one under another
    long last;
    boolean open; // while its last event is looked for

    Node(EventRecord event) {
      this.event = event;
    }
  }

  private final Observation seen;
  private final Hours hours;
  private final int brokers;
  private final Predicate<EventRecord> isOwn;
  private final List<EventRecord> events = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();

  /**
   * Firms below a number are brokers; a firm that does nothing that only brokers do is a venue.
   *
   * @param isOwn whether an order is for the account of the firm itself
   */
  LifecycleReader(Observation seen, int brokers, Predicate<EventRecord> isOwn) {
    this.isOwn = isOwn;
    this.seen = seen;
    hours = seen.hours;
    this.brokers = brokers;
  }

  void read(List<EventRecord> lifecycle) {
    events.clear();
    events.addAll(lifecycle);
    nodes.clear();
    Set<Integer> pooled = new HashSet<>();
    for (EventRecord event : events) {
      nodes.add(ORDERS.contains(event.type) ? new Node(event) : null);
      for (int i = 1; event.type == EventType.AGGREGATE && i < event.parentCount(); i++) {
        pooled.add(event.parent(i));
      }
      if (event.sendTime >= event.time) {
        seen.sending.add(event.sendTime - event.time);
      }
    }
    IntStream.range(0, events.size())
        .boxed()
        .sorted(Comparator.comparingLong(i -> events.get(i).time))
        .forEach(this::hang);
    seen.events += events.size();
    seen.lifecycles++;
    if (events.stream().anyMatch(event -> event.type == EventType.NEW && isOwn.test(event))) {
      readMakers();
      return;
    }
    for (int i = 0; i < events.size(); i++) {
      Node node = nodes.get(i);
      if (node != null) {
        node.kind = kind(node.event, pooled.contains(i));
        read(node);
        seen.depth = Math.max(seen.depth, node.height + 1);
      }
    }
  }

  /** Of a market maker's order: what it does at a venue after its first trade there. */
  private void readMakers() {
    for (Node node : nodes) {
      if (node == null || node.event.type != EventType.ACCEPT) {
        continue;
      }
      node.kind = MAKER;
      seen.venues.add(node.event.reporter);
      for (EventRecord report : node.reports) {
        if (report.type.isFill()) {
          seen.met.add(report.lastQty);
          break;
        }
      }
      List<Step> steps = steps(node);
      for (int i = 0; i < steps.size(); i++) {
        if (steps.get(i).label().equals("PARTIAL_FILL")) {
          seen.quoted.add(node.event.qty);
          walk(node, steps.subList(i + 1, steps.size()), steps.get(i).until());
          break;
        }
      }
    }
  }

  private String kind(EventRecord event, boolean isPooled) {
    return switch (event.type) {
      case NEW -> isPooled ? "Pooled" : event.timeInForce == '1' ? "Gtc" : "Customer";
      case INTERNAL -> "Desk";
      case AGGREGATE -> "Aggregate";
      default ->
          isBroker(event.type == EventType.ROUTE ? event.deliverTo : event.reporter)
              ? "Broker"
              : "Venue";
    };
  }

  private boolean isBroker(int firm) {
    return firm != EventRecord.NONE && firm < brokers;
  }

  private void hang(int i) {
    Node own = nodes.get(i);
    EventRecord event = events.get(i);
    int parents = own != null ? event.parentCount() : Math.min(1, event.parentCount());
    for (int j = 0; j < parents; j++) {
      Node above = owner(event.parent(j));
      if (above != null && own == null) {
        above.reports.add(event);
      } else if (above != null && above != own) {
        above.children.add(own);
      }
    }
  }

  /** The order or route that an event is about, over its versions and executions. */
  private Node owner(int i) {
    int at = i;
    for (int steps = 0; at != EventRecord.NONE && steps <= events.size(); steps++) {
      if (nodes.get(at) != null) {
        return nodes.get(at);
      }
      at = events.get(at).parentCount() == 0 ? EventRecord.NONE : events.get(at).parent(0);
    }
    return null; // unknown, or a cycle
  }

  /** Time of the last event of an order and of all below it; finds its height too. */
  private long last(Node node) {
    if (node.last == 0 && !node.open) {
      node.open = true;
      long last = node.event.time;
      for (EventRecord report : node.reports) {
        last = Math.max(last, known(report));
      }
      for (Node child : node.children) {
        last = Math.max(last, last(child));
        int above = child.event.type == EventType.ACCEPT ? 0 : 1;
        node.height = Math.max(node.height, child.height + above);
      }
      node.open = false;
      node.last = last;
    }
    return node.last;
  }

  /** When the order above knows of a report: that there is no trade more before the close. */
  private long known(EventRecord report) {
    boolean isAtClose = ENDS_OF_DAY.contains(report.type);
    return isAtClose
        ? Math.min(report.time, hours.closeOf(report.time) - LAST_TRADE_NANOS)
        : report.time;
  }

  private void read(Node node) {
    EventRecord event = node.event;
    if (event.type == EventType.ROUTE) {
      readRoute(node);
      return;
    }
    if (event.type == EventType.NEW) {
      readCustomers(node);
    }
    if (node.kind.equals("Venue")) {
      seen.venues.add(event.reporter);
    }
    walk(node, steps(node), event.time);
  }

  private void walk(Node node, List<Step> steps, long start) {
    String label = Observation.START;
    long from = start;
    for (int i = 0; i <= steps.size(); i++) {
      Step next = i < steps.size() ? steps.get(i) : null;
      long ended = ended(node, next == null ? Long.MAX_VALUE : next.from());
      boolean awaited =
          next == null ? endsAwaited(label, ended, from) : awaited(label, ended, next, from);
      String state = node.kind + label;
      if (awaited) {
        String await = Observation.AWAIT + label;
        Observation.count(seen.steps, state, await);
        state = node.kind + await;
      }
      Observation.count(seen.steps, state, next == null ? end(node) : next.label());
      if (next == null) {
        break;
      }
      String to = node.kind + next.label();
      seen.delay(to, state, delay(next, awaited ? Math.max(ended, from) : from));
      if (next.size() > 0) {
        Observation.count(seen.sizes, to, Integer.toString(next.size()));
      }
      label = next.label();
      from = next.until();
    }
  }

  private static String end(Node node) {
    long leaves = 1;
    for (EventRecord report : node.reports) {
      leaves = report.type.isReport() ? report.leaves : leaves;
    }
    return leaves > 0 ? Observation.END_OPEN : Observation.END;
  }

  private long delay(Step step, long from) {
    long base = from;
    if (isAtClose(step.label())) {
      base = Math.max(from, hours.closeOf(step.from()));
    } else if (step.label().endsWith("_AT_OPEN")) {
      base = Math.max(from, hours.openOf(step.from()));
    }
    return Math.max(0, step.from() - base);
  }

  /** When the child orders that were there before a time had ended; 0 without any. */
  private long ended(Node node, long before) {
    long ended = 0;
    for (Node child : node.children) {
      if (child.event.time < before) {
        ended = Math.max(ended, last(child));
      }
    }
    if (ended > 0) {
      for (EventRecord report : node.reports) { // that repeat what happened below
        if (EXECUTIONS.contains(report.type) && report.time < before) {
          ended = Math.max(ended, report.time);
        }
      }
    }
    return ended;
  }

  private List<Step> steps(Node node) {
    List<Step> steps = new ArrayList<>();
    if (node.event.type == EventType.ACCEPT) {
      steps.add(new Step("ACCEPT", node.event.time, node.event.time, 0));
    }
    long firstChild = Long.MAX_VALUE;
    for (Node child : node.children) {
      firstChild = Math.min(firstChild, child.event.time);
    }
    long before = node.event.time;
    for (EventRecord report : node.reports) {
      boolean repeats = EXECUTIONS.contains(report.type) && report.time >= firstChild;
      if (report.type == EventType.UNKNOWN || repeats) {
        continue;
      }
      String label = ACTIONS.getOrDefault(report.type, report.type.name());
      if (ENDS_OF_DAY.contains(report.type)
          && report.time >= hours.closeOf(report.time) - CLOCK_NANOS) {
        label += AT_CLOSE;
      } else if (hours.openOf(report.time) > before) {
        label += "_AT_OPEN";
      }
      before = report.time;
      steps.add(new Step(label, report.time, report.time, tenths(report)));
    }
    giveOn(node, steps);
    steps.sort(Comparator.comparingLong(Step::from));
    return steps;
  }

  /**
   * Of a partial fill, the tenth of the open quantity that it executed, from 1; 0 where that is too
   * few lots to tell of the share that was wanted.
   */
  private static int tenths(EventRecord report) {
    long open = report.lastQty + report.leaves;
    return report.type == EventType.PARTIAL_FILL && report.lastQty > 0 && open >= TEN_LOTS
        ? (int) Math.min(10, 1 + report.lastQty * 10 / open)
        : 0;
  }

  /** The steps that made child orders: those of one kind that follow each other are one. */
  private void giveOn(Node node, List<Step> steps) {
    for (int i = 0; i < node.children.size(); ) {
      Node first = node.children.get(i);
      String label = giving(first.event);
      int size = 1;
      long last = first.event.time;
      if (first.event.type == EventType.AGGREGATE) {
        size = first.event.parentCount();
        i++;
        if (node.kind.equals("Pooled")) {
          continue; // it was taken along
        }
      } else {
        long ended = last(first);
        for (i++; i < node.children.size(); i++, size++) {
          Node next = node.children.get(i);
          long gap = next.event.time - last;
          boolean sameStep = gap < ONE_STEP_NANOS && ended > next.event.time;
          if (!sameStep || !giving(next.event).equals(label)) {
            break;
          }
          ended = Math.max(ended, last(next));
          seen.desk.add(gap);
          last = next.event.time;
        }
      }
      steps.add(new Step(label, first.event.time, last, size));
    }
  }

  /** A walk that ends after giving an order on cannot be told from one that waits first. */
  private static boolean endsAwaited(String label, long ended, long from) {
    return gives(label) || (ended > from && !LAST.contains(label) && !isAtClose(label));
  }

  /** Clocks do not tell whether a step at the close came before those of child orders there. */
  private static boolean awaited(String label, long ended, Step next, long from) {
    boolean together = isAtClose(next.label()) && gives(label);
    return together || ((ended > from || gives(label)) && next.from() > ended - CLOCK_NANOS);
  }

  private static boolean isAtClose(String label) {
    return label.endsWith(AT_CLOSE);
  }

  private static boolean gives(String label) {
    return label.startsWith("ROUTE") || label.equals("INTERNAL") || label.equals("POOL");
  }

  private String giving(EventRecord child) {
    return switch (child.type) {
      case AGGREGATE -> "POOL";
      case INTERNAL -> "INTERNAL";
      default -> "ROUTE_" + (isBroker(child.deliverTo) ? "BROKER" : "VENUE");
    };
  }

  private void readRoute(Node route) {
    if (route.children.isEmpty()) {
      if (first(route, EventType.REJECTED) != null) {
        Observation.count(seen.steps, route.kind + Observation.START, "REFUSE");
        Observation.count(seen.steps, route.kind + "REFUSE", Observation.END);
      }
      return;
    }
    Node accepted = route.children.get(0);
    EventRecord there = first(accepted, EventType.ACK);
    EventRecord here = first(route, EventType.ACK);
    seen.relayable += there == null ? 0 : 1;
    if (there != null && here != null) {
      seen.relayed++;
      // There and back, each by one firm's clock: what clocks differ by is not in it.
      long away = here.time - route.event.time;
      seen.link.add(Math.max(0, away - (there.time - accepted.event.time)) / 2);
    }
  }

  private static EventRecord first(Node node, EventType type) {
    for (EventRecord report : node.reports) {
      if (report.type == type) {
        return report;
      }
    }
    return null;
  }

  private void readCustomers(Node node) {
    EventRecord order = node.event;
    boolean isPooled = node.kind.equals("Pooled");
    seen.brokers.merge(order.reporter, isPooled ? 0L : 1L, Long::sum);
    if (order.customer != EventRecord.NONE) {
      seen.customers.add(order.customer);
    }
    if (order.qty > 0) {
      seen.lots.computeIfAbsent(order.reporter, any -> new Sample()).add(order.qty);
    }
    if (isPooled) {
      return;
    }
    seen.orders++;
    count("sides", order.side);
    count("types", order.ordType);
    count("gtc", order.timeInForce == '1' ? '1' : '0');
    seen.symbols.merge(order.symbol, 1L, Long::sum);
    long open = hours.openOf(order.time);
    double part = 2.0 * (order.time - open) / (hours.closeOf(order.time) - open) - 1;
    seen.daySquares += Math.min(1, part * part);
  }

  private void count(String table, int value) {
    if (value != 0) {
      Observation.count(seen.fields, table, Character.toString(value));
    }
  }
}
