package io.daisychain.linkage.graph;

import io.daisychain.fix.FixTag;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.EventVersions;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ErrorTags;
import io.daisychain.model.cell.FaultsCell.Break;
import io.daisychain.model.cell.FaultsCell.Kind;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What was wrong with events as they stood at a moment each, by the rules of today. */
final class PastFaults {
  /** Statuses that ingest finds, in a mask. */
  private static final int OF_MESSAGES =
      ErrorStatus.STRUCTURE.bit()
          | ErrorStatus.UNKNOWN_REPORTER.bit()
          | ErrorStatus.UNKNOWN_CUSTOMER.bit()
          | ErrorStatus.UNKNOWN_SYMBOL.bit()
          | ErrorStatus.DEPRECATED_SYMBOL.bit();

  private final PastGraph past;
  private final LineageErrors errors;

  PastFaults(PastGraph past, LinkRules rules) {
    this.past = past;
    Ancestry ancestry = new Ancestry(past);
    errors = new LineageErrors(past, ancestry, rules);
    new Excesses(past, new OrderVersions(past), new StandingFills(past, ancestry), errors).find();
  }

  /** Tells one fault of an event from others. */
  record Name(ErrorStatus status, int tag, String reason, String reporter) {
    Name(ErrorStatus status, int tag, String reporter) {
      this(status, tag, "", reporter);
    }
  }

  /** Tells one break of an event from others. */
  record BreakName(Kind kind, String reporter, RowKey namedId, String named) {}

  /**
   * A fault.
   *
   * @param version hash of the version that has it
   * @param named other firms that it concerns
   */
  record Fault(RowKey version, Set<String> named) {
    Fault(RowKey version) {
      this(version, new TreeSet<>());
    }
  }

