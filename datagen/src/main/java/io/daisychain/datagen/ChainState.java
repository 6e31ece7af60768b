package io.daisychain.datagen;

/** A state of the Markov chain. */
final class ChainState {
  /** The moment from which a state's delay is counted. */
  enum From {
    /** The state before. */
    BEFORE,
    /** The market's close, unless it is past. */
    CLOSE,
    /** The next trading day's open. */
    OPEN
  }

  final String name;
  final ChainAction action;

  /** Nanoseconds between the state before and this one. */
  final Distribution delay;

  /** The moment from which the delay is counted. */
  final From from;

  /** Number of desks, routes or merged orders. */
  final Distribution count;

  /** Share of the open quantity that is executed. */
  final Distribution fraction;

  /** True if routes go to venues, false if they go to brokers. */
  final boolean toVenue;

  private final int[] next;
  private final double[] cumulative;

  /**
   * A state.
   *
   * @param next indices of the states that may follow; none where the walk ends
   * @param cumulative running sums of their probabilities
   */
  ChainState(
      String name,
      ChainAction action,
      Distribution delay,
      From from,
      Distribution count,
      Distribution fraction,
      boolean toVenue,
      int[] next,
      double[] cumulative) {
    this.name = name;
    this.action = action;
    this.delay = delay;
    this.from = from;
    this.count = count;
    this.fraction = fraction;
    this.toVenue = toVenue;
    this.next = next;
    this.cumulative = cumulative;
  }

  /** True where the walk ends. */
  boolean isFinal() {
    return next.length == 0;
  }

  /** Number of states that may follow. */
  int transitions() {
    return next.length;
  }

  /** Index of the state that the transition at a position leads to. */
  int next(int position) {
    return next[position];
  }

  /** Probability of the transition at a position. */
  double probability(int position) {
    return cumulative[position] - (position == 0 ? 0 : cumulative[position - 1]);
  }

  /** Draws a transition and returns its position. */
  int drawNext(RandomSource random) {
    return Distribution.choose(cumulative, random.unit());
  }
}
