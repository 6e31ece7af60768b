package io.daisychain.datagen.lifecycle;

/** What happened to a child order, as its parents learn it. */
enum ChildUpdate {
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
  /** The walks of the order and of all orders below it have ended. */
  DONE
}
