package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Hands out market data of some symbols and kinds from one moment on, before another, by symbol,
 * time and kind.
 *
 * <p>A request is cut into pieces by symbol, trade date and number of rows; pieces are fetched by
 * several threads while the last one is handed on.
 *
 * @param symbols wanted
 * @param from first nanosecond since 1970
 * @param to the nanosecond after the last
 * @param kinds wanted
 */
public record MarketRequest(Set<String> symbols, long from, long to, Set<MarketKind> kinds) {
  private static final int PIECE_ROWS = 1 << 16;
  private static final int TIME = 1;

  /** A request. */
  public MarketRequest {
    TreeSet<String> sorted = new TreeSet<>(MarketRequest::compareBytes);
    sorted.addAll(symbols);
    symbols = sorted;
    kinds = EnumSet.copyOf(kinds);
  }

  private static int compareBytes(String one, String other) {
    return java.util.Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Forms of an answer. */
  public enum Format {
    CSV,
    JSON,
    PARQUET
  }

  /**
   * How a request was served.
   *
   * @param rows that were handed on
   * @param pieces in which they were fetched
   * @param meanMillis mean time to fetch a piece
   * @param deviationMillis standard deviation of it
   * @param missing symbols of which there was nothing
   */
  public record Service(
      long rows, int pieces, double meanMillis, double deviationMillis, List<String> missing) {}

  /** The columns of an answer: those of the kind, or of all kinds with the kind before them. */
  public List<ColumnSpec> columns() {
    if (kinds.size() == 1) {
      return kinds.iterator().next().shownColumns();
    }
    List<ColumnSpec> all = new ArrayList<>();
    all.add(ColumnSpec.text("type"));
    for (String name :
        List.of(
            "symbol",
            "time",
            "exchange",
            "bid",
            "bidSize",
            "bidExchange",
            "ask",
            "askSize",
            "askExchange",
            "price",
            "size",
            "condition")) {
      ColumnSpec found = null;
      boolean isEverywhere = true;
      for (MarketKind kind : kinds) {
        ColumnSpec column = find(kind.shownColumns(), name);
        found = column == null ? found : column;
        isEverywhere &= column != null && !column.isOptional();
      }
      if (found != null) {
        all.add(new ColumnSpec(name, found.kind(), found.scale(), !isEverywhere));
      }
    }
    return all;
  }

  private static ColumnSpec find(List<ColumnSpec> columns, String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst().orElse(null);
  }

  /** Takes the rows of an answer, kind by kind and part by part. */
  private interface Output extends Closeable {
    void rows(MarketKind kind, Part part, int begin, int end) throws IOException;

    void finish() throws IOException;
  }

  /** Rows of a kind in arrays, by column. */
  private static final class Part {
    private final long[][] numbers;
    private final int[][] codes;
    private final TextCodes texts;
    private final int count;

    Part(long[][] numbers, int[][] codes, TextCodes texts, int count) {
      this.numbers = numbers;
      this.codes = codes;
      this.texts = texts;
      this.count = count;
    }

    long time(int row) {
      return numbers[TIME][row];
    }
  }

  /** What is fetched at once: of each kind the rows of a symbol in a stretch of time. */
  private record Piece(String symbol, DayFiles day, Map<MarketKind, SymbolRows> rows) {}

  /**
   * Writes an answer as text.
   *
   * @param threads that fetch
   */
  public Service write(MarketFolder market, Format format, OutputStream out, int threads)
      throws IOException {
    try (Output output = format == Format.CSV ? new Csv(out) : new Json(out)) {
      return serve(market, output, threads);
    }
  }

  /** Writes an answer as a Parquet file, which must not be there. */
  public Service writeParquet(MarketFolder market, Path file, int threads) throws IOException {
    try (Output output = new Parquet(file)) {
      return serve(market, output, threads);
    }
  }

  /** Fetches all rows and hands them to nobody: what fetching costs. */
  public Service fetch(MarketFolder market, int threads) throws IOException {
    return serve(market, new Nowhere(), threads);
  }

  private Service serve(MarketFolder market, Output output, int threads) throws IOException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    Open files = new Open();
    Statistics statistics = new Statistics();
    Set<String> missing = new TreeSet<>(symbols);
    try (files) {
      Iterator<Piece> pieces = new Pieces(market.days(), files);
      Deque<Future<Map<MarketKind, Part>>> begun = new ArrayDeque<>();
      while (pieces.hasNext() || !begun.isEmpty()) {
        while (pieces.hasNext() && begun.size() <= threads) {
          Piece piece = pieces.next();
          missing.remove(piece.symbol());
          Callable<Map<MarketKind, Part>> fetch = () -> files.fetch(piece, statistics);
          begun.add(executor.submit(fetch));
        }
        if (!begun.isEmpty()) {
          merge(result(begun.remove()), output);
        }
      }
      output.finish();
      return statistics.service(new ArrayList<>(missing));
    } finally {
      executor.shutdownNow();
    }
  }

