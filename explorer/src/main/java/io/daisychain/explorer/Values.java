package io.daisychain.explorer;

/** A value of each event; NaN for none. */
abstract class Values {
  abstract float at(int index);

  /** A stored column. */
  static final class Column extends Values {
    private final float[] values;

    Column(float[] values) {
      this.values = values;
    }

    @Override
    float at(int index) {
      return values[index];
    }
  }

  /** Price beside the first trade of the symbol. */
  static final class Return extends Values {
    private final float[] price;
    private final float[] first;
    private final Codes symbol;

    Return(float[] price, float[] first, Codes symbol) {
      this.price = price;
      this.first = first;
      this.symbol = symbol;
    }

    @Override
    float at(int index) {
      return (float) ((double) price[index] / first[symbol.at(index)] - 1);
    }
  }
}
