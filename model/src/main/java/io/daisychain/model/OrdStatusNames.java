package io.daisychain.model;

/** Names of OrdStatus. FIX 4.2, tag 39. */
public final class OrdStatusNames {
  private OrdStatusNames() {}

  /** The name of a value as published; empty for a value that FIX 4.2 does not have. */
  public static String nameOf(String ordStatus) {
    return switch (ordStatus) {
      case "0" -> "NEW";
      case "1" -> "PARTIALLY_FILLED";
      case "2" -> "FILLED";
      case "3" -> "DONE_FOR_DAY";
      case "4" -> "CANCELED";
      case "5" -> "REPLACED";
      case "6" -> "PENDING_CANCEL";
      case "7" -> "STOPPED";
      case "8" -> "REJECTED";
      case "9" -> "SUSPENDED";
      case "A" -> "PENDING_NEW";
      case "B" -> "CALCULATED";
      case "C" -> "EXPIRED";
      case "D" -> "ACCEPTED_FOR_BIDDING";
      case "E" -> "PENDING_REPLACE";
      default -> "";
    };
  }
}
