package io.daisychain.model;

/** A stored cell that nothing of ours wrote, or that was changed since. */
public final class DamagedCellException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /** A cell of a kind, of which a reader made nothing. */
  public DamagedCellException(String kind, RuntimeException cause) {
    super("a damaged " + kind + " cell: " + cause.getMessage(), cause);
  }

  private DamagedCellException(RowKey row, DamagedCellException cause) {
    super("row " + row + ": " + cause.getMessage(), cause);
  }

  /** The same in words that name the cell's row; readers of cells do not know it. */
  public DamagedCellException inRow(RowKey row) {
    return new DamagedCellException(row, this);
  }
}