  private static <T> T result(Future<T> future) throws IOException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Hands on the rows of several kinds by time, then by the kind's word. */
  private static void merge(Map<MarketKind, Part> parts, Output output) throws IOException {
    if (parts.size() == 1) {
      Map.Entry<MarketKind, Part> only = parts.entrySet().iterator().next();
      output.rows(only.getKey(), only.getValue(), 0, only.getValue().count);
      return;
    }
    // Kinds are in the order of their words.
    MarketKind[] kinds = parts.keySet().toArray(new MarketKind[0]);
    int[] at = new int[kinds.length];
    while (true) {
      int first = -1;
      for (int i = 0; i < kinds.length; i++) {
        Part part = parts.get(kinds[i]);
        if (at[i] < part.count
            && (first < 0 || part.time(at[i]) < parts.get(kinds[first]).time(at[first]))) {
          first = i;
        }
      }
      if (first < 0) {
        return;
      }
      output.rows(kinds[first], parts.get(kinds[first]), at[first], at[first] + 1);
      at[first]++;
    }
  }

  /** Times of pieces; threads add to it. */
  private static final class Statistics {
    private long rows;
    private int pieces;
    private double sum;
    private double squares;

    synchronized void add(long count, long nanos) {
      rows += count;
      pieces++;
      sum += nanos / 1e6;
      squares += nanos / 1e6 * (nanos / 1e6);
    }

    synchronized Service service(List<String> missing) {
      double mean = pieces == 0 ? 0 : sum / pieces;
      double variance = pieces == 0 ? 0 : squares / pieces - mean * mean;
      return new Service(rows, pieces, mean, Math.sqrt(Math.max(0, variance)), missing);
    }
  }

  /** The files of the dates, opened once. */
  private static final class Open implements Closeable {
    private final Map<Path, ColumnFile> files = new HashMap<>();

    synchronized ColumnFile file(DayFiles day, MarketKind kind) throws IOException {
      Path path = day.path(kind);
      ColumnFile file = files.get(path);
      if (file == null) {
        file = ColumnFile.open(path);
        files.put(path, file);
      }
      return file;
    }

    Map<MarketKind, Part> fetch(Piece piece, Statistics statistics) throws IOException {
      long began = System.nanoTime();
      long count = 0;
      Map<MarketKind, Part> parts = new EnumMap<>(MarketKind.class);
      for (Map.Entry<MarketKind, SymbolRows> wanted : piece.rows().entrySet()) {
        ColumnFile file = file(piece.day(), wanted.getKey());
        Part part = read(file, wanted.getKey(), wanted.getValue());
        parts.put(wanted.getKey(), part);
        count += part.count;
      }
      statistics.add(count, System.nanoTime() - began);
      return parts;
    }

