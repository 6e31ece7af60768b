package io.daisychain.marketdata.window;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.FileKey;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/**
 * Windows that are kept beside the market data that they are made of, as the table {@code windows}
 * of warehouses. What was asked for, but for the symbols, is a set, which is a file of each trade
 * date; a set that is stored again replaces that file, whole or not at all.
 */
public final class WindowTable {
  /** As warehouses call it. */
  public static final String NAME = "windows";

  /** What it is, for readers. */
  public static final String MEANING =
      "Windows of quotes and trades, as kept by marketdata windows --store: a row a window, of each"
          + " set of parameters.";

  /** Digits after the point of prices, as many as any value has. */
  private static final int SCALE = 6;

  private static final int COEFFICIENTS = 6;

  /**
   * A column.
   *
   * @param spec of it in the file
   * @param meaning for readers
   */
  public record Column(ColumnSpec spec, String meaning) {}

  /** Its columns, in order; the trade date, {@code date}, comes after them. */
  public static final List<Column> COLUMNS = columns();

  private static final int FIRST_PRICE = 10;
  private static final int FIRST_DOUBLE = FIRST_PRICE + 4;

  /** The average price, coefficients and the forecast. */
  private static final int DOUBLES = COEFFICIENTS + 2;

  private WindowTable() {}

  /** What was stored: windows by trade date, symbols without one, records that were left out. */
  public record Stored(SortedMap<Integer, Long> rows, List<String> missing, long outliers) {}

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    add(columns, ColumnSpec.text("symbol"), "Symbol.");
    add(columns, ColumnSpec.text("value"), "What of: price, mid, bid, bidSize, ask or askSize.");
    add(columns, ColumnSpec.text("length"), "--window, such as 1000 or 10m.");
    add(columns, ColumnSpec.text("slide"), "--slide, such as 25 or 1m.");
    add(columns, ColumnSpec.number("fit", 0), "Degree of the polynomial; 0 for none.");
    add(columns, ColumnSpec.optionalText("outliers"), "--outliers as K/N/G; null for none.");
    add(
        columns,
        ColumnSpec.number("number", 0),
        "Which of its symbol, set and date: begins at record, or slide of the date, number times"
            + " slide.");
    add(columns, ColumnSpec.time("fromTime"), "When it begins: with what is from then on.");
    add(
        columns,
        ColumnSpec.time("toTime"),
        "When it ends: of counts its last record, of times what is before.");
    add(columns, ColumnSpec.number("count", 0), "Its records.");
    add(columns, price("open"), "Its first value.");
    add(columns, price("high"), "Its highest value.");
    add(columns, price("low"), "Its lowest value.");
    add(columns, price("close"), "Its last value.");
    add(columns, ColumnSpec.optionalDouble("vwap"), "Average price of its time's trades by size.");
    for (int i = 0; i < COEFFICIENTS; i++) {
      add(columns, ColumnSpec.optionalDouble("c" + i), "Coefficient of x^%d.".formatted(i));
    }
    add(columns, ColumnSpec.optionalDouble("forecast"), "What the fit says of the next close.");
    return List.copyOf(columns);
  }

  private static ColumnSpec price(String name) {
    return new ColumnSpec(name, ColumnSpec.Kind.DECIMAL, SCALE, false);
  }

  private static void add(List<Column> columns, ColumnSpec spec, String meaning) {
    columns.add(new Column(spec, meaning));
  }

  /** Its columns in a file. */
  public static List<ColumnSpec> specs() {
    return COLUMNS.stream().map(Column::spec).toList();
  }

  /**
   * Stores the windows of some trade dates.
   *
   * @param days which dates, in days since 1970-01-01
   * @param threads that make windows
   * @throws IOException if another process is loading; nothing has changed then, or where it fails
   */
  public static Stored store(
      WindowRequest request, MarketFolder market, IntPredicate days, int threads)
      throws IOException {
    SortedMap<Integer, Long> rows = new TreeMap<>();
    Set<String> missing = new TreeSet<>(request.symbols());
    LongAdder outliers = new LongAdder();
    try (MarketFolder.Load load = market.begin();
        WindowWorkers workers = new WindowWorkers(threads)) {
      for (DayFiles day : market.days().values()) {
        if (days.test(day.epochDay()) && day.has(request.kind())) {
          List<WindowPiece> pieces = request.pieces(List.of(day), outliers);
          pieces.forEach(piece -> missing.remove(piece.symbol()));
          rows.put(day.epochDay(), write(request, day, pieces, load, workers));
        }
      }
      load.commit();
    }
    return new Stored(rows, List.copyOf(missing), outliers.sum());
  }

  private static String set(WindowRequest request) {
    String outliers =
        request.outliers() == null
            ? ""
            : "-" + request.outliers().text(request.value()).replace('/', '_');
    return "%s-%s-%s-%d%s"
        .formatted(
            request.value(),
            request.shape().windowText(),
            request.shape().slideText(),
            request.fit(),
            outliers);
  }

  private static long write(
      WindowRequest request,
      DayFiles day,
      List<WindowPiece> pieces,
      MarketFolder.Load load,
      WindowWorkers workers)
      throws IOException {
    TextCodes texts = new TextCodes();
    TradeDateBounds bounds = day.bounds();
    try (ColumnFileWriter file =
        new ColumnFileWriter(
            FileKey.fresh(load.version(day.epochDay()).resolve(DayFiles.windowFile(set(request)))),
            specs(),
            texts,
            DayFiles.notes(load.id(), bounds))) {
      WindowShape shape = request.shape();
      int value = texts.code(request.value().toString());
      int length = texts.code(shape.windowText());
      int slide = texts.code(shape.slideText());
      int outliers =
          request.outliers() == null
              ? ColumnSpec.NO_TEXT
              : texts.code(request.outliers().text(request.value()));
      int scale = request.value().scale();
      workers.make(
          pieces,
          WindowPiece::windows,
          (piece, windows) -> {
            int symbol = texts.code(piece.symbol());
            for (int i = 0; i < windows.count(); i++) {
              file.set(0, symbol);
              file.set(1, value);
              file.set(2, length);
              file.set(3, slide);
              file.set(4, request.fit());
              file.set(5, outliers);
              file.set(
                  6,
                  shape.isOfTime()
                      ? (windows.from(i) - bounds.start()) / shape.slide()
                      : piece.fromWindow() + i);
              file.set(7, windows.from(i));
              file.set(8, windows.to(i));
              file.set(9, windows.records(i));
              set(windows, i, scale, file);
              file.endRow();
            }
          });
      file.finish();
      return file.rows();
    }
  }

  /**
   * Sets prices, average price, coefficients and forecast of the row that is being written.
   *
   * @param scale of the windows' value
   */
  private static void set(WindowRows windows, int row, int scale, ColumnFileWriter file) {
    long toScale = (long) Math.pow(10, SCALE - scale);
    int column = FIRST_PRICE;
    for (long price : windows.prices(row)) {
      file.set(column++, Math.multiplyHigh(price, toScale), price * toScale);
    }
    double unit = Math.pow(10, scale);
    double[] values = windows.values(row);
    int coefficients = values.length - 2; // and the forecast, where there are some
    for (int i = 0; i < DOUBLES; i++) {
      int from = i < DOUBLES - 1 ? i : values.length - 1;
      boolean isThere = i == 0 || i <= coefficients || (i == DOUBLES - 1 && coefficients > 0);
      if (isThere && !Double.isNaN(values[from])) {
        file.setDouble(FIRST_DOUBLE + i, values[from] / unit);
      } else {
        file.setNull(FIRST_DOUBLE + i);
      }
    }
  }
}
