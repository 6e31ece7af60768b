package io.daisychain.datagen;

import io.daisychain.datagen.allocation.AccountWriter;
import io.daisychain.datagen.allocation.EndOfDay;
import io.daisychain.datagen.behaviour.BehaviourWriter;
import io.daisychain.datagen.behaviour.Behaviours;
import io.daisychain.datagen.cat.CatEvents;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.fault.ErrorInjector;
import io.daisychain.datagen.fault.Expectations;
import io.daisychain.datagen.fault.RepairMaker;
import io.daisychain.datagen.file.HistoryWriter;
import io.daisychain.datagen.file.InjectedWriter;
import io.daisychain.datagen.file.MessageVersions;
import io.daisychain.datagen.file.MessageWriter;
import io.daisychain.datagen.file.ShardStreams;
import io.daisychain.datagen.lifecycle.DateChoices;
import io.daisychain.datagen.lifecycle.Days;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.EventWindow;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.NativeKeys;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.datagen.lifecycle.ShardIds;
import io.daisychain.datagen.option.LegWriter;
import io.daisychain.datagen.option.OptionOrders;
import io.daisychain.datagen.option.SpreadOrders;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;

/** Generates the files of one shard: simulates lifecycles and writes their events by time. */
final class ShardGenerator {
  /** Events that wait on either side of the window's horizon, at most 60 MB of records. */
  private static final int WINDOW_EVENTS = CustomerFlow.MOST_WAITING / 2;

  private static final double BUSIEST =
      4; // times the average rate of the day; above the usual edge

  private static final byte[] NO_FILE = {};

  private final GeneratorSettings settings;
  private final int shard;
  private final TradingDay day;
  private final EventIds ids;
  private final NativeKeys nativeKeys;
  private final CustomerFlow flow;
  private final LifecycleSimulation simulation;
  private final ErrorInjector injector;
  private final RepairMaker repairs;
  private final boolean isRepaired;
  private final boolean isAllocated; // where some are canceled, what is said of them is orphaned
  private final HistoryWriter history;
  private final Expectations expectations;
  private final EventWindow window;
  private final RecordPool pool = new RecordPool();
  private final DateChoices choices;
  private final MessageFiles files;
  private final MessageVersions versions;
  private final MessageWriter messages;
  private final TruthWriter truth;
  private final TruthWriter unsearchedTruth;
  private final InjectedWriter injected;
  private final MarketShard marketShard;
  private final Behaviours behaviours;
  private final BehaviourWriter behaviourTruth;
  private final CatEvents cat;
  private final OpenLists lists = new OpenLists();
  private final OptionOrders options = new OptionOrders();
  private final SpreadOrders spreads = new SpreadOrders();
  private final LegWriter legs;
  private final EndOfDay endOfDay;
  private final AccountWriter accounts;
  private final boolean keysNeeded;
  private final boolean isDamaged;
  private final boolean datesCounted;
  private final ShardCounts counts = new ShardCounts();
  private long lifecycles; // that have ended
  private long oldest; // no event that comes is older
  private long simulated; // events that were given an id
  private long gtcLifecycles;

