package io.daisychain.datagen.quote;

/** A symbol on a date. */
final class SymbolDate {
  /** A halt takes so long: a pause of the limit up-limit down plan (SEC, NMS Plan 4-631). */
  static final long HALT_NANOS = 300_000_000_000L;

  /** So long before it, news begin to move the price, and move it to the limit of its band. */
  private static final long NEWS_NANOS = 75_000_000_000L;

  /** So long it stays there before trading is halted, as the plan has it. */
  private static final long LIMIT_STATE_NANOS = 15_000_000_000L;

  final long key;
  final int session;
  final double price; // in cents, when the date begins
  final double spread; // usual, in cents
  final PricePath path;
  final int steps;
  final long halt; // its begin; none is never
  final double news; // what they add to the logarithm of the price before it

  SymbolDate(
      long key,
      int session,
      double price,
      double spread,
      PricePath path,
      int steps,
      long halt,
      double news) {
    this.key = key;
    this.session = session;
    this.price = price;
    this.spread = spread;
    this.path = path;
    this.steps = steps;
    this.halt = halt;
    this.news = news;
  }

  /** What news have added to the logarithm of the price. */
  double news(long time) {
    if (time <= halt - NEWS_NANOS) {
      return 0;
    }
    double known = (double) (time - halt + NEWS_NANOS) / (NEWS_NANOS - LIMIT_STATE_NANOS);
    return news * Math.min(1, known);
  }

  boolean isHalted(long time) {
    return time >= halt && time < halt + HALT_NANOS;
  }
}
