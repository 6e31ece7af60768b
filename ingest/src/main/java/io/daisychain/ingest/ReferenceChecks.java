package io.daisychain.ingest;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ReferenceData;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;

/** Checks an event against the reference data of its day, and its report against the deadline. */
final class ReferenceChecks {
  private final ReferenceData reference;
  private final Deadlines deadlines = new Deadlines();

  ReferenceChecks(ReferenceData reference) {
    this.reference = reference;
  }

  void check(OrderEvent event, ValidationFlags findings) {
    int day = event.tradeDate();
    findings.reporterValid(reference.participants().check(event.reporter().toString(), day));
    if (!event.clientId().isEmpty()) {
      findings.customerValid(reference.customers().check(event.clientId().toString(), day));
    }
    checkSymbol(event.symbol(), day, findings);
    if (event.sendingTime() != TableSchema.NO_TIME && event.sendingTime() > deadlines.of(day)) {
      findings.add(ErrorStatus.LATE);
    }
  }

  private void checkSymbol(ByteSlice symbol, int day, ValidationFlags findings) {
    if (symbol.isEmpty()) {
      return;
    }
    String name = symbol.toString();
    CheckResult check = reference.symbols().check(name, day);
    findings.symbolValid(check);
    if (check == CheckResult.FAILED) {
      findings.add(
          reference.symbols().isExpired(name, day)
              ? ErrorStatus.DEPRECATED_SYMBOL
              : ErrorStatus.UNKNOWN_SYMBOL);
    }
  }
}