  ShardGenerator(WorkloadPlan plan, int shard, ShardStreams streams) throws IOException {
    settings = plan.settings();
    this.shard = shard;
    long target = plan.targetEvents(shard);
    day = plan.day(shard);
    Market market = plan.market();
    ShardIds shardIds = new ShardIds(shard);
    ids = new EventIds(settings.seed(), shard);
    nativeKeys = new NativeKeys(market, shardIds, day.epochDay());
    Quotes quotes = plan.quotes(shard);
    LongFunction<LifecycleSimulation> simulations =
        seed ->
            new LifecycleSimulation(
                plan.chain(),
                market,
                plan.symbols(shard),
                plan.areOrdersQuoted(),
                quotes,
                day,
                plan.gtc(),
                pool,
                seed,
                shard);
    flow =
        new CustomerFlow(
            simulations,
            day,
            settings.seed(),
            shard,
            target,
            plan.isFirstOfDate(shard),
            pool,
            this::follow);
    simulation = flow.simulation();
    isDamaged = !settings.errors().isNone();
    injector = new ErrorInjector(market, day, settings.errors());
    repairs = new RepairMaker(market, day, settings.repairs());
    isRepaired = !settings.repairs().isNone();
    expectations = new Expectations(market, day);
    window = new EventWindow(WINDOW_EVENTS, Math.max(1, target / day.seconds() * BUSIEST));
    choices = new DateChoices(settings.days());
    files = new MessageFiles(plan, shard, streams);
    Days days = settings.days();
    versions = new MessageVersions(market, plan.chain().versions());
    messages =
        new MessageWriter(market, versions, shardIds, settings.lineage(), days, day.epochDay());
    datesCounted = days.areSeveral() || days.late() > 0;
    boolean truthWanted = settings.truth();
    marketShard = settings.market() ? new MarketShard(plan, shard, market, quotes, streams) : null;
    behaviours =
        settings.behaviours().isNone()
            ? null
            : new Behaviours(
                settings.behaviours(),
                plan.chain().orders(),
                market,
                plan.symbols(shard),
                simulation,
                quotes,
                day,
                pool,
                new RandomSource(~settings.seed(), shard, 0),
                this::takeScripted);
    behaviourTruth =
        plan.hasBehaviourTruth()
            ? new BehaviourWriter(shard, streams.open(plan.behavioursFile(shard)))
            : null;
    isAllocated = plan.hasAllocations();
    endOfDay = new EndOfDay(plan.chain().allocations(), market, day);
    accounts =
        isAllocated && truthWanted
            ? new AccountWriter(streams.open(plan.accountsFile(shard)))
            : null;
    legs =
        plan.hasLegs() && truthWanted
            ? new LegWriter(streams.open(plan.legsFile(shard)), market)
            : null;
    cat = new CatEvents(settings.format(), market, shardIds, day.epochDay(), nativeKeys);
    keysNeeded = truthWanted || settings.lineage() == Lineage.TAGGED;
    truth = truthWanted ? new TruthWriter(streams.open(plan.truthFile(shard))) : null;
    injected = truthWanted ? new InjectedWriter(streams.open(plan.injectedFile(shard))) : null;
    history =
        plan.hasHistory()
            ? new HistoryWriter(streams.open(plan.historyFile(shard)), market, day.epochDay())
            : null;
    unsearchedTruth =
        plan.hasUnsearchedTruth()
            ? new TruthWriter(streams.open(plan.unsearchedTruthFile(shard)))
            : null;
  }

  ShardSummary run() throws IOException {
    for (List<EventRecord> records; (records = flow.next(window.size())) != null; ) {
      damage(records);
      oldest = flow.oldest();
      take(records);
    }
    window.drain(this::write);
    files.flush();
    if (marketShard != null) {
      marketShard.finish(simulation::shown);
    }
    if (truth != null) {
      truth.flush();
      injected.flush();
    }
    if (accounts != null) {
      accounts.flush();
    }
    if (legs != null) {
      legs.flush();
    }
    if (history != null) {
      history.flush();
    }
    if (behaviourTruth != null) {
      behaviourTruth.flush();
    }
    if (unsearchedTruth != null) {
      unsearchedTruth.flush();
    }
    DateCounts dates = datesCounted ? counts.dates(day.epochDay(), gtcLifecycles) : DateCounts.NONE;
    return counts.summary(lifecycles, files.bytes(), simulation.ordersByDepth(), dates);
  }

