package io.daisychain.reporting;

import io.daisychain.model.cell.FeedbackCell;

/**
 * A line of feedback as its receiver reads it.
 *
 * @param place where the line stands: file of feedback and number of its line, from 1
 * @param file input file; empty where the line is about no message of the receiver
 * @param line in that file, from 1; 0 for none
 * @param offset of the message in the uncompressed file, -1 where it is not said
 * @param reporter MPID
 * @param eventType name of the event type; empty where there is none
 * @param eventId the reporter's own id
 * @param id row key in text; empty where there is none
 * @param status an error status, or {@code REJECTED}
 * @param reason why; may be empty
 * @param tag tag in error, 0 for none
 * @param field of a record of CAT that is in error; empty for none
 * @param text what is wrong, for people
 * @param role {@code reporter}, {@code named}, or empty in feedback of ingest
 * @param counterparty the other firm; empty for none
 */
public record FeedbackEntry(
    String place,
    String file,
    long line,
    long offset,
    String reporter,
    String eventType,
    String eventId,
    String id,
    String status,
    String reason,
    int tag,
    String field,
    String text,
    String role,
    String counterparty) {

  /** Status of a message that was not stored. */
  public static final String REJECTED = "REJECTED";

  /** Ends the text about a DUPLICATE_KEY whose content is published. */
  public static final String PUBLISHED = "this one is published";

  /** True when the line says where a message of the receiver stands. */
  public boolean hasPlace() {
    return !file.isEmpty() && line > 0;
  }

  public boolean isRejected() {
    return status.equals(REJECTED);
  }

  /** True when another firm's message names the receiver, or has an id of the receiver's. */
  public boolean isNamed() {
    return role.equals(FeedbackRole.NAMED.word());
  }

  /** A value of a message as feedback shows it. */
  public static String shown(String value) {
    return VisibleLine.of(FeedbackCell.cut(value));
  }
}
