package io.daisychain.linkage.graph;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.EventType;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.Relation;
import java.util.Arrays;

/** A graph whose events are to be resolved: with their children, and the values that rules ask. */
public final class EventGraph extends LineageGraph {
  /** Numbers of texts come after those of the groups of sides. */
  private static final int FIRST_WORD = 8;

  private final WordTable words = new WordTable();

  long[] time = new long[FIRST_CAPACITY];
  EventType[] type = new EventType[FIRST_CAPACITY];
  Relation[] relation = new Relation[FIRST_CAPACITY];
  int[] symbol = new int[FIRST_CAPACITY];
  int[] side = new int[FIRST_CAPACITY];
  int[] reporter = new int[FIRST_CAPACITY];
  int[] statuses = new int[FIRST_CAPACITY];

  /** By node: mask of the {@link Flag}s that its own values call for. */
  byte[] flags = new byte[FIRST_CAPACITY];

  boolean[] orphan = new boolean[FIRST_CAPACITY];

  /** Reported children of node n: from {@code childStart[n]} to {@code childStart[n + 1]}. */
  int[] childStart;

  int[] childNode;

  /** An empty graph of events of a store that has these dates. */
  public EventGraph(StoreDates dates) {
    super(dates);
  }

  @Override
  void addValues(int node, ParentReferenceCell references) {
    time[node] = references.eventTime();
    type[node] = references.type();
    relation[node] = references.relation();
    symbol[node] = word(references.symbol());
    side[node] = sideGroup(references.side());
    reporter[node] = word(references.reporter());
    statuses[node] = references.statuses();
    flags[node] = (byte) Flag.ofValues(references);
    orphan[node] = references.brokenParent();
  }

  @Override
  void grow(int capacity) {
    super.grow(capacity);
    time = Arrays.copyOf(time, capacity);
    type = Arrays.copyOf(type, capacity);
    relation = Arrays.copyOf(relation, capacity);
    symbol = Arrays.copyOf(symbol, capacity);
    side = Arrays.copyOf(side, capacity);
    reporter = Arrays.copyOf(reporter, capacity);
    statuses = Arrays.copyOf(statuses, capacity);
    flags = Arrays.copyOf(flags, capacity);
    orphan = Arrays.copyOf(orphan, capacity);
  }

  @Override
  public void link() {
    super.link();
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

  /** Type of an event. */
  public EventType type(int node) {
    return type[node];
  }

  /** True when a child of an event is of a type. */
  public boolean hasChild(int node, EventType wanted) {
    for (int at = childStart[node]; at < childStart[node + 1]; at++) {
      if (type[childNode[at]] == wanted) {
        return true;
      }
    }
    return false;
  }

  /** How an event relates to its parents. */
  public Relation relation(int node) {
    return relation[node];
  }

  /** First edge of the node whose parent was reported, as the parent's node. */
  int firstReportedParent(int node) {
    for (int edge = parentStart[node]; edge < parentStart[node + 1]; edge++) {
      if (parentNode[edge] != KeyNumbers.ABSENT) {
        return parentNode[edge];
      }
    }
    return KeyNumbers.ABSENT;
  }

  /** Orders events by time, then by key as unsigned bytes. */
  int compareTimes(int a, int b) {
    return time[a] != time[b] ? Long.compare(time[a], time[b]) : compareKeys(a, b);
  }

  /** Number of a text, 0 where it is absent; equal texts have equal numbers. */
  private int word(ByteSlice text) {
    return text.isEmpty() ? 0 : FIRST_WORD + words.number(text);
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
