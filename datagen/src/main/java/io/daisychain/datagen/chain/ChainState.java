package io.daisychain.datagen.chain;

/** A state of the Markov chain. */
public final class ChainState {
  /** The moment from which a state's delay is counted. */
  public enum From {
    /** The state before. */
    BEFORE,
    /** The market's close, unless it is past. */
    CLOSE,
    /** The next trading day's open. */
    OPEN,
    /** When the best price of the order's side falls back behind its limit, or the close. */
    MOVE
  }

  public final String name;
  public final ChainAction action;

  /** Nanoseconds between the state before and this one. */
  public final Distribution delay;

  /** The moment from which the delay is counted. */
  public final From from;

  /** Number of desks, routes or merged orders. */
  public final Distribution count;

  /** Share of the open quantity that is executed. */
  public final Distribution fraction;

  /** True if routes go to venues, false if they go to brokers. */
  public final boolean toVenue;

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
  public boolean isFinal() {
    return next.length == 0;
  }

  /** Number of states that may follow. */
  public int transitions() {
    return next.length;
  }

  /** Index of the state that the transition at a position leads to. */
  public int next(int position) {
    return next[position];
  }

  /** Probability of the transition at a position. */
  public double probability(int position) {
    return cumulative[position] - (position == 0 ? 0 : cumulative[position - 1]);
  }

  /** Draws a transition and returns its position. */
  public int drawNext(RandomSource random) {
    return Distribution.choose(cumulative, random.unit());
  }
}
