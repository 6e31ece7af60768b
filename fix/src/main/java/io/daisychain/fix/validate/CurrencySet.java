package io.daisychain.fix.validate;

/** Codes of three capital letters, as a set of bits. */
final class CurrencySet {
  private static final int LETTERS = 26;

  /** Result of {@link #index} for anything else than three capital letters. */
  static final int NO_CODE = -1;

  private final long[] bits = new long[LETTERS * LETTERS * LETTERS / 64 + 1];

  void addAll(String[] codes) {
    for (String code : codes) {
      int index = index((byte) code.charAt(0), (byte) code.charAt(1), (byte) code.charAt(2));
      bits[index >> 6] |= 1L << index;
    }
  }

  static int index(byte first, byte second, byte third) {
    int a = first - 'A';
    int b = second - 'A';
    int c = third - 'A';
    int last = LETTERS - 1;
    return (a | b | c | last - a | last - b | last - c) < 0
        ? NO_CODE
        : (a * LETTERS + b) * LETTERS + c;
  }

  boolean contains(int index) {
    return (bits[index >> 6] & 1L << index) != 0;
  }
}
