package io.daisychain.datagen.behaviour;

/** Behaviours that can be put in, each with an innocent twin (docs/generator.md, Behaviours). */
public enum BehaviourKind {
  /** One customer buys from itself (FINRA rule 5210.02). */
  WASH_TRADE,
  /** Orders at several prices, canceled once the other side has traded (FINRA rule 5210.03). */
  LAYERING,
  /** One large order at the best price that is canceled once the other side has traded. */
  SPOOFING,
  /** Orders that lift the price in the last minute (FINRA rule 6140). */
  MARKING_THE_CLOSE,
  /** A burst of orders that lift the price, by one who then sells what it had bought before. */
  MOMENTUM_IGNITION,
  /** A broker trades for itself while it holds a customer's block (FINRA rule 5270). */
  FRONT_RUNNING,
  /** A broker trades for itself where it could have executed a customer (FINRA rule 5320). */
  TRADING_AHEAD,
  /** Orders and cancels within a moment, too many to mean any. */
  QUOTE_STUFFING,
  /** Routes of more shares than the order has. */
  OVER_ROUTING,
  /** A broker reports a trade late and trades for itself before that. */
  LATE_REPORT
}
