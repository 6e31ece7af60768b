package io.daisychain.datagen;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.RecordPool;
import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Lets customers' orders come over a shard's day, so many that there are as many events in the end
 * as the shard should have. What an order will still do is not known when the next one comes: there
 * are some events too many in the end, and some lifecycles are left out, with all that traded with
 * them.
 */
public final class CustomerFlow {
  /** Events that wait in memory, here and in the window that sorts them. */
  static final int MOST_WAITING = 1 << 18;

  /** A shard of less events is known as a whole before any of them is put out. */
  private static final long SMALL = MOST_WAITING / 2;

  /**
   * A small shard begins this share of events beyond those that there should be. A larger one has
   * put most of them out before it knows how many there are: what it leaves out are orders that are
   * open at the close, and these would be missed.
   */
  private static final double OVER = 0.02;

  /** A lifecycle begins up to this many events before or after its regular time. */
  static final double JITTER_EVENTS = 40;

  /** No lifecycle has events that are so much older than the time at which it began. */
  static final long BACKWARD_NANOS = 12_000_000_000L;

  private final TradingDay day;
  private final long target;
  private final double aim; // events
  private final boolean isNeverEmpty;
  private final RandomSource random = new RandomSource();
  private final LifecycleSimulation simulation;
  private final Follower follower;
  private final Probe usual;
  private long now;
  private long begun;
  private long taken; // events, whatever errors are put in
  private double shift;
  private boolean isHolding;
  private boolean isOver;

  /**
   * What there usually is of a customer's lifecycle.
   *
   * @param events of its own
   * @param withMakers these and those of the makers that trade with it, as a multiple
   * @param nanos that it lasts, on its first day
   */
  private record Probe(int events, double withMakers, double nanos) {
    private static final int LIFECYCLES = 32;
    private static final long SALT = 0x70726f6265L;

    /** Of some lifecycles over the day. */
    static Probe of(LifecycleSimulation simulation, TradingDay day, RecordPool pool) {
      long own = 0;
      long all = 0;
      double nanos = 0;
      int begun = 0;
      for (int i = 0; i < LIFECYCLES; i++) {
        long start = day.at((i + 0.5) / LIFECYCLES);
        int together = simulation.begin(start);
        begun += together;
        for (int k = 0; k < together; k++) {
          simulation.finishOldest();
        }
        for (List<EventRecord> records; (records = simulation.takeEnded(true)) != null; ) {
          all += records.size();
          if (simulation.isCustomers()) {
            own += records.size();
            nanos += Math.min(simulation.lastTime(), day.closes(0)) - start;
          }
          records.forEach(pool::giveBack);
        }
      }
      return new Probe((int) (own / begun), (double) all / own, nanos / begun);
    }
  }

  /** Does what others do at the side. */
  public interface Follower {
    /**
     * Does what is due before a time. Until then nothing else happens.
     *
     * @param begins true if a customer's lifecycle begins then
     */
    void follow(long time, boolean begins) throws IOException;
  }

  /**
   * The flow of a shard.
   *
   * @param simulations makes one with a seed
   * @param isNeverEmpty whether there is one lifecycle at least, or tiny workloads would have no
   *     event
   * @param follower what it does before the last time is done before the flow is over
   */
  public CustomerFlow(
      LongFunction<LifecycleSimulation> simulations,
      TradingDay day,
      long seed,
      int shard,
      long target,
      boolean isNeverEmpty,
      RecordPool pool,
      Follower follower) {
    this.day = day;
    this.target = target;
    aim = target < SMALL ? target * (1 + OVER) : target;
    this.isNeverEmpty = isNeverEmpty;
    this.follower = follower;
    simulation = simulations.apply(seed);
    usual = Probe.of(simulations.apply(seed ^ Probe.SALT), day, pool);
    simulation.expect(usual.events);
    random.reset(seed, shard, -1);
    shift = drawShift();
  }

  LifecycleSimulation simulation() {
    return simulation;
  }

  /** No event comes that is older. */
  long oldest() {
    return Math.min(simulation.oldestStart(), now) - BACKWARD_NANOS;
  }

  /** Counts events that are not the simulation's. */
  void add(int events) {
    taken += events;
  }

  /**
   * The events of the next lifecycle that has ended; null if no other one comes.
   *
   * @param sorted events that wait in the window
   */
  public List<EventRecord> next(int sorted) throws IOException {
    while (!isOver) {
      List<EventRecord> records = simulation.takeEnded(!isHolding);
      if (records != null && !isHolding) {
        taken += records.size();
        return records;
      }
      if (records != null) {
        simulation.hold();
      } else if (!step(sorted)) {
        isOver = true;
        follower.follow(Long.MAX_VALUE, false);
        simulation.leaveOut(target - taken);
      }
    }
    return simulation.takeHeld();
  }

  private boolean step(int sorted) throws IOException {
    int waiting = simulation.waitingEvents();
    double planned = planned(waiting);
    long due = Math.max(now, day.at((planned + shift) / aim));
    // Orders that come too late to be traded do not make up for what is missing then.
    boolean isWanted = planned < aim && !day.isClosed(due);
    isWanted |= begun == 0 && isNeverEmpty;
    long start = isWanted ? due : Long.MAX_VALUE;
    long next = simulation.nextTime();
    isHolding = (!isWanted || target < SMALL) && waiting + sorted < MOST_WAITING;
    if (waiting + sorted > MOST_WAITING && simulation.isOpen()) {
      simulation.finishOldest();
    } else if (isWanted && start <= next) {
      follower.follow(start, true);
      now = start;
      simulation.begin(start);
      begun++;
      shift = drawShift();
    } else if (next < Long.MAX_VALUE) {
      follower.follow(next, false);
      now = next;
      simulation.step(start);
    } else if (simulation.isOpen()) {
      simulation.finishOldest();
    } else {
      return false;
    }
    return true;
  }

  private double drawShift() {
    return (random.unit() - 0.5) * JITTER_EVENTS;
  }

  /** Events that there will be of the lifecycles that have begun, about. */
  private double planned(int waiting) {
    double left = Math.min(1, Math.max(0, day.closes(0) - now) / usual.nanos);
    return taken + waiting + left * usual.withMakers * simulation.expectedEvents();
  }
}
