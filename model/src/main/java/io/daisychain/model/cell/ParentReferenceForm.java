package io.daisychain.model.cell;

import io.daisychain.model.Action;
import io.daisychain.model.OrderEvent;

/**
 * The forms of a {@link ParentReferenceCell}: bits that its version adds to {@link #VERSION}, and
 * marks within it.
 */
final class ParentReferenceForm {
  /** Of a correction or deletion: the action, and the hash of its content. */
  static final int ACTION = 1;

  /** Of a record of CAT. */
  static final int CAT = 2;

  /** Of an option or a future. */
  static final int DERIVATIVE = 4;

  /** Of an order of several legs, or a report of one of them. */
  static final int LEGS = 8;

  /** Of versions before {@link #VERSION}: further values are absent. */
  static final int WITHOUT_FURTHER = 16;

  /** Flag of a parent reference that cannot be read. */
  static final int BROKEN_PARENT = 1;

  /** How dates of parents are given. */
  static final int OWN_DATES = 0;

  static final int TAGGED_WITHOUT_DATES = 1;
  static final int EACH_DATE = 2;

  /** Bits of a date where each has one. */
  static final int TAGGED = 1;

  static final int DATED = 2;

  /** Bits of the mask of further values, after those of the texts. */
  static final int QUANTITIES = 0x20;

  static final int FAULT = 0x40;
  static final int SENT_AGAIN = 0x80;

  private static final int VERSION = 4;
  private static final int OLDEST = 2;
  private static final int NEWEST = VERSION + ACTION + CAT + DERIVATIVE + LEGS;

  private ParentReferenceForm() {}

  /** The version in which an event is written. */
  static int version(OrderEvent event) {
    return VERSION
        + (event.action() == Action.NEW ? 0 : ACTION)
        + (event.isCat() ? CAT : 0)
        + (event.isDerivative() ? DERIVATIVE : 0)
        + (event.isOfLegs() ? LEGS : 0);
  }

  /**
   * The bits of a stored version.
   *
   * @throws IllegalStateException if there is none such
   */
  static int of(int version) {
    if (version < OLDEST || version > NEWEST) {
      throw new IllegalStateException(
          "parent references of layout version "
              + version
              + "; known: "
              + OLDEST
              + " to "
              + NEWEST);
    }
    return version < VERSION ? version - OLDEST + WITHOUT_FURTHER : version - VERSION;
  }
}