    @Override
    public synchronized void close() throws IOException {
      for (ColumnFile file : files.values()) {
        file.close();
      }
    }
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

  /** Cuts the request. */
  private final class Pieces implements Iterator<Piece> {
    private final SortedMap<Integer, DayFiles> days;
    private final Open files;
    private final Iterator<String> symbolsLeft = symbols.iterator();
    private final Deque<Piece> next = new ArrayDeque<>();

    /** By file, where its symbols are, if many are wanted. */
    private final Map<ColumnFile, Map<String, SymbolRows>> known = new HashMap<>();

    Pieces(SortedMap<Integer, DayFiles> days, Open files) {
      this.days = days;
      this.files = files;
    }

    @Override
    public boolean hasNext() {
      try {
        while (next.isEmpty() && symbolsLeft.hasNext()) {
          String symbol = symbolsLeft.next();
          for (DayFiles day : days.values()) {
            cut(symbol, day);
          }
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return !next.isEmpty();
    }

    @Override
    public Piece next() {
      if (!hasNext()) {
        throw new java.util.NoSuchElementException();
      }
      return next.remove();
    }

    private SymbolRows find(ColumnFile file, String symbol) throws IOException {
      if (symbols.size() < 8) {
        return SymbolRows.of(file, symbol);
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
      for (MarketKind kind : kinds) {
        if (!day.has(kind)) {
          continue;
        }
        ColumnFile file = files.file(day, kind);
        TradeDateBounds bounds = DayFiles.bounds(file);
        if (bounds.end() <= from || bounds.start() >= to) {
          continue;
        }
        SymbolRows found = find(file, symbol);
        if (found.count() > 0 && (from > bounds.start() || to < bounds.end())) {
          found = found.between(file, from, to);
        }
        if (found.count() > 0) {
          rows.put(kind, found);
        }
      }
      if (rows.size() == 1) {
        // Where a row group ends, so that none is read twice.
        MarketKind kind = rows.keySet().iterator().next();
        SymbolRows all = rows.get(kind);
        long at = all.from();
        while (at < all.to()) {
          long end = Math.min(all.to(), (at / PIECE_ROWS + 1) * PIECE_ROWS);
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
          if (of.getValue().count() > PIECE_ROWS) {
            ColumnFile file = files.file(day, of.getKey());
            RowReader reader = new RowReader(file, new TextCodes(), TIME);
            long at = of.getValue().from() + PIECE_ROWS;
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
              cut == Long.MAX_VALUE
                  ? all.to()
                  : all.firstNotBefore(files.file(day, of.getKey()), cut);
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
  }

  /** Where each column of an answer is in a kind's; -1 where it is not. */
  private Map<MarketKind, int[]> places() {
    Map<MarketKind, int[]> places = new EnumMap<>(MarketKind.class);
    List<ColumnSpec> columns = columns();
    for (MarketKind kind : kinds) {
      int[] of = new int[columns.size()];
      for (int i = 0; i < of.length; i++) {
        ColumnSpec found = find(kind.shownColumns(), columns.get(i).name());
        of[i] = found == null ? -1 : kind.shownColumns().indexOf(found);
      }
      places.put(kind, of);
    }
    return places;
  }

  /** Text in lines. */
  private abstract class Lines implements Output {
    final List<ColumnSpec> columns = columns();
    final Map<MarketKind, int[]> places = places();
    final MarketText text = new MarketText();
    private final OutputStream out;

    Lines(OutputStream out) {
      this.out = out;
    }

    abstract void line(MarketKind kind, Part part, int row);

    @Override
    public void rows(MarketKind kind, Part part, int begin, int end) throws IOException {
      for (int row = begin; row < end; row++) {
        line(kind, part, row);
        if (text.size() > 1 << 15) {
          flush();
        }
      }
    }

    private void flush() throws IOException {
      out.write(text.bytes(), 0, text.size());
      text.clear();
    }

    @Override
    public void finish() throws IOException {
      flush();
      out.flush();
    }

    @Override
    public void close() {}
  }

  private final class Csv extends Lines {
    Csv(OutputStream out) {
      super(out);
      for (int i = 0; i < columns.size(); i++) {
        text.put((i > 0 ? "," : "") + columns.get(i).name());
      }
      text.put('\n');
    }

    @Override
    void line(MarketKind kind, Part part, int row) {
      int[] of = places.get(kind);
      for (int i = 0; i < of.length; i++) {
        if (i > 0) {
          text.put(',');
        }
        if (of[i] < 0) {
          if (columns.get(i).name().equals("type")) {
            text.put(kind.word());
          }
        } else if (part.codes[of[i]] != null) {
          int code = part.codes[of[i]][row];
          if (code != ColumnSpec.NO_TEXT) {
            text.putField(part.texts.bytes(code));
          }
        } else {
          text.putValue(columns.get(i), part.numbers[of[i]][row]);
        }
      }
      text.put('\n');
    }
  }

  private final class Json extends Lines {
    Json(OutputStream out) {
      super(out);
    }

    @Override
    void line(MarketKind kind, Part part, int row) {
      int[] of = places.get(kind);
      for (int i = 0; i < of.length; i++) {
        ColumnSpec column = columns.get(i);
        text.put(i == 0 ? "{\"" : ",\"");
        text.put(column.name());
        text.put("\":");
        if (of[i] < 0) {
          text.put(column.name().equals("type") ? "\"" + kind.word() + "\"" : "null");
        } else if (part.codes[of[i]] != null) {
          int code = part.codes[of[i]][row];
          if (code == ColumnSpec.NO_TEXT) {
            text.put("null");
          } else {
            text.putString(part.texts.bytes(code));
          }
        } else if (part.numbers[of[i]][row] == ColumnSpec.NULL) {
          text.put("null");
        } else if (column.kind() == ColumnSpec.Kind.TIME) {
          text.put('"');
          text.putTime(part.numbers[of[i]][row]);
          text.put('"');
        } else {
          text.putNumber(part.numbers[of[i]][row], column.scale());
        }
      }
      text.put("}\n");
    }
  }

  private final class Parquet implements Output {
    private final List<ColumnSpec> columns = columns();
    private final Map<MarketKind, int[]> places = places();
    private final TextCodes texts = new TextCodes();
    private final ColumnFileWriter writer;
    private int[] codes = new int[0];
    private TextCodes codesOf;

    Parquet(Path file) throws IOException {
      writer = new ColumnFileWriter(file, columns, texts, Map.of());
    }

    @Override
    public void rows(MarketKind kind, Part part, int begin, int end) throws IOException {
      if (codesOf != part.texts) {
        codes = new int[part.texts.size()];
        for (int code = 0; code < codes.length; code++) {
          byte[] text = part.texts.bytes(code);
          codes[code] = texts.code(text, 0, text.length);
        }
        codesOf = part.texts;
      }
      int[] of = places.get(kind);
      for (int row = begin; row < end; row++) {
        for (int i = 0; i < of.length; i++) {
          boolean isText = columns.get(i).kind() == ColumnSpec.Kind.TEXT;
          if (of[i] < 0) {
            writer.set(
                i,
                columns.get(i).name().equals("type")
                    ? texts.code(kind.word())
                    : isText ? ColumnSpec.NO_TEXT : ColumnSpec.NULL);
          } else if (isText) {
            int code = part.codes[of[i]][row];
            writer.set(i, code == ColumnSpec.NO_TEXT ? code : codes[code]);
          } else {
            writer.set(i, part.numbers[of[i]][row]);
          }
        }
        writer.endRow();
      }
    }

    @Override
    public void finish() throws IOException {
      writer.finish();
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  private static final class Nowhere implements Output {
    @Override
    public void rows(MarketKind kind, Part part, int begin, int end) {}

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }
}