  /** The faults of an event that is published. */
  Map<Name, Fault> faults(int node) {
    List<LineageErrors.Found> linked = errors.of(node);
    int own = errors.statuses[node] & OF_MESSAGES;
    if (linked.isEmpty() && own == 0) {
      return Map.of();
    }
    Map<Name, Fault> found = new LinkedHashMap<>();
    String reporter = past.references(node).reporter().toString();
    RowKey version = version(node);
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(own)) {
        found.put(name(status, node, reporter), new Fault(version));
      }
    }
    for (LineageErrors.Found error : linked) {
      if (error.status() != ErrorStatus.UNKNOWN_ORIGINAL
          && error.status() != ErrorStatus.LATE
          && !error.isNobodys()) {
        int tag = error.edge() == KeyNumbers.ABSENT ? error.tag() : tag(node, error.edge());
        Fault fault = new Fault(version);
        fault.named.addAll(named(node, error.status()));
        found.putIfAbsent(new Name(error.status(), tag, reporter), fault);
      }
    }
    EventGraph.Standing standing = past.standing(node);
    if (standing != null) {
      for (int first : standing.versions().withoutOriginal()) {
        found.put(
            new Name(
                ErrorStatus.UNKNOWN_ORIGINAL, FixTag.ACTION, standing.list().get(first).reporter()),
            new Fault(version));
      }
    }
    return found;
  }

  /** The other firms that a fault concerns, as far as parent references say it. */
  private Set<String> named(int node, ErrorStatus status) {
    return switch (status) {
      case ORPHAN ->
          past.type[node] == EventType.ACCEPT
              ? Set.of(past.references(node).counterparty().toString())
              : Set.of();
      case UNACCEPTED -> Set.of(past.references(node).counterparty().toString());
      case DUPLICATE_KEY -> {
        Map<BreakName, Break> pairs = new LinkedHashMap<>();
        addDuplicates(node, pairs);
        Set<String> firms = new TreeSet<>();
        pairs.values().forEach(pair -> firms.add(pair.named()));
        yield firms;
      }
      default -> Set.of();
    };
  }

  /** The version of an event that stands, by the hash in its column. */
  private RowKey version(int node) {
    LinkRecord.Named named = past.record(node).named(past.version(node), new LinkRecord.Named());
    return new RowKey(named.columnHigh(), named.columnLow());
  }

  /** What tells a fault of the message itself from others. */
  private Name name(ErrorStatus status, int node, String reporter) {
    if (status != ErrorStatus.STRUCTURE) {
      return new Name(status, ErrorTags.of(status), reporter);
    }
    ParentReferenceCell references = past.references(node);
    return new Name(status, references.brokenTag(), references.reason().toString(), reporter);
  }

  /** The tag that names an edge's parent. */
  private int tag(int node, int edge) {
    ParentReferenceCell references = past.references(node);
    if (references.isCat()) {
      return FixTag.CL_ORD_ID;
    }
    int parent = Math.min(edge - past.parentStart[node], references.parents() - 1);
    if (references.isParentTagged(parent)) {
      return FixTag.PARENT_EVENT_ID;
    }
    return switch (past.relation[node]) {
      case MERGE, INTERNAL, ROUTE -> FixTag.PARENT_CL_ORD_ID;
      case PRIOR -> FixTag.ORIG_CL_ORD_ID;
      case BUST, CORRECT -> FixTag.EXEC_REF_ID;
      case ALLOCATION ->
          references.parentQuantity(parent) == ParentReferences.BY_ORDER_ID
              ? FixTag.ORDER_ID
              : FixTag.CL_ORD_ID;
      case EXECUTION ->
          past.type[node] == EventType.ALLOCATION_STATUS ? FixTag.ALLOC_ID : FixTag.CL_ORD_ID;
      default -> FixTag.CL_ORD_ID;
    };
  }

  /** The breaks of an event with other firms. */
  Map<BreakName, Break> breaks(int node) {
    Map<BreakName, Break> found = new LinkedHashMap<>();
    for (LineageErrors.Found error : errors.of(node)) {
      switch (error.status()) {
        case ORPHAN -> addUnlinked(node, error, found);
        case UNACCEPTED -> {
          String firm = past.references(node).counterparty().toString();
          if (!firm.equals(past.references(node).reporter().toString())) {
            add(node, found, Kind.UNACCEPTED, firm, null, "", "", "");
          }
        }
        case SYMBOL_MISMATCH, INSTRUMENT_MISMATCH, SIDE_MISMATCH -> addMismatches(node, found);
        case DUPLICATE_KEY -> addDuplicates(node, found);
        default -> {
          // of one firm alone
        }
      }
    }
    return found;
  }

  private void add(
      int node,
      Map<BreakName, Break> found,
      Kind kind,
      String named,
      RowKey namedId,
      String namedEventId,
      String value,
      String namedValue) {
    String reporter = past.references(node).reporter().toString();
    found.putIfAbsent(
        new BreakName(kind, reporter, namedId, named),
        new Break(kind, version(node), named, namedId, namedEventId, value, namedValue, true));
  }

  private void addUnlinked(int node, LineageErrors.Found orphan, Map<BreakName, Break> found) {
    if (past.type[node] != EventType.ACCEPT || orphan.isNobodys()) {
      return;
    }
    int edge = orphan.edge();
    RowKey parent =
        edge == KeyNumbers.ABSENT ? null : new RowKey(past.parentHigh[edge], past.parentLow[edge]);
    String sender = past.references(node).counterparty().toString();
    add(node, found, Kind.UNLINKED, sender, parent, "", "", "");
  }

  private void addMismatches(int node, Map<BreakName, Break> found) {
    ParentReferenceCell child = past.references(node);
    String reporter = child.reporter().toString();
    String symbol = child.symbol().toString();
    String side = child.side().toString();
    String instrument = child.instrument().toString();
    for (int edge = past.parentStart[node]; edge < past.parentStart[node + 1]; edge++) {
      int parent = past.parentNode[edge];
      if (parent == KeyNumbers.ABSENT || past.reporter[parent] == past.reporter[node]) {
        continue;
      }
      ParentReferenceCell other = past.references(parent);
      String named = other.reporter().toString();
      String eventId = other.eventId().toString();
      String otherSymbol = other.symbol().toString();
      String otherSide = other.side().toString();
      String otherInstrument = other.instrument().toString();
      if (named.equals(reporter)) {
        continue;
      }
      if (errors.symbolsAgree(parent, node) == CheckResult.FAILED) {
        RowKey id = past.key(parent);
        add(node, found, Kind.SYMBOL_MISMATCH, named, id, eventId, symbol, otherSymbol);
      }
      if (errors.isInstrumentMismatch(parent, node)) {
        RowKey id = past.key(parent);
        add(node, found, Kind.INSTRUMENT_MISMATCH, named, id, eventId, instrument, otherInstrument);
      }
      if (errors.sidesAgree(parent, node) == CheckResult.FAILED) {
        RowKey id = past.key(parent);
        add(node, found, Kind.SIDE_MISMATCH, named, id, eventId, side, otherSide);
      }
    }
  }

  private void addDuplicates(int node, Map<BreakName, Break> found) {
    EventGraph.Standing standing = past.standing(node);
    if (standing == null) {
      return; // of a key, which is the reporter's own
    }
    String reporter = past.references(node).reporter().toString();
    Set<String> told = new LinkedHashSet<>();
    ParentReferenceCell view = new ParentReferenceCell();
    LinkRecord.Named named = new LinkRecord.Named();
    EventVersions versions = standing.versions();
    for (int other : versions.others()) {
      past.record(node).named(other, named).read(view);
      String firm = view.reporter().toString();
      if (!firm.equals(reporter) && told.add(firm)) {
        String eventId = view.eventId().toString();
        add(node, found, Kind.DUPLICATE_KEY, firm, past.key(node), eventId, "", "");
      }
    }
  }

  /** Events as they stood at moments of the past, each at its own. */
  static final class PastGraph extends EventGraph {
    private long until;

    /** The events as they are now. */
    private EventGraph present;

    PastGraph(StoreDates dates) {
      super(dates);
    }

    /**
     * Adds an event as it stood.
     *
     * @param moment SendingTime, nanoseconds since 1970
     * @return false if nothing of it had been sent
     */
    boolean add(EventGraph from, int node, long moment) {
      until = moment;
      present = from;
      int before = size();
      addFrom(from, node);
      return size() > before;
    }

    @Override
    boolean isToLater(int edge) {
      long high = parentHigh[edge];
      long low = parentLow[edge];
      int date = parentDate[edge];
      return present.index.find(high, low, date) != KeyNumbers.ABSENT
          || present.keys.find(high, low, date) != KeyNumbers.ABSENT;
    }

    @Override
    int version(LinkRecord of) {
      return version(of, until);
    }
  }
}
