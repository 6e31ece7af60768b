package io.daisychain.datagen;

import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Lineage and errors of a few messages, found as slowly and plainly as docs/input.md and
 * docs/checks.md read. Shares nothing with the generator but the messages.
 */
public final class BruteForce {
  /** The order in which statuses are published. */
  public static final Comparator<String> STATUSES = Comparator.comparing(ErrorStatus::valueOf);

  /** Ratio of a leg that no version has. */
  private static final long EVER = 1_000_000_000;

  private final Map<RowKey, GeneratedMessage> events = new HashMap<>();
  private final Map<RowKey, List<GeneratedMessage>> children = new HashMap<>();
  private final Map<RowKey, VersionsTruth> versions = new HashMap<>();
  private final Set<GeneratedMessage> suspects = new HashSet<>(); // of being in a cycle
  private final ReferenceTables reference;
  private final Function<GeneratedMessage, List<RowKey>> parents;

  /** A fault of an event, the tag that is in error, and why. */
  public record Fault(String status, int tag, String reason) {
    Fault(String status, int tag) {
      this(status, tag, "");
    }
  }

  /** With the reference data that the generator writes. */
  BruteForce(WorkloadPlan plan, List<GeneratedMessage> messages) {
    this(ReferenceTables.of(plan), versions(messages).values());
  }

  /**
   * With what stands.
   *
   * @param events the versions of events, of which those that are published count
   */
  public BruteForce(ReferenceTables reference, Collection<VersionsTruth> events) {
    this(reference, events, GeneratedMessage::parents);
  }

  /**
   * With what stands.
   *
   * @param parents the parents that a message means, each once
   */
  public BruteForce(
      ReferenceTables reference,
      Collection<VersionsTruth> events,
      Function<GeneratedMessage, List<RowKey>> parents) {
    this.reference = reference;
    this.parents = parents;
    for (VersionsTruth event : events) {
      GeneratedMessage message = event.published();
      if (message != null) {
        this.events.put(message.key(), message);
        versions.put(message.key(), event);
      }
    }
    for (GeneratedMessage message : this.events.values()) {
      for (RowKey parent : parents.apply(message)) {
        children.computeIfAbsent(parent, key -> new ArrayList<>()).add(message);
      }
    }
    peel();
  }

  /** The versions of all events of which there are messages. */
  public static Map<RowKey, VersionsTruth> versions(List<GeneratedMessage> messages) {
    Map<RowKey, List<GeneratedMessage>> byKey = new LinkedHashMap<>();
    for (GeneratedMessage message : messages) {
      byKey.computeIfAbsent(message.key(), key -> new ArrayList<>()).add(message);
    }
    Map<RowKey, VersionsTruth> versions = new LinkedHashMap<>();
    byKey.forEach((key, all) -> versions.put(key, new VersionsTruth(all)));
    return versions;
  }

  /** Leaves those messages of which every way up leads into a cycle. */
  private void peel() {
    suspects.addAll(events.values());
    Map<GeneratedMessage, Integer> above = new HashMap<>();
    List<GeneratedMessage> open = new ArrayList<>();
    for (GeneratedMessage message : events.values()) {
      above.put(message, reportedParents(message).size());
      if (above.get(message) == 0) {
        open.add(message);
      }
    }
    while (!open.isEmpty()) {
      GeneratedMessage top = open.remove(open.size() - 1);
      suspects.remove(top);
      for (GeneratedMessage child : childrenOf(top)) {
        if (above.merge(child, -1, Integer::sum) == 0) {
          open.add(child);
        }
      }
    }
  }

  /** Messages that are published, one for each key. */
  Iterable<GeneratedMessage> published() {
    return events.values();
  }

  /** A line of the truth for a message. */
  String line(GeneratedMessage message) {
    List<String> parents = message.parents().stream().map(RowKey::toString).toList();
    return String.join(
        ",",
        message.key().toString(),
        String.join("|", parents),
        grandparent(message).toString(),
        message.type().name(),
        String.join(";", errors(message)));
  }

  /** The oldest root above a message. */
  public RowKey grandparent(GeneratedMessage message) {
    Set<GeneratedMessage> above = ancestors(message);
    above.add(message);
    return oldestRoot(above);
  }

