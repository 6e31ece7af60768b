package io.daisychain.datagen;

/**
 * What is expected of an order and all that hangs on it.
 *
 * <p>{@code events} are all events of the order and below it, its own first message not counted.
 * {@code own} are the reports at the order itself, which those above it hear of. Both are by the
 * codes of types.
 */
final class OrderForecast {
  final double[] events = new double[ShardSummary.TYPE_CODES];
  final double[] own = new double[ShardSummary.TYPE_CODES];

  /** Orders by the number of firms and desks above them. */
  final double[] ordersByDepth;

  /** Probabilities of how it ends: nothing, a part, or all of it executed. */
  final double[] filled = new double[3];

  /** Probability that it is neither executed nor ended, so that its parent waits in vain. */
  double left;

  /** Probability that it ends after the close, not all executed. */
  double late;

  /** Probability that its receiver never reported it. */
  double refused;

  OrderForecast(int depths) {
    ordersByDepth = new double[depths];
  }

  /** Adds what a child order brings, {@code weight} times. */
  void addBelow(OrderForecast child, double weight) {
    for (int i = 0; i < events.length; i++) {
      events[i] += weight * child.events[i];
    }
    for (int i = 0; i < ordersByDepth.length; i++) {
      ordersByDepth[i] += weight * child.ordersByDepth[i];
    }
  }
}
