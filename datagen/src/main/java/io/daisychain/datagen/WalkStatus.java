package io.daisychain.datagen;

/** What a forecast remembers of an order on its walk, packed into a small number. */
final class WalkStatus {
  static final int NOTHING = 0;
  static final int PART = 1;
  static final int ALL = 2;

  static final int NO_REQUEST = 0;
  static final int REPLACE = 1;
  static final int CANCEL = 2;

  private static final int REQUEST = 3; // steps of each digit
  private static final int TOUCHED = 9;
  private static final int CLOSED = 18;
  private static final int ACCEPTED = 36;
  private static final int LOWERED = 72;
  private static final int STUCK = 144;
  private static final int LATE = 288;

  /** Number of statuses. */
  static final int COUNT = 576;

  private WalkStatus() {}

  /** How much of it is executed. */
  static int filled(int status) {
    return status % 3;
  }

  static int withFilled(int status, int filled) {
    return status - filled(status) + filled;
  }

  /** What its owner has asked for and nobody answered yet. */
  static int request(int status) {
    return status / REQUEST % 3;
  }

  static int withRequest(int status, int request) {
    return status + (request - request(status)) * REQUEST;
  }

  /** Acknowledged or replaced. */
  static boolean isTouched(int status) {
    return status / TOUCHED % 2 == 1;
  }

  static int touched(int status) {
    return isTouched(status) ? status : status + TOUCHED;
  }

  static boolean isClosed(int status) {
    return status / CLOSED % 2 == 1;
  }

  static int closed(int status) {
    return isClosed(status) ? status : status + CLOSED;
  }

  /** Reported by its receiver; of a pooled order, executed with the aggregate. */
  static boolean isAccepted(int status) {
    return status / ACCEPTED % 2 == 1;
  }

  static int accepted(int status) {
    return isAccepted(status) ? status : status + ACCEPTED;
  }

  /** Replaced by a smaller order than its parent holds for it. */
  static boolean isLowered(int status) {
    return status / LOWERED % 2 == 1;
  }

  static int lowered(int status) {
    return isLowered(status) ? status : status + LOWERED;
  }

  /** What is left lies with children whose walks ended without giving it back. */
  static boolean isStuck(int status) {
    return status / STUCK % 2 == 1;
  }

  static int stuck(int status) {
    return isStuck(status) ? status : status + STUCK;
  }

  /** On its way after the close, when nothing is ordered or executed any more. */
  static boolean isLate(int status) {
    return status / LATE % 2 == 1;
  }

  static int withLate(int status, boolean late) {
    return status + ((late ? 1 : 0) - status / LATE % 2) * LATE;
  }

  /** True where there is something left that nobody below holds. */
  static boolean isAvailable(int status) {
    return isOpen(status) && !isStuck(status);
  }

  /** True where nothing was reported of it yet. */
  static boolean isUntouched(int status) {
    return !isTouched(status)
        && !isClosed(status)
        && filled(status) == NOTHING
        && request(status) == NO_REQUEST;
  }

  /** True where it is not executed, not ended, and can be changed. */
  static boolean isOpen(int status) {
    return !isClosed(status) && filled(status) != ALL;
  }
}
