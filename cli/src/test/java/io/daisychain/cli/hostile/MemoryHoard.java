package io.daisychain.cli.hostile;

import io.daisychain.cli.OutOfMemory;

/** A program that takes all memory, catches the error and goes on, as libraries do. */
public final class MemoryHoard {
  private static Object[] hoard = {};

  private MemoryHoard() {}

  public static void main(String[] args) {
    OutOfMemory.watch();
    while (true) {
      try {
        hoard = new Object[] {hoard, new byte[1 << 20]};
      } catch (OutOfMemoryError e) {
        Thread.onSpinWait();
      }
    }
  }
}
