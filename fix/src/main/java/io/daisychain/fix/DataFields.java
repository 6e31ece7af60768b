package io.daisychain.fix;

/**
 * The data fields of FIX 4.2, which may contain SOH, and the length field of each, which comes
 * right before. FIX 4.2, volume 1, data types.
 */
public final class DataFields {
  /** Tags from here on are no data fields. */
  static final int LIMIT = 447;

  private static final short[] LENGTH_TAG = new short[LIMIT];

  static {
    LENGTH_TAG[FixTag.SIGNATURE] = FixTag.SIGNATURE_LENGTH;
    // All the others have the number before.
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
      FixTag.ENCODED_LIST_STATUS_TEXT
    };
    for (int tag : dataTags) {
      LENGTH_TAG[tag] = (short) (tag - 1);
    }
  }

  private DataFields() {}

  /** Tag of the length field that goes before the data field {@code tag}; 0 where that is none. */
  public static int lengthTag(int tag) {
    return tag > 0 && tag < LIMIT ? LENGTH_TAG[tag] : 0;
  }
}
