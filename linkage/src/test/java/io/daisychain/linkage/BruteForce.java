package io.daisychain.linkage;

import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Linkage as docs/checks.md words it, with sets and no thought of speed: the truth that the arrays
 * are compared with. Shares nothing with the code under test but names.
 */
final class BruteForce {
  private static final long TOLERANCE = 50_000_000;

  private final Map<UUID, ReportedEvent> events = new LinkedHashMap<>();
  private final Map<UUID, List<UUID>> parents = new HashMap<>();
  private final Map<UUID, Set<UUID>> above = new HashMap<>();
  private final Map<UUID, TreeSet<String>> statuses = new HashMap<>();
  private final Set<String> participants;

  /** By order or route: its standing fills. */
  private final Map<Set<UUID>, Integer> filled = new HashMap<>();

  BruteForce(List<ReportedEvent> reported, Set<String> participants) {
    this.participants = participants;
    reported.forEach(event -> events.put(event.id, event));
    for (ReportedEvent event : reported) {
      Set<UUID> named = new LinkedHashSet<>(event.parents);
      named.remove(event.id);
      parents.put(event.id, new ArrayList<>(named));
      statuses.put(event.id, new TreeSet<>());
    }
    reported.forEach(event -> above.put(event.id, ancestors(event.id)));
  }

  /** By event, everything that a lineage says, as text. */
  Map<UUID, String> lineages() {
    for (ReportedEvent event : events.values()) {
      findStatuses(event);
    }
    findOverfills();
    findOverallocations();
    Map<UUID, String> result = new HashMap<>();
    for (ReportedEvent event : events.values()) {
      List<ReportedEvent> children = children(event.id);
      String edges =
          parents.get(event.id).stream()
              .map(
                  parent ->
                      parent
                          + (isReported(event.id, parent)
                              ? ":" + symbols(parent, event.id) + ":" + sides(parent, event.id)
                              : "::"))
              .collect(Collectors.joining(","));
      ReportedEvent shown = shownChild(event, children);
      result.put(
          event.id,
          String.join(
              " ",
              "gp=" + grandParent(event.id),
              "cycle=" + lifecycle(event.id),
              "depth=" + depth(event.id),
              "children=" + children.size(),
              "symbol=" + all(children, child -> symbols(event.id, child.id)),
              "instrument=" + all(children, child -> instruments(event.id, child.id)),
              "side=" + all(children, child -> sides(event.id, child.id)),
              "child=" + (shown == null ? "" : shown.id + "/" + shown.symbol + "/" + shown.side),
              "edges=" + edges,
              "execution=" + execution(event),
              "statuses=" + statuses.get(event.id)));
    }
    return result;
  }

  /** By id, every lifecycle's sums, as text. */
  Map<UUID, String> lifecycles() {
    Map<UUID, String> result = new TreeMap<>();
    for (ReportedEvent event : events.values()) {
      UUID id = lifecycle(event.id);
      result.computeIfAbsent(id, root -> sums(root, component(root)));
    }
    return result;
  }

  private boolean isReported(UUID id, UUID parent) {
    return events.containsKey(parent) && events.get(id).finds(events.get(parent));
  }

