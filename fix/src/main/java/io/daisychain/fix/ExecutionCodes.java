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
      return report.character(FixTag.EXEC_TRANS_TYPE);
    }
    return switch (report.character(FixTag.EXEC_TYPE)) {
      case 'G' -> '2';
      case 'H' -> '1';
      case 'I' -> '3';
      default -> '0';
    };
  }

  /** ExecType where ExecTransType is 0; 0 where it has no value of one byte. */
  public static byte execType(FixMessage report, FixVersion version) {
    if (version == FixVersion.FIX40 && report.find(FixTag.EXEC_TYPE) < 0) {
      return report.character(FixTag.ORD_STATUS);
    }
    byte execType = report.character(FixTag.EXEC_TYPE);
    if (execType == 'F' && !version.hasExecTransType()) {
      return (byte) (report.character(FixTag.ORD_STATUS) == '2' ? '2' : '1');
    }
    return execType;
  }
}
