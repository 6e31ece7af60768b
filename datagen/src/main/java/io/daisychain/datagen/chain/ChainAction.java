package io.daisychain.datagen.chain;

/**
 * What an order does on entering a state of the chain.
 *
 * <p>An action that is not possible at that moment (a fill of an order that is filled, the
 * confirmation of a request that was not made) does nothing and the walk goes on, so that no
 * message contradicts another. After the close there are no orders, requests or executions.
 */
public enum ChainAction {
  /** No message: the state only draws the next one, or waits. */
  NONE,
  /** The receiver of a route reports the ACCEPT, as it also does before any other report. */
  ACCEPT,
  /** The receiver does not report the route; the sender reports that it was rejected. */
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
  /** The owner requests another price or quantity; both firms of a route report the request. */
  REPLACE,
  PENDING_REPLACE,
  REPLACED,
  /** The owner requests a cancel; both firms of a route report the request. */
  CANCEL,
  PENDING_CANCEL,
  /** Confirms a cancel; without a request it is unsolicited. */
  CANCELED,
  /** Refuses the open replace or cancel request. */
  CANCEL_REJECT,
  /** Executes {@code fraction} of the open quantity; each firm up the chain reports it. */
  PARTIAL_FILL,
  /** Executes all of the open quantity. */
  FILL,
  /** Cancels the latest execution that was not busted. */
  BUST,
  /** Changes the price, and sometimes the quantity, of the latest execution not busted. */
  CORRECT,
  /** Splits the open quantity over {@code count} desks of the same firm. */
  INTERNAL,
  /** Routes the open quantity to {@code count} firms of the kind {@code to}. */
  ROUTE,
  /** Merges the order with others of the firm's customers, {@code count} orders in all. */
  POOL,
  /** Waits until the walks of all child orders have ended. */
  AWAIT;

  /** True for actions that need an open market: answers, busts and corrections do not. */
  public boolean isTrading() {
    return switch (this) {
      case PARTIAL_FILL, FILL, ROUTE, INTERNAL, POOL, REPLACE, CANCEL, STOP, SUSPEND -> true;
      default -> false;
    };
  }

  /**
   * True for what an order that is good till cancel may leave to the next trading day; answers and
   * acknowledgements come at once.
   */
  public boolean canRest() {
    return switch (this) {
      case RESTATE, DONE_FOR_DAY, EXPIRE, BUST, CORRECT -> true;
      default -> isTrading();
    };
  }
}
