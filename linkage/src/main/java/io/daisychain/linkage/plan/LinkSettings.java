package io.daisychain.linkage.plan;

import io.daisychain.beam.Spill;
import io.daisychain.linkage.components.UniteComponents;
import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.linkage.graph.LinkRules;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.model.reference.ValidityTable;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;

/**
 * What a link run is told.
 *
 * @param rules how messages are understood; the days that it names must be those of ingest
 * @param reference who reports, and by which days faults are repaired in time
 * @param toleranceNanos how much earlier than its parent an event may be
 * @param gtcDays on how many earlier days a native parent is looked for
 * @param rejects folder for feedback
 * @param table the events
 * @param plan which trade dates are scanned, and which events of others are read
 * @param bulk true to read the files of an embedded store, which has to write what it holds in
 *     memory for that, and to bulk load sorted HFiles; false to scan and to put rows
 * @param linkRun this run's place among the store's runs
 * @param runId names the run's summary in the meta table
 * @param spill where parent references and changes wait to be grouped
 * @param partitioning the parts that events are dealt into
 * @param unionRounds in which components of different parts are united before what is left is
 *     united in one place; see {@link UniteComponents.Plan#roundsFor}
 * @param filterKeys for how many keys that partitions look for elsewhere a filter has room; see
 *     {@link #filterKeysFor}
 */
