package io.daisychain.linkage.graph;

import io.daisychain.fix.Instrument;
import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.EventVersions;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A graph whose events are to be resolved: with their children, and the values that rules ask. */
public class EventGraph extends LineageGraph {
  /** Numbers of texts come after those of the groups of sides. */
  private static final int FIRST_WORD = 8;

  /** FIX 4.2, tag 39. */
  private static final byte STOPPED = '7';

  private final WordTable words = new WordTable();
  private final LinkRecord.Named named = new LinkRecord.Named();
  private final ParentReferenceCell view = new ParentReferenceCell();

  /** By node of which several versions were reported, or an action: what they say together. */
  private final Map<Integer, Standing> standings = new HashMap<>();

  /** Nodes that have one there: most have none, and are asked about often. */
  private final BitSet hasStanding = new BitSet();

  /** Nodes that are there and deleted: nothing hangs on them, and they hang on nothing. */
  private final BitSet deleted = new BitSet();

  /** Edges to such nodes. */
  private final BitSet toDeleted = new BitSet();

  /** Of the event that is being added; null where it has one version, which is new. */
  private Standing adding;

  /**
   * What the versions of an event say together.
   *
   * @param versions all that were sent until the graph's moment
   * @param list those versions, in their order
   * @param version the one that is in the graph
   */
  record Standing(EventVersions versions, List<EventVersions.Version> list, int version) {}

  long[] time = new long[FIRST_CAPACITY];
  EventType[] type = new EventType[FIRST_CAPACITY];
  Relation[] relation = new Relation[FIRST_CAPACITY];

  /** By node: its Symbol, of an option whose Symbol is its OSI symbol the root. */
  int[] symbol = new int[FIRST_CAPACITY];

  int[] instrument = new int[FIRST_CAPACITY];
  int[] side = new int[FIRST_CAPACITY];
  int[] reporter = new int[FIRST_CAPACITY];
  int[] statuses = new int[FIRST_CAPACITY];

  /** Nodes of options and futures. */
  final BitSet isDerivative = new BitSet();

  /** Nodes of orders of several legs, and of reports of one leg. */
  final BitSet ofLegs = new BitSet();

  /** By node: mask of the {@link Flag}s that its own values call for. */
  byte[] flags = new byte[FIRST_CAPACITY];

  boolean[] orphan = new boolean[FIRST_CAPACITY];

  /** Events of which OrdStatus (39) says stopped: fills among them guarantee a price alone. */
  final BitSet stopped = new BitSet();

  /** Reported children of node n: from {@code childStart[n]} to {@code childStart[n + 1]}. */
  int[] childStart;

  int[] childNode;

  /** An empty graph of events of a store that has these dates. */
  public EventGraph(StoreDates dates) {
    super(dates);
  }

  @Override
  boolean takesAllVersions() {
    return false;
  }

  @Override
  int version(LinkRecord of) {
    return version(of, TableSchema.NO_TIME);
  }

  /** The version of an event that stood at some moment; {@link #NO_VERSION} for none. */
  final int version(LinkRecord of, long until) {
    adding = null;
    if (!of.has(LinkRecord.VERSIONS)) {
      boolean all = until == TableSchema.NO_TIME;
      return all || of.named(LinkRecord.STANDING, named).read(view).sendingTime() <= until
          ? LinkRecord.STANDING
          : NO_VERSION;
    }
    List<EventVersions.Version> list = versionsOf(of, named, view);
    EventVersions versions = new EventVersions(list, until);
    if (versions.count() == 0) {
      return NO_VERSION;
    }
    adding = new Standing(versions, list, versions.standing());
    return versions.standing();
  }

  @Override
  final int version(int node) {
    Standing standing = standing(node);
    return standing == null ? LinkRecord.STANDING : standing.version();
  }

