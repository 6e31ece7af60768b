package io.daisychain.reporting;

import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;

/**
 * How CAT names a record, and the field in which something is wrong.
 *
 * @param isCat false of a message of FIX
 * @param type of the event, as MENO; empty where it cannot be read
 * @param firmRoeId the firm's own id of the record; empty where it cannot be read
 * @param field as {@code aggregatedOrders[1].orderID}; empty where it is about the whole record
 */
public record RecordTerms(boolean isCat, String type, String firmRoeId, String field) {
  /** Of a message of FIX. */
  public static final RecordTerms NONE = new RecordTerms(false, "", "", "");

  /** Of a record of CAT. */
  public RecordTerms(String type, String firmRoeId, String field) {
    this(true, type, firmRoeId, field);
  }

  void write(PackedWriter out) {
    out.u8(isCat ? 1 : 0);
    if (isCat) {
      SortedText.write(out, type);
      SortedText.write(out, firmRoeId);
      SortedText.write(out, field);
    }
  }

  static RecordTerms read(PackedReader in) {
    return in.u8() == 0
        ? NONE
        : new RecordTerms(SortedText.read(in), SortedText.read(in), SortedText.read(in));
  }
}
