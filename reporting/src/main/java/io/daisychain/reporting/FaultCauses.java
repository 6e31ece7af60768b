package io.daisychain.reporting;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells causes from what follows of them, among the faults of one firm: what has to be mended, and
 * what is clear once that is done.
 *
 * <ul>
 *   <li>An ORPHAN goes with the rejected message that would be its parent.
 *   <li>ORPHANs of several events that name one parent go with that parent, which is missing.
 *   <li>Of two events that disagree in symbol or side one is wrong: the one that disagrees with
 *       more events, then the one whose symbol is not valid, then the child.
 *   <li>Several events that are earlier than one parent go with its time.
 * </ul>
 *
 * <p>All else, and what another firm's event has part in, is a cause of its own. These are the
 * fewest messages that can clear the faults, not proof of what happened.
 */
public final class FaultCauses {
  private static final String ORPHAN = "ORPHAN";
  private static final String OUT_OF_SEQUENCE = "OUT_OF_SEQUENCE";
  private static final String SYMBOL_MISMATCH = "SYMBOL_MISMATCH";
  private static final Set<String> BAD_SYMBOL = Set.of("UNKNOWN_SYMBOL", "DEPRECATED_SYMBOL");

  private final List<Fault> faults;
  private final boolean[] taken;
  private final List<Cause> causes = new ArrayList<>();

  /**
   * A fault that is open.
   *
   * @param event key of the event that it is of
   * @param status an error status, or {@code REJECTED}
   * @param parents keys of the parents that the event names
   * @param betweenFirms whether another firm's event has part in it
   */
  public record Fault(String event, String status, List<String> parents, boolean betweenFirms) {}

  /**
   * What has to be mended.
   *
   * @param event key of the event; not that of a fault where a parent is the cause
   * @param isMissing whether that event was never reported
   * @param status what it shows as
   * @param faults numbers of the faults, from 0, that are clear then, its own included
   */
  public record Cause(String event, boolean isMissing, String status, List<Integer> faults) {}

  private FaultCauses(List<Fault> faults) {
    this.faults = faults;
    taken = new boolean[faults.size()];
  }

  /** Causes of all the faults: those that clear most first, then in the order of the faults. */
  public static List<Cause> of(List<Fault> faults) {
    return new FaultCauses(faults).find();
  }

  private List<Cause> find() {
    takeRejected();
    takeCommonParent(ORPHAN, true);
    takeMismatches(SYMBOL_MISMATCH);
    takeMismatches("INSTRUMENT_MISMATCH");
    takeMismatches("SIDE_MISMATCH");
    takeCommonParent(OUT_OF_SEQUENCE, false);
    Map<List<String>, List<Integer>> others = new LinkedHashMap<>();
    open(fault -> true)
        .forEach(
            i ->
                others
                    .computeIfAbsent(
                        List.of(faults.get(i).event, faults.get(i).status),
                        none -> new ArrayList<>())
                    .add(i));
    others.forEach((own, all) -> add(own.get(0), false, own.get(1), all));
    causes.sort(
        Comparator.comparingInt((Cause cause) -> -cause.faults.size())
            .thenComparing(cause -> cause.faults.get(0)));
    return causes;
  }