  /** Puts errors and repairs in. */
  private void damage(List<EventRecord> records) throws IOException {
    int before = records.size();
    options.convert(records);
    spreads.convert(records, simulation, pool);
    endOfDay.allocate(records, simulation, pool, settings.seed(), shard);
    flow.add(records.size() - before);
    versions.tellTimes(records);
    cat.choose(records);
    if (isDamaged) {
      injector.damage(records, simulation, pool, settings.seed(), shard);
    }
    if (isRepaired) {
      repairs.choose(records, settings.seed(), shard);
    }
    writeList(lists.separate(records.get(0)));
  }

  /** Takes the events of a lifecycle that has ended. */
  private void take(List<EventRecord> records) throws IOException {
    prepare(records, true);
    lifecycles++;
    gtcLifecycles += simulation.isGoodTillCanceled() ? 1 : 0;
    release(records);
  }

  /** Takes the events of a lifecycle that followed a script; no error is put into them. */
  private void takeScripted(Behaviours.Member member, List<EventRecord> records)
      throws IOException {
    cat.choose(records);
    versions.tellTimes(records);
    prepare(records, false);
    flow.add(records.size());
    oldest = flow.oldest();
    lifecycles++;
    if (behaviourTruth != null) {
      behaviourTruth.write(member, records);
    }
    release(records);
  }

  private void prepare(List<EventRecord> records, boolean isOfChain) throws IOException {
    choices.leaveOutDates(records, settings.seed(), shard);
    if (keysNeeded) {
      assignKeys(records);
    }
    EventRecord first = records.get(0);
    if (marketShard != null && first.option == null && first.spread == null) { // of shares
      marketShard.add(records);
    }
    if (unsearchedTruth != null) {
      writeUnsearchedTruth(records);
    }
    nameParents(records, true);
    if (!cat.areNone() && keysNeeded) {
      cat.nameParents(records);
    }
    boolean isOrdered = !isAllocated && !versions.haveUntimed();
    if (isDamaged || isRepaired || !isOrdered || !cat.areNone()) {
      expectations.findStatuses(records);
    }
    if (truth != null) {
      expectations.findRoots(records);
    }
    if (isDamaged && isOfChain) {
      records.addAll(injector.copies());
    }
    if (isRepaired && isOfChain) {
      repair(records);
    }
    if (isOfChain) {
      records.addAll(endOfDay.others());
    }
    choices.handInLate(records);
    simulated += records.size();
  }

  private void repair(List<EventRecord> records) throws IOException {
    if (history != null) {
      int[] changes = changes(records);
      for (int i = 0; i < records.size(); i++) {
        EventRecord record = records.get(i);
        if (record.action != 0 || changes[i] > 0) {
          history.write(record, changes[i]);
        } else if (record.duplicate) {
          history.writeDuplicate(reportedFirst(records, record), record);
        }
      }
    }
    records.addAll(repairs.others(pool));
  }

  /** How often each trade of CAT is busted or corrected, or what it was corrected to. */
  private static int[] changes(List<EventRecord> records) {
    int[] changes = new int[records.size()];
    for (EventRecord record : records) {
      if (record.changesTrade()) {
        int trade = record.parent;
        while (records.get(trade).changesTrade()) {
          trade = records.get(trade).parent;
        }
        if (records.get(trade).reported) { // else no record of CAT is changed
          changes[trade]++;
        }
      }
    }
    return changes;
  }

  private static EventRecord reportedFirst(List<EventRecord> records, EventRecord duplicate) {
    for (EventRecord record : records) {
      boolean same = record.high == duplicate.high && record.low == duplicate.low;
      if (same && !record.duplicate && !record.repeat) {
        return record;
      }
    }
    throw new IllegalStateException("a duplicate is of an event of its lifecycle");
  }

