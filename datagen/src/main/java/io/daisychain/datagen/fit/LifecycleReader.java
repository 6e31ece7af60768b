package io.daisychain.datagen.fit;

import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the steps of every order of a lifecycle from its events.
 *
 * <p>A firm that reports executions of an order it had given on repeats what happened below: these
 * are no steps of the order, and neither are a sender's reports on its route.
 */
final class LifecycleReader {
  /** Routes of an order that follow each other sooner were made in one step. */
  private static final long ONE_STEP_NANOS = 100_000_000L;

  /** What a clock may be off when it says the time of the close. */
  private static final long CLOCK_NANOS = 50_000_000L;

  private static final Map<EventType, ChainAction> ACTIONS =
      Map.ofEntries(
          Map.entry(EventType.ACK, ChainAction.ACK),
          Map.entry(EventType.PENDING_NEW, ChainAction.PENDING_NEW),
          Map.entry(EventType.REJECTED, ChainAction.REJECT),
          Map.entry(EventType.STOPPED, ChainAction.STOP),
          Map.entry(EventType.SUSPENDED, ChainAction.SUSPEND),
          Map.entry(EventType.CALCULATED, ChainAction.CALCULATE),
          Map.entry(EventType.RESTATED, ChainAction.RESTATE),
          Map.entry(EventType.DONE_FOR_DAY, ChainAction.DONE_FOR_DAY),
          Map.entry(EventType.EXPIRED, ChainAction.EXPIRE),
          Map.entry(EventType.REPLACE, ChainAction.REPLACE),
          Map.entry(EventType.PENDING_REPLACE, ChainAction.PENDING_REPLACE),
          Map.entry(EventType.REPLACED, ChainAction.REPLACED),
          Map.entry(EventType.CANCEL, ChainAction.CANCEL),
          Map.entry(EventType.PENDING_CANCEL, ChainAction.PENDING_CANCEL),
          Map.entry(EventType.CANCELED, ChainAction.CANCELED),
          Map.entry(EventType.CANCEL_REJECT, ChainAction.CANCEL_REJECT),
          Map.entry(EventType.PARTIAL_FILL, ChainAction.PARTIAL_FILL),
          Map.entry(EventType.FILL, ChainAction.FILL),
          Map.entry(EventType.BUST, ChainAction.BUST),
          Map.entry(EventType.CORRECT, ChainAction.CORRECT));

  private static final Set<EventType> EXECUTIONS =
      Set.of(EventType.PARTIAL_FILL, EventType.FILL, EventType.BUST, EventType.CORRECT);

  private static final Set<EventType> AT_CLOSE = Set.of(EventType.DONE_FOR_DAY, EventType.EXPIRED);

  /** A step of an order. */
  private record Step(String label, long from, long until, int size) {}

  /** An order at one firm, or a route to one. */
  private static final class Node {
    final FitEvent event;
    final List<FitEvent> reports = new ArrayList<>();
    final List<Node> children = new ArrayList<>();
    String kind;
    int level;
    long last;
    boolean open; // while its last event is looked for

    Node(FitEvent event) {
      this.event = event;
    }
  }

  private final Observation seen;
  private final Hours hours;
  private final Set<String> brokers;

  LifecycleReader(Observation seen, Hours hours, Set<String> brokers) {
    this.seen = seen;
    this.hours = hours;
    this.brokers = brokers;
  }

  /** True for events that only brokers report: a firm without any is taken for a venue. */
  static boolean isBrokers(EventType type) {
    return switch (type) {
      case NEW, ROUTE, INTERNAL, AGGREGATE -> true;
      default -> false;
    };
  }

  void read(List<FitEvent> events) {
    Map<String, FitEvent> byId = new HashMap<>();
    Map<String, Node> nodes = new HashMap<>();
    events.sort(Comparator.comparingLong(FitEvent::nanos));
    for (FitEvent event : events) {
      byId.put(event.id(), event);
      if (isBrokers(event.type()) || event.type() == EventType.ACCEPT) {
        nodes.put(event.id(), new Node(event));
      }
      if (event.sendingNanos() >= event.nanos()) {
        seen.sending.add(event.sendingNanos() - event.nanos());
      }
    }
    Set<String> pooled = new HashSet<>();
    for (FitEvent event : events) {
      hang(event, byId, nodes);
      if (event.type() == EventType.AGGREGATE && !event.parents().isEmpty()) {
        pooled.addAll(event.parents().subList(1, event.parents().size()));
      }
    }
    seen.events += events.size();
    seen.lifecycles++;
    for (FitEvent event : events) {
      Node node = nodes.get(event.id());
      if (node != null) {
        node.kind = kind(event, pooled.contains(event.id()));
        read(node);
      }
    }
  }

