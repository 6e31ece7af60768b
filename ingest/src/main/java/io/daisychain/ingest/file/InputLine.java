package io.daisychain.ingest.file;

/** A line of input, or a piece of one, and where it stands. */
public interface InputLine {
  /** The array that holds it. */
  byte[] buffer();

  int from();

  /** Where it ends, its line feed excluded. */
  int to();

  /** True when it is part of a stretch that is longer than any message may be. */
  boolean isOversized();

  /** True when it goes on such a stretch. */
  boolean isContinuation();

  /** True when the stretch goes on after it. */
  boolean isOpen();

  /** Its number, from 1. */
  long lines();

  /** Offset in the file of an index of {@link #buffer}, negative where there is no file. */
  long fileOffset(int index);
}