  private Set<UUID> reportedParents(UUID id) {
    return parents.get(id).stream()
        .filter(parent -> isReported(id, parent))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Set<UUID> ancestors(UUID id) {
    Set<UUID> seen = new HashSet<>();
    List<UUID> open = new ArrayList<>(reportedParents(id));
    while (!open.isEmpty()) {
      UUID next = open.remove(open.size() - 1);
      if (seen.add(next)) {
        open.addAll(reportedParents(next));
      }
    }
    return seen;
  }

  private boolean inCycle(UUID id) {
    return above.get(id).contains(id);
  }

  private Set<UUID> cycleOf(UUID id) {
    return above.get(id).stream()
        .filter(other -> above.get(other).contains(id))
        .collect(Collectors.toSet());
  }

  /** The roots, cycles among them, that can be reached upward, each as a key and its time. */
  private Map<UUID, Long> rootsAbove(UUID id) {
    Set<UUID> reach = new HashSet<>(above.get(id));
    reach.add(id);
    Map<UUID, Long> roots = new HashMap<>();
    for (UUID at : reach) {
      if (inCycle(at)) {
        Set<UUID> cycle = cycleOf(at);
        UUID smallest = cycle.stream().min(BruteForce::compare).orElseThrow();
        roots.put(smallest, cycle.stream().mapToLong(m -> events.get(m).time).min().orElseThrow());
      } else if (reportedParents(at).isEmpty()) {
        roots.put(at, events.get(at).time);
      }
    }
    return roots;
  }

  private static UUID oldest(Map<UUID, Long> roots) {
    return roots.entrySet().stream()
        .min(
            Map.Entry.<UUID, Long>comparingByValue()
                .thenComparing(Map.Entry::getKey, BruteForce::compare))
        .orElseThrow()
        .getKey();
  }

  private UUID grandParent(UUID id) {
    return oldest(rootsAbove(id));
  }

  private int depth(UUID id) {
    if (inCycle(id) || reportedParents(id).isEmpty()) {
      return 0;
    }
    return 1 + reportedParents(id).stream().mapToInt(this::depth).max().orElseThrow();
  }

  private Set<UUID> component(UUID id) {
    return connected(id, event -> true);
  }

  /** Events connected with {@code id} over edges whose lower end passes the test. */
  private Set<UUID> connected(UUID id, Predicate<ReportedEvent> lowerEnd) {
    Set<UUID> seen = new HashSet<>(Set.of(id));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (ReportedEvent event : events.values()) {
        if (!lowerEnd.test(event)) {
          continue;
        }
        for (UUID parent : reportedParents(event.id)) {
          if (seen.contains(parent) || seen.contains(event.id)) {
            boolean added = seen.add(parent);
            added |= seen.add(event.id);
            grown |= added;
          }
        }
      }
    }
    return seen;
  }

  private UUID lifecycle(UUID id) {
    Map<UUID, Long> roots = new HashMap<>();
    component(id).forEach(member -> roots.putAll(rootsAbove(member)));
    return oldest(roots);
  }

  private List<ReportedEvent> children(UUID id) {
    return events.values().stream()
        .filter(event -> reportedParents(event.id).contains(id))
        .collect(Collectors.toList());
  }

  private static String agree(String a, String b) {
    return a.isEmpty() || b.isEmpty() ? "" : String.valueOf(a.equals(b));
  }

  /** Symbols, instruments and sides that differ by right, since one is of one leg alone. */
  private boolean areUnlike(UUID parent, UUID child) {
    ReportedEvent above = events.get(parent);
    ReportedEvent below = events.get(child);
    boolean isLegOfOther = below.leg != null && above.leg == null;
    boolean isOtherOrder = below.type.isOrder() && below.legs.isEmpty() != above.legs.isEmpty();
    boolean isOrderBelowLeg = !below.legs.isEmpty() && above.leg != null;
    return isLegOfOther
        || (isOtherOrder && above.leg == null)
        || isOrderBelowLeg
        || (above.leg != null && below.type.isOrder());
  }

  private String symbols(UUID a, UUID b) {
    return areUnlike(a, b) ? "" : agree(events.get(a).symbol, events.get(b).symbol);
  }

  private String instruments(UUID a, UUID b) {
    return areUnlike(a, b) ? "" : agree(events.get(a).instrument(), events.get(b).instrument());
  }

  private boolean isInstrumentMismatch(UUID a, UUID b) {
    return symbols(a, b).equals("true") && instruments(a, b).equals("false");
  }

  private String sides(UUID a, UUID b) {
    return areUnlike(a, b)
        ? ""
        : agree(sideGroup(events.get(a).side), sideGroup(events.get(b).side));
  }

  private static String sideGroup(String side) {
    return side.isEmpty()
        ? ""
        : "13".contains(side) ? "buy" : "2456".contains(side) ? "sell" : side;
  }

  private static String all(
      List<ReportedEvent> children, java.util.function.Function<ReportedEvent, String> match) {
    Set<String> matches = children.stream().map(match).collect(Collectors.toSet());
    return matches.contains("false") ? "false" : matches.contains("true") ? "true" : "";
  }

