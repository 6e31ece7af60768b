package io.daisychain.model.access;

import java.util.Set;

/**
 * Somebody whom the operator knows, and what this one may do.
 *
 * @param name by which logs name it; user name (FIX 4.2 has none of its own: tag 553, Username, of
 *     FIX 4.3)
 * @param senders SenderCompIDs (49) of the Logons that it may send
 * @param mpids SenderCompIDs of the messages that it may send
 * @param reporters whose events it may see
 * @param symbols of the events that it may see
 * @param tables that it may see
 * @param dates whose market data it may fetch
 * @param ticks symbols in which it may send ticks
 * @param rates at which it may send over FIX
 * @param certificates by which it is known: {@code sha256:HEX} and {@code dns:NAME}
 * @param secret hash of its secret; null for none
 */
public record Entitlement(
    String name,
    Set<String> senders,
    Set<String> mpids,
    AllowedNames reporters,
    AllowedNames symbols,
    AllowedNames tables,
    AllowedDates dates,
    AllowedNames ticks,
    FirmRates rates,
    Set<String> certificates,
    SecretHash secret) {

  /** Whether an event of a reporter in a symbol is for it to see; empty for an unknown symbol. */
  public boolean sees(String reporter, String symbol) {
    return reporters.has(reporter) && symbols.has(symbol);
  }

  /** Whether it sees the events of all reporters in all symbols. */
  public boolean seesAllEvents() {
    return reporters.all() && symbols.all();
  }

  /** Whether it may open a session of a sender, and send for all of these. */
  public boolean maySend(String sender, Set<String> forThese) {
    return senders.contains(sender) && mpids.containsAll(forThese);
  }

  /** No secrets, for logs. */
  @Override
  public String toString() {
    return name;
  }
}