  /** The ids of the lifecycles of all messages: each one's oldest root. */
  public Map<RowKey, RowKey> lifecycles() {
    Map<RowKey, RowKey> lifecycles = new HashMap<>();
    for (GeneratedMessage message : events.values()) {
      if (!lifecycles.containsKey(message.key())) {
        Set<GeneratedMessage> together = new HashSet<>();
        List<GeneratedMessage> open = new ArrayList<>(List.of(message));
        while (!open.isEmpty()) {
          GeneratedMessage at = open.remove(open.size() - 1);
          if (together.add(at)) {
            open.addAll(reportedParents(at));
            open.addAll(childrenOf(at));
          }
        }
        RowKey id = oldestRoot(together);
        together.forEach(member -> lifecycles.put(member.key(), id));
      }
    }
    return lifecycles;
  }

  private RowKey oldestRoot(Set<GeneratedMessage> among) {
    RowKey oldest = null;
    long time = Long.MAX_VALUE;
    for (GeneratedMessage at : among) {
      Set<GeneratedMessage> cycle = cycle(at);
      if (!reportedParents(at).isEmpty() && cycle.isEmpty()) {
        continue;
      }
      cycle.add(at);
      RowKey key = cycle.stream().map(GeneratedMessage::key).min(Comparator.naturalOrder()).get();
      long since = cycle.stream().mapToLong(GeneratedMessage::nanos).min().getAsLong();
      if (since < time || (since == time && key.compareTo(oldest) < 0)) {
        oldest = key;
        time = since;
      }
    }
    return oldest;
  }

  private Set<GeneratedMessage> ancestors(GeneratedMessage message) {
    Set<GeneratedMessage> seen = new HashSet<>();
    List<GeneratedMessage> open = new ArrayList<>(reportedParents(message));
    while (!open.isEmpty()) {
      GeneratedMessage at = open.remove(open.size() - 1);
      if (seen.add(at)) {
        open.addAll(reportedParents(at));
      }
    }
    return seen;
  }

  /** Members of the cycle that the message is in; none where it is in none. */
  private Set<GeneratedMessage> cycle(GeneratedMessage message) {
    if (!suspects.contains(message)) {
      return new HashSet<>();
    }
    Set<GeneratedMessage> above = ancestors(message);
    if (!above.contains(message)) {
      return new HashSet<>();
    }
    above.removeIf(at -> !ancestors(at).contains(message));
    return above;
  }

  /** Parents that are published. */
  public List<GeneratedMessage> reportedParents(GeneratedMessage message) {
    return parents.apply(message).stream().filter(events::containsKey).map(events::get).toList();
  }

  private List<GeneratedMessage> childrenOf(GeneratedMessage message) {
    return children.getOrDefault(message.key(), List.of());
  }

  /** Statuses of a published message, in the order of their declaration. */
  public Set<String> errors(GeneratedMessage message) {
    Set<String> found = new TreeSet<>(STATUSES);
    faults(message).forEach(fault -> found.add(fault.status()));
    VersionsTruth event = versions.get(message.key());
    GeneratedMessage first = event.firstNew(message.reporter());
    if (first == null) {
      found.add("UNKNOWN_ORIGINAL");
    } else if (first.sent().isAfter(first.deadline(1))) {
      found.add("LATE");
    }
    return found;
  }

  /** What is wrong with a published message, but for LATE and UNKNOWN_ORIGINAL. */
  public Set<Fault> faults(GeneratedMessage message) {
    Set<Fault> found = new LinkedHashSet<>();
    checkAlone(message, found);
    int edge = parentTag(message);
    addIf(found, "ORPHAN", edge, reportedParents(message).size() < parents.apply(message).size());
    for (GeneratedMessage parent : reportedParents(message)) {
      addIf(found, "SYMBOL_MISMATCH", edge, differInSymbol(message, parent));
      addIf(found, "INSTRUMENT_MISMATCH", edge, differInInstrument(message, parent));
      addIf(found, "SIDE_MISMATCH", edge, differInSide(message, parent));
      addIf(found, "OUT_OF_SEQUENCE", edge, parent.nanos() - message.nanos() > 50_000_000L);
    }
    for (GeneratedMessage child : childrenOf(message)) {
      addIf(found, "SYMBOL_MISMATCH", 55, differInSymbol(child, message));
      addIf(found, "INSTRUMENT_MISMATCH", 48, differInInstrument(child, message));
      addIf(found, "SIDE_MISMATCH", 54, differInSide(child, message));
    }
    boolean isRoute = message.type() == EventType.ROUTE;
    boolean known = isRoute && reference.isParticipant(message.value(128), message);
    addIf(found, "UNACCEPTED", 128, known && !isAnswered(message));
    addIf(found, "CYCLE", edge, !cycle(message).isEmpty());
    addIf(
        found,
        "DUPLICATE_KEY",
        identityTag(message),
        !versions.get(message.key()).others().isEmpty());
    boolean isAllocation = message.type() == EventType.ALLOCATION;
    addIf(found, "DUPLICATE_KEY", 79, isAllocation && message.namesAccountTwice());
    addIf(found, "OVERALLOCATION", 80, isAllocation && isOverallocated(message));
    addIf(found, "OVERFILL", 38, isVersion(message) && isOverfilled(message));
    return found;
  }

