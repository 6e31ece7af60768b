package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.FaultsCell.Break;
import io.daisychain.model.cell.FaultsCell.Fault;
import io.daisychain.model.cell.FaultsCell.Repair;
import io.daisychain.model.reference.BusinessDays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The life of faults: what was wrong with an event after each message, in order of SendingTime, by
 * the same rules that say what is wrong now.
 *
 * <p>Only events count that hang together with one that has a fault now, or with a message that was
 * sent after the deadline of reports of any of them: of all others every fault was gone by then,
 * and is not told. These are resolved once for each moment at which one of their messages was sent;
 * first moments of all in one graph, then second ones, and so on. Of very large ones not every
 * moment is looked at, see {@link PastMoments#MOST_STATES}.
 */
final class FaultHistory {
  private static final Comparator<Fault> FAULTS =
      Comparator.comparingLong(Fault::firstSeen)
          .thenComparing(Fault::status)
          .thenComparing(Fault::tag)
          .thenComparing(Fault::reason)
          .thenComparing(Fault::reporter)
          .thenComparing(Fault::repaired);

  private static final Comparator<Break> BREAKS =
      Comparator.comparing(Break::kind)
          .thenComparing(pair -> pair.namedId() == null ? new RowKey(0, 0) : pair.namedId())
          .thenComparing(Break::named)
          .thenComparing(Break::version);

  private final EventGraph graph;
  private final LinkRules rules;
  private final Map<Integer, Life> lives = new HashMap<>();
  private final Map<Integer, FaultsCell> cells = new HashMap<>();

  /** Events of which the life of faults was left for later. */
  private final BitSet left = new BitSet();

  /** A fault that is there. */
  private record OpenFault(PastFaults.Fault fault, long firstSeen) {}

  /** A break, and the last moment at which it was there. */
  private static final class OpenBreak {
    Break pair;
    boolean isOpen;
    long repaired;
  }

  /** What was wrong with one event. */
  private static final class Life {
    final Map<PastFaults.Name, OpenFault> open = new LinkedHashMap<>();
    final List<Fault> gone = new ArrayList<>();
    final Map<PastFaults.BreakName, OpenBreak> breaks = new LinkedHashMap<>();
  }

  /**
   * Finds out.
   *
   * @param now what is wrong now
   * @param wanted events of which all is here that hangs together with them
   * @param follows false to leave it for later, and to find out only of which there is a life
   */
  FaultHistory(
      EventGraph graph, LineageErrors now, LinkRules rules, IntPredicate wanted, boolean follows) {
    this.graph = graph;
    this.rules = rules;
    BitSet asking = new BitSet();
    for (int node = 0; node < graph.size; node++) {
      if ((now.statuses[node] != 0 || graph.standing(node) != null) && wanted.test(node)) {
        asking.set(node);
      }
    }
    boolean spansDates = spansDates();
    if (!asking.isEmpty() || spansDates) {
      UnionFind together = graph.togetherEver();
      if (spansDates) {
        addOverDates(together, wanted, asking);
      }
      List<PastMoments> components = PastMoments.of(graph, now, rules, together, asking);
      if (follows) {
        follow(components);
        lives.forEach(this::close);
      } else {
        components.forEach(component -> component.nodes().forEach(left::set));
      }
    }
  }

  private boolean spansDates() {
    for (int node = 1; node < graph.size; node++) {
      if (graph.date[node] != graph.date[0]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks for events that hang together with some of another date: a message that was in time there
   * may have come after the deadline of the earlier ones, and have repaired what these had.
   */
  private void addOverDates(UnionFind together, IntPredicate wanted, BitSet asking) {
    BitSet overDates = new BitSet();
    for (int node = 0; node < graph.size; node++) {
      int first = together.find(node);
      if (graph.date[node] != graph.date[first]) {
        overDates.set(first);
      }
    }
    for (int node = 0; node < graph.size; node++) {
      if (overDates.get(together.find(node)) && wanted.test(node)) {
        asking.set(node);
      }
    }
  }

  /** The life of an event's faults; null where there is nothing to tell. */
  FaultsCell of(int node) {
    return cells.get(node);
  }

  /** True where the life of an event's faults was left for later. */
  boolean isLeft(int node) {
    return left.get(node);
  }

  private void follow(List<PastMoments> components) {
    List<PastMoments> open = new ArrayList<>(components);
    for (int step = 0; !open.isEmpty(); step++) {
      look(open, step);
      int next = step + 1;
      open.removeIf(component -> component.count() <= next);
    }
  }

  /** Looks at the next moment of each component, all in one graph. */
  private void look(List<PastMoments> components, int step) {
    PastFaults.PastGraph past = new PastFaults.PastGraph(graph.dates());
    int[] sources = new int[EventGraph.FIRST_CAPACITY];
    List<PastMoments> of = new ArrayList<>();
    for (PastMoments component : components) {
      for (int node : component.nodes()) {
        if (past.size() == sources.length) {
          sources = Arrays.copyOf(sources, 2 * sources.length);
        }
        int number = past.size();
        if (past.add(graph, node, component.moment(step))) {
          sources[number] = node;
          of.add(component);
        }
      }
    }
    past.link();
    PastFaults faults = new PastFaults(past, rules);
    for (int node = 0; node < past.size(); node++) {
      note(faults, node, sources[node], of.get(node), step);
    }
  }

  private void note(PastFaults faults, int node, int source, PastMoments component, int step) {
    Map<PastFaults.Name, PastFaults.Fault> found = faults.faults(node);
    Life life = lives.get(source);
    if (life == null) {
      if (found.isEmpty()) {
        return;
      }
      life = new Life();
      lives.put(source, life);
    }
    long moment = component.moment(step);
    List<PastFaults.Name> gone = new ArrayList<>(life.open.keySet());
    gone.removeAll(found.keySet());
    for (PastFaults.Name name : gone) {
      life.gone.add(fault(source, name, life.open.remove(name), moment, component.repair(step)));
    }
    for (Map.Entry<PastFaults.Name, PastFaults.Fault> each : found.entrySet()) {
      OpenFault open = life.open.putIfAbsent(each.getKey(), new OpenFault(each.getValue(), moment));
      if (open != null) {
        open.fault.named().addAll(each.getValue().named());
      }
    }
    note(faults.breaks(node), life, moment);
  }

  private static void note(Map<PastFaults.BreakName, Break> found, Life life, long moment) {
    life.breaks.forEach(
        (name, before) -> {
          if (before.isOpen && !found.containsKey(name)) {
            before.isOpen = false;
            before.repaired = moment;
          }
        });
    found.forEach(
        (name, pair) -> {
          OpenBreak open = life.breaks.computeIfAbsent(name, none -> new OpenBreak());
          open.pair = pair;
          open.isOpen = true;
        });
  }

  private Fault fault(
      int node, PastFaults.Name name, OpenFault open, long repaired, Repair repair) {
    long deadline = rules.businessDays().deadline(graph.date[node], BusinessDays.REPAIRED);
    return new Fault(
        name.status(),
        name.reason(),
        name.tag(),
        open.fault.version(),
        name.reporter(),
        open.firstSeen,
        repaired,
        repair,
        repair != Repair.NONE && repaired <= deadline,
        List.copyOf(open.fault.named()));
  }

  private void close(int node, Life life) {
    long deadline = rules.businessDays().deadline(graph.date[node], BusinessDays.REPORTED);
    List<Fault> faults = new ArrayList<>();
    for (Fault fault : life.gone) {
      if (fault.repaired() > deadline) {
        faults.add(fault);
      }
    }
    life.open.forEach(
        (name, fault) -> faults.add(fault(node, name, fault, TableSchema.NO_TIME, Repair.NONE)));
    faults.sort(FAULTS);
    List<Break> breaks = new ArrayList<>();
    for (OpenBreak each : life.breaks.values()) {
      if (each.isOpen || each.repaired > deadline) {
        Break pair = each.pair;
        breaks.add(
            new Break(
                pair.kind(),
                pair.version(),
                pair.named(),
                pair.namedId(),
                pair.namedEventId(),
                pair.value(),
                pair.namedValue(),
                each.isOpen));
      }
    }
    breaks.sort(BREAKS);
    if (!faults.isEmpty() || !breaks.isEmpty()) {
      cells.put(node, new FaultsCell(faults, breaks));
    }
  }
}
