package io.daisychain.beam;

/** Takes what has been packed. */
@FunctionalInterface
public interface BlockSink {
  /**
   * Takes the first {@code length} bytes of an array, which is the caller's again afterwards.
   *
   * @param number what the bytes belong to
   */
  void accept(int number, byte[] buffer, int length);
}
