package io.daisychain.model;

/** Results of ingest's checks of one event; reusable. */
public final class ValidationFlags {
  private CheckResult reporterValid;
  private CheckResult customerValid;
  private CheckResult symbolValid;
  private int statuses;
  private int brokenTag;
  private String reason;

  /** Results of no check. */
  public ValidationFlags() {
    clear();
  }

  /** Removes all results. */
  public void clear() {
    reporterValid = CheckResult.NOT_MADE;
    customerValid = CheckResult.NOT_MADE;
    symbolValid = CheckResult.NOT_MADE;
    statuses = 0;
    brokenTag = 0;
    reason = "";
  }

  public void add(ErrorStatus status) {
    statuses |= status.bit();
  }

  /**
   * Adds STRUCTURE with the fault nearest the front.
   *
   * @param tag the broken tag
   * @param reason SessionRejectReason (FIX 4.2, tag 373) or a word such as ORDER
   */
  public void addStructure(int tag, String reason) {
    add(ErrorStatus.STRUCTURE);
    this.brokenTag = tag;
    this.reason = reason;
  }

  /** Sets the reason: of a record of CAT the codes of all that is wrong. */
  public void reason(String codes) {
    reason = codes;
  }

  /** Sets the outcome of the check of the reporter; failed adds UNKNOWN_REPORTER. */
  public void reporterValid(CheckResult check) {
    reporterValid = check;
    if (check == CheckResult.FAILED) {
      add(ErrorStatus.UNKNOWN_REPORTER);
    }
  }

  /** Sets the outcome of the check of the customer; failed adds UNKNOWN_CUSTOMER. */
  public void customerValid(CheckResult check) {
    customerValid = check;
    if (check == CheckResult.FAILED) {
      add(ErrorStatus.UNKNOWN_CUSTOMER);
    }
  }

  /** Sets the outcome of the check of the symbol; the caller adds the status that fits. */
  public void symbolValid(CheckResult check) {
    symbolValid = check;
  }

  /** Whether the reporter was a participant on the event's day. */
  public CheckResult reporterValid() {
    return reporterValid;
  }

  /** Whether the customer was known on the event's day. */
  public CheckResult customerValid() {
    return customerValid;
  }

  /** Whether the symbol was current on the event's day. */
  public CheckResult symbolValid() {
    return symbolValid;
  }

  /** Mask of {@link ErrorStatus}. */
  public int statuses() {
    return statuses;
  }

  /** Tag of the fault nearest the front, 0 for none. */
  public int brokenTag() {
    return brokenTag;
  }

  /** Reason of that fault; empty for none. */
  public String reason() {
    return reason;
  }
}
