package io.daisychain.explorer.point;

/** A column of codes of a dictionary, as narrow as these are few. */
public abstract class Codes {
  private static final int MOST_NARROW = 1 << 16;

  public abstract int at(int index);

  abstract void set(int index, int code);

  /** An empty column for codes below {@code distinct}. */
  static Codes of(int size, int distinct) {
    return distinct <= MOST_NARROW ? new Narrow(size) : new Wide(size);
  }

  static final class Narrow extends Codes {
    final char[] codes;

    Narrow(int size) {
      codes = new char[size];
    }

    @Override
    public int at(int index) {
      return codes[index];
    }

    @Override
    void set(int index, int code) {
      codes[index] = (char) code;
    }
  }

  static final class Wide extends Codes {
    final int[] codes;

    Wide(int size) {
      codes = new int[size];
    }

    @Override
    public int at(int index) {
      return codes[index];
    }

    @Override
    void set(int index, int code) {
      codes[index] = code;
    }
  }
}
