package io.daisychain.datagen;

/** One state of the chain. */
final class ChainState {
  /** What a state's delay counts from. */
  enum From {
    /** The state before. */
    BEFORE,
    /** The market's close, if that is still ahead. */
    CLOSE,
    /** The next trading day's open. */
    OPEN
  }

  final String name;
  final Action action;

  /** Nanoseconds between the state before and this one. */
  final Distribution delay;

  /** What the delay counts from. */
  final From from;

  /** How many desks, routes or pooled orders. */
  final Distribution count;

  /** Share of what is left that is executed. */
  final Distribution fraction;

  /** Whether routes go to venues, else to brokers. */
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
      Action action,
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

  /** Position of the transition that is taken. */
  int drawNext(Dice dice) {
    double u = dice.unit();
    int i = 0;
    while (i < next.length - 1 && u >= cumulative[i]) {
      i++;
    }
    return i;
  }
}
