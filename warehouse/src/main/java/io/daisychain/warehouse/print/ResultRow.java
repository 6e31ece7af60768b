package io.daisychain.warehouse.print;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The current row of a result, its values in the form in which they are published. */
public abstract class ResultRow {
  public static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'");

  /** Goes to the next row; to the first at the beginning. */
  public abstract boolean next() throws SQLException;

  public abstract int size();

  public abstract String name(int column);

  /**
   * Value of a column: null, {@link Boolean}, {@link Number}, {@link List}, {@link Map} or {@link
   * String}.
   */
  public abstract Object value(int column) throws SQLException;

  /** Value of a column in text, null for a null. */
  public final String text(int column) throws SQLException {
    return text(value(column));
  }

  /** All further rows in text. */
  public final List<String[]> rest() throws SQLException {
    List<String[]> rows = new ArrayList<>();
    while (next()) {
      String[] cells = new String[size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = text(i);
      }
      rows.add(cells);
    }
    return rows;
  }

  private static String text(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ResultRow::text).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + ": " + text(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return value.toString();
  }

  public static Object plainNumber(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    }
    if (number instanceof Double || number instanceof Float) {
      double real = number.doubleValue();
      if (Double.isNaN(real) || Double.isInfinite(real)) {
        return number.toString();
      }
      // By way of its text, which is the shortest that means this number.
      BigDecimal decimal = new BigDecimal(number.toString()).stripTrailingZeros();
      return decimal.signum() == 0 ? BigDecimal.ZERO : decimal;
    }
    return number;
  }
}
