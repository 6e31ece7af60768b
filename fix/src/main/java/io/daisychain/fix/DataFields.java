package io.daisychain.fix;

/**
 * The data fields of all versions of FIX, which may contain SOH, and their length fields, which
 * come directly before them (FIX, volume 1, data types).
 */
public final class DataFields {
  /** Larger tags, and this one, are no data fields. */
  static final int LIMIT = 1470;

  private static final short[] LENGTH_TAG = new short[LIMIT];

  static {
    LENGTH_TAG[FixTag.SIGNATURE] = FixTag.SIGNATURE_LENGTH;
    // All other length fields have the number before that of their data field.
    int[] dataTags = {
      FixTag.SECURE_DATA,
      FixTag.RAW_DATA,
      FixTag.XML_DATA,
      FixTag.ENCODED_ISSUER,
      FixTag.ENCODED_SECURITY_DESC,
      FixTag.ENCODED_LIST_EXEC_INST,
      FixTag.ENCODED_TEXT,
      FixTag.ENCODED_SUBJECT,
      FixTag.ENCODED_HEADLINE,
      FixTag.ENCODED_ALLOC_TEXT,
      FixTag.ENCODED_UNDERLYING_ISSUER,
      FixTag.ENCODED_UNDERLYING_SECURITY_DESC,
      FixTag.ENCODED_LIST_STATUS_TEXT,
      FixTag.ENCODED_LEG_ISSUER,
      FixTag.ENCODED_LEG_SECURITY_DESC,
      FixTag.DERIVATIVE_ENCODED_ISSUER,
      FixTag.DERIVATIVE_ENCODED_SECURITY_DESC,
      FixTag.DERIVATIVE_SECURITY_XML,
      FixTag.ENCODED_MKT_SEGM_DESC,
      FixTag.ENCODED_SECURITY_LIST_DESC
    };
    for (int tag : dataTags) {
      LENGTH_TAG[tag] = (short) (tag - 1);
    }
  }

  private DataFields() {}

  /** Tag of the length field of the data field {@code tag}; 0 if {@code tag} is no data field. */
  public static int lengthTag(int tag) {
    return tag > 0 && tag < LIMIT ? LENGTH_TAG[tag] : 0;
  }
}
