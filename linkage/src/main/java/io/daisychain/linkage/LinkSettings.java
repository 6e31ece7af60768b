package io.daisychain.linkage;

import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.LinkRules;
import io.daisychain.model.EventReader;
import io.daisychain.model.ValidityTable;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import java.io.Serializable;

/**
 * What a link run is told.
 *
 * @param rules how messages are understood; the days that it names must be those of ingest
 * @param participants who reports; absent where there is no reference data
 * @param toleranceNanos how much earlier than its parent an event may be
 * @param gtcDays on how many earlier days a native parent is looked for
 * @param rejects folder for feedback
 * @param table the event table
 * @param ranges key ranges of the table
 * @param bulk true to hand over sorted files, false to put rows
 * @param linkRun this run's place among the table's runs
 * @param runId names the run's summary in the meta table
 * @param spill where parent references and changes wait to be grouped
 * @param partitioning the parts that events are dealt into
 */
public record LinkSettings(
    EventReader.Rules rules,
    ValidityTable participants,
    long toleranceNanos,
    int gtcDays,
    String rejects,
    StoreTable table,
    KeyRanges ranges,
    boolean bulk,
    LinkRun linkRun,
    String runId,
    Spill spill,
    Partitioning partitioning)
    implements Serializable {

  /** Clock tolerance unless set: 50 ms. */
  public static final long TOLERANCE_NANOS = 50_000_000;

  /**
   * Heap that an event of a partition takes while the partition is resolved, in bytes: as measured
   * with a million events in one partition, and half as much again.
   */
  private static final long HEAP_PER_EVENT = 768;

  /**
   * True when so many events that cannot be parted fit the half of a heap.
   *
   * @param events about how many there are
   * @param heap bytes of heap
   */
  public static boolean fits(double events, long heap) {
    return 2 * events * HEAP_PER_EVENT <= heap;
  }

  /** Fewest parts unless set. */
  public static final int PARTITIONS = 16;

  /** Most parts that can be set. */
  public static final int MOST_PARTITIONS = 65_536;

  /**
   * Parts so small that the heap has room for one on each worker of this process, the half of it
   * left for everything else.
   *
   * @param events about how many there are
   * @param heap bytes of heap
   * @param workers partitions that are resolved at the same time
   */
  public static int partitionsFor(long events, long heap, int workers) {
    long needed = 2 * events * HEAP_PER_EVENT * workers / Math.max(1, heap) + 1;
    return (int) Math.min(MOST_PARTITIONS, Math.max(PARTITIONS, needed));
  }

  /** Number of parts. */
  int partitions() {
    return partitioning.parts();
  }

  /** How keys are spread over workers in this run. */
  KeyHash hash() {
    return partitioning.hash();
  }

  LinkRules linkRules() {
    return new LinkRules(toleranceNanos, rules.dates(), participants);
  }
}