  /**
   * Events that hang together by any version of any of them, by parents that were deleted, and by
   * those that they meant before a nearer one came: what the life of their faults depends on.
   */
  final UnionFind togetherEver() {
    UnionFind together = components();
    keys.unite(together);
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (isContra(edge) && parentNode[edge] != KeyNumbers.ABSENT) {
          together.union(node, parentNode[edge]);
        }
        if (toDeleted.get(edge)) {
          together.union(node, index.find(parentHigh[edge], parentLow[edge], parentDate[edge]));
        }
      }
      for (DatedKey place : formerPlaces(node)) {
        int parent = index.find(place.key().high(), place.key().low(), place.date());
        if (parent != KeyNumbers.ABSENT) {
          together.union(node, parent);
        }
      }
    }
    return together;
  }

  /** The versions that a record has, in their order. */
  static List<EventVersions.Version> versionsOf(
      LinkRecord of, LinkRecord.Named named, ParentReferenceCell view) {
    List<EventVersions.Version> list = new ArrayList<>(of.versions());
    for (int i = 0; i < of.versions(); i++) {
      of.named(i, named).read(view);
      list.add(
          new EventVersions.Version(
              view.action(),
              view.sendingTime(),
              view.reporter().toString(),
              new RowKey(
                  view.contentHigh(named.columnHigh()), view.contentLow(named.columnLow()))));
    }
    return list;
  }

  /** What the versions of a node say together; null for a single one that is new. */
  final Standing standing(int node) {
    return hasStanding.get(node) ? standings.get(node) : null;
  }

  /** True for an event that was deleted. */
  public final boolean isDeleted(int node) {
    return deleted.get(node);
  }

  /** True for an edge to an event that was deleted. */
  final boolean isToDeleted(int edge) {
    return toDeleted.get(edge);
  }

  /** True for an edge to an event that was sent after the moment that the graph is of. */
  boolean isToLater(int edge) {
    return false;
  }

  /** Number of further contents under a node's key. */
  public int others(int node) {
    Standing standing = standing(node);
    return standing == null ? 0 : standing.versions().others().size();
  }

  /**
   * The rows that show a node as the child of parents which it does not name any more, or not yet,
   * or which it meant before a nearer one came: whoever comes to one of these parents has to find
   * it.
   */
  public final List<DatedKey> formerPlaces(int node) {
    LinkRecord of = record(node);
    boolean isCorrected = of.has(LinkRecord.ACTIONS);
    if (!isCorrected && !hasLateParent(node)) {
      return List.of();
    }
    Set<DatedKey> places = new LinkedHashSet<>();
    ParentCandidates candidates = new ParentCandidates(dates());
    int first = isCorrected ? 0 : version(node);
    int end = isCorrected ? of.versions() : first + 1;
    for (int version = first; version < end; version++) {
      of.named(version, named).read(view);
      for (int i = 0; i < view.parents(); i++) {
        addPlaces(node, candidates.of(of.date(), named, view, i), places);
      }
    }
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      places.remove(
          new DatedKey(childCellDate(node, edge), new RowKey(parentHigh[edge], parentLow[edge])));
    }
    return List.copyOf(places);
  }

  /** True when a parent was sent after its child. */
  private boolean hasLateParent(int node) {
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      int parent = parentNode[edge];
      if (toDeleted.get(edge)) {
        parent = index.find(parentHigh[edge], parentLow[edge], parentDate[edge]);
      }
      if (parent != KeyNumbers.ABSENT && isSentAfter(parent, node)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The rows of parents that were reported, until one that was sent before the child; of none the
   * first candidate's among those of the own date.
   */
  private void addPlaces(int node, ParentCandidates candidates, Set<DatedKey> places) {
    boolean found = false;
    for (int i = 0; i < candidates.count(); i++) {
      int other = findParent(node, candidates.high(i), candidates.low(i), candidates.date(i));
      if (other != KeyNumbers.ABSENT && other != node) {
        found = true;
        places.add(candidates.key(i));
        if (!isSentAfter(other, node)) {
          return;
        }
      }
    }
    if (!found) {
      places.add(new DatedKey(date[node], candidates.key(0).key()));
    }
  }

  /** True for an event that is there and was sent before another that may have meant it. */
  public final boolean isSettledBy(int node, DatedKey candidate) {
    int other = findParent(node, candidate.key().high(), candidate.key().low(), candidate.date());
    return other != KeyNumbers.ABSENT && other != node && !isSentAfter(other, node);
  }

  @Override
  public boolean isFound(int edge) {
    return super.isFound(edge) || toDeleted.get(edge);
  }

  @Override
  void addValues(int node, ParentReferenceCell references) {
    if (adding != null) {
      standings.put(node, adding);
      hasStanding.set(node);
      if (adding.versions().published() == EventVersions.NONE) {
        deleted.set(node);
      }
    }
    time[node] = references.eventTime();
    type[node] = references.type();
    relation[node] = references.relation();
    isDerivative.set(node, references.isDerivative());
    ofLegs.set(node, references.isOfLegs());
    symbol[node] = symbol(references);
    instrument[node] = references.isDerivative() ? word(references.instrument()) : symbol[node];
    side[node] = sideGroup(references.side());
    reporter[node] = word(references.reporter());
    statuses[node] = adding == null ? references.statuses() : statuses(references);
    flags[node] = (byte) Flag.ofValues(references);
    orphan[node] = references.brokenParent();
    if (references.ordStatus().single() == STOPPED) {
      stopped.set(node);
    }
  }

  /**
   * The statuses of a version that ingest found. Whether a corrected event was reported in time its
   * first report says.
   */
  private int statuses(ParentReferenceCell references) {
    int late = ErrorStatus.LATE.bit();
    int mask = references.statuses();
    int first = adding.versions().firstNew(adding.version());
    if (references.action() != Action.NEW && first != EventVersions.NONE) {
      adding().named(first, named).read(view);
      mask = (mask & ~late) | (view.statuses() & late);
    }
    return mask;
  }

  /** True where the message that first reported the event says that it was sent before (97=Y). */
  final boolean isFirstSentAgain(int node) {
    Standing standing = standing(node);
    if (standing == null) {
      return references(node).isSentAgain();
    }
    int first = standing.versions().firstNew(standing.version());
    return first != EventVersions.NONE && record(node).named(first, named).read(view).isSentAgain();
  }

  @Override
  void grow(int capacity) {
    super.grow(capacity);
    time = Arrays.copyOf(time, capacity);
    type = Arrays.copyOf(type, capacity);
    relation = Arrays.copyOf(relation, capacity);
    symbol = Arrays.copyOf(symbol, capacity);
    instrument = Arrays.copyOf(instrument, capacity);
    side = Arrays.copyOf(side, capacity);
    reporter = Arrays.copyOf(reporter, capacity);
    statuses = Arrays.copyOf(statuses, capacity);
    flags = Arrays.copyOf(flags, capacity);
    orphan = Arrays.copyOf(orphan, capacity);
  }

  @Override
  public void link() {
    super.link();
    new SupplementedParents(this).move();
    if (!deleted.isEmpty()) {
      cutDeleted();
    }
    childStart = new int[size + 1];
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (parentNode[edge] == KeyNumbers.ABSENT) {
          orphan[node] = true;
        } else {
          childStart[parentNode[edge] + 1]++;
        }
      }
    }
    for (int node = 0; node < size; node++) {
      childStart[node + 1] += childStart[node];
    }
    childNode = new int[childStart[size]];
    int[] next = Arrays.copyOf(childStart, size);
    for (int node = 0; node < size; node++) {
      for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
        if (parentNode[edge] != KeyNumbers.ABSENT) {
          childNode[next[parentNode[edge]]++] = node;
        }
      }
    }
  }

  private void cutDeleted() {
    for (int edge = 0; edge < parentStart[size]; edge++) {
      if (parentNode[edge] != KeyNumbers.ABSENT && deleted.get(parentNode[edge])) {
        parentNode[edge] = KeyNumbers.ABSENT;
        toDeleted.set(edge);
      }
    }
  }

  /** Type of an event. */
  public EventType type(int node) {
    return type[node];
  }

  /** How an event relates to its parents. */
  public Relation relation(int node) {
    return relation[node];
  }

  /** How a node hangs on the parent of an edge. */
  public final Relation relation(int node, int edge) {
    return parentRelation[edge] == 0 ? relation[node] : Relation.ofCode(parentRelation[edge]);
  }

  @Override
  boolean isThere(int node) {
    return !deleted.get(node);
  }

  /** First edge of the node whose parent was reported, as the parent's node. */
  int firstReportedParent(int node) {
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      if (parentNode[edge] != KeyNumbers.ABSENT && !isContra(edge)) {
        return parentNode[edge];
      }
    }
    return KeyNumbers.ABSENT;
  }

  /**
   * OrderQty (38) of a node, and of an aggregate without one the sum of what its parents gave
   * (10889); null where neither is said.
   */
  final BigDecimal orderQty(int node) {
    ParentReferenceCell of = references(node);
    if (isAllocation(node)) {
      return null; // what it has in that place is no order's
    }
    return of.orderQty().isEmpty() && of.relation() == Relation.MERGE
        ? mergedQuantity(of)
        : quantity(node, of.orderQty());
  }

  /** True for an allocation of FIX, which names the orders that it is of. */
  final boolean isAllocation(int node) {
    return type[node] == EventType.ALLOCATION && !references(node).isCat();
  }

  /** What the accounts of an allocation get (80), null where it does not say. */
  final BigDecimal allocatedQty(int node) {
    return quantity(node, references(node).orderQty());
  }

  /** LastShares (32) of a node, null where it has none. */
  final BigDecimal lastShares(int node) {
    return quantity(node, references(node).lastShares());
  }

  /** A number of a node. */
  final BigDecimal quantity(int node, ByteSlice text) {
    try {
      return quantity(text);
    } catch (NumberFormatException e) {
      throw new DamagedCellException("parent references", e).inRow(key(node));
    }
  }

  /** A quantity of FIX 4.2, null where absent. */
  private static BigDecimal quantity(ByteSlice text) {
    if (text.isEmpty()) {
      return null;
    }
    if (text.length() < 18) {
      long value = 0;
      boolean digits = true;
      for (int i = 0; i < text.length() && digits; i++) {
        int digit = text.buffer()[text.offset() + i] - '0';
        digits = digit >= 0 && digit <= 9;
        value = value * 10 + digit;
      }
      if (digits) {
        return BigDecimal.valueOf(value);
      }
    }
    return new BigDecimal(text.toString());
  }

  private static BigDecimal mergedQuantity(ParentReferenceCell aggregate) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < aggregate.parents(); i++) {
      if (aggregate.isWithoutSymbol(i)) {
        continue;
      }
      long quantity = aggregate.parentQuantity(i);
      if (quantity == ParentReferences.NO_QUANTITY) {
        return null; // of the sum only a part is known
      }
      sum = sum.add(BigDecimal.valueOf(quantity, ParentReferences.QUANTITY_SCALE));
    }
    return sum;
  }

  /** True for a report of one leg of an order. */
  final boolean isOfOneLeg(int node) {
    return ofLegs.get(node) && type[node].isReport();
  }

  /**
   * True where one of two has another symbol, instrument and side by right: a report of one leg
   * beside the order of all, and an order of one symbol beside one of several legs.
   */
  final boolean areUnlikeByLegs(int parent, int child) {
    return ofLegs.get(parent) != ofLegs.get(child)
        ? isOfOneLeg(child) || type[child].isOrder()
        : ofLegs.get(child) && type[child].isReport() != type[parent].isReport();
  }

  /** Orders events by time, then by key as unsigned bytes. */
  int compareTimes(int a, int b) {
    return time[a] != time[b] ? Long.compare(time[a], time[b]) : compareKeys(a, b);
  }

  /** Number of a text, 0 where it is absent; equal texts have equal numbers. */
  private int word(ByteSlice text) {
    return text.isEmpty() ? 0 : FIRST_WORD + words.number(text);
  }

  private int symbol(ParentReferenceCell references) {
    ByteSlice text = references.symbol();
    if (!references.isDerivative()) {
      return word(text);
    }
    int root = Instrument.rootLength(text.buffer(), text.offset(), text.length());
    return word(new ByteSlice().set(text.buffer(), text.offset(), root));
  }

  /** Sides 1 and 3 buy, 2 4 5 and 6 sell, any other agrees only with itself. */
  private int sideGroup(ByteSlice text) {
    return switch (text.single()) {
      case '1', '3' -> 1;
      case '2', '4', '5', '6' -> 2;
      default -> word(text);
    };
  }
}