public record LinkSettings(
    EventReader.Rules rules,
    ReferenceData reference,
    long toleranceNanos,
    int gtcDays,
    String rejects,
    StoreTable table,
    LinkPlan plan,
    boolean bulk,
    LinkRun linkRun,
    String runId,
    Spill spill,
    Partitioning partitioning,
    int unionRounds,
    long filterKeys)
    implements Serializable {
  /** Clock tolerance unless set: 50 ms. */
  public static final long TOLERANCE_NANOS = 50_000_000;

  /**
   * Heap that an event of a partition takes while the partition is resolved, in bytes: two workers
   * with 645,000 events of FIX each held 1.1 GB, one with 1,154,000 records of CAT, of which all
   * versions are a second graph, 1.3 GB; and a third more, since partitions are not all alike. With
   * 768 a link of 50,000,000 events did not fit 2 GB.
   */
  private static final long HEAP_PER_EVENT = 1_500;

  /**
   * True when so many events that cannot be parted fit the half of a heap.
   *
   * @param events about how many there are
   * @param heap bytes of heap
   */
  public static boolean fits(double events, long heap) {
    return 2 * events * HEAP_PER_EVENT <= heap;
  }

  /** Parts of many events, unless set or the heap calls for more. */
  public static final int PARTITIONS = 16;

  /**
   * Few events have fewer parts: each costs a worker what beginning a bundle of each step costs.
   */
  private static final long EVENTS_OF_PARTITION = 250_000;

  /** Most parts that can be set. */
  public static final int MOST_PARTITIONS = 65_536;

  /**
   * Parts so small that the heap has room for one on each worker of this process, the half of it
   * left for everything else; and two a worker at least, so that none waits for the largest.
   *
   * @param events about how many there are
   * @param heap bytes of heap
   * @param workers partitions that are resolved at the same time
   */
  public static int partitionsFor(long events, long heap, int workers) {
    long needed = 2 * events * HEAP_PER_EVENT * workers / Math.max(1, heap) + 1;
    long wanted = Math.max(2L * workers, Math.min(PARTITIONS, events / EVENTS_OF_PARTITION));
    return (int) Math.min(MOST_PARTITIONS, Math.max(wanted, needed));
  }

  /** A filter that lets one key in twenty through has so many bits for each that it holds. */
  private static final double FILTER_BITS_A_KEY = 6.24;

  /** One event in so many has a parent in another part, in a market that is dealt badly. */
  private static final long EVENTS_A_FILTER_KEY = 8;

  private static final long FEWEST_FILTER_KEYS = 1 << 20;

  /**
   * For how many keys a filter is made: an eighth of the events, as far as that fits a sixteenth of
   * a worker's heap.
   *
   * @param events about how many there are
   * @param heap bytes of a worker's heap
   */
  public static long filterKeysFor(long events, long heap) {
    long fitting = (long) (heap / 16 * Byte.SIZE / FILTER_BITS_A_KEY);
    return Math.max(FEWEST_FILTER_KEYS, Math.min(events / EVENTS_A_FILTER_KEY, fitting));
  }

  /** Most shards in which parents meet children, and components others: they need no memory. */
  private static final int MOST_SHARDS = 1_024;

  /** Who reports; absent where there is no reference data. */
  public ValidityTable participants() {
    return reference.participants();
  }

  /** Number of shards in which parents meet children, and components others. */
  public int shards() {
    return Math.min(MOST_SHARDS, Math.max(4, partitions() / 4));
  }

  /** How components are united; destinations are partitions, also those of other dates. */
  public UniteComponents.Plan unionPlan() {
    return new UniteComponents.Plan(unionRounds, shards(), 2 * partitions(), hash(), spill);
  }

  /** Number of parts. Numbers from here on are parts of events on dates that are not scanned. */
  public int partitions() {
    return partitioning.parts();
  }

  /** True for a part of events on dates that are not scanned, where one may come several times. */
  public boolean isOfOtherDates(int partition) {
    return partition >= partitioning.parts();
  }

  /** How keys are spread over workers in this run. */
  public KeyHash hash() {
    return partitioning.hash();
  }

  public StoreDates dates() {
    return plan.dates();
  }

  /** True when all of a date is read. */
  public boolean isScanned(int date) {
    return plan.scanned().containsKey(date);
  }

  /** True when single events of a date are read. */
  public boolean isFetched(int date) {
    return plan.dates().has(date) && !isScanned(date);
  }

  /** Name of the table that has the events of a date, or what was kept of them. */
  public String tableOf(int date) {
    return plan.dates().isKept(date) ? table.ofKept(date) : table.ofDate(date);
  }

  /** True when there are dates of which single events may be read. */
  public boolean reachesOtherDates() {
    return plan.dates().count() > plan.scanned().size();
  }

  /** True when the lifecycles of all news are few enough to be resolved in one place. */
  public boolean isSmall() {
    return scans() == 0 && plan.isSmall();
  }

  /** The ranges of a date's table. */
  public KeyRanges rangesOf(int date) throws IOException {
    KeyRanges ranges = plan.scanned().get(date);
    return ranges == null ? DateRanges.of(table, runId, date) : ranges;
  }

  /** Number of scans: one for each range of each date that is scanned. */
  public int scans() {
    return plan.scans().size();
  }

  /** Date of a scan, numbered from 0. */
  public int dateOf(int scan) {
    return plan.scans().get(scan).date();
  }

  /** First key of a scan. */
  public byte[] startOf(int scan) {
    LinkPlan.Scan of = plan.scans().get(scan);
    return plan.scanned().get(of.date()).start(of.range());
  }

  /** First key behind a scan. */
  public byte[] endOf(int scan) {
    LinkPlan.Scan of = plan.scans().get(scan);
    return plan.scanned().get(of.date()).end(of.range());
  }

  /** True when a run that was not completed may have written to a date. */
  public boolean isUnfinished(int date) {
    return plan.unfinished().containsKey(date);
  }

  /** Runs of this number and later ones may have written a part of what they should to a date. */
  public long trustedBelow(int date) {
    return plan.unfinished().getOrDefault(date, Long.MAX_VALUE);
  }

  /** True when lineages of a date are written; else they stay news there. */
  public boolean isWritten(int date) {
    return plan.written().isEmpty() || plan.written().contains(date);
  }

  /** By date, between which dates its open references are: first and last. */
  public Map<Integer, int[]> openReferences() {
    return plan.openReferences();
  }

  public LinkRules linkRules() {
    return new LinkRules(
        toleranceNanos,
        plan.dropped(),
        reference.participants(),
        reference.successors(),
        reference.businessDays());
  }
}
