package io.daisychain.marketdata;

import io.daisychain.model.text.TextLines;
import io.daisychain.warehouse.column.ColumnSpec;

/** Lines of market data. Not thread-safe. */
public final class MarketText extends TextLines {
  /** A number of a column; nothing for null. */
  void putValue(ColumnSpec column, long value) {
    if (value != ColumnSpec.NULL) {
      if (column.kind() == ColumnSpec.Kind.TIME) {
        putTime(value);
      } else {
        putNumber(value, column.scale());
      }
    }
  }
}
