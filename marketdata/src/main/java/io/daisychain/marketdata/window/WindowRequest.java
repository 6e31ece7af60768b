package io.daisychain.marketdata.window;

import io.daisychain.marketdata.AsOfMerge;
import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.SymbolRows;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;

/**
 * Windows over the trades, or over the best bids and offers, of some symbols.
 *
 * <p>The work is cut into pieces of about the same number of records, however they are spread over
 * symbols, so that no worker has more to do than others.
 *
 * @param symbols wanted; empty for all
 * @param value of each record
 * @param shape of the windows
 * @param fit degree of the polynomial that is fitted, 1 to 5; 0 for none
 * @param outliers which records are left out; null for none
 * @param withTrades whether windows of best bids and offers have the average price of the trades in
 *     their time, weighted by size
 */
public record WindowRequest(
    Set<String> symbols,
    WindowValue value,
    WindowShape shape,
    int fit,
    OutlierRule outliers,
    boolean withTrades) {
  private static final long MOST_PIECE_RECORDS = 1 << 18;
  private static final long LEAST_PIECE_RECORDS = 1 << 13;

  private static final Comparator<String> SYMBOL_ORDER =
      Comparator.comparing(
          symbol -> symbol.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  /** So many pieces of a date are enough for many workers. */
  private static final long ENOUGH_PIECES = 512;

  /** What was done. */
  public record Outcome(long pieces, List<String> missing, long outliers) {}

  /** A date's file, what its records are counted with, and where its trades are. */
  private record Source(
      String path,
      ColumnFile file,
      RowReader reader,
      Series scratch,
      String trades,
      Map<String, SymbolRows> tradeRows) {}

  /** Windows over prices of trades, or over the middle of the best bid and offer. */
  public WindowRequest(Set<String> symbols, MarketKind kind, WindowShape shape, int fit) {
    this(symbols, WindowValue.of(kind), shape, fit, null, false);
  }

  /** The records that are looked at. */
  public MarketKind kind() {
    return value.kind();
  }

  public String header() {
    return WindowRows.header(fit);
  }

  /** The same of each symbol that is named alone, in the order of their windows. */
  public List<WindowRequest> bySymbol() {
    return symbols.stream()
        .sorted(SYMBOL_ORDER)
        .map(each -> new WindowRequest(Set.of(each), value, shape, fit, outliers, withTrades))
        .toList();
  }

  /** Cuts the work; in the order of symbols, dates and windows. */
  public List<WindowPiece> pieces(MarketFolder market) throws IOException {
    return pieces(market.days().values(), new LongAdder());
  }

  /**
   * Cuts the work of some dates; in the order of symbols, dates and windows.
   *
   * @param found counts the records that are left out as outliers
   */
  public List<WindowPiece> pieces(Collection<DayFiles> days, LongAdder found) throws IOException {
    List<WindowPiece> pieces = new ArrayList<>();
    Set<String> wanted = new TreeSet<>(symbols);
    for (DayFiles day : days) {
      if (!day.has(kind())) {
        continue;
      }
      try (ColumnFile file = day.open(kind())) {
        Source source =
            new Source(
                day.path(kind()).toString(),
                file,
                Series.reader(file, value),
                new Series(),
                day.path(MarketKind.TRADE).toString(),
                tradeRows(day));
        Map<String, SymbolRows> all = rows(file);
        for (String symbol : wanted.isEmpty() ? new TreeSet<>(all.keySet()) : wanted) {
          if (all.containsKey(symbol)) {
            cut(source, all.get(symbol), pieces, found);
          }
        }
      }
    }
    pieces.sort(Comparator.comparing(WindowPiece::symbol, SYMBOL_ORDER));
    return pieces;
  }

  /** Where the symbols that are wanted lie in a file, and others where this costs no more. */
  private Map<String, SymbolRows> rows(ColumnFile file) throws IOException {
    if (symbols.isEmpty() || symbols.size() >= 8) {
      return AsOfMerge.symbolsOf(file);
    }
    Map<String, SymbolRows> few = new HashMap<>();
    for (String symbol : symbols) {
      SymbolRows rows = SymbolRows.of(file, symbol);
      if (rows.count() > 0) {
        few.put(symbol, rows);
      }
    }
    return few;
  }

  private Map<String, SymbolRows> tradeRows(DayFiles day) throws IOException {
    if (!withTrades || kind() == MarketKind.TRADE || !day.has(MarketKind.TRADE)) {
      return Map.of();
    }
    try (ColumnFile trades = day.open(MarketKind.TRADE)) {
      return rows(trades);
    }
  }

  private void cut(Source source, SymbolRows rows, List<WindowPiece> pieces, LongAdder found)
      throws IOException {
    OutlierPlaces places = OutlierPlaces.of(outliers, value);
    if (shape.isOfTime()) {
      cutByTime(source, rows, places, pieces);
    } else {
      cutByCount(source, rows, places, pieces);
    }
    found.add(OutlierPlaces.found(places));
  }

  private static long pieceRecords(ColumnFile file) {
    return Math.max(LEAST_PIECE_RECORDS, Math.min(MOST_PIECE_RECORDS, file.rows() / ENOUGH_PIECES));
  }

  private void cutByCount(
      Source source, SymbolRows rows, OutlierPlaces places, List<WindowPiece> pieces)
      throws IOException {
    ColumnFile file = source.file();
    int firstGroup = SymbolRows.groupOf(file, rows.from());
    int lastGroup = SymbolRows.groupOf(file, rows.to() - 1);
    long[] before = new long[lastGroup - firstGroup + 2];
    long[] seen = new long[before.length];
    for (int group = firstGroup; group <= lastGroup; group++) {
      long begin = Math.max(rows.from(), file.firstRow(group));
      long end = Math.min(rows.to(), file.firstRow(group) + file.rows(group));
      seen[group - firstGroup] = OutlierPlaces.seen(places);
      before[group - firstGroup + 1] =
          before[group - firstGroup]
              + (places == null && Series.areAllRecords(file, value, group)
                  ? end - begin
                  : source.scratch().count(source.reader(), value, places, begin, end));
    }
    long records = before[before.length - 1];
    if (records < shape.window()) {
      return;
    }
    long windows = (records - shape.window()) / shape.slide() + 1;
    long aPiece = Math.max(1, Math.max(pieceRecords(file), 8 * shape.window()) / shape.slide());
    int group = 0;
    for (long k = 0; k < windows; k += aPiece) {
      long end = Math.min(windows, k + aPiece);
      long firstRecord = k * shape.slide();
      long wanted = (end - 1) * shape.slide() + shape.window() - firstRecord;
      while (before[group + 1] <= firstRecord) {
        group++;
      }
      long row = Math.max(rows.from(), file.firstRow(firstGroup + group));
      pieces.add(
          new WindowPiece(
              source.path(),
              value,
              rows.symbol(),
              row,
              rows.to(),
              firstRecord - before[group],
              wanted,
              k,
              end,
              shape,
              fit,
              outliers,
              OutlierPlaces.from(places, seen[group], firstRecord - before[group] + wanted),
              source.tradeRows().containsKey(rows.symbol()) ? source.trades() : null,
              source.tradeRows().get(rows.symbol())));
    }
  }

  /** Windows of time of a piece, and the rows that they have. */
  private record Span(SymbolRows rows, long firstWindow, long endWindow) {}

  private void cutByTime(
      Source source, SymbolRows rows, OutlierPlaces places, List<WindowPiece> pieces)
      throws IOException {
    ColumnFile file = source.file();
    TradeDateBounds bounds = DayFiles.bounds(file);
    long last = TimeWindows.lastWindow(shape, bounds);
    long next = TimeWindows.firstWindowWith(shape, bounds, time(file, rows.from()));
    long row = rows.from();
    List<Span> spans = new ArrayList<>();
    while (next <= last && row < rows.to()) {
      long endRow = Math.min(rows.to(), row + pieceRecords(file));
      long end =
          endRow == rows.to()
              ? last + 1
              : Math.max(
                  next + 1, Math.floorDiv(time(file, endRow) - bounds.start(), shape.slide()) + 1);
      end = Math.min(end, last + 1);
      long from = bounds.start() + next * shape.slide();
      long to = bounds.start() + (end - 1) * shape.slide() + shape.window();
      SymbolRows wanted = rows.between(file, from, to);
      if (wanted.count() > 0) {
        spans.add(new Span(wanted, next, end));
      }
      next = end;
      row = endRow;
    }
    long[] seen = new long[spans.size()]; // records before each
    if (places != null) {
      long looked = rows.from();
      for (int i = 0; i < seen.length; i++) {
        long first = spans.get(i).rows().from();
        source.scratch().count(source.reader(), value, places, looked, first);
        seen[i] = OutlierPlaces.seen(places);
        looked = first;
      }
      source.scratch().count(source.reader(), value, places, looked, rows.to());
    }
    for (int i = 0; i < seen.length; i++) {
      Span span = spans.get(i);
      pieces.add(
          new WindowPiece(
              source.path(),
              value,
              rows.symbol(),
              span.rows().from(),
              span.rows().to(),
              0,
              Integer.MAX_VALUE,
              span.firstWindow(),
              span.endWindow(),
              shape,
              fit,
              outliers,
              OutlierPlaces.from(places, seen[i], span.rows().count()),
              source.tradeRows().containsKey(rows.symbol()) ? source.trades() : null,
              source.tradeRows().get(rows.symbol())));
    }
  }

  private static long time(ColumnFile file, long row) throws IOException {
    int group = SymbolRows.groupOf(file, row);
    long[] times = new long[file.rows(group)];
    file.cursor().read(group, 1, times);
    return times[(int) (row - file.firstRow(group))];
  }

  /**
   * Writes header and lines, by symbol, date and window.
   *
   * @param threads that make windows
   */
  public Outcome write(MarketFolder market, OutputStream out, int threads) throws IOException {
    LongAdder found = new LongAdder();
    List<WindowPiece> pieces = pieces(market.days().values(), found);
    Set<String> missing = new TreeSet<>(symbols);
    out.write((header() + "\n").getBytes(StandardCharsets.UTF_8));
    try (WindowWorkers workers = new WindowWorkers(threads)) {
      workers.make(
          pieces,
          WindowPiece::lines,
          (piece, lines) -> {
            missing.remove(piece.symbol());
            out.write(lines);
          });
    }
    out.flush();
    return new Outcome(pieces.size(), new ArrayList<>(missing), found.sum());
  }
}
