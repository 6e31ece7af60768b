package io.daisychain.linkage.graph;

import io.daisychain.fix.FixTag;
import io.daisychain.model.Action;
import io.daisychain.model.BusinessDays;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.EventVersions;
import io.daisychain.model.FaultsCell;
import io.daisychain.model.FaultsCell.Break;
import io.daisychain.model.FaultsCell.Fault;
import io.daisychain.model.FaultsCell.Kind;
import io.daisychain.model.FaultsCell.Repair;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The life of faults: what was wrong with an event after each message, in order of SendingTime, by
 * the same rules that say what is wrong now.
 *
 * <p>Only events count that hang together with one that has a fault now, or with a message that was
 * sent after the deadline of reports: of all others every fault was gone by then, and is not told.
 * These are resolved once for each moment at which one of their messages was sent; first moments of
 * all in one graph, then second ones, and so on. Of very large ones not every moment is looked at,
 * see {@link #MOST_STATES}.
 */
final class FaultHistory {
  /**
   * Events times moments that are looked at of one lifecycle; of a larger one as many moments, and
   * {@link #FEWEST_MOMENTS} at least, so that the cost stays in proportion to its events.
   */
  static final long MOST_STATES = 2_000_000;

  static final int FEWEST_MOMENTS = 4;

  private static final int NOT_TOLD = ErrorStatus.LATE.bit();

  /** Statuses that ingest finds, in a mask. */
  private static final int OF_MESSAGES =
      ErrorStatus.STRUCTURE.bit()
          | ErrorStatus.UNKNOWN_REPORTER.bit()
          | ErrorStatus.UNKNOWN_CUSTOMER.bit()
          | ErrorStatus.UNKNOWN_SYMBOL.bit()
          | ErrorStatus.DEPRECATED_SYMBOL.bit();

  private static final Comparator<Fault> FAULTS =
      Comparator.comparingLong(Fault::firstSeen)
          .thenComparing(Fault::status)
          .thenComparing(Fault::tag)
          .thenComparing(Fault::reporter)
          .thenComparing(Fault::repaired);

  private static final Comparator<Break> BREAKS =
      Comparator.comparing(Break::kind)
          .thenComparing(pair -> pair.namedId() == null ? new RowKey(0, 0) : pair.namedId())
          .thenComparing(Break::named);

  private final EventGraph graph;
  private final LinkRules rules;
  private final Map<Integer, Life> lives = new HashMap<>();
  private final Map<Integer, FaultsCell> cells = new HashMap<>();

  /** Tells one fault of an event from others. */
  private record FaultName(ErrorStatus status, int tag, String reporter) {}

  /** Tells one break of an event from others. */
  private record BreakName(Kind kind, RowKey namedId, String named) {}

  /** A fault that is there. */
  private record OpenFault(String reason, RowKey version, long firstSeen, Set<String> named) {
    OpenFault(String reason, RowKey version, long firstSeen) {
      this(reason, version, firstSeen, new TreeSet<>());
    }
  }

  /** A break, and the last moment at which it was there. */
  private static final class OpenBreak {
    Break pair;
    boolean isOpen;
    long repaired;
  }

  /** What was wrong with one event. */
  private static final class Life {
    final Map<FaultName, OpenFault> open = new LinkedHashMap<>();
    final List<Fault> gone = new ArrayList<>();
    final Map<BreakName, OpenBreak> breaks = new LinkedHashMap<>();
  }

  /** The moments of a lifecycle, and its events. */
  private static final class Component {
    final List<Integer> nodes = new ArrayList<>();
    boolean isWanted;
    long[] moments;
    Map<Long, Repair> actions;
  }

  /**
   * Finds out.
   *
   * @param now what is wrong now
   * @param wanted events of which all is here that hangs together with them
   */
  FaultHistory(EventGraph graph, LineageErrors now, LinkRules rules, IntPredicate wanted) {
    this.graph = graph;
    this.rules = rules;
    BitSet asking = new BitSet();
    for (int node = 0; node < graph.size; node++) {
      if ((now.statuses[node] != 0 || graph.standing(node) != null) && wanted.test(node)) {
        asking.set(node);
      }
    }
    if (!asking.isEmpty()) {
      follow(components(asking), now);
      lives.forEach(this::close);
    }
  }

  /** The life of an event's faults; null where there is nothing to tell. */
  FaultsCell of(int node) {
    return cells.get(node);
  }

  private List<Component> components(BitSet asking) {
    UnionFind together = graph.togetherEver();
    Map<Integer, Component> components = new TreeMap<>();
    for (int node = asking.nextSetBit(0); node >= 0; node = asking.nextSetBit(node + 1)) {
      components.computeIfAbsent(together.find(node), none -> new Component());
    }
    for (int node = 0; node < graph.size; node++) {
      Component component = components.get(together.find(node));
      if (component != null) {
        component.nodes.add(node);
      }
    }
    return List.copyOf(components.values());
  }

  private void follow(List<Component> components, LineageErrors now) {
    List<Component> open = new ArrayList<>();
    for (Component component : components) {
      findMoments(component, now);
      if (component.isWanted) {
        open.add(component);
      }
    }
    for (int step = 0; !open.isEmpty(); step++) {
      look(open, step);
      int next = step + 1;
      open.removeIf(component -> component.moments.length <= next);
    }
  }

  private void findMoments(Component component, LineageErrors now) {
    TreeSet<Long> moments = new TreeSet<>();
    component.actions = new HashMap<>();
    LinkRecord.Named named = new LinkRecord.Named();
    ParentReferenceCell view = new ParentReferenceCell();
    long faultyFrom = Long.MAX_VALUE;
    boolean hasFault = false;
    boolean sentLater = false;
    for (int node : component.nodes) {
      long deadline = rules.businessDays().deadline(graph.date[node], BusinessDays.REPORTED);
      LinkRecord record = graph.record(node);
      int versions = record.has(LinkRecord.VERSIONS) ? record.versions() : 1;
      long first = Long.MAX_VALUE;
      for (int i = 0; i < versions; i++) {
        record.named(record.has(LinkRecord.VERSIONS) ? i : LinkRecord.STANDING, named).read(view);
        long sent = view.sendingTime();
        moments.add(sent);
        first = Math.min(first, sent);
        sentLater |= sent > deadline;
        if (view.action() != Action.NEW) {
          Repair repair = view.action() == Action.CORRECTION ? Repair.CORRECTION : Repair.DELETION;
          component.actions.merge(sent, repair, (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
      }
      if ((now.statuses[node] & ~NOT_TOLD) != 0 || !now.of(node).isEmpty()) {
        hasFault = true;
        faultyFrom = Math.min(faultyFrom, first);
      }
    }
    component.isWanted = hasFault || sentLater;
    // What is wrong now cannot have been wrong before the event was reported.
    Set<Long> looked = sentLater ? moments : moments.tailSet(faultyFrom);
    component.moments = some(looked, component);
  }

  /** All moments, or where these are too many some of them: those of actions first. */
  private static long[] some(Set<Long> moments, Component component) {
    long[] all = moments.stream().mapToLong(Long::longValue).toArray();
    long most = Math.max(FEWEST_MOMENTS, MOST_STATES / component.nodes.size());
    if (all.length <= most) {
      return all;
    }
    TreeSet<Long> chosen = new TreeSet<>();
    chosen.add(all[0]);
    chosen.add(all[all.length - 1]);
    for (long action : new TreeSet<>(component.actions.keySet())) {
      if (chosen.size() < most / 2 + 2) {
        chosen.add(action);
      }
    }
    for (int i = 1; chosen.size() < most && i < most; i++) {
      chosen.add(all[(int) (i * (all.length - 1L) / most)]);
    }
    return chosen.stream().mapToLong(Long::longValue).toArray();
  }

  /** Looks at the next moment of each component, all in one graph. */
  private void look(List<Component> components, int step) {
    PastGraph past = new PastGraph(graph.dates());
    int[] sources = new int[EventGraph.FIRST_CAPACITY];
    List<Component> of = new ArrayList<>();
    for (Component component : components) {
      long moment = component.moments[step];
      for (int node : component.nodes) {
        if (past.size() == sources.length) {
          sources = Arrays.copyOf(sources, 2 * sources.length);
        }
        int number = past.size();
        if (past.add(graph, node, moment)) {
          sources[number] = node;
          of.add(component);
        }
      }
    }
    past.link();
    Ancestry ancestry = new Ancestry(past);
    LineageErrors errors = new LineageErrors(past, ancestry, rules);
    errors.findOverfills(new OrderVersions(past), new StandingFills(past, ancestry));
    for (int node = 0; node < past.size(); node++) {
      note(past, errors, node, sources[node], of.get(node), step);
    }
  }

  private void note(
      PastGraph past, LineageErrors errors, int node, int source, Component component, int step) {
    Map<FaultName, OpenFault> found = faults(past, errors, node, component.moments[step]);
    Life life = lives.get(source);
    if (life == null) {
      if (found.isEmpty()) {
        return;
      }
      life = new Life();
      lives.put(source, life);
    }
    long moment = component.moments[step];
    Repair repair = repair(component, step);
    List<FaultName> gone = new ArrayList<>();
    life.open.forEach(
        (name, fault) -> {
          if (!found.containsKey(name)) {
            gone.add(name);
          }
        });
    for (FaultName name : gone) {
      life.gone.add(fault(source, name, life.open.remove(name), moment, repair));
    }
    for (Map.Entry<FaultName, OpenFault> each : found.entrySet()) {
      OpenFault open = life.open.putIfAbsent(each.getKey(), each.getValue());
      if (open != null) {
        open.named.addAll(each.getValue().named);
      }
    }
    noteBreaks(past, errors, node, source, moment);
  }

  /** What the messages between the moment before and this one did. */
  private static Repair repair(Component component, int step) {
    long after = step == 0 ? Long.MIN_VALUE : component.moments[step - 1];
    Repair repair = Repair.ARRIVAL;
    for (Map.Entry<Long, Repair> action : component.actions.entrySet()) {
      if (action.getKey() > after
          && action.getKey() <= component.moments[step]
          && action.getValue().compareTo(repair) < 0) {
        repair = action.getValue();
      }
    }
    return repair;
  }

  private Fault fault(int node, FaultName name, OpenFault fault, long repaired, Repair repair) {
    long deadline = rules.businessDays().deadline(graph.date[node], BusinessDays.REPAIRED);
    return new Fault(
        name.status,
        fault.reason,
        name.tag,
        fault.version,
        name.reporter,
        fault.firstSeen,
        repaired,
        repair,
        repair != Repair.NONE && repaired <= deadline,
        List.copyOf(fault.named));
  }

  private Map<FaultName, OpenFault> faults(
      PastGraph past, LineageErrors errors, int node, long moment) {
    List<LineageErrors.Found> linked = errors.of(node);
    int own = errors.statuses[node] & OF_MESSAGES;
    if (linked.isEmpty() && own == 0) {
      return Map.of();
    }
    Map<FaultName, OpenFault> found = new LinkedHashMap<>();
    String reporter = past.references(node).reporter().toString();
    RowKey version = version(past, node);
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(own)) {
        int tag = tag(status);
        found.put(new FaultName(status, tag, reporter), new OpenFault("", version, moment));
      }
    }
    for (LineageErrors.Found error : linked) {
      if (error.status() != ErrorStatus.UNKNOWN_ORIGINAL) {
        int tag = error.edge() == KeyNumbers.ABSENT ? error.tag() : tag(past, node, error.edge());
        OpenFault fault = new OpenFault(error.reason(), version, moment);
        fault.named.addAll(named(past, node, error.status()));
        found.putIfAbsent(new FaultName(error.status(), tag, reporter), fault);
      }
    }
    EventGraph.Standing standing = past.standing(node);
    if (standing != null) {
      for (int first : standing.versions().withoutOriginal()) {
        found.put(
            new FaultName(
                ErrorStatus.UNKNOWN_ORIGINAL, FixTag.ACTION, standing.list().get(first).reporter()),
            new OpenFault("", version, moment));
      }
    }
    return found;
  }

  /** The other firms that a fault concerns, as far as parent references say it. */
  private static Set<String> named(PastGraph past, int node, ErrorStatus status) {
    return switch (status) {
      case ORPHAN ->
          past.type[node] == EventType.ACCEPT
              ? Set.of(FaultsCell.senderOf(version(past, node)))
              : Set.of();
      case UNACCEPTED -> Set.of(past.references(node).destination().toString());
      case DUPLICATE_KEY -> {
        Map<BreakName, Break> pairs = new LinkedHashMap<>();
        addDuplicates(past, node, pairs);
        Set<String> firms = new TreeSet<>();
        pairs.values().forEach(pair -> firms.add(pair.named()));
        yield firms;
      }
      default -> Set.of();
    };
  }

  /** The version of an event that stands, by the hash in its column. */
  private static RowKey version(EventGraph of, int node) {
    LinkRecord.Named named = of.record(node).named(of.version(node), new LinkRecord.Named());
    return new RowKey(named.columnHigh(), named.columnLow());
  }

  /** Tag of a fault of the message itself; 0 where the message has to say it. */
  private static int tag(ErrorStatus status) {
    return switch (status) {
      case UNKNOWN_REPORTER -> FixTag.SENDER_COMP_ID;
      case UNKNOWN_CUSTOMER -> FixTag.CLIENT_ID;
      case UNKNOWN_SYMBOL, DEPRECATED_SYMBOL -> FixTag.SYMBOL;
      default -> 0;
    };
  }

  /** The tag that names an edge's parent. */
  private static int tag(EventGraph of, int node, int edge) {
    ParentReferenceCell references = of.references(node);
    int parent = Math.min(edge - of.parentStart[node], references.parents() - 1);
    if (references.isParentTagged(parent)) {
      return FixTag.PARENT_EVENT_ID;
    }
    return switch (of.relation[node]) {
      case MERGE, INTERNAL, ROUTE -> FixTag.PARENT_CL_ORD_ID;
      case PRIOR -> FixTag.ORIG_CL_ORD_ID;
      case BUST, CORRECT -> FixTag.EXEC_REF_ID;
      default -> FixTag.CL_ORD_ID;
    };
  }

  private void noteBreaks(PastGraph past, LineageErrors errors, int node, int source, long moment) {
    Map<BreakName, Break> found = new LinkedHashMap<>();
    for (LineageErrors.Found error : errors.of(node)) {
      switch (error.status()) {
        case ORPHAN -> addUnlinked(past, node, error.edge(), found);
        case UNACCEPTED -> {
          String firm = past.references(node).destination().toString();
          if (!firm.equals(past.references(node).reporter().toString())) {
            add(found, new Break(Kind.UNACCEPTED, firm, null, "", "", "", true));
          }
        }
        case SYMBOL_MISMATCH, SIDE_MISMATCH -> addMismatches(past, errors, node, found);
        case DUPLICATE_KEY -> addDuplicates(past, node, found);
        default -> {
          // of one firm alone
        }
      }
    }
    Life life = lives.get(source);
    for (OpenBreak before : life.breaks.values()) {
      if (before.isOpen && !found.containsKey(name(before.pair))) {
        before.isOpen = false;
        before.repaired = moment;
      }
    }
    for (Map.Entry<BreakName, Break> each : found.entrySet()) {
      OpenBreak open = life.breaks.computeIfAbsent(each.getKey(), none -> new OpenBreak());
      open.pair = each.getValue();
      open.isOpen = true;
    }
  }

  private static BreakName name(Break pair) {
    // Who sent an order may be corrected, and is one break still.
    String named = pair.kind() == Kind.UNLINKED ? "" : pair.named();
    return new BreakName(pair.kind(), pair.namedId(), named);
  }

  private static void add(Map<BreakName, Break> found, Break pair) {
    found.putIfAbsent(name(pair), pair);
  }

  private static void addUnlinked(PastGraph past, int node, int edge, Map<BreakName, Break> found) {
    if (past.type[node] != EventType.ACCEPT) {
      return;
    }
    RowKey parent =
        edge == KeyNumbers.ABSENT ? null : new RowKey(past.parentHigh[edge], past.parentLow[edge]);
    add(
        found,
        new Break(
            Kind.UNLINKED, FaultsCell.senderOf(version(past, node)), parent, "", "", "", true));
  }

  private static void addMismatches(
      PastGraph past, LineageErrors errors, int node, Map<BreakName, Break> found) {
    ParentReferenceCell child = past.references(node);
    String reporter = child.reporter().toString();
    String symbol = child.symbol().toString();
    String side = child.side().toString();
    for (int edge = past.parentStart[node]; edge < past.parentStart[node + 1]; edge++) {
      int parent = past.parentNode[edge];
      if (parent == KeyNumbers.ABSENT || past.reporter[parent] == past.reporter[node]) {
        continue;
      }
      ParentReferenceCell other = past.references(parent);
      String named = other.reporter().toString();
      String eventId = other.eventId().toString();
      if (named.equals(reporter)) {
        continue;
      }
      if (errors.symbolsAgree(parent, node) == CheckResult.FAILED) {
        String theirs = other.symbol().toString();
        add(
            found,
            new Break(
                Kind.SYMBOL_MISMATCH, named, past.key(parent), eventId, symbol, theirs, true));
      }
      if (errors.sidesAgree(parent, node) == CheckResult.FAILED) {
        String theirs = other.side().toString();
        add(
            found,
            new Break(Kind.SIDE_MISMATCH, named, past.key(parent), eventId, side, theirs, true));
      }
    }
  }

  private static void addDuplicates(PastGraph past, int node, Map<BreakName, Break> found) {
    EventGraph.Standing standing = past.standing(node);
    String reporter = past.references(node).reporter().toString();
    Set<String> told = new LinkedHashSet<>();
    ParentReferenceCell view = new ParentReferenceCell();
    LinkRecord.Named named = new LinkRecord.Named();
    EventVersions versions = standing.versions();
    for (int other : versions.others()) {
      past.record(node).named(other, named).read(view);
      String firm = view.reporter().toString();
      if (!firm.equals(reporter) && told.add(firm)) {
        add(
            found,
            new Break(
                Kind.DUPLICATE_KEY, firm, past.key(node), view.eventId().toString(), "", "", true));
      }
    }
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
