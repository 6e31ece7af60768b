package io.daisychain.datagen;

/**
 * What an order does on entering a state of the chain.
 *
 * <p>An action that makes no sense at that moment (a fill of nothing, the confirmation of a request
 * that nobody made) does nothing: the walk goes on, and no message contradicts another. After the
 * close nothing is ordered, asked for or executed any more.
 */
enum Action {
  /** Nothing: a choice, or a pause. */
  NONE,
  /** The receiver of a route reports it. Any other event of the receiver does so too. */
  ACCEPT,
  /** The receiver never reports the route; the sender reports that it was rejected. */
  REFUSE,
  PENDING_NEW,
  ACK,
  REJECT,
  STOP,
  SUSPEND,
  CALCULATE,
  RESTATE,
  DONE_FOR_DAY,
  EXPIRE,
  /** The owner asks for another price or quantity; of a route, sender and receiver report it. */
  REPLACE,
  PENDING_REPLACE,
  REPLACED,
  /** The owner asks to cancel; of a route, sender and receiver report it. */
  CANCEL,
  PENDING_CANCEL,
  /** Confirms a cancel; without a request it is unsolicited. */
  CANCELED,
  /** Refuses the replace or cancel that was asked for. */
  CANCEL_REJECT,
  /** Executes {@code fraction} of what is left, reported up the chain by each firm. */
  PARTIAL_FILL,
  /** Executes all that is left. */
  FILL,
  /** Takes back the latest execution that stands. */
  BUST,
  /** Changes price, or lowers quantity, of the latest execution that stands. */
  CORRECT,
  /** Hands what is left to {@code count} desks of the same firm. */
  INTERNAL,
  /** Routes what is left to {@code count} firms of the kind {@code to}. */
  ROUTE,
  /** Takes further orders of the firm's customers until there are {@code count}, and merges. */
  POOL,
  /** Waits until every desk and route is done. */
  AWAIT;

  /** True of what only happens while the market is open: answers and amendments go on. */
  boolean isTrading() {
    return switch (this) {
      case PARTIAL_FILL, FILL, ROUTE, INTERNAL, POOL, REPLACE, CANCEL, STOP, SUSPEND -> true;
      default -> false;
    };
  }
}
