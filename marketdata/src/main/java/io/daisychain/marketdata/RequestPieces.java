package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Cuts a request into pieces by symbol, trade date and number of rows, and fetches them. Pieces are
 * asked for by one thread and fetched by several.
 */
public final class RequestPieces implements Closeable {
  private static final int ROWS = 1 << 16;
  private static final int TIME = 1;
  private static final long NANOS_A_DAY = 86_400_000_000_000L;

  private final MarketRequest request;
  private final List<DayFiles> days;
  private final Iterator<String> symbolsLeft;
  private Iterator<DayFiles> daysLeft = Collections.emptyIterator();
  private String symbol;
  private final Deque<Piece> next = new ArrayDeque<>();

  /** The files of the dates, opened once. */
  private final Map<Path, ColumnFile> files = new HashMap<>();

  private final FoundSymbols found;

  /** By file, where its symbols are, if many are wanted. */
  private final Map<ColumnFile, Map<String, SymbolRows>> known = new HashMap<>();

  /**
   * Pieces of a request.
   *
   * @param days trade dates that there are; those that the request has nothing of are not opened
   * @param found where symbols are, as far as it is known, also of other requests
   */
  public RequestPieces(
      MarketRequest request, SortedMap<Integer, DayFiles> days, FoundSymbols found) {
    this.request = request;
    this.found = found;
    this.days = days.values().stream().filter(day -> mayHave(day.epochDay(), request)).toList();
    symbolsLeft = request.symbols().iterator();
  }

  /** Whether a date may have something of a request, in whatever zone it is one. */
  private static boolean mayHave(int epochDay, MarketRequest request) {
    return (epochDay + 2) * NANOS_A_DAY > request.from()
        && (epochDay - 2) * NANOS_A_DAY < request.to();
  }

  /** Rows of a kind in arrays: of each column numbers or codes of its texts, by row. */
  static final class Part {
    private final long[][] numbers;
    private final int[][] codes;
    private final TextCodes texts;
    private final int count;

    private Part(long[][] numbers, int[][] codes, TextCodes texts, int count) {
      this.numbers = numbers;
      this.codes = codes;
      this.texts = texts;
      this.count = count;
    }

    /** Values of a column that is no text. */
    long[] numbers(int column) {
      return numbers[column];
    }

    /** Codes of a column of text; null for another. */
    int[] codes(int column) {
      return codes[column];
    }

    TextCodes texts() {
      return texts;
    }

    int count() {
      return count;
    }

    long time(int row) {
      return numbers[TIME][row];
    }
  }

  /** What is fetched at once: of each kind the rows of a symbol in a stretch of time. */
  public record Piece(String symbol, DayFiles day, Map<MarketKind, SymbolRows> rows) {}

  /** Whether there is a further piece. */
  boolean hasNext() throws IOException {
    while (next.isEmpty() && advance()) {
      // until there is one
    }
    return !next.isEmpty();
  }

  /** Cuts the rows of a further symbol and date, of which there may be none; false after all. */
  public boolean advance() throws IOException {
    if (!daysLeft.hasNext()) {
      if (!symbolsLeft.hasNext() || days.isEmpty()) {
        return false;
      }
      symbol = symbolsLeft.next();
      daysLeft = days.iterator();
    }
    cut(symbol, daysLeft.next());
    return true;
  }

  /** The next piece of what is cut; null for none. */
  public Piece poll() {
    return next.poll();
  }

  /** The next piece, after {@link #hasNext}. */
  Piece next() {
    return next.remove();
  }

  /** Reads the rows of a piece. */
  Map<MarketKind, Part> fetch(Piece piece) throws IOException {
    Map<MarketKind, Part> parts = new EnumMap<>(MarketKind.class);
    for (Map.Entry<MarketKind, SymbolRows> wanted : piece.rows().entrySet()) {
      MarketKind kind = wanted.getKey();
      parts.put(kind, read(file(piece.day(), kind), kind, wanted.getValue()));
    }
    return parts;
  }

  /** A date's file, opened once. */
  public synchronized ColumnFile file(DayFiles day, MarketKind kind) throws IOException {
    Path path = day.path(kind);
    ColumnFile file = files.get(path);
    if (file == null) {
      file = ColumnFile.open(path);
      files.put(path, file);
    }
    return file;
  }

