package io.daisychain.ingest.convert;

/** Why an event of FIX is not written: CAT has no words for it. */
enum Unsayable {
  REPORT("reports that CAT has no event for"),
  NO_ORDER("events that do not name their order"),
  OTHER_SYMBOL("references to an order of another symbol"),
  OTHER_DAY("references to a route of another day"),
  IMID("firms of more than seven letters or digits"),
  NO_EQUITY("events of options, futures or several legs"),
  ROUTE_CANCEL("cancels of a route"),
  NO_TRADE("busts and corrections of a trade that is not written");

  private final String words;

  Unsayable(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
