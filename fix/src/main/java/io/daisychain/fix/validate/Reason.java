package io.daisychain.fix.validate;

/**
 * Kinds of errors: SessionRejectReasons (373) of FIX 4.2 by number, or words where FIX 4.2 has no
 * number; the same for all versions. The numbers 7 to 10 are about decryption, signatures, sessions
 * and clocks, which do not occur in files of messages.
 */
public enum Reason {
  /** The tag is no number that the version defines, or no number at all. */
  INVALID_TAG_NUMBER("0", "invalid tag number"),
  /** The message type, or another field in the message, requires this field. */
  REQUIRED_TAG_MISSING("1", "required tag missing"),
  /** The field exists in the version, but not in this place of this message type. */
  TAG_NOT_DEFINED("2", "tag not defined for this message type"),
  /** The field is there, without a value. */
  NO_VALUE("4", "tag specified without a value"),
  /** The value has the right form and is not one of those allowed. */
  INCORRECT_VALUE("5", "value is incorrect (out of range)"),
  /** The value does not have the form of its data type. */
  INCORRECT_FORMAT("6", "incorrect data format for value"),
  /** The message type is not known to the checks. */
  INVALID_MSG_TYPE("11", "invalid MsgType"),
  /** BeginString, BodyLength, MsgType, CheckSum or the message's end is wrong. */
  FRAMING("FRAMING", "message is not framed as FIX"),
  /** Header, body and trailer are mixed. */
  ORDER("ORDER", "tag specified out of required order"),
  /** The tag appears more than once outside of a repeating group. */
  REPEATED("REPEATED", "tag appears more than once"),
  /** A repeating group has another number of instances, or other ones, than FIX allows. */
  GROUP("GROUP", "repeating group is broken"),
  /** Two fields contradict each other. */
  CONSISTENCY("CONSISTENCY", "value contradicts another field");

  private final String code;
  private final String meaning;

  Reason(String code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The number or word to report. */
  public String code() {
    return code;
  }

  /** The reason in words. */
  public String meaning() {
    return meaning;
  }
}
