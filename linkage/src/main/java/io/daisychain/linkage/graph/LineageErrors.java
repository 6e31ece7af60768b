package io.daisychain.linkage.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixTag;
import io.daisychain.model.CatKey;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ErrorTags;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.reference.Successors;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Statuses that linkage finds, with words for people, and the matches between parents and children.
 */
public final class LineageErrors {
  private static final byte[] NOTHING = {};
  private static final String DROPPED_DAY = "dropped day";

  private final EventGraph graph;
  private final Ancestry ancestry;
  private final Map<Integer, List<Found>> found = new HashMap<>();
  private final LinkCodes codes;
  private final Successors successors;

  /** Nodes of which something is told that is no error of theirs. */
  private final BitSet noted = new BitSet();

  /** By node: mask of {@link ErrorStatus}, ingest's included. */
  final int[] statuses;

  /** By node: whether all children agree with it. */
  final CheckResult[] symbolMatch;

  final CheckResult[] sideMatch;
  final CheckResult[] instrumentMatch;

  /** By node: the first child that disagrees, else the earliest; ABSENT without children. */
  final int[] shownChild;

  /** What parent and child have in common, told in this order. */
  private enum Matched {
    SYMBOL(1, ErrorStatus.SYMBOL_MISMATCH, FixTag.SYMBOL),
    INSTRUMENT(2, ErrorStatus.INSTRUMENT_MISMATCH, FixTag.SECURITY_ID),
    SIDE(4, ErrorStatus.SIDE_MISMATCH, FixTag.SIDE);

    final int bit;
    final ErrorStatus mismatch;
    final int tag;

    Matched(int bit, ErrorStatus mismatch, int tag) {
      this.bit = bit;
      this.mismatch = mismatch;
      this.tag = tag;
    }

    static List<Matched> of(int bits) {
      return bits == 0
          ? List.of()
          : Stream.of(values()).filter(matched -> (bits & matched.bit) != 0).toList();
    }
  }

  /**
   * One error of an event.
   *
   * @param status what it is
   * @param words what there is to say about it, stored and published
   * @param tag of the message that it is about, 0 for none or where {@code edge} tells it
   * @param edge the edge to the parent that it is about, ABSENT for none
   * @param message to the reporter; null where the edge says it all
   * @param counterparty the other firm that it is about; empty for none, or where the event's
   *     message has to say it
   * @param code CAT's, of an event of CAT; empty where it has none
   */
  public record Found(
      ErrorStatus status,
      String words,
      int tag,
      int edge,
      String message,
      String counterparty,
      String code) {
    Found(
        ErrorStatus status, String words, int tag, int edge, String message, String counterparty) {
      this(status, words, tag, edge, message, counterparty, "");
    }

    /** The same with CAT's code. */
    Found with(String catCode) {
      return new Found(status, words, tag, edge, message, counterparty, catCode);
    }

    /** True of what nobody can repair, and nobody is told: the parent's day was dropped. */
    public boolean isNobodys() {
      return status == ErrorStatus.ORPHAN && words.endsWith(DROPPED_DAY);
    }

    @Override
    public String toString() {
      return status + ": " + words;
    }
  }

