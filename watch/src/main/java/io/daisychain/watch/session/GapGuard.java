package io.daisychain.watch.session;

/**
 * Which messages behind a gap are handed to the session. QuickFIX/J keeps them all, without a
 * limit, though the ResendRequest for the first of them asks for all that follows (7 to infinity):
 * so only the first of each series is handed on, and one that begins anew is asked for anew.
 */
public final class GapGuard {
  /** Series, and bytes of their first messages, for which one number is waited. */
  private static final int MOST_SERIES = 100;

  private static final int MOST_BYTES = 4 << 20;

  private int gapAt = -1;
  private int last;
  private int series;
  private int bytes;

  /** What becomes of a message. */
  public enum Verdict {
    /** The session has it. */
    TAKE,
    /** It is sent again. */
    DROP,
    /** Nothing will become of this. */
    END
  }

  /**
   * Looks at a message.
   *
   * @param number its MsgSeqNum (34)
   * @param expected the number that is expected
   * @param length its bytes
   */
  public Verdict look(int number, int expected, int length) {
    if (number <= expected) {
      last = Math.min(last, number);
      return Verdict.TAKE;
    }
    if (gapAt != expected) {
      gapAt = expected;
      series = 0;
      bytes = 0;
    } else if (number > last) {
      last = number;
      return Verdict.DROP;
    }
    last = number;
    series++;
    bytes += length;
    return series > MOST_SERIES || bytes > MOST_BYTES ? Verdict.END : Verdict.TAKE;
  }
}
