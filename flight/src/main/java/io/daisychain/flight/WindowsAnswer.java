package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.window.WindowPiece;
import io.daisychain.marketdata.window.WindowReader;
import io.daisychain.marketdata.window.WindowRequest;
import io.daisychain.marketdata.window.WindowRows;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Windows, as {@code marketdata windows} makes them. */
final class WindowsAnswer implements AnswerRows {
  private static final int FIRST_PRICE = 4;
  private static final int PRICES = 4;

  private final WindowRequest request;
  private final Collection<DayFiles> days;
  private final WindowReader reader = new WindowReader();
  private Deque<WindowPiece> pieces;

  WindowsAnswer(WindowRequest request, Collection<DayFiles> days) {
    this.request = request;
    this.days = days;
  }

  static List<ColumnBatch.Column> columns(WindowRequest request) {
    int scale = request.value().scale();
    List<ColumnBatch.Column> columns = new ArrayList<>();
    for (String name : request.header().split(",", -1)) {
      columns.add(
          switch (name) {
            case "symbol" -> new ColumnBatch.Column(ColumnSpec.text(name), false);
            case "from", "to" -> new ColumnBatch.Column(ColumnSpec.time(name), false);
            case "count" -> new ColumnBatch.Column(ColumnSpec.number(name, 0), false);
            case "open", "high", "low", "close" ->
                new ColumnBatch.Column(ColumnSpec.number(name, scale), false);
            default -> new ColumnBatch.Column(ColumnSpec.optionalNumber(name, 0), true);
          });
    }
    return columns;
  }

  @Override
  public boolean next(ColumnBatch batch) throws IOException {
    if (pieces == null) {
      pieces = new ArrayDeque<>(request.pieces(days, new LongAdder()));
      return true;
    }
    WindowPiece piece = pieces.poll();
    if (piece == null) {
      return false;
    }
    WindowRows windows = piece.windows(reader);
    double unit = Math.pow(10, piece.value().scale());
    int code = batch.texts().code(piece.symbol());
    int first = batch.rows();
    batch.reserve(windows.count());
    for (int i = 0; i < windows.count(); i++) {
      int row = first + i;
      batch.codes(0)[row] = code;
      batch.numbers(1)[row] = windows.from(i);
      batch.numbers(2)[row] = windows.to(i);
      batch.numbers(3)[row] = windows.records(i);
      long[] prices = windows.prices(i);
      for (int k = 0; k < PRICES; k++) {
        batch.numbers(FIRST_PRICE + k)[row] = prices[k];
      }
      double[] values = windows.values(i);
      for (int k = 0; k < values.length; k++) {
        // Adding 0 makes 0 of what is negative and 0, whose bits stand for null.
        batch.numbers(FIRST_PRICE + PRICES + k)[row] =
            Double.isFinite(values[k])
                ? Double.doubleToRawLongBits(values[k] / unit + 0.0)
                : ColumnSpec.NULL;
      }
    }
    batch.added(windows.count());
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