  private String kind(FitEvent event, boolean isPooled) {
    return switch (event.type()) {
      case NEW -> isPooled ? "Pooled" : "1".equals(event.timeInForce()) ? "Gtc" : "Customer";
      case INTERNAL -> "Desk";
      case AGGREGATE -> "Aggregate";
      case ROUTE -> receiver(event.destination());
      default -> receiver(event.reporter());
    };
  }

  private String receiver(String firm) {
    return brokers.contains(firm) ? "Broker" : "Venue";
  }

  private static void hang(FitEvent event, Map<String, FitEvent> byId, Map<String, Node> nodes) {
    Node own = nodes.get(event.id());
    for (String parent : own != null ? event.parents() : firstOf(event.parents())) {
      Node above = owner(parent, byId, nodes);
      if (above == null || above == own) {
        continue;
      }
      if (own != null) {
        above.children.add(own);
        own.level = Math.max(own.level, above.level + (event.type() == EventType.ACCEPT ? 0 : 1));
      } else {
        above.reports.add(event);
      }
    }
  }

  private static List<String> firstOf(List<String> parents) {
    return parents.isEmpty() ? parents : parents.subList(0, 1);
  }

  /** The order or route that an event is about, over its versions and executions. */
  private static Node owner(String id, Map<String, FitEvent> byId, Map<String, Node> nodes) {
    String at = id;
    for (int i = 0; i <= byId.size(); i++) {
      Node node = nodes.get(at);
      FitEvent event = byId.get(at);
      if (node != null || event == null || event.parents().isEmpty()) {
        return node;
      }
      at = event.parents().get(0);
    }
    return null; // a cycle
  }

  /** Time of the last event of an order and of all below it. */
  private static long last(Node node) {
    if (node.last == 0 && !node.open) {
      node.open = true;
      long last = node.event.nanos();
      for (FitEvent report : node.reports) {
        last = Math.max(last, report.nanos());
      }
      for (Node child : node.children) {
        last = Math.max(last, last(child));
      }
      node.open = false;
      node.last = last;
    }
    return node.last;
  }

  private void read(Node node) {
    FitEvent event = node.event;
    seen.depth = Math.max(seen.depth, node.level + 1);
    if (event.type() == EventType.ROUTE) {
      readRoute(node);
      return;
    }
    if (event.type() == EventType.NEW) {
      readCustomers(node);
    }
    if (node.kind.equals("Venue")) {
      seen.venues.add(event.reporter());
    }
    List<Step> steps = steps(node);
    String label = Observation.START;
    long from = event.nanos();
    for (int i = 0; i <= steps.size(); i++) {
      Step next = i < steps.size() ? steps.get(i) : null;
      long ended = ended(node, next == null ? Long.MAX_VALUE : next.from());
      // A walk that ends after giving an order on cannot be told from one that waits first.
      boolean awaited =
          next == null ? ended > from || gives(label) : ended > from && next.from() > ended;
      String state = node.kind + label;
      if (awaited) {
        String await = Observation.AWAIT + label;
        Observation.count(seen.steps, state, await);
        state = node.kind + await;
      }
      Observation.count(seen.steps, state, next == null ? Observation.END : next.label());
      if (next == null) {
        break;
      }
      String to = node.kind + next.label();
      seen.delay(to, state, delay(next, awaited ? ended : from));
      if (next.size() > 0) {
        Observation.count(seen.sizes, to, Integer.toString(next.size()));
      }
      label = next.label();
      from = next.until();
    }
  }

  private long delay(Step step, long from) {
    long base = from;
    if (step.label().endsWith("_AT_CLOSE")) {
      base = Math.max(from, hours.closeOf(step.from()));
    } else if (step.label().endsWith("_AT_OPEN")) {
      base = Math.max(from, hours.openOf(step.from()));
    }
    return Math.max(0, step.from() - base);
  }

  /** When the child orders that were there before a time had ended; 0 without any. */
  private static long ended(Node node, long before) {
    long ended = 0;
    for (Node child : node.children) {
      if (child.event.nanos() < before) {
        ended = Math.max(ended, last(child));
      }
    }
    if (ended > 0) {
      for (FitEvent report : node.reports) { // that repeat what happened below
        if (EXECUTIONS.contains(report.type()) && report.nanos() < before) {
          ended = Math.max(ended, report.nanos());
        }
      }
    }
    return ended;
  }

