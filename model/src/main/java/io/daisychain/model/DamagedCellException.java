package io.daisychain.model;

/** A stored cell that nothing of ours wrote, or that was changed since. */
public final class DamagedCellException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  DamagedCellException(String kind, RuntimeException cause) {
    super("a damaged " + kind + " cell: " + cause.getMessage(), cause);
  }
}
