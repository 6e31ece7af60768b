package io.daisychain.ingest;

import io.daisychain.model.Check;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Findings;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ReferenceData;
import io.daisychain.model.TableSchema;
import io.daisychain.model.Text;

/** Checks an event against the reference data of its day, and its report against the deadline. */
final class ContextChecks {
  private final ReferenceData reference;
  private final Deadlines deadlines = new Deadlines();

  ContextChecks(ReferenceData reference) {
    this.reference = reference;
  }

  void check(OrderEvent event, Findings findings) {
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

  private void checkSymbol(Text symbol, int day, Findings findings) {
    if (symbol.isEmpty()) {
      return;
    }
    String name = symbol.toString();
    Check check = reference.symbols().check(name, day);
    findings.symbolValid(check);
    if (check == Check.FAILED) {
      findings.add(
          reference.symbols().isExpired(name, day)
              ? ErrorStatus.DEPRECATED_SYMBOL
              : ErrorStatus.UNKNOWN_SYMBOL);
    }
  }
}
