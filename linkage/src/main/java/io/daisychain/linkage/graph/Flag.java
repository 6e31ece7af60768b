package io.daisychain.linkage.graph;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.CheckResult;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.List;

/**
 * The columns of the Data family that say {@code false} where something is wrong, and are absent
 * elsewhere.
 */
public enum Flag {
  REPORTER_ID_VALID(0, TableSchema.REPORTER_ID_VALID, null),
  CUSTOMER_ID_VALID(1, TableSchema.CUSTOMER_ID_VALID, null),
  SYMBOL_VALID(2, TableSchema.SYMBOL_VALID, null),
  SYMBOL_MATCH(3, TableSchema.SYMBOL_MATCH, TableSchema.CHILD_SYMBOL),
  SIDE_MATCH(4, TableSchema.SIDE_MATCH, TableSchema.CHILD_SIDE),
  INSTRUMENT_MATCH(5, TableSchema.INSTRUMENT_MATCH, null);

  /** Bits of a mask that may be set. */
  static final int MASK = 0x3f;

  public static final List<Flag> ALL = List.of(values());

  private final int bit;

  @SuppressWarnings("ImmutableEnumChecker") // HBase wants arrays; a copy per cell would be garbage.
  private final byte[] column;

  @SuppressWarnings("ImmutableEnumChecker")
  private final byte[] childColumn;

  Flag(int position, String column, String childColumn) {
    this.bit = 1 << position;
    this.column = column.getBytes(US_ASCII);
    this.childColumn = childColumn == null ? null : childColumn.getBytes(US_ASCII);
  }

  /** Mask of the flag whose column has this name, 0 where it is no flag's. */
  public static int maskOf(byte[] array, int offset, int length) {
    for (Flag flag : ALL) {
      if (TableSchema.is(flag.column, array, offset, length)) {
        return flag.bit;
      }
    }
    return 0;
  }

  /** Mask of the flags that an event's own values call for. */
  static int ofValues(ParentReferenceCell references) {
    return REPORTER_ID_VALID.bitIf(references.reporterValid() == CheckResult.FAILED)
        | CUSTOMER_ID_VALID.bitIf(references.customerValid() == CheckResult.FAILED)
        | SYMBOL_VALID.bitIf(references.symbolValid() == CheckResult.FAILED);
  }

  /** The flag in a mask if {@code set}, else an empty mask. */
  int bitIf(boolean set) {
    return set ? bit : 0;
  }

  boolean isIn(int mask) {
    return (mask & bit) != 0;
  }

  /** Not a copy. */
  public byte[] column() {
    return column;
  }

  /** The column beside it with what the disagreeing child says; null where there is none. */
  byte[] childColumn() {
    return childColumn;
  }
}
