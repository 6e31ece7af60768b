package io.daisychain.datagen;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** One shard on its way into its files: lifecycle by lifecycle, mixed by time. */
final class ShardGenerator {
  /** Events that wait on either side of the window's horizon: some 60 MB of records at most. */
  private static final int WINDOW_EVENTS = 1 << 17;

  private static final double BUSIEST = 4; // times the day's average, a little over the usual edge

  /** Lifecycles begin up to this many events early or late of an even flow. */
  private static final double JITTER_EVENTS = 40;

  private final GeneratorSettings settings;
  private final int shard;
  private final long target;
  private final TradingDay day;
  private final EventIds ids;
  private final NativeKeys nativeKeys;
  private final LifecycleSimulation simulation;
  private final ErrorInjector injector;
  private final Expectations expectations;
  private final EventWindow window;
  private final RecordPool pool = new RecordPool();
  private final ByteSink eventBytes;
  private final ByteSink truthBytes;
  private final MessageWriter messages;
  private final TruthWriter truth;
  private final boolean keysNeeded;
  private final Dice dice = new Dice();
  private final long[] byType = new long[ShardSummary.TYPE_CODES];
  private final long[] byError = new long[Integer.SIZE];
  private long simulated; // events that were given an id
  private long events;
  private long rejects;

  ShardGenerator(WorkloadPlan plan, int shard, OutputStream events, OutputStream truth) {
    settings = plan.settings();
    this.shard = shard;
    target = plan.targetEvents(shard);
    day = plan.day();
    Market market = plan.market();
    ShardIds shardIds = new ShardIds(shard);
    ids = new EventIds(settings.seed(), shard);
    nativeKeys = new NativeKeys(market, shardIds, day.epochDay());
    simulation = new LifecycleSimulation(plan.chain(), market, day, pool);
    injector = new ErrorInjector(market, settings.errors());
    expectations = new Expectations(market);
    window = new EventWindow(WINDOW_EVENTS, Math.max(1, target / day.seconds() * BUSIEST));
    eventBytes = new ByteSink(events);
    messages = new MessageWriter(market, shardIds, settings.lineage(), day.epochDay(), eventBytes);
    keysNeeded = settings.truth() || settings.lineage() == Lineage.TAGGED;
    truthBytes = settings.truth() ? new ByteSink(truth) : null;
    this.truth = settings.truth() ? new TruthWriter(truthBytes) : null;
  }

  ShardSummary run() throws IOException {
    long lifecycle = 0;
    long planned = 0;
    dice.reset(settings.seed(), shard, -1);
    // A first shard that stayed empty would leave a tiny workload without any event.
    boolean mayBeEmpty = shard > 0;
    while (planned < target) {
      double shift = (dice.unit() - 0.5) * JITTER_EVENTS;
      List<EventRecord> records =
          simulation.run(settings.seed(), shard, lifecycle, day.at((planned + shift) / target));
      prepare(records, lifecycle);
      int reported = count(records);
      // The last lifecycle goes in where that brings the shard nearer to its target.
      if (planned + reported / 2.0 > target && (mayBeEmpty || lifecycle > 0)) {
        break;
      }
      planned += reported;
      lifecycle++;
      release(records, day.at((planned - JITTER_EVENTS) / target));
    }
    window.drain(this::write);
    eventBytes.handOn();
    if (truth != null) {
      truthBytes.handOn();
    }
    return new ShardSummary(
        1,
        events,
        rejects,
        lifecycle,
        eventBytes.total(),
        ShardSummary.types(byType),
        ShardSummary.statuses(byError));
  }

  private void prepare(List<EventRecord> records, long lifecycle) {
    if (keysNeeded) {
      assignKeys(records);
    }
    if (settings.errors() > 0) {
      injector.damage(records, settings.seed(), shard, lifecycle);
      expectations.findStatuses(records);
    }
    if (truth != null) {
      expectations.findRoots(records);
    }
    simulated += records.size();
  }

  private void assignKeys(List<EventRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (settings.lineage() == Lineage.NATIVE) {
        nativeKeys.derive(record);
      } else {
        record.high = ids.high(simulated + i);
        record.low = ids.low(simulated + i);
      }
      if (record.merged != null) {
        record.mergedKeys = new long[2 * record.merged.length];
        for (int p = 0; p < record.merged.length; p++) {
          record.mergedKeys[2 * p] = records.get(record.merged[p]).high;
          record.mergedKeys[2 * p + 1] = records.get(record.merged[p]).low;
        }
      } else if (record.parent != EventRecord.NONE) {
        record.parentHigh = records.get(record.parent).high;
        record.parentLow = records.get(record.parent).low;
      }
    }
  }

  private static int count(List<EventRecord> records) {
    int reported = 0;
    for (int i = 0; i < records.size(); i++) {
      reported += records.get(i).reported ? 1 : 0;
    }
    return reported;
  }

  private void release(List<EventRecord> records, long now) throws IOException {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.reported || record.garbled) {
        window.add(record, now);
      } else {
        pool.giveBack(record);
      }
    }
    window.advance(now, this::write);
  }

  private void write(EventRecord record) throws IOException {
    messages.write(record);
    if (record.garbled) {
      rejects++;
    } else {
      events++;
      byType[record.type.code()]++;
      for (int mask = record.statuses; mask != 0; mask &= mask - 1) {
        byError[Integer.numberOfTrailingZeros(mask)]++;
      }
      if (truth != null) {
        truth.write(record);
      }
    }
    pool.giveBack(record);
  }
}