  private ReportedEvent shownChild(ReportedEvent event, List<ReportedEvent> children) {
    List<ReportedEvent> disagreeing =
        children.stream()
            .filter(
                child ->
                    symbols(event.id, child.id).equals("false")
                        || isInstrumentMismatch(event.id, child.id)
                        || sides(event.id, child.id).equals("false"))
            .collect(Collectors.toList());
    return (disagreeing.isEmpty() ? children : disagreeing)
        .stream().min(BruteForce::compareTimes).orElse(null);
  }

  private void findStatuses(ReportedEvent event) {
    Set<String> found = statuses.get(event.id);
    if (!parents.get(event.id).stream().allMatch(parent -> isReported(event.id, parent))) {
      found.add("ORPHAN");
    }
    if (inCycle(event.id)) {
      found.add("CYCLE");
    }
    for (UUID parent : reportedParents(event.id)) {
      if (events.get(parent).time - event.time > TOLERANCE) {
        found.add("OUT_OF_SEQUENCE");
      }
      if (symbols(parent, event.id).equals("false")) {
        found.add("SYMBOL_MISMATCH");
        statuses.get(parent).add("SYMBOL_MISMATCH");
      }
      if (isInstrumentMismatch(parent, event.id)) {
        found.add("INSTRUMENT_MISMATCH");
        statuses.get(parent).add("INSTRUMENT_MISMATCH");
      }
      if (sides(parent, event.id).equals("false")) {
        found.add("SIDE_MISMATCH");
        statuses.get(parent).add("SIDE_MISMATCH");
      }
    }
    if (event.type == EventType.ROUTE
        && participants.contains(event.destination)
        && children(event.id).stream().noneMatch(child -> child.type == EventType.ACCEPT)
        && events.values().stream()
            .filter(other -> above.get(other.id).contains(event.id))
            .noneMatch(o -> o.type == EventType.REJECTED || o.type == EventType.CANCELED)) {
      found.add("UNACCEPTED");
    }
  }

  private Set<UUID> versionsOf(UUID id) {
    return connected(id, event -> event.type.isVersion());
  }

  private static boolean isVersion(ReportedEvent event) {
    return event.type.isOrder() || event.type.isVersion();
  }

  private ReportedEvent firstReportedParent(ReportedEvent event) {
    return reportedParents(event.id).stream().findFirst().map(events::get).orElse(null);
  }

  /** First event of the chain of corrections that an event belongs to, null if it is in none. */
  private ReportedEvent chainOf(ReportedEvent event) {
    if (event.type.isFill()) {
      return event.ordStatus.equals("7") ? null : event;
    }
    if (event.type != EventType.CORRECT || inCycle(event.id)) {
      return null;
    }
    ReportedEvent parent = firstReportedParent(event);
    return parent == null ? event : chainOf(parent);
  }

  private List<ReportedEvent> chain(ReportedEvent first) {
    return events.values().stream()
        .filter(event -> chainOf(event) == first)
        .collect(Collectors.toList());
  }

  private List<ReportedEvent> busts(ReportedEvent first) {
    List<ReportedEvent> chain = chain(first);
    return events.values().stream()
        .filter(event -> event.type == EventType.BUST && !inCycle(event.id))
        .filter(event -> chain.contains(firstReportedParent(event)))
        .collect(Collectors.toList());
  }

  private int shares(ReportedEvent first, Predicate<ReportedEvent> counts) {
    int own = Math.max(0, first.lastShares);
    return chain(first).stream()
        .filter(event -> event != first && event.lastShares >= 0 && counts.test(event))
        .max(BruteForce::compareTimes)
        .map(event -> event.lastShares)
        .orElse(own);
  }

  private int standing(ReportedEvent first) {
    return busts(first).isEmpty() ? shares(first, event -> true) : 0;
  }

  private int busted(ReportedEvent first) {
    return busts(first).stream()
        .min(BruteForce::compareTimes)
        .map(bust -> shares(first, event -> compareTimes(event, bust) < 0))
        .orElse(0);
  }