  private List<Step> steps(Node node) {
    List<Step> steps = new ArrayList<>();
    if (node.event.type() == EventType.ACCEPT) {
      steps.add(new Step("ACCEPT", node.event.nanos(), node.event.nanos(), 0));
    }
    long firstChild = Long.MAX_VALUE;
    for (Node child : node.children) {
      firstChild = Math.min(firstChild, child.event.nanos());
    }
    long before = node.event.nanos();
    for (FitEvent report : node.reports) {
      ChainAction action = ACTIONS.get(report.type());
      boolean repeats = EXECUTIONS.contains(report.type()) && report.nanos() >= firstChild;
      if (action == null || repeats) {
        continue;
      }
      String label = action.name();
      if (AT_CLOSE.contains(report.type())
          && report.nanos() >= hours.closeOf(report.nanos()) - CLOCK_NANOS) {
        label += "_AT_CLOSE";
      } else if (hours.openOf(report.nanos()) > before) {
        label += "_AT_OPEN";
      }
      before = report.nanos();
      steps.add(new Step(label, report.nanos(), report.nanos(), tenths(report)));
    }
    giveOn(node, steps);
    steps.sort(Comparator.comparingLong(Step::from));
    return steps;
  }

  /** Of a partial fill, the tenth of the open quantity that it executed, from 1. */
  private static int tenths(FitEvent report) {
    if (report.type() != EventType.PARTIAL_FILL) {
      return 0;
    }
    double share = report.lastShares() / (report.lastShares() + report.leaves());
    return share > 0 ? Math.min(10, 1 + (int) (share * 10)) : 0;
  }

  /** The steps that made child orders: those of one kind that follow each other are one. */
  private void giveOn(Node node, List<Step> steps) {
    for (int i = 0; i < node.children.size(); ) {
      Node first = node.children.get(i);
      String label = giving(first.event);
      int size = 1;
      long last = first.event.nanos();
      if (first.event.type() == EventType.AGGREGATE) {
        size = first.event.parents().size();
        i++;
        if (node.kind.equals("Pooled")) {
          continue; // it was taken along
        }
      } else {
        for (i++; i < node.children.size(); i++, size++) {
          Node next = node.children.get(i);
          long gap = next.event.nanos() - last;
          boolean sameStep = gap < ONE_STEP_NANOS && last(first) > next.event.nanos();
          if (!sameStep || !giving(next.event).equals(label)) {
            break;
          }
          seen.desk.add(gap);
          last = next.event.nanos();
        }
      }
      steps.add(new Step(label, first.event.nanos(), last, size));
    }
  }

  private static boolean gives(String label) {
    return label.startsWith("ROUTE") || label.equals("INTERNAL") || label.equals("POOL");
  }

  private String giving(FitEvent child) {
    return switch (child.type()) {
      case AGGREGATE -> "POOL";
      case INTERNAL -> "INTERNAL";
      default -> "ROUTE_" + (brokers.contains(child.destination()) ? "BROKER" : "VENUE");
    };
  }

  private void readRoute(Node route) {
    boolean isRejected = false;
    boolean isReported = false;
    for (FitEvent report : route.reports) {
      isRejected |= report.type() == EventType.REJECTED;
      isReported |= report.type().isReport();
    }
    if (route.children.isEmpty()) {
      if (isRejected) {
        Observation.count(seen.steps, route.kind + Observation.START, "REFUSE");
        Observation.count(seen.steps, route.kind + "REFUSE", Observation.END);
      }
      return;
    }
    Node accepted = route.children.get(0);
    for (FitEvent report : accepted.reports) {
      if (report.type() == EventType.ACK || report.type() == EventType.FILL) {
        seen.relayable++;
        seen.relayed += isReported ? 1 : 0;
        break;
      }
    }
    if (route.kind.equals("Venue")) {
      long nanos = accepted.event.nanos() - route.event.nanos();
      seen.links.computeIfAbsent(route.event.reporter(), any -> new Sample()).add(nanos);
    }
  }

  private void readCustomers(Node node) {
    FitEvent order = node.event;
    seen.brokers.merge(order.reporter(), node.kind.equals("Pooled") ? 0L : 1L, Long::sum);
    if (order.customer() != null) {
      seen.customers.add(order.customer());
    }
    if (order.quantity() > 0) {
      double log = Math.log(order.quantity());
      double[] firm = seen.lots.computeIfAbsent(order.reporter(), any -> new double[3]);
      firm[0]++;
      firm[1] += log;
      firm[2] += log * log;
      seen.wholeLots += order.quantity() % 100 == 0 ? 1 : 0;
    }
    seen.orders++;
    if (node.kind.equals("Pooled")) {
      return;
    }
    count("sides", order.side());
    count("types", order.ordType());
    count("gtc", "1".equals(order.timeInForce()) ? "1" : "0");
    if (order.symbol() != null) {
      seen.symbols.merge(order.symbol(), 1L, Long::sum);
    }
    long open = hours.openOf(order.nanos());
    seen.dayParts.add(
        (order.nanos() - open) * 1_000 / ((hours.closeOf(order.nanos()) - open) / 1_000));
  }

  private void count(String table, String value) {
    if (value != null) {
      Observation.count(seen.fields, table, value);
    }
  }
}
