package io.daisychain.model;

/** A stored cell that cannot be read: another program wrote it, or it was changed. */
public final class DamagedCellException extends IllegalStateException {
  /** A cell of a kind, and why it cannot be read. */
  public DamagedCellException(String kind, RuntimeException cause) {
    super("a damaged " + kind + " cell: " + cause.getMessage(), cause);
  }

  private DamagedCellException(RowKey row, DamagedCellException cause) {
    super("row " + row + ": " + cause.getMessage(), cause);
  }

  /** The same with the cell's row, which readers of cells do not know. */
  public DamagedCellException inRow(RowKey row) {
    return new DamagedCellException(row, this);
  }
}