  LineageErrors(EventGraph graph, Ancestry ancestry, LinkRules rules) {
    this.graph = graph;
    this.ancestry = ancestry;
    this.codes = new LinkCodes(graph);
    this.successors = rules.successors();
    statuses = graph.statuses.clone();
    symbolMatch = new CheckResult[graph.size];
    sideMatch = new CheckResult[graph.size];
    instrumentMatch = new CheckResult[graph.size];
    shownChild = new int[graph.size];
    boolean[] refusedBelow = refusedBelow();
    for (int node = 0; node < graph.size; node++) {
      if (graph.standing(node) != null) {
        findUnknownOriginals(node);
      }
      if (graph.isDeleted(node)) {
        symbolMatch[node] = CheckResult.NOT_MADE;
        sideMatch[node] = CheckResult.NOT_MADE;
        instrumentMatch[node] = CheckResult.NOT_MADE;
        shownChild[node] = KeyNumbers.ABSENT;
        statuses[node] = 0;
        continue;
      }
      findLate(node);
      findOrphan(node, rules);
      if (ancestry.inCycle(node)) {
        addOverEdge(
            node,
            ErrorStatus.CYCLE,
            "is its own ancestor",
            edgeInCycle(node),
            "is its own ancestor");
      }
      compareWithParents(node, rules.toleranceNanos());
      compareWithChildren(node);
      if (graph.others(node) > 0) {
        // Told while rows are scanned, where the other contents are at hand.
        add(node, ErrorStatus.DUPLICATE_KEY, "was reported with other contents too", 0, null);
      }
      if (graph.isAllocation(node) && ErrorStatus.DUPLICATE_KEY.isIn(graph.statuses[node])) {
        add(node, ErrorStatus.DUPLICATE_KEY, "names an account twice", FixTag.ALLOC_ACCOUNT);
      }
      if (graph.keys.isShared(node)) {
        add(
            node,
            ErrorStatus.DUPLICATE_KEY,
            LinkCodes.OTHERS_BEAR_IT,
            0,
            "another event bears the same key");
      }
      if (graph.type[node] == EventType.ROUTE
          && !refusedBelow[node]
          && !graph.references(node).has(CatKey.NEVER_ACCEPTED)) {
        findUnaccepted(node, rules);
      }
    }
  }

  /** What there is to say about the errors of a node, ISO 8859-1; empty for nothing. */
  byte[] details(int node) {
    if (statuses[node] == 0) {
      return NOTHING;
    }
    List<Found> told =
        of(node).stream()
            .filter(error -> error.status().isIn(statuses[node]) && !error.words().isEmpty())
            .toList();
    // Codes of CAT come first, and a word of a status never begins with a digit.
    String first =
        told.stream()
            .map(Found::code)
            .filter(code -> !code.isEmpty())
            .distinct()
            .collect(Collectors.joining("|"));
    String words = told.stream().map(Found::toString).collect(Collectors.joining("; "));
    return (first.isEmpty() ? words : first + " " + words).getBytes(ISO_8859_1);
  }

  /** The errors that linkage found of a node. */
  List<Found> of(int node) {
    return statuses[node] == 0 && !noted.get(node)
        ? List.of()
        : found.getOrDefault(node, List.of());
  }

  /**
   * Whether the Symbols of a node and its parent agree; not made where one has none. An option that
   * goes on under another root agrees, a symbol does not agree with its successor.
   */
  CheckResult symbolsAgree(int parent, int child) {
    if (graph.areUnlikeByLegs(parent, child)) {
      return CheckResult.NOT_MADE;
    }
    CheckResult agree = agree(graph.symbol[parent], graph.symbol[child]);
    return agree == CheckResult.FAILED
            && graph.isDerivative.get(parent)
            && graph.isDerivative.get(child)
            && areOneInstrument(parent, child)
        ? CheckResult.PASSED
        : agree;
  }

  private boolean areOneInstrument(int parent, int child) {
    return graph.date[parent] != graph.date[child]
        && successors.areOne(
            instrument(parent), graph.date[parent], instrument(child), graph.date[child]);
  }

  /** Whether the instruments of a node and its parent agree; not made where one has none. */
  private CheckResult instrumentsAgree(int parent, int child) {
    if (graph.areUnlikeByLegs(parent, child)) {
      return CheckResult.NOT_MADE;
    }
    CheckResult agree = agree(graph.instrument[parent], graph.instrument[child]);
    return agree == CheckResult.FAILED && areOneInstrument(parent, child)
        ? CheckResult.PASSED
        : agree;
  }

  /** Whether a node and its parent have one Symbol and different instruments. */
  boolean isInstrumentMismatch(int parent, int child) {
    return (mismatches(parent, child) & Matched.INSTRUMENT.bit) != 0;
  }

  private int mismatches(int parent, int child) {
    return mismatches(
        symbolsAgree(parent, child), instrumentsAgree(parent, child), sidesAgree(parent, child));
  }

