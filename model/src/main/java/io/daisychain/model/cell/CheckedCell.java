package io.daisychain.model.cell;

import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.PackedReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;

/**
 * A cell that says what ingest found of an event: flags (1 byte), of which bits 1-2, 3-4 and 5-6
 * are the {@link CheckResult} of reporter, customer and symbol and the others the cell's own, and a
 * mask of {@link ErrorStatus} (2).
 */
abstract class CheckedCell {
  private int flags;
  private int statuses;

  /**
   * Appends flags and mask.
   *
   * @param ownFlags bits 0 and 7
   */
  static void writeChecks(ValidationFlags findings, int ownFlags, PackedWriter out) {
    int flags = ownFlags;
    flags |= findings.reporterValid().code() << 1;
    flags |= findings.customerValid().code() << 3;
    flags |= findings.symbolValid().code() << 5;
    out.u8(flags).u16(findings.statuses());
  }

  /**
   * Reads flags and mask.
   *
   * @throws IllegalStateException if one of the results does not exist
   */
  final void readChecks(PackedReader in) {
    flags = in.u8();
    CheckResult.requireKnown(flags >>> 1, 3);
    statuses = in.u16();
  }

  /** True for a flag of the cell's own. */
  final boolean hasFlag(int flag) {
    return (flags & flag) != 0;
  }

  /** Whether the reporter was a participant on the event's day. */
  public CheckResult reporterValid() {
    return CheckResult.ofCode((flags >>> 1) & 3);
  }

  /** Whether the customer was known on the event's day. */
  public CheckResult customerValid() {
    return CheckResult.ofCode((flags >>> 3) & 3);
  }

  /** Whether the symbol was current on the event's day. */
  public CheckResult symbolValid() {
    return CheckResult.ofCode((flags >>> 5) & 3);
  }

  /** Mask of {@link ErrorStatus} that ingest found. */
  public int statuses() {
    return statuses;
  }
}