  /** The tag that names parents. */
  private static int parentTag(GeneratedMessage message) {
    if (!message.value(10003).isEmpty()) {
      return 10003;
    }
    return switch (message.type()) {
      case NEW, AGGREGATE, INTERNAL, ROUTE -> 10887;
      case REPLACE, CANCEL -> 41;
      case BUST, CORRECT -> 19;
      default -> 11;
    };
  }

  private static int identityTag(GeneratedMessage message) {
    if (!message.value(10001).isEmpty()) {
      return 10001;
    }
    return message.type().isReport() ? 17 : 11;
  }

  private void checkAlone(GeneratedMessage message, Set<Fault> found) {
    structure(message).ifPresent(found::add);
    addIf(found, "UNKNOWN_REPORTER", 49, reference.isStrangeReporter(message));
    addIf(found, "UNKNOWN_CUSTOMER", 109, reference.isStrangeCustomer(message));
    addIf(found, "DEPRECATED_SYMBOL", 55, reference.isOldSymbol(message));
    addIf(found, "UNKNOWN_SYMBOL", 55, reference.isStrangeSymbol(message));
  }

  /** The fault nearest the front, among those that are made. */
  private static Optional<Fault> structure(GeneratedMessage message) {
    boolean isOrder = message.value(35).equals("D");
    for (String field : message.text().split("\u0001", -1)) {
      switch (field) {
        case "21=9", "102=9", "71=9" -> {
          return Optional.of(
              structure(Integer.parseInt(field.substring(0, field.length() - 2)), 5));
        }
        case "58=" -> {
          return Optional.of(structure(58, 4));
        }
        case "150=0" -> {
          if (isOrder) {
            return Optional.of(structure(150, 2));
          }
        }
        default -> {
          // as it should be
        }
      }
    }
    return isOrder && message.value(21).isEmpty()
        ? Optional.of(structure(21, 1))
        : Optional.empty();
  }

  private static Fault structure(int tag, int reason) {
    return new Fault("STRUCTURE", tag, String.valueOf(reason));
  }

  /** Whether parent and child have different symbols. */
  public static boolean differInSymbol(GeneratedMessage child, GeneratedMessage parent) {
    String a = child.symbol();
    String b = parent.symbol();
    return !child.isOfLeg() && !a.isEmpty() && !b.isEmpty() && !a.equals(b);
  }

  /** Whether parent and child have one symbol and are different instruments of it. */
  public static boolean differInInstrument(GeneratedMessage child, GeneratedMessage parent) {
    String a = child.instrument();
    String b = parent.instrument();
    boolean bothSay = !a.isEmpty() && !b.isEmpty();
    boolean compared = bothSay && !child.isOfLeg() && !differInSymbol(child, parent);
    return compared && !a.equals(b);
  }

  /** Whether parent and child are on different sides. */
  public static boolean differInSide(GeneratedMessage child, GeneratedMessage parent) {
    String a = child.value(54);
    String b = parent.value(54);
    return !child.isOfLeg() && !a.isEmpty() && !b.isEmpty() && !group(a).equals(group(b));
  }

  private static String group(String side) {
    return "13".contains(side) ? "buy" : "2456".contains(side) ? "sell" : side;
  }