  private void findOverfills() {
    for (ReportedEvent event : events.values()) {
      Set<UUID> group = versionsOf(event.id);
      ReportedEvent oldest =
          group.stream()
              .map(events::get)
              .filter(BruteForce::isVersion)
              .min(BruteForce::compareTimes)
              .orElse(null);
      if (oldest != event) {
        continue;
      }
      int filled =
          events.values().stream()
              .filter(fill -> chainOf(fill) == fill && firstReportedParent(fill) != null)
              .filter(fill -> group.contains(firstReportedParent(fill).id))
              .filter(fill -> fill.leg == null)
              .mapToInt(this::standing)
              .sum();
      int largest =
          events.values().stream()
              .filter(
                  e ->
                      (isVersion(e) && group.contains(e.id))
                          || (e.type == EventType.RESTATED
                              && firstReportedParent(e) != null
                              && group.contains(firstReportedParent(e).id)))
              .mapToInt(e -> e.orderQty)
              .max()
              .orElse(-1);
      if (largest >= 0 && (filled > largest || isLegOverfilled(group, largest))) {
        statuses.get(event.id).add("OVERFILL");
      }
    }
  }

  /** An allocation is too large where it and those before it cannot be dealt to their orders. */
  private void findOverallocations() {
    List<ReportedEvent> before = new ArrayList<>();
    Map<UUID, Set<Set<UUID>>> named = new HashMap<>();
    int dealt = 0;
    for (ReportedEvent event : events.values().stream().sorted(BruteForce::compareTimes).toList()) {
      if (event.type != EventType.ALLOCATION
          || event.orderQty < 0
          || parents.get(event.id).isEmpty()
          || statuses.get(event.id).contains("ORPHAN")) {
        continue;
      }
      before.add(event);
      named.put(
          event.id,
          reportedParents(event.id).stream().map(this::versionsOf).collect(Collectors.toSet()));
      int most = mostDealt(before, named);
      if (most - dealt < event.orderQty) {
        statuses.get(event.id).add("OVERALLOCATION");
      }
      dealt = most;
    }
  }

  /** Of all ways to part orders into two, the one that lets the least through. */
  private int mostDealt(List<ReportedEvent> allocations, Map<UUID, Set<Set<UUID>>> named) {
    List<Set<UUID>> orders = named.values().stream().flatMap(Set::stream).distinct().toList();
    int least = Integer.MAX_VALUE;
    for (int mask = 0; mask < 1 << orders.size(); mask++) {
      int through = 0;
      Set<Set<UUID>> full = new HashSet<>();
      for (int i = 0; i < orders.size(); i++) {
        if ((mask >> i & 1) == 1) {
          full.add(orders.get(i));
          through += filled(orders.get(i));
        }
      }
      for (ReportedEvent allocation : allocations) {
        through += full.containsAll(named.get(allocation.id)) ? 0 : allocation.orderQty;
      }
      least = Math.min(least, through);
    }
    return least;
  }

  private int filled(Set<UUID> group) {
    return filled.computeIfAbsent(
        group,
        of ->
            events.values().stream()
                .filter(fill -> chainOf(fill) == fill && firstReportedParent(fill) != null)
                .filter(fill -> of.contains(firstReportedParent(fill).id))
                .mapToInt(this::standing)
                .sum());
  }

  private boolean isLegOverfilled(Set<UUID> group, int largest) {
    for (String leg : List.of("A", "B", "C")) {
      int ratio =
          group.stream()
              .map(events::get)
              .filter(BruteForce::isVersion)
              .mapToInt(version -> version.legs.getOrDefault(leg, -1))
              .max()
              .orElse(-1);
      int filled =
          events.values().stream()
              .filter(fill -> leg.equals(fill.leg) && chainOf(fill) == fill)
              .filter(fill -> firstReportedParent(fill) != null)
              .filter(fill -> group.contains(firstReportedParent(fill).id))
              .mapToInt(this::standing)
              .sum();
      if (ratio >= 0 && filled > ratio * largest) {
        return true;
      }
    }
    return false;
  }

