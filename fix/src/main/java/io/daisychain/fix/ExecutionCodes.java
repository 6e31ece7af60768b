package io.daisychain.fix;

/**
 * What an ExecutionReport of any version says, in the terms of FIX 4.2: its ExecTransType (20) and
 * ExecType (150). From FIX 4.3 on ExecType says both: F is a trade, G corrects one, H busts one, I
 * is a status. FIX 4.0 has OrdStatus (39) in place of ExecType.
 */
public final class ExecutionCodes {
  private ExecutionCodes() {}

  /** 0 new, 1 cancel, 2 correct, 3 status; another byte where it says none of them. */
  public static byte transType(FixMessage report, FixVersion version) {
    if (version.hasExecTransType()) {
      return single(report, FixTag.EXEC_TRANS_TYPE);
    }
    return switch (single(report, FixTag.EXEC_TYPE)) {
      case 'G' -> '2';
      case 'H' -> '1';
      case 'I' -> '3';
      default -> '0';
    };
  }

  /** ExecType where ExecTransType is 0; 0 where it has no value of one byte. */
  public static byte execType(FixMessage report, FixVersion version) {
    if (version == FixVersion.FIX40 && report.find(FixTag.EXEC_TYPE) < 0) {
      return single(report, FixTag.ORD_STATUS);
    }
    byte execType = single(report, FixTag.EXEC_TYPE);
    if (execType == 'F' && !version.hasExecTransType()) {
      return (byte) (single(report, FixTag.ORD_STATUS) == '2' ? '2' : '1');
    }
    return execType;
  }

  private static byte single(FixMessage message, int tag) {
    int field = message.find(tag);
    return field >= 0 && message.valueLength(field) == 1
        ? message.buffer()[message.valueOffset(field)]
        : 0;
  }
}
