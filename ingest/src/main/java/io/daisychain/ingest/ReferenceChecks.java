package io.daisychain.ingest;

import io.daisychain.fix.Instrument;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.reference.ReferenceData;

/** Checks an event against the reference data of its day, and its report against the deadline. */
final class ReferenceChecks {
  private final ReferenceData reference;
  private final Deadlines deadlines;

  ReferenceChecks(ReferenceData reference) {
    this.reference = reference;
    this.deadlines = new Deadlines(reference.businessDays());
  }

  void check(OrderEvent event, ValidationFlags flags) {
    int day = event.tradeDate();
    flags.reporterValid(reference.participants().check(event.reporter().toString(), day));
    if (!event.clientId().isEmpty()) {
      flags.customerValid(reference.customers().check(event.clientId().toString(), day));
    }
    checkSymbol(event, day, flags);
    // Whether a corrected event was reported in time, its first report says.
    if (event.action() == Action.NEW
        && event.sendingTime() != TableSchema.NO_TIME
        && event.sendingTime() > deadlines.of(day)) {
      flags.add(ErrorStatus.LATE);
    }
  }

  /** An instrument that the reference data name is checked, of others the symbol or the root. */
  private void checkSymbol(OrderEvent event, int day, ValidationFlags flags) {
    String name = event.isDerivative() ? event.instrument().toString() : "";
    if (name.isEmpty() || !reference.symbols().has(name)) {
      ByteSlice symbol = event.symbol();
      if (symbol.isEmpty()) {
        return;
      }
      name = event.isDerivative() ? root(symbol) : symbol.toString();
    }
    CheckResult check = reference.symbols().check(name, day);
    flags.symbolValid(check);
    if (check == CheckResult.FAILED) {
      flags.add(
          reference.symbols().isExpired(name, day)
              ? ErrorStatus.DEPRECATED_SYMBOL
              : ErrorStatus.UNKNOWN_SYMBOL);
    }
  }

  private static String root(ByteSlice symbol) {
    int length = Instrument.rootLength(symbol.buffer(), symbol.offset(), symbol.length());
    return symbol.toString().substring(0, length);
  }
}
