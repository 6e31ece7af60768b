package io.daisychain.publish.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixTag;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ErrorTags;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.reference.ValidityTable;
import java.util.TreeSet;

/**
 * Lines of {@code errors} and {@code breaks}: the life of the faults of a row's event, and the
 * other firms that they concern.
 */
public final class FaultLines {
  private static final byte[] REPORTER = "reporter".getBytes(US_ASCII);
  private static final byte[] NAMED = "named".getBytes(US_ASCII);
  private static final byte[] OPEN = "open".getBytes(US_ASCII);
  private static final byte[] REPAIRED = "repaired".getBytes(US_ASCII);

  private final CsvLines errors;
  private final CsvLines breaks;
  private final byte[] tradeDate;
  private final int epochDay;
  private final ValidityTable participants;

  /**
   * Lines of one trade date.
   *
   * @param epochDay the date, in days since 1970-01-01
   * @param tradeDate the date as it is published
   */
  public FaultLines(
      int epochDay,
      byte[] tradeDate,
      ValidityTable participants,
      CsvLines errors,
      CsvLines breaks) {
    this.epochDay = epochDay;
    this.tradeDate = tradeDate;
    this.participants = participants;
    this.errors = errors;
    this.breaks = breaks;
  }

  public void add(RowCells row) {
    FaultsCell faults = row.faults();
    if (faults == null) {
      return;
    }
    for (FaultsCell.Fault fault : faults.faults()) {
      add(row, fault);
    }
    for (FaultsCell.Break pair : faults.breaks()) {
      add(row, pair);
    }
  }

  private void add(RowCells row, FaultsCell.Fault fault) {
    StoredVersion version = row.version(fault.version());
    int tag =
        fault.status() == ErrorStatus.DUPLICATE_KEY && fault.tag() == 0
            ? ErrorTags.identity(version == null ? row.event() : version.event())
            : fault.tag();
    line(row, fault, fault.reporter(), REPORTER, fault.reason(), tag);
    for (String firm : new TreeSet<>(fault.named())) {
      if (isParticipant(firm, fault.reporter())) {
        line(row, fault, firm, NAMED, "", tag);
      }
    }
  }

  private boolean isParticipant(String firm, String reporter) {
    return !firm.isEmpty()
        && !firm.equals(reporter)
        && participants.check(firm, epochDay) == CheckResult.PASSED;
  }

  private void line(
      RowCells row, FaultsCell.Fault fault, String firm, byte[] role, String reason, int tag) {
    errors.key(row.keyArray(), row.keyAt());
    errors.ascii(tradeDate);
    errors.text(firm);
    errors.ascii(role);
    errors.ascii(fault.status().name().getBytes(US_ASCII));
    errors.text(reason);
    if (tag == 0) {
      errors.empty();
    } else {
      errors.integer(tag);
    }
    errors.timeOrEmpty(fault.firstSeen());
    if (fault.isOpen()) {
      errors.empty();
      errors.empty();
      errors.empty();
    } else {
      errors.timeOrEmpty(fault.repaired());
      errors.ascii(fault.repair().published().getBytes(US_ASCII));
      errors.flag(fault.inTime());
    }
    errors.endLine();
  }

  private void add(RowCells row, FaultsCell.Break pair) {
    StoredVersion version = row.version(pair.version());
    ParentReferenceCell references = version == null ? row.references() : version.references();
    String firm = pair.named();
    String reporter = references.reporter().toString();
    if (pair.kind() == FaultsCell.Kind.UNLINKED && !isParticipant(firm, reporter)) {
      return;
    }
    breaks.ascii(pair.kind().name().getBytes(US_ASCII));
    breaks.text(reporter);
    breaks.text(firm);
    breaks.key(row.keyArray(), row.keyAt());
    breaks.text(references.eventId());
    key(pair.namedId());
    breaks.text(pair.namedEventId());
    switch (pair.kind()) {
      case SYMBOL_MISMATCH -> breaks.integer(FixTag.SYMBOL);
      case INSTRUMENT_MISMATCH -> breaks.integer(FixTag.SECURITY_ID);
      case SIDE_MISMATCH -> breaks.integer(FixTag.SIDE);
      default -> breaks.empty();
    }
    breaks.text(pair.value());
    breaks.text(pair.namedValue());
    breaks.ascii(pair.isOpen() ? OPEN : REPAIRED);
    breaks.ascii(tradeDate);
    breaks.endLine();
  }

  private void key(RowKey key) {
    if (key == null) {
      breaks.empty();
    } else {
      breaks.key(key.toBytes(), 0);
    }
  }
}
