package io.daisychain.datagen.file;

import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.fix.FixVersion;
import io.daisychain.model.EventType;
import java.nio.charset.StandardCharsets;

/** FIX's codes for types of events. */
final class MessageCodes {
  /** FIX 4.2, tag 150: values 0 to 9 and A to E, in the order of the types from ACK on. */
  private static final byte[] EXEC_TYPES = "0123456789ABCDE".getBytes(StandardCharsets.US_ASCII);

  private MessageCodes() {}

  static byte msgType(EventType type) {
    return switch (type) {
      case NEW, AGGREGATE, ROUTE, ACCEPT, INTERNAL -> 'D';
      case REPLACE -> 'G';
      case CANCEL -> 'F';
      case CANCEL_REJECT -> '9';
      case ALLOCATION -> 'J';
      case ALLOCATION_STATUS -> 'P';
      default -> '8';
    };
  }

  private static boolean isAmendment(EventType type) {
    return type == EventType.BUST || type == EventType.CORRECT;
  }

  static byte transType(EventType type) {
    return (byte) (type == EventType.BUST ? '1' : type == EventType.CORRECT ? '2' : '0');
  }

  /**
   * Of a bust or correction ExecType repeats OrdStatus (FIX 4.2, appendix D); from FIX 4.3 on it is
   * said by ExecType, as an execution is.
   */
  static byte execType(EventRecord record, FixVersion version) {
    if (!version.hasExecTransType()) {
      switch (record.type) {
        case FILL, PARTIAL_FILL -> {
          return 'F';
        }
        case BUST -> {
          return 'H';
        }
        case CORRECT -> {
          return 'G';
        }
        default -> {
          // as before
        }
      }
    }
    return isAmendment(record.type)
        ? record.ordStatus
        : EXEC_TYPES[record.type.code() - EventType.ACK.code()];
  }
}
