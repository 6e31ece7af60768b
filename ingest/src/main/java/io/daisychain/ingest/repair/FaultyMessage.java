package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageDraft;
import io.daisychain.reporting.FeedbackEntry;
import java.util.List;

/**
 * A message of which something is wrong.
 *
 * @param where file and number of the line
 * @param original as it was handed in
 * @param isCut whether its last field may be no more than a part
 * @param faults what feedback says about it
 */
record FaultyMessage(
    String where, MessageDraft original, boolean isCut, List<FeedbackEntry> faults) {

  static FaultyMessage of(String where, FixMessage message, List<FeedbackEntry> faults) {
    boolean cut = message.fieldCount() > 0 && !message.endsWithSoh();
    return new FaultyMessage(where, MessageDraft.of(message), cut, faults);
  }

  /** Fields that have no 8 before them; they were rejected as a whole. */
  static FaultyMessage ofFields(String where, byte[] fields, List<FeedbackEntry> faults) {
    byte[] framed = ("8=FIX.4.2\1" + new String(fields, ISO_8859_1)).getBytes(ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(framed, 0, framed.length);
    return of(where, message, faults);
  }

  boolean isRejected() {
    return faults.stream().anyMatch(FeedbackEntry::isRejected);
  }
}