  private static Part read(ColumnFile file, MarketKind kind, SymbolRows rows) throws IOException {
    int count = Math.toIntExact(rows.count());
    List<ColumnSpec> columns = kind.shownColumns();
    TextCodes texts = new TextCodes();
    texts.code(rows.symbol());
    long[][] numbers = new long[columns.size()][];
    int[][] codes = new int[columns.size()][];
    int[] wanted = new int[columns.size() - 1];
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).kind() == ColumnSpec.Kind.TEXT) {
        codes[i] = new int[count]; // of the symbol 0 everywhere
      } else {
        numbers[i] = new long[count];
      }
      if (i > 0) {
        wanted[i - 1] = i;
      }
    }
    RowReader reader = new RowReader(file, texts, wanted);
    reader.seek(rows.from(), rows.to());
    int filled = 0;
    while (reader.next()) {
      int length = reader.end() - reader.begin();
      for (int i = 1; i < columns.size(); i++) {
        if (codes[i] != null) {
          System.arraycopy(reader.codes(i - 1), reader.begin(), codes[i], filled, length);
        } else {
          System.arraycopy(reader.numbers(i - 1), reader.begin(), numbers[i], filled, length);
        }
      }
      filled += length;
    }
    if (filled != count) {
      throw new IOException(filled + " rows in place of " + count);
    }
    return new Part(numbers, codes, texts, count);
  }

  private SymbolRows find(DayFiles day, MarketKind kind, ColumnFile file, String symbol)
      throws IOException {
    if (request.symbols().size() < 8) {
      return found.find(day, kind, file, symbol);
    }
    Map<String, SymbolRows> all = known.get(file);
    if (all == null) {
      all = AsOfMerge.symbolsOf(file);
      known.put(file, all);
    }
    return all.getOrDefault(symbol, new SymbolRows(symbol, 0, 0));
  }

  private void cut(String symbol, DayFiles day) throws IOException {
    Map<MarketKind, SymbolRows> rows = new EnumMap<>(MarketKind.class);
    for (MarketKind kind : request.kinds()) {
      if (!day.has(kind)) {
        continue;
      }
      ColumnFile file = file(day, kind);
      TradeDateBounds bounds = DayFiles.bounds(file);
      if (bounds.end() <= request.from() || bounds.start() >= request.to()) {
        continue;
      }
      SymbolRows all = find(day, kind, file, symbol);
      if (all.count() > 0 && (request.from() > bounds.start() || request.to() < bounds.end())) {
        all = all.between(file, request.from(), request.to());
      }
      if (all.count() > 0) {
        rows.put(kind, all);
      }
    }
    if (rows.size() == 1) {
      // Where a row group ends, so that none is read twice.
      MarketKind kind = rows.keySet().iterator().next();
      SymbolRows all = rows.get(kind);
      long at = all.from();
      while (at < all.to()) {
        long end = Math.min(all.to(), (at / ROWS + 1) * ROWS);
        next.add(new Piece(symbol, day, Map.of(kind, new SymbolRows(symbol, at, end))));
        at = end;
      }
    } else if (!rows.isEmpty()) {
      cutByTime(symbol, day, rows);
    }
  }

  /** Several kinds are cut at the same moments. */
  private void cutByTime(String symbol, DayFiles day, Map<MarketKind, SymbolRows> rows)
      throws IOException {
    Map<MarketKind, SymbolRows> left = new EnumMap<>(rows);
    while (true) {
      long cut = Long.MAX_VALUE;
      for (Map.Entry<MarketKind, SymbolRows> of : left.entrySet()) {
        if (of.getValue().count() > ROWS) {
          ColumnFile file = file(day, of.getKey());
          RowReader reader = new RowReader(file, new TextCodes(), TIME);
          long at = of.getValue().from() + ROWS;
          reader.seek(at, at + 1);
          reader.next();
          cut = Math.min(cut, reader.numbers(0)[reader.begin()]);
        }
      }
      Map<MarketKind, SymbolRows> piece = new EnumMap<>(MarketKind.class);
      boolean moved = false;
      for (Map.Entry<MarketKind, SymbolRows> of : left.entrySet()) {
        SymbolRows all = of.getValue();
        long end =
            cut == Long.MAX_VALUE ? all.to() : all.firstNotBefore(file(day, of.getKey()), cut);
        if (end > all.from()) {
          piece.put(of.getKey(), new SymbolRows(symbol, all.from(), end));
          moved = true;
        }
        of.setValue(new SymbolRows(symbol, end, all.to()));
      }
      if (!moved && cut != Long.MAX_VALUE) {
        // More rows of one moment than a piece has: they stay together.
        piece.putAll(left);
        left.replaceAll((kind, all) -> new SymbolRows(symbol, all.to(), all.to()));
      }
      if (!piece.isEmpty()) {
        next.add(new Piece(symbol, day, piece));
      }
      if (left.values().stream().allMatch(all -> all.count() == 0)) {
        return;
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    for (ColumnFile file : files.values()) {
      file.close();
    }
  }
}