  private List<Integer> open(Predicate<Fault> wanted) {
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      if (!taken[i] && wanted.test(faults.get(i))) {
        open.add(i);
      }
    }
    return open;
  }

  private void add(String event, boolean isMissing, String status, List<Integer> all) {
    all.forEach(i -> taken[i] = true);
    causes.add(new Cause(event, isMissing, status, List.copyOf(all)));
  }

  private void takeRejected() {
    Map<String, List<Integer>> rejected = new LinkedHashMap<>();
    for (int i : open(fault -> fault.status.equals(FeedbackEntry.REJECTED))) {
      rejected.computeIfAbsent(faults.get(i).event, none -> new ArrayList<>()).add(i);
    }
    for (int i : open(fault -> fault.status.equals(ORPHAN))) {
      faults.get(i).parents.stream()
          .filter(rejected::containsKey)
          .findFirst()
          .ifPresent(parent -> rejected.get(parent).add(i));
    }
    rejected.forEach((event, all) -> add(event, false, FeedbackEntry.REJECTED, all));
  }

  /** Faults of one status of several events that name the same parent. */
  private void takeCommonParent(String status, boolean isMissing) {
    Map<String, List<Integer>> byParent = new LinkedHashMap<>();
    for (int i : open(fault -> fault.status.equals(status) && !fault.betweenFirms)) {
      for (String parent : faults.get(i).parents) {
        byParent.computeIfAbsent(parent, none -> new ArrayList<>()).add(i);
      }
    }
    byParent.forEach(
        (parent, all) -> {
          List<Integer> left = all.stream().filter(i -> !taken[i]).toList();
          if (left.stream().map(i -> faults.get(i).event).distinct().count() > 1) {
            add(parent, isMissing, status, left);
          }
        });
  }

  private void takeMismatches(String status) {
    Map<String, List<Integer>> own = new LinkedHashMap<>();
    for (int i : open(fault -> fault.status.equals(status) && !fault.betweenFirms)) {
      own.computeIfAbsent(faults.get(i).event, none -> new ArrayList<>()).add(i);
    }
    Map<String, Set<String>> disagree = new LinkedHashMap<>();
    Set<String> children = new HashSet<>();
    own.forEach(
        (event, all) ->
            all.stream()
                .flatMap(i -> faults.get(i).parents.stream())
                .filter(parent -> own.containsKey(parent) && !parent.equals(event))
                .forEach(
                    parent -> {
                      disagree.computeIfAbsent(event, none -> new LinkedHashSet<>()).add(parent);
                      disagree.computeIfAbsent(parent, none -> new LinkedHashSet<>()).add(event);
                      children.add(event);
                    }));
    Map<String, Set<String>> neighbours = new HashMap<>();
    disagree.forEach((event, others) -> neighbours.put(event, Set.copyOf(others)));
    Map<String, List<Integer>> whole = new HashMap<>();
    for (int i : open(f -> f.status.equals(status) && disagree.containsKey(f.event))) {
      whole.computeIfAbsent(faults.get(i).event, none -> new ArrayList<>()).add(i);
    }
    Set<String> wrong = wrong(disagree, children, status);
    Set<String> cleared = new HashSet<>(wrong);
    for (String event : wrong) {
      List<Integer> all = new ArrayList<>(whole.get(event));
      neighbours.get(event).stream()
          .filter(cleared::add)
          .sorted(Comparator.comparing(other -> own.get(other).get(0)))
          .forEach(other -> all.addAll(own.get(other)));
      add(event, false, status, all);
    }
  }

  /** Events without which no two that are left disagree. */
  private Set<String> wrong(
      Map<String, Set<String>> disagree, Set<String> children, String status) {
    Set<String> doubted = new HashSet<>();
    if (status.equals(SYMBOL_MISMATCH)) {
      faults.stream()
          .filter(fault -> BAD_SYMBOL.contains(fault.status))
          .forEach(fault -> doubted.add(fault.event));
    }
    Comparator<String> likely =
        Comparator.comparingInt((String event) -> disagree.get(event).size())
            .thenComparing(doubted::contains)
            .thenComparing(children::contains);
    Set<String> wrong = new LinkedHashSet<>();
    for (String event : List.copyOf(disagree.keySet())) {
      Set<String> group = reached(event, disagree);
      while (group.stream().anyMatch(one -> !disagree.get(one).isEmpty())) {
        String next = group.stream().max(likely).orElseThrow();
        disagree.get(next).forEach(other -> disagree.get(other).remove(next));
        disagree.get(next).clear();
        wrong.add(next);
      }
    }
    return wrong;
  }

  /** All that hang together with an event by disagreement. */
  private static Set<String> reached(String event, Map<String, Set<String>> disagree) {
    Set<String> reached = new LinkedHashSet<>(Set.of(event));
    Deque<String> left = new ArrayDeque<>(reached);
    while (!left.isEmpty()) {
      for (String other : disagree.get(left.remove())) {
        if (reached.add(other)) {
          left.add(other);
        }
      }
    }
    return reached;
  }
}
