package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.Action;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.cell.FaultsCell.Repair;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.reference.BusinessDays;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Events that hang together by any version of them, and the moments at which to look at them: those
 * at which one of their messages was sent.
 *
 * <p>Of very large ones not every moment is looked at, see {@link #MOST_STATES}.
 */
final class PastMoments {
  /**
   * Events times moments that are looked at of one lifecycle; of a larger one as many moments, and
   * {@link #FEWEST_MOMENTS} at least, so that the cost stays in proportion to its events.
   */
  static final long MOST_STATES = 400_000;

  static final int FEWEST_MOMENTS = 4;

  private final EventGraph graph;
  private final LineageErrors now;
  private final LinkRules rules;
  private final List<Integer> nodes = new ArrayList<>();
  private final Map<Long, Repair> actions = new HashMap<>();
  private boolean isWanted;
  private long[] moments;

  private PastMoments(EventGraph graph, LineageErrors now, LinkRules rules) {
    this.graph = graph;
    this.now = now;
    this.rules = rules;
  }

  /**
   * Finds those of which there may be something to tell.
   *
   * @param now what is wrong now
   * @param together which events hang together
   * @param asking events of which all is here that hangs together with them
   */
  static List<PastMoments> of(
      EventGraph graph, LineageErrors now, LinkRules rules, UnionFind together, BitSet asking) {
    Map<Integer, PastMoments> components = new TreeMap<>();
    for (int node = asking.nextSetBit(0); node >= 0; node = asking.nextSetBit(node + 1)) {
      components.computeIfAbsent(together.find(node), none -> new PastMoments(graph, now, rules));
    }
    for (int node = 0; node < graph.size; node++) {
      PastMoments component = components.get(together.find(node));
      if (component != null) {
        component.nodes.add(node);
      }
    }
    List<PastMoments> wanted = new ArrayList<>();
    for (PastMoments component : components.values()) {
      component.find();
      if (component.isWanted) {
        wanted.add(component);
      }
    }
    return wanted;
  }

  /** The events. */
  List<Integer> nodes() {
    return nodes;
  }

  /** Number of moments. */
  int count() {
    return moments.length;
  }

  /** A moment, from 0, in order. */
  long moment(int step) {
    return moments[step];
  }

  /** What the messages between the moment before and this one did. */
  Repair repair(int step) {
    long after = step == 0 ? Long.MIN_VALUE : moments[step - 1];
    Repair repair = Repair.ARRIVAL;
    for (Map.Entry<Long, Repair> action : actions.entrySet()) {
      if (action.getKey() > after
          && action.getKey() <= moments[step]
          && action.getValue().compareTo(repair) < 0) {
        repair = action.getValue();
      }
    }
    return repair;
  }

  /** True of an event that has a fault now that is told. */
  private boolean isFaulty(int node) {
    return (now.statuses[node] & ~ErrorStatus.LATE.bit()) != 0 || !now.of(node).isEmpty();
  }

  private void find() {
    TreeSet<Long> sent = new TreeSet<>();
    LinkRecord.Named named = new LinkRecord.Named();
    ParentReferenceCell view = new ParentReferenceCell();
    long faultyFrom = Long.MAX_VALUE;
    boolean hasFault = false;
    long deadline = Long.MAX_VALUE; // the earliest of all their dates
    for (int node : nodes) {
      deadline =
          Math.min(
              deadline, rules.businessDays().deadline(graph.date[node], BusinessDays.REPORTED));
      LinkRecord record = graph.record(node);
      int versions = record.has(LinkRecord.VERSIONS) ? record.versions() : 1;
      long first = Long.MAX_VALUE;
      for (int i = 0; i < versions; i++) {
        record.named(record.has(LinkRecord.VERSIONS) ? i : LinkRecord.STANDING, named).read(view);
        long moment = view.sendingTime();
        sent.add(moment);
        first = Math.min(first, moment);
        if (view.action() != Action.NEW) {
          Repair repair = view.action() == Action.CORRECTION ? Repair.CORRECTION : Repair.DELETION;
          actions.merge(moment, repair, (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
      }
      if (isFaulty(node)) {
        hasFault = true;
        faultyFrom = Math.min(faultyFrom, first);
      }
    }
    boolean sentLater = sent.last() > deadline;
    isWanted = hasFault || sentLater;
    // What is wrong now cannot have been wrong before the event was reported.
    TreeSet<Long> looked = sentLater ? sent : new TreeSet<>(sent.tailSet(faultyFrom));
    long most = Math.max(FEWEST_MOMENTS, MOST_STATES / nodes.size());
    moments = looked.size() <= most ? array(looked) : array(some(looked, near(), most));
  }

  private static long[] array(Set<Long> moments) {
    return moments.stream().mapToLong(Long::longValue).toArray();
  }

  /** Moments at which something was sent of events that have a fault, or of their neighbors. */
  private NavigableSet<Long> near() {
    TreeSet<Long> near = new TreeSet<>();
    for (int node : nodes) {
      if (isFaulty(node)) {
        addMoments(node, near);
        for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
          if (graph.parentNode[edge] != KeyNumbers.ABSENT) {
            addMoments(graph.parentNode[edge], near);
          }
        }
        for (int at = graph.childStart[node]; at < graph.childStart[node + 1]; at++) {
          addMoments(graph.childNode[at], near);
        }
      }
    }
    return near;
  }

  private void addMoments(int node, Set<Long> moments) {
    EventGraph.Standing standing = graph.standing(node);
    if (standing == null) {
      moments.add(graph.references(node).sendingTime());
    } else {
      standing.list().forEach(version -> moments.add(version.sendingTime()));
    }
  }

  /**
   * Some of too many moments: the first and the last, then those of actions, then those at which
   * faults that are there may have begun, then others at even distances.
   */
  private Set<Long> some(NavigableSet<Long> looked, Set<Long> near, long most) {
    TreeSet<Long> chosen = new TreeSet<>();
    chosen.add(looked.first());
    chosen.add(looked.last());
    near.retainAll(looked);
    TreeSet<Long> ofActions = new TreeSet<>(actions.keySet());
    ofActions.retainAll(looked);
    addEvenly(ofActions, most, chosen);
    addEvenly(near, most, chosen);
    addEvenly(looked, most, chosen);
    return chosen;
  }

  private static void addEvenly(Set<Long> from, long most, Set<Long> chosen) {
    long[] all = array(from);
    long room = most - chosen.size();
    for (long i = 0; i < Math.min(room, all.length); i++) {
      chosen.add(all[(int) (i * all.length / Math.min(room, all.length))]);
    }
  }
}
