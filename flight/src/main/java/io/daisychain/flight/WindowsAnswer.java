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

/**
 * Windows, as {@code marketdata windows} makes them. With outliers all values have to be looked at
 * before there are pieces, each of which then holds those before it: that is done for one symbol
 * and date at a time.
 */
final class WindowsAnswer implements AnswerRows {
  private static final int FIRST_PRICE = 4;
  private static final int PRICES = 4;

  /** What is cut into pieces one after the other, each of one part of the dates after the other. */
  private final List<WindowRequest> requests;

  private final List<Collection<DayFiles>> dates;
  private final WindowReader reader = new WindowReader();
  private final Deque<WindowPiece> pieces = new ArrayDeque<>();
  private int cut;

  WindowsAnswer(WindowRequest request, Collection<DayFiles> days) {
    boolean isWhole = request.outliers() == null;
    requests = isWhole ? List.of(request) : request.bySymbol();
    dates = isWhole ? List.of(days) : days.stream().<Collection<DayFiles>>map(List::of).toList();
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
    WindowPiece piece = pieces.poll();
    if (piece == null) {
      return cut();
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

  /** Cuts what comes next; false if that was all. */
  private boolean cut() throws IOException {
    if (cut == requests.size() * dates.size()) {
      return false;
    }
    WindowRequest request = requests.get(cut / dates.size());
    pieces.addAll(request.pieces(dates.get(cut % dates.size()), new LongAdder()));
    cut++;
    return true;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