  private void assignKeys(List<EventRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (settings.lineage() == Lineage.NATIVE) {
        nativeKeys.derive(record);
        cat.name(record);
      } else {
        record.high = ids.high(simulated + i);
        record.low = ids.low(simulated + i);
      }
    }
  }

  /**
   * Writes the truth of a link run that looks for no parent on earlier dates; the records are then
   * as they were.
   */
  private void writeUnsearchedTruth(List<EventRecord> records) throws IOException {
    expectations.searchEarlierDates(false);
    nameParents(records, false);
    expectations.findStatuses(records);
    expectations.findRoots(records);
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.reported) {
        unsearchedTruth.write(record);
      }
      record.statuses = 0;
    }
    expectations.searchEarlierDates(true);
  }

  /**
   * Keys and days of the parents.
   *
   * @param searched as {@link EventRecord#finds}
   */
  private void nameParents(List<EventRecord> records, boolean searched) {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.merged != null) {
        int count = record.merged.length;
        record.mergedKeys = new long[2 * count];
        record.mergedDays = new int[count];
        for (int p = 0; p < count; p++) {
          EventRecord parent = records.get(record.merged[p]);
          boolean named = isNamed(record, parent, searched);
          record.mergedKeys[2 * p] = named ? parent.high : nativeKeys.high();
          record.mergedKeys[2 * p + 1] = named ? parent.low : nativeKeys.low();
          record.mergedDays[p] = parent.day();
        }
      } else if (record.parent != EventRecord.NONE) {
        EventRecord parent = records.get(record.parent);
        boolean named = isNamed(record, parent, searched);
        record.parentHigh = named ? parent.high : nativeKeys.high();
        record.parentLow = named ? parent.low : nativeKeys.low();
        record.parentDay = parent.day();
      }
    }
  }

  /**
   * True if the event names the parent's row. Otherwise it names the key that is derived last here:
   * a native reference without a date means the event's own date, unless link finds the parent on
   * another.
   */
  private boolean isNamed(EventRecord record, EventRecord parent, boolean searched) {
    boolean isNative = settings.lineage() == Lineage.NATIVE;
    if (!isNative || !record.undated || parent.day() == record.day()) {
      return true;
    }
    // One that was deleted ends the search, too.
    if (record.finds(parent, searched) || (searched && parent.action != 0)) {
      return true;
    }
    nativeKeys.deriveOn(parent, record.day());
    return false;
  }

  private void follow(long time, boolean begins) throws IOException {
    if (behaviours != null) {
      behaviours.follow(time, begins);
    }
  }

  private void release(List<EventRecord> records) throws IOException {
    writeList(lists.separate(records.get(0)));
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.reported || record.isGarbled() || record.unsaid) {
        window.add(record, oldest);
      } else {
        counts.addInjected(record.injected);
        if (injected != null) {
          injected.write(record, NO_FILE, 0);
        }
        pool.giveBack(record);
      }
    }
    window.advance(oldest, this::write);
  }

  private void write(EventRecord record) throws IOException {
    if (record.list != null) {
      writeList(lists.add(record));
      return;
    }
    MessageFiles.MessageFile file = files.of(record);
    messages.write(record, file.sink);
    count(record, file.name, file.add(record.noiseBefore ? 2 : 1));
  }

  /** Writes the orders of a list, if there are any. */
  private void writeList(List<EventRecord> orders) throws IOException {
    int size = orders.size();
    for (int from = 0, to; from < size; from = to) {
      to = messages.areTogether(orders) ? size : from + 1;
      MessageFiles.MessageFile file = files.of(orders.get(from));
      messages.writeList(orders, from, to, file.sink);
      counts.addList(to - from);
      long line = file.add(1);
      for (EventRecord order : orders.subList(from, to)) {
        count(order, file.name, line);
      }
    }
  }

  /** Counts an event that was written, with what must be found of it. */
  private void count(EventRecord record, byte[] file, long line) throws IOException {
    counts.add(record);
    if (truth != null) {
      if (counts.isEvent(record)) {
        truth.write(record);
        if (record.type == EventType.ALLOCATION) {
          accounts.write(record);
        } else if (record.hasLegs()) {
          legs.write(record);
        }
      }
      if (record.injected != 0 && !record.inCat) {
        injected.write(record, file, line);
      }
    }
    pool.giveBack(record);
  }
}
