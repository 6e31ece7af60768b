package io.daisychain.watch.subscribe;

import io.daisychain.linkage.live.LifecycleShare;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.access.Entitlement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a subscriber may see of the rows of a table, by the rule of the published ones
 * (docs/entitlements.md): events of its reporters in its symbols, and of a lifecycle that it shares
 * with others its own events' part.
 */
final class Sight {
  /** Everything. */
  static final Sight WHOLE = new Sight("", null);

  private static final int LIFECYCLE_OF_ALERT = HandOut.ALERT_COLUMNS.indexOf("lifecycle");

  private final String table;
  private final Entitlement who;

  private Sight(String table, Entitlement who) {
    this.table = table;
    this.who = who;
  }

  /** What somebody sees of a table; empty where it may not see it. */
  static Optional<Sight> of(Entitlement who, String table) {
    List<String> published =
        switch (table) {
          case Subscription.ALERTS -> List.of("events");
          case Subscription.WINDOWS ->
              List.of(Subscription.NBBO, "trades"); // they are made of both
          default -> List.of(table);
        };
    return published.stream().allMatch(who.tables()::has)
        ? Optional.of(who.seesAllEvents() ? WHOLE : new Sight(table, who))
        : Optional.empty();
  }

  boolean isWhole() {
    return who == null;
  }

  /** A row as it may be seen; null where it may not. */
  LiveRow seen(LiveRow row) {
    if (row == null || isWhole()) {
      return row;
    }
    if (Subscription.isOfQuotes(table)) {
      return row.shares().stream().allMatch(of -> who.symbols().has(of.symbol())) ? row : null;
    }
    List<LifecycleShare> own =
        row.shares().stream().filter(of -> who.sees(of.reporter(), of.symbol())).toList();
    if (own.isEmpty()) {
      return null;
    }
    if (table.equals(Subscription.ALERTS)) {
      List<String> values = new ArrayList<>(row.values());
      values.set(LIFECYCLE_OF_ALERT, "null"); // it may be named after another's event
      return new LiveRow(row.id(), values, own);
    }
    LifecycleShare all = own.stream().reduce(LifecycleShare::plus).orElseThrow();
    boolean isTwice = (all.statuses() & ErrorStatus.DUPLICATE_KEY.bit()) != 0; // by whomever
    return own.size() == row.shares().size() && !isTwice
        ? row
        : new LiveRow(all.oldest().key().toString(), new LazyValues(() -> values(all)), own);
  }

  private static List<String> values(LifecycleShare all) {
    List<String> values =
        new ArrayList<>(Collections.nCopies(HandOut.LIFECYCLE_COLUMNS.size(), "null"));
    set(values, "symbol", HandOut.text(all.symbol()));
    set(values, "firstTime", HandOut.time(all.firstTime()));
    set(values, "lastTime", HandOut.time(all.lastTime()));
    set(values, "events", Integer.toString(all.events()));
    set(values, "errors", Integer.toString(all.errors()));
    set(values, "firstDate", HandOut.date(all.oldest()));
    return values;
  }

  private static void set(List<String> values, String column, String value) {
    values.set(HandOut.LIFECYCLE_COLUMNS.indexOf(column), value);
  }
}
