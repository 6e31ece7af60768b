package io.daisychain.linkage.live;

import io.daisychain.beam.Spill;
import io.daisychain.linkage.RowRecorder;
import io.daisychain.linkage.graph.ParentCandidates;
import io.daisychain.linkage.plan.LinkPlan;
import io.daisychain.linkage.plan.LinkRun;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.linkage.plan.Partitioning;
import io.daisychain.linkage.plan.PreparedLink;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Under what live linking works: to the store an epoch is a link run, whose settings change when a
 * trade date comes up.
 */
final class LiveRun {
  private static final int PARTITIONS = 1;

  /** Nothing crosses partitions where there is one. */
  private static final int NO_UNION_ROUNDS = 1;

  private static final Spill NO_SPILL = Spill.none();

  private final LiveLink.Rules rules;
  private final LiveStore store;
  private final Partitioning partitioning = Partitioning.of(PARTITIONS);
  private LinkSettings settings;
  private LinkRun prepared;
  private RowRecorder recorder;
  private ParentCandidates candidates;
  private List<StoredDate> storedDates;
  private String id;
  private long epoch = 1;
  private long ingestVersion;
  private long number;
  private volatile long reserved;

  LiveRun(LiveLink.Rules rules, LiveStore store) {
    this.rules = rules;
    this.store = store;
  }

  /** Asks the store for the numbers of the next epoch, unless this was done. */
  void prepare() throws IOException {
    if (prepared == null) {
      ingestVersion = store.dates().nextVersion();
      prepared = LinkRun.begin(store.meta());
      number = LinkRun.nextNumber(store.meta());
      reserve(store.meta());
    }
  }

  /** Begins an epoch under a name. */
  void begin(String run) throws IOException {
    prepare();
    id = run;
    set(prepared);
    prepared = null;
  }

  /** Ends it. */
  void end() {
    epoch++;
  }

  /** Gives up the epoch that was prepared and has not begun. */
  void endPrepared() throws IOException {
    if (prepared != null) {
      prepared.complete(store.meta(), store.dates(), List.of());
      prepared = null;
    }
  }

  /** Takes in the dates that the store has by now. */
  void addDates() throws IOException {
    PreparedLink.noteLostDates(store.dates(), id);
    set(settings.linkRun());
  }

  private void set(LinkRun run) throws IOException {
    Set<Integer> stored = new TreeSet<>();
    store.dates().list().forEach(date -> stored.add(date.epochDay()));
    LinkPlan plan =
        LinkPlan.of(
            stored,
            Map.of(),
            Map.of(),
            Set.of(),
            Map.of(),
            store.dates().openReferences(),
            store.dates().dropped(),
            store.dates().kept(),
            0,
            0);
    candidates = new ParentCandidates(plan.dates());
    settings = settings(plan, run);
    recorder = new RowRecorder(settings, store.lease());
  }

  private LinkSettings settings(LinkPlan plan, LinkRun run) {
    return new LinkSettings(
        rules.rules(),
        rules.reference(),
        rules.toleranceNanos(),
        rules.gtcDays(),
        "",
        rules.table(),
        plan,
        false,
        run,
        id + "/" + epoch,
        NO_SPILL,
        partitioning,
        NO_UNION_ROUNDS,
        0);
  }

  /**
   * Rows written from now on have a greater timestamp than those before: deletes hide no more, and
   * what is read from now on may have those.
   */
  void nextNumber() {
    number = reserved;
  }

  /** Asks the store for the number after this one; any thread may. */
  void reserve(MetaTable meta) throws IOException {
    reserved = LinkRun.nextNumber(meta);
  }

  LinkSettings settings() {
    return settings;
  }

  /** The settings under the number of what is written now. */
  LinkSettings numbered() {
    return settings(settings.plan(), new LinkRun(number, new TreeSet<>()));
  }

  RowRecorder recorder() {
    return recorder;
  }

  ParentCandidates candidates() {
    return candidates;
  }

  /** All trade dates that the store has. */
  List<StoredDate> storedDates() {
    if (storedDates == null || storedDates.size() != settings.dates().stored()) {
      try {
        storedDates = store.dates().list();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return storedDates;
  }

  String id() {
    return id;
  }

  /** Number of the epoch, from 1. */
  long epoch() {
    return epoch;
  }

  /** The version under which changes of dates are noted. */
  long ingestVersion() {
    return ingestVersion;
  }

  /** Has them noted under another one. */
  void ingestVersion(long version) {
    ingestVersion = version;
  }
}