  private boolean isAnswered(GeneratedMessage route) {
    if (childrenOf(route).stream().anyMatch(child -> child.type() == EventType.ACCEPT)) {
      return true;
    }
    Set<GeneratedMessage> seen = new HashSet<>();
    List<GeneratedMessage> open = new ArrayList<>(childrenOf(route));
    while (!open.isEmpty()) {
      GeneratedMessage at = open.remove(open.size() - 1);
      if (!seen.add(at)) {
        continue; // in a cycle
      }
      if (at.type() == EventType.REJECTED || at.type() == EventType.CANCELED) {
        return true;
      }
      open.addAll(childrenOf(at));
    }
    return false;
  }

  private static boolean isVersion(GeneratedMessage message) {
    return message.type().isOrder() || isLaterVersion(message);
  }

  private static boolean isLaterVersion(GeneratedMessage message) {
    return message.type() == EventType.REPLACE || message.type() == EventType.CANCEL;
  }

  /** More to all accounts than was filled of all orders; no other allocation names these. */
  private boolean isOverallocated(GeneratedMessage allocation) {
    List<GeneratedMessage> orders = reportedParents(allocation);
    if (orders.size() < parents.apply(allocation).size()) {
      return false;
    }
    Set<GeneratedMessage> all = new HashSet<>();
    orders.forEach(order -> all.addAll(versionsOf(order)));
    long filled =
        all.stream()
            .flatMap(version -> childrenOf(version).stream())
            .filter(child -> child.type().isFill())
            .mapToLong(this::standing)
            .sum();
    return allocation.accounts().values().stream().mapToLong(Long::parseLong).sum() > filled;
  }

  private Set<GeneratedMessage> versionsOf(GeneratedMessage order) {
    Set<GeneratedMessage> versions = new HashSet<>();
    List<GeneratedMessage> open = new ArrayList<>(List.of(order));
    while (!open.isEmpty()) {
      GeneratedMessage version = open.remove(open.size() - 1);
      if (versions.add(version)) {
        childrenOf(version).stream().filter(BruteForce::isLaterVersion).forEach(open::add);
        if (isLaterVersion(version)) {
          open.addAll(reportedParents(version));
        }
      }
    }
    return versions;
  }

  /** Fills of all versions against the largest of their quantities; told of the oldest one. */
  private boolean isOverfilled(GeneratedMessage message) {
    if (isLaterVersion(message)
        && reportedParents(message).stream().anyMatch(prior -> prior.nanos() < message.nanos())) {
      return false;
    }
    long most = 0;
    long filled = 0;
    Map<String, Long> legs = new HashMap<>();
    Map<String, Long> ratios = new HashMap<>();
    for (GeneratedMessage version : versionsOf(message)) {
      if (version.nanos() < message.nanos()
          || (version.nanos() == message.nanos() && version.key().compareTo(message.key()) < 0)) {
        return false;
      }
      most = Math.max(most, version.number(38));
      version.ratios().forEach((leg, ratio) -> ratios.merge(leg, ratio, Math::max));
      for (GeneratedMessage child : childrenOf(version)) {
        if (child.type().isFill() && child.isOfLeg()) {
          legs.merge(child.value(654), standing(child), Long::sum);
        } else if (child.type().isFill()) {
          filled += standing(child);
        } else if (child.type() == EventType.RESTATED) {
          most = Math.max(most, child.number(38));
        }
      }
    }
    long largest = most;
    return filled > most
        || legs.entrySet().stream()
            .anyMatch(leg -> leg.getValue() > largest * ratios.getOrDefault(leg.getKey(), EVER));
  }

  /** What is left of a fill after the busts and corrections that hang on it. */
  private long standing(GeneratedMessage fill) {
    GeneratedMessage latest = null;
    List<GeneratedMessage> chain = new ArrayList<>(List.of(fill));
    Set<GeneratedMessage> seen = new HashSet<>();
    while (!chain.isEmpty()) {
      GeneratedMessage last = chain.remove(chain.size() - 1);
      for (GeneratedMessage next :
          seen.add(last) ? childrenOf(last) : List.<GeneratedMessage>of()) {
        if (next.type() == EventType.BUST) {
          return 0;
        }
        if (next.type() == EventType.CORRECT) {
          latest = latest == null || next.nanos() > latest.nanos() ? next : latest;
          chain.add(next);
        }
      }
    }
    return (latest == null ? fill : latest).number(32);
  }

  private static void addIf(Set<Fault> found, String status, int tag, boolean condition) {
    if (condition) {
      found.add(new Fault(status, tag));
    }
  }
}
