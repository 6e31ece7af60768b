package io.daisychain.ingest.repair;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.cat.RecordTree;
import io.daisychain.ingest.DateVerdict;
import io.daisychain.reporting.RecordErrors.Told;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * Mends what is wrong within one record, by CAT's code; what only its reporter can know is asked.
 */
final class RecordMend {
  private final String reporter;

  /** Mends records of a reporter. */
  RecordMend(String reporter) {
    this.reporter = reporter;
  }

  /**
   * Takes the faults that the record itself shows; those between events are {@link RecordDraft}'s.
   *
   * @param record as it was read, where it could be
   */
  void mend(FaultyRecord faulty, CatRecord record) {
    for (Told told : faulty.errors) {
      mend(faulty, record, told);
    }
    if (faulty.isRefused && faulty.id.isEmpty() && faulty.isChanged) {
      faulty.action = "NEW";
    }
  }

  private void mend(FaultyRecord faulty, CatRecord record, Told told) {
    String field = told.field();
    switch (told.code()) {
      case "2134" -> faulty.left.add("it cannot be read: report it anew");
      case "2153" -> faulty.left.add("the file is broken off in it: hand the whole file in");
      case "2132" -> faulty.left.add("it is longer than any record may be");
      case "2999" -> {} // says only that there are more
      case "2011" -> ofReporter(faulty);
      case "2033" -> ofDate(faulty, record);
      case "2002", "2026" -> faulty.isChanged = true; // what is sent says both anew
      case "2133", "2028" -> faulty.remove(field);
      case "UNKNOWN_ORIGINAL" -> ofUnknownOriginal(faulty, record);
      case "LATE" -> faulty.left.add("LATE stays: an event is late by when it was first reported");
      default -> {
        boolean isTooMany = told.code().equals(DateVerdict.TOO_MANY.kind());
        if (isTooMany || told.code().equals(DateVerdict.DROPPED.kind())) {
          sendAgain(faulty, isTooMany);
        } else if (isOfRecord(told.code()) && !field.isEmpty()) {
          ofValue(faulty, record, field);
        }
      }
    }
  }

  /** CAT's codes from 2000 are those of the values of one record. */
  private static boolean isOfRecord(String code) {
    return code.startsWith("2");
  }

  /** What it corrects was not reported, so it is sent as new; what it deletes has another id. */
  private static void ofUnknownOriginal(FaultyRecord faulty, CatRecord record) {
    faulty.isChanged = true;
    if (record.said("actionType").equals("DEL")) {
      faulty.action = "DEL";
      faulty.ask("firmROEID");
    } else {
      faulty.action = "NEW";
    }
  }

  /** The store did not take its day: it is sent as it was, or its day was none that is meant. */
  private static void sendAgain(FaultyRecord faulty, boolean isTooMany) {
    faulty.action = "NEW";
    faulty.isChanged = true;
    if (isTooMany) {
      faulty.ask("eventTimestamp");
    }
  }

  private void ofReporter(FaultyRecord faulty) {
    if (!faulty.isRefused) {
      faulty.left.add("who reports it is not among the participants");
    } else {
      faulty.set("CATReporterIMID", reporter);
    }
  }

  /** The date is part of the identity: the event is deleted, and reported under the right one. */
  private static void ofDate(FaultyRecord faulty, CatRecord record) {
    String day =
        LocalDate.ofEpochDay(NewYorkTime.day(record.eventTime()))
            .format(DateTimeFormatter.BASIC_ISO_DATE);
    faulty.set("firmROEID", day + faulty.text("firmROEID").substring(day.length()));
    faulty.isDeletedFirst = true;
  }

  private static void ofValue(FaultyRecord faulty, CatRecord record, String field) {
    Map<String, Object> holder = faulty.holder(field);
    Object value = holder == null ? null : holder.get(FaultyRecord.simple(field));
    faulty.set(
        field,
        RecordTree.inForm(record, field, value)
            .filter(mended -> !mended.equals(value))
            .orElse(FaultyRecord.OPEN));
  }
}