  /** In what two events differ, of what was found of each: bits of {@link Matched}. */
  private static int mismatches(CheckResult symbol, CheckResult instrument, CheckResult side) {
    // Of another symbol it is another instrument.
    boolean ofInstrument = symbol == CheckResult.PASSED && instrument == CheckResult.FAILED;
    return (symbol == CheckResult.FAILED ? Matched.SYMBOL.bit : 0)
        | (ofInstrument ? Matched.INSTRUMENT.bit : 0)
        | (side == CheckResult.FAILED ? Matched.SIDE.bit : 0);
  }

  /** Whether the Sides of a node and its parent agree; not made where one has none. */
  CheckResult sidesAgree(int parent, int child) {
    return graph.areUnlikeByLegs(parent, child)
        ? CheckResult.NOT_MADE
        : agree(graph.side[parent], graph.side[child]);
  }

  private static CheckResult agree(int a, int b) {
    return a == 0 || b == 0 ? CheckResult.NOT_MADE : CheckResult.of(a == b);
  }

  /** Adds an error of which the words are what its reporter is told. */
  void add(int node, ErrorStatus status, String words, int tag) {
    add(node, status, words, tag, words);
  }

  private void add(int node, ErrorStatus status, String words, int tag, String message) {
    add(node, new Found(status, words, tag, KeyNumbers.ABSENT, message, ""));
  }

  private void addOverEdge(int node, ErrorStatus status, String words, int edge, String message) {
    int parent = graph.parentNode[edge];
    String firm = parent == KeyNumbers.ABSENT ? "" : otherFirm(node, parent);
    add(node, new Found(status, words, 0, edge, message, firm));
  }

  /** Who reported another event; empty where it is the same firm. */
  private String otherFirm(int node, int other) {
    return otherFirm(node, reporter(other));
  }

  private String otherFirm(int node, String firm) {
    return firm.equals(reporter(node)) ? "" : firm;
  }

  private void add(int node, Found error) {
    statuses[node] |= error.status().bit();
    boolean isCat = graph.references(node).isCat();
    found
        .computeIfAbsent(node, n -> new ArrayList<>())
        .add(isCat ? error.with(codes.of(node, error)) : error);
  }

  /**
   * Actions of reporters who have not reported the event as new. Of one that is not published the
   * event has no status; its reporter is told all the same.
   */
  private void findUnknownOriginals(int node) {
    EventVersions versions = graph.standing(node).versions();
    boolean published = versions.published() != EventVersions.NONE;
    if (published && !versions.hasOriginal(versions.published())) {
      // Told while rows are scanned, where all versions are at hand.
      add(node, ErrorStatus.UNKNOWN_ORIGINAL, "was not reported as new", FixTag.ACTION, null);
    } else if (!versions.withoutOriginal().isEmpty()) {
      noted.set(node);
      found
          .computeIfAbsent(node, n -> new ArrayList<>())
          .add(
              new Found(
                  ErrorStatus.UNKNOWN_ORIGINAL, "", FixTag.ACTION, KeyNumbers.ABSENT, null, ""));
    }
  }