  private String sums(UUID root, Set<UUID> members) {
    List<ReportedEvent> all = members.stream().map(events::get).collect(Collectors.toList());
    List<ReportedEvent> fills =
        all.stream()
            .filter(event -> chainOf(event) == event && event.leg == null)
            .collect(Collectors.toList());
    int filled = fills.stream().filter(this::isLast).mapToInt(this::standing).sum();
    List<ReportedEvent> ofRoot =
        all.stream()
            .filter(e -> firstReportedParent(e) != null)
            .filter(e -> versionsOfRoot(root).contains(firstReportedParent(e)))
            .toList();
    ReportedEvent latest =
        versionsOfRoot(root).stream()
            .filter(e -> !isVersion(e) || !isRefused(e))
            .max(BruteForce::compareTimes)
            .orElse(events.get(root));
    return String.join(
        " ",
        "first=" + all.stream().mapToLong(e -> e.time).min().orElseThrow(),
        "last=" + all.stream().mapToLong(e -> e.time).max().orElseThrow(),
        "events=" + all.size(),
        "depth=" + all.stream().mapToInt(e -> depth(e.id)).max().orElseThrow(),
        "firms=" + all.stream().map(e -> e.reporter).distinct().count(),
        "errors=" + all.stream().filter(e -> !statuses.get(e.id).isEmpty()).count(),
        "ordered=" + ordered(root),
        "filled=" + filled,
        "busted=" + fills.stream().mapToInt(this::busted).sum(),
        "state=" + state(all),
        "symbol=" + events.get(root).symbol,
        "rootState=" + state(ofRoot),
        "terms=" + latest.reporter + "/" + latest.account());
  }

  private static String state(List<ReportedEvent> reported) {
    return reported.stream()
        .filter(e -> e.type.isReport() || e.type == EventType.CANCEL_REJECT)
        .filter(e -> !e.ordStatus.isEmpty())
        .filter(e -> e.type != EventType.CANCEL_REJECT || !e.ordStatus.equals("8"))
        .max(BruteForce::compareTimes)
        .map(e -> e.ordStatus)
        .orElse("");
  }

  private List<ReportedEvent> versionsOfRoot(UUID root) {
    ReportedEvent first = events.get(root);
    return isVersion(first)
        ? versionsOf(root).stream().map(events::get).filter(BruteForce::isVersion).toList()
        : List.of(first);
  }

  private boolean isRefused(ReportedEvent version) {
    return children(version.id).stream()
        .anyMatch(
            child -> child.type == EventType.CANCEL_REJECT || child.type == EventType.REJECTED);
  }

  /** What of an execution stands, and whether it counts. */
  private String execution(ReportedEvent event) {
    if (chainOf(event) != event) {
      return "";
    }
    String counted = isLast(event) ? "counted" : "passed on";
    if (!busts(event).isEmpty()) {
      return counted + " busted";
    }
    boolean isCorrected =
        events.values().stream()
            .anyMatch(e -> e != event && chainOf(e) == event && e.lastShares >= 0);
    return counted + (isCorrected ? " " + standing(event) : "");
  }

  /** True when the order that a fill is of was passed on to nobody. */
  private boolean isLast(ReportedEvent fill) {
    if (fill.leg != null) {
      return false;
    }
    ReportedEvent owner = firstReportedParent(fill);
    if (owner == null) {
      return true;
    }
    return versionsOf(owner.id).stream()
        .flatMap(version -> children(version).stream())
        .noneMatch(
            child ->
                switch (child.type) {
                  case ROUTE, ACCEPT, AGGREGATE, INTERNAL -> true;
                  case NEW -> !parents.get(child.id).isEmpty(); // with a parent it is INTERNAL
                  default -> false;
                });
  }

  private String ordered(UUID root) {
    ReportedEvent first = events.get(root);
    if (!isVersion(first)) {
      return first.orderQty < 0 || first.type.isOfAllocation() ? "null" : "" + first.orderQty;
    }
    return versionsOf(root).stream()
        .map(events::get)
        .filter(BruteForce::isVersion)
        .filter(version -> !isRefused(version))
        .filter(version -> version.orderQty >= 0)
        .max(BruteForce::compareTimes)
        .map(version -> "" + version.orderQty)
        .orElse("null");
  }

  static int compareTimes(ReportedEvent a, ReportedEvent b) {
    return Comparator.<ReportedEvent>comparingLong(e -> e.time)
        .thenComparing(e -> e.id, BruteForce::compare)
        .compare(a, b);
  }

  private static int compare(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }
}
