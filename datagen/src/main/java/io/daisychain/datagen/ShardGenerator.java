package io.daisychain.datagen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Generates the files of one shard: simulates lifecycles and writes their events by time. */
final class ShardGenerator {
  /** Events that wait on either side of the window's horizon, at most 60 MB of records. */
  private static final int WINDOW_EVENTS = 1 << 17;

  private static final double BUSIEST =
      4; // times the average rate of the day; above the usual edge

  /** A lifecycle begins up to this many events before or after its regular time. */
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
  private final ByteSink lateBytes;
  private final ByteSink truthBytes;
  private final ByteSink injectedBytes;
  private final MessageWriter messages;
  private final TruthWriter truth;
  private final InjectedWriter injected;
  private final byte[] eventsName;
  private final byte[] lateName;
  private final boolean keysNeeded;
  private final RandomSource random = new RandomSource();
  private final ShardCounts counts = new ShardCounts();
  private long simulated; // events that were given an id
  private long lines;
  private long lateLines;

  ShardGenerator(WorkloadPlan plan, int shard, ShardStreams streams) {
    settings = plan.settings();
    this.shard = shard;
    target = plan.targetEvents(shard);
    day = plan.day();
    Market market = plan.market();
    ShardIds shardIds = new ShardIds(shard);
    ids = new EventIds(settings.seed(), shard);
    nativeKeys = new NativeKeys(market, shardIds, day.epochDay());
    simulation = new LifecycleSimulation(plan.chain(), market, day, pool);
    injector = new ErrorInjector(market, day, settings.errors());
    expectations = new Expectations(market, day);
    window = new EventWindow(WINDOW_EVENTS, Math.max(1, target / day.seconds() * BUSIEST));
    eventBytes = new ByteSink(streams.events());
    lateBytes = new ByteSink(streams.late());
    messages = new MessageWriter(market, shardIds, settings.lineage(), day.epochDay());
    eventsName = plan.eventsFile(shard).getBytes(StandardCharsets.UTF_8);
    lateName = plan.lateFile(shard).getBytes(StandardCharsets.UTF_8);
    boolean truthWanted = settings.truth();
    keysNeeded = truthWanted || settings.lineage() == Lineage.TAGGED;
    truthBytes = truthWanted ? new ByteSink(streams.truth()) : null;
    truth = truthWanted ? new TruthWriter(truthBytes) : null;
    injectedBytes = truthWanted ? new ByteSink(streams.injected()) : null;
    injected = truthWanted ? new InjectedWriter(injectedBytes) : null;
  }

  ShardSummary run() throws IOException {
    long lifecycle = 0;
    long planned = 0;
    random.reset(settings.seed(), shard, -1);
    // The first shard has at least one lifecycle, or a tiny workload would have no event.
    boolean mayBeEmpty = shard > 0;
    while (planned < target) {
      double shift = (random.unit() - 0.5) * JITTER_EVENTS;
      List<EventRecord> records =
          simulation.run(settings.seed(), shard, lifecycle, day.at((planned + shift) / target));
      prepare(records);
      int reported = count(records);
      // The last lifecycle is written if that brings the shard nearer to its target.
      if (planned + reported / 2.0 > target && (mayBeEmpty || lifecycle > 0)) {
        break;
      }
      planned += reported;
      lifecycle++;
      release(records, day.at((planned - JITTER_EVENTS) / target));
    }
    window.drain(this::write);
    eventBytes.flush();
    lateBytes.flush();
    if (truth != null) {
      truthBytes.flush();
      injectedBytes.flush();
    }
    return counts.summary(
        lifecycle, eventBytes.total() + lateBytes.total(), simulation.ordersByDepth());
  }

  private void prepare(List<EventRecord> records) {
    boolean damaged = !settings.errors().isNone();
    if (damaged) {
      injector.damage(records, simulation, pool, settings.seed(), shard);
    }
    if (keysNeeded) {
      assignKeys(records);
    }
    nameParents(records);
    if (damaged) {
      expectations.findStatuses(records);
    }
    if (truth != null) {
      expectations.findRoots(records);
    }
    if (damaged) {
      records.addAll(injector.copies());
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
    }
  }

  /** Keys and days of the parents. */
  private static void nameParents(List<EventRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.merged != null) {
        int count = record.merged.length;
        record.mergedKeys = new long[2 * count];
        record.mergedDays = new int[count];
        for (int p = 0; p < count; p++) {
          EventRecord parent = records.get(record.merged[p]);
          record.mergedKeys[2 * p] = parent.high;
          record.mergedKeys[2 * p + 1] = parent.low;
          record.mergedDays[p] = parent.day();
        }
      } else if (record.parent != EventRecord.NONE) {
        EventRecord parent = records.get(record.parent);
        record.parentHigh = parent.high;
        record.parentLow = parent.low;
        record.parentDay = parent.day();
      }
    }
  }

  private static int count(List<EventRecord> records) {
    int reported = 0;
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      reported += record.reported && !record.repeat && !record.duplicate ? 1 : 0;
    }
    return reported;
  }

  private void release(List<EventRecord> records, long now) throws IOException {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.reported || record.isGarbled()) {
        window.add(record, now);
      } else {
        counts.addInjected(record.injected);
        if (injected != null) {
          injected.write(record, eventsName, 0);
        }
        pool.giveBack(record);
      }
    }
    window.advance(now, this::write);
  }

  private void write(EventRecord record) throws IOException {
    ByteSink sink = record.late ? lateBytes : eventBytes;
    messages.write(record, sink);
    long line = (record.late ? ++lateLines : ++lines) + (record.noiseBefore ? 1 : 0);
    if (record.noiseBefore) {
      lines++;
    }
    counts.add(record);
    if (truth != null) {
      if (counts.isEvent(record)) {
        truth.write(record);
      }
      if (record.injected != 0) {
        injected.write(record, record.late ? lateName : eventsName, line);
      }
    }
    pool.giveBack(record);
  }
}