  private int edgeInCycle(int node) {
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      int parent = graph.parentNode[edge];
      if (parent != KeyNumbers.ABSENT && ancestry.cycle[parent] == ancestry.cycle[node]) {
        return edge;
      }
    }
    throw new IllegalStateException("a member of a cycle has a parent in it");
  }

  /**
   * Whether a message is late that says that it was sent before, ingest cannot know: the event is
   * late if nobody has the earlier one.
   */
  private void findLate(int node) {
    if (ErrorStatus.LATE.isIn(statuses[node]) && graph.isFirstSentAgain(node)) {
      String message = "sent after 08:00 New York time of the next business day";
      add(node, ErrorStatus.LATE, "", ErrorTags.of(ErrorStatus.LATE), message);
    }
  }

  private void findOrphan(int node, LinkRules rules) {
    if (!graph.orphan[node]) {
      return;
    }
    String sender =
        graph.type[node] == EventType.ACCEPT
            ? otherFirm(node, graph.references(node).counterparty().toString())
            : "";
    int dropped = KeyNumbers.ABSENT;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentNode[edge] != KeyNumbers.ABSENT) {
        continue;
      }
      String missing = "parent " + new RowKey(graph.parentHigh[edge], graph.parentLow[edge]);
      if (graph.isToDeleted(edge)) {
        String words = missing + " was deleted";
        add(node, new Found(ErrorStatus.ORPHAN, words, 0, edge, words, sender));
        return;
      }
      // What the drop kept was reported: an event that waited for it has been an orphan.
      boolean isOfDropped =
          graph.parentDate[edge] != graph.date[node]
              && rules.droppedDates().contains(graph.parentDate[edge])
              && !graph.isToLater(edge);
      if (isOfDropped || graph.isToDropped(edge)) {
        dropped = dropped == KeyNumbers.ABSENT ? edge : dropped;
      } else {
        String words = missing + " was not reported";
        add(node, new Found(ErrorStatus.ORPHAN, words, 0, edge, null, sender));
        return;
      }
    }
    int tag = graph.references(node).brokenParentTag();
    if (graph.references(node).brokenParent()) {
      String words = "the reference to the parent cannot be read";
      add(node, new Found(ErrorStatus.ORPHAN, words, tag, KeyNumbers.ABSENT, words, sender));
    } else {
      RowKey missing = new RowKey(graph.parentHigh[dropped], graph.parentLow[dropped]);
      String words = "parent " + missing + " lies on a " + DROPPED_DAY;
      add(node, new Found(ErrorStatus.ORPHAN, words, 0, dropped, words, ""));
    }
  }

  private void compareWithParents(int node, long toleranceNanos) {
    boolean late = false;
    int told = 0;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      int parent = graph.parentNode[edge];
      if (parent == KeyNumbers.ABSENT) {
        continue;
      }
      if (!late && isAheadOf(parent, node, toleranceNanos)) {
        late = true;
        addOverEdge(
            node,
            ErrorStatus.OUT_OF_SEQUENCE,
            "earlier than its parent " + graph.key(parent),
            edge,
            "earlier than its parent " + event(parent) + ahead(parent, node));
      }
      int mismatches = mismatches(parent, node) & ~told;
      told |= mismatches;
      for (Matched matched : Matched.of(mismatches)) {
        String words = says("parent", parent, matched);
        addOverEdge(
            node, matched.mismatch, words, edge, mismatch(matched, node, "its parent", parent));
      }
    }
  }

  /** True when {@code node} is more than the tolerance before {@code parent}. */
  private boolean isAheadOf(int parent, int node, long toleranceNanos) {
    if (graph.time[node] >= graph.time[parent]) {
      return false;
    }
    long ahead = graph.time[parent] - graph.time[node];
    return ahead > toleranceNanos || ahead < 0; // below zero: further apart than a long can say
  }

  private void compareWithChildren(int node) {
    CheckResult symbols = CheckResult.NOT_MADE;
    CheckResult sides = CheckResult.NOT_MADE;
    CheckResult instruments = CheckResult.NOT_MADE;
    int earliest = KeyNumbers.ABSENT;
    int disagreeing = KeyNumbers.ABSENT;
    Map<Matched, Integer> mismatched = Map.of();
    for (int at = graph.childStart[node]; at < graph.childStart[node + 1]; at++) {
      int child = graph.childNode[at];
      earliest = earlier(earliest, child);
      CheckResult symbol = symbolsAgree(node, child);
      CheckResult instrument = instrumentsAgree(node, child);
      CheckResult side = sidesAgree(node, child);
      symbols = symbols.and(symbol);
      instruments = instruments.and(instrument);
      sides = sides.and(side);
      int mismatches = mismatches(symbol, instrument, side);
      if (mismatches != 0) {
        disagreeing = earlier(disagreeing, child);
        mismatched = mismatched.isEmpty() ? new EnumMap<>(Matched.class) : mismatched;
        for (Matched matched : Matched.of(mismatches)) {
          mismatched.merge(matched, child, this::earlier);
        }
      }
    }
    symbolMatch[node] = symbols;
    sideMatch[node] = sides;
    instrumentMatch[node] = instruments;
    shownChild[node] = disagreeing == KeyNumbers.ABSENT ? earliest : disagreeing;
    mismatched.forEach(
        (matched, child) -> {
          String words = says("child", child, matched);
          String message = mismatch(matched, node, "its child", child);
          String firm = otherFirm(node, child);
          add(
              node,
              new Found(matched.mismatch, words, matched.tag, KeyNumbers.ABSENT, message, firm));
        });
  }

  private int earlier(int best, int candidate) {
    return best == KeyNumbers.ABSENT || graph.compareTimes(candidate, best) < 0 ? candidate : best;
  }

  /** What another event says. */
  private String says(String role, int other, Matched matched) {
    return "%s %s of %s says %s"
        .formatted(role, graph.key(other), reporter(other), field(matched, other));
  }

  /** An event as its reporter knows it: {@code ROUTE R7 of ALFA}. */
  private String event(int node) {
    return graph.type[node] + " " + graph.references(node).eventId() + " of " + reporter(node);
  }

  /** How much later the parent is, where a long can say it. */
  private String ahead(int parent, int node) {
    long nanos = graph.time[parent] - graph.time[node];
    return nanos < 0 ? "" : " by " + BigDecimal.valueOf(nanos, 9).toPlainString() + " s";
  }

  private String mismatch(Matched matched, int node, String role, int other) {
    return field(matched, node)
        + " here and "
        + field(matched, other)
        + " in "
        + role
        + " "
        + event(other);
  }

  /** A field of an event, as {@code 55=ABC}. */
  private String field(Matched matched, int node) {
    ParentReferenceCell references = graph.references(node);
    Object value =
        switch (matched) {
          case SYMBOL -> references.symbol();
          case INSTRUMENT -> references.instrument();
          case SIDE -> references.side();
        };
    return matched.tag + "=" + value;
  }

  private String reporter(int node) {
    return graph.references(node).reporter().toString();
  }

  private String instrument(int node) {
    return graph.references(node).instrument().toString();
  }

  private void findUnaccepted(int route, LinkRules rules) {
    for (int at = graph.childStart[route]; at < graph.childStart[route + 1]; at++) {
      if (graph.type[graph.childNode[at]] == EventType.ACCEPT) {
        return;
      }
    }
    String destination = graph.references(route).counterparty().toString();
    if (rules.participants().check(destination, graph.date[route]) == CheckResult.PASSED) {
      String words = destination + " did not report that it accepted";
      String message =
          "%s: no order of it with 115=%s and 11=%s"
              .formatted(words, reporter(route), graph.references(route).eventId());
      int tag = FixTag.DELIVER_TO_COMP_ID;
      String firm = otherFirm(route, destination);
      add(route, new Found(ErrorStatus.UNACCEPTED, words, tag, KeyNumbers.ABSENT, message, firm));
    }
  }

  /** By node: a REJECTED or CANCELED report anywhere below it. Children settle before parents. */
  private boolean[] refusedBelow() {
    boolean[] refused = new boolean[graph.size];
    int i = graph.size - 1;
    while (i >= 0) {
      int from = i; // the members of a cycle stand side by side and share what is below any of them
      int cycle = ancestry.cycle[ancestry.order[i]];
      boolean any = isRefused(ancestry.order[i], refused);
      while (cycle != 0 && from > 0 && ancestry.cycle[ancestry.order[from - 1]] == cycle) {
        from--;
        any |= isRefused(ancestry.order[from], refused);
      }
      for (int at = from; any && at <= i; at++) {
        spreadRefusal(ancestry.order[at], refused);
      }
      i = from - 1;
    }
    return refused;
  }

  private boolean isRefused(int node, boolean[] refused) {
    EventType type = graph.type[node];
    return refused[node] || type == EventType.REJECTED || type == EventType.CANCELED;
  }

  private void spreadRefusal(int node, boolean[] refused) {
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentNode[edge] != KeyNumbers.ABSENT) {
        refused[graph.parentNode[edge]] = true;
      }
    }
  }
}
