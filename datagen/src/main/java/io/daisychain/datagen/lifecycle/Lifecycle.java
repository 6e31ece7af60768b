package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.instrument.Spread;
import java.util.ArrayList;
import java.util.List;

/** An order of a customer and all that follows from it, while it is simulated. */
final class Lifecycle {
  /** Of {@link #wakes}: no step of it has to be told of, since it is the one that is run. */
  static final long RUNNING = Long.MIN_VALUE;

  /** Of {@link #wakes}: it has no step, but may be given one. */
  static final long IDLE = Long.MAX_VALUE;

  final long number;

  /** Time of its first order. */
  final long start;

  final StepQueue queue;
  final List<EventRecord> records = new ArrayList<>();

  /** Its orders that stand in a book. */
  final List<Order> standing = new ArrayList<>(2);

  int symbol;
  byte side;
  byte ordType;
  byte timeInForce;

  /** What its orders are in; null for shares. */
  OptionContract option;

  /** The legs of its orders; null for those of one instrument. */
  Spread spread;

  /** True if its customer knows where the price goes. */
  boolean isInformed;

  /** Numbers of ids that are used. */
  int numbers;

  /** Nights that it can outlive. */
  int nights;

  /** True if its orders may leave a step to the next day, where the model does not ask for it. */
  boolean rests;

  /** State of its random numbers while another lifecycle is run. */
  long randomState;

  /** The time for which it waits among the others. */
  long wakes = RUNNING;

  /** True when it meets no other lifecycle any more, but those that begin for it. */
  boolean alone;

  /** Orders of others that traded with its own and are still on their walk: they may bust that. */
  int partners;

  /** Another of those that traded with one another, or itself. */
  private Lifecycle joined = this;

  // Of the one that stands for all that traded with one another.
  boolean isTaken;
  boolean isLeftOut;
  long heldEvents;

  /** True when it has ended, and nothing can be added to it. */
  boolean isDone;

  /** True for a market maker's. */
  final boolean isMakers;

  Lifecycle(long number, long start, StepQueue queue, boolean isMakers) {
    this.number = number;
    this.start = start;
    this.queue = queue;
    this.isMakers = isMakers;
  }

  /** The one that stands for all that traded with one another. */
  Lifecycle cluster() {
    while (joined.joined != joined) {
      joined = joined.joined;
    }
    return joined;
  }

  /** Two lifecycles have traded. */
  void join(Lifecycle other) {
    Lifecycle one = cluster();
    Lifecycle two = other.cluster();
    two.joined = one;
    one.isTaken |= two.isTaken;
  }

  boolean isBuy() {
    return EventRecorder.isBuy(side);
  }

  boolean isMarketOrder() {
    return ordType == '1';
  }
}
