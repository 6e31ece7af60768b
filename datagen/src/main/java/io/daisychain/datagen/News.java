package io.daisychain.datagen;

/** What the parents of an order hear of it. */
enum News {
  ACK,
  REJECT,
  REPLACED,
  CANCELED,
  CANCEL_REJECT,
  DONE_FOR_DAY,
  EXPIRE,
  FILL,
  BUST,
  CORRECT,
  /** The walk of the order and of all below it has ended. */
  DONE
}
