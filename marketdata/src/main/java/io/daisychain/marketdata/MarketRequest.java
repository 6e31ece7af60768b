package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
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
  private static final long NANOS_A_DAY = 86_400_000_000_000L;

  /** A request. */
  public MarketRequest {
    TreeSet<String> sorted = new TreeSet<>(MarketRequest::compareBytes);
    sorted.addAll(symbols);
    symbols = sorted;
    kinds = EnumSet.copyOf(kinds);
  }

  private static int compareBytes(String one, String other) {
    return Arrays.compareUnsigned(
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
   * @param missingDates trade dates, in days since 1970-01-01, of which there is nothing
   */
  public record Service(
      long rows,
      int pieces,
      double meanMillis,
      double deviationMillis,
      List<String> missing,
      List<Integer> missingDates) {}

  /**
   * A moment as users write it: {@code 2026-03-16T13:30:00.5Z}, {@code 2026-03-16} for its begin in
   * UTC, or nanoseconds since 1970.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  public static long moment(String text) {
    try {
      if (text.matches("\\d{1,19}")) {
        return Long.parseLong(text);
      }
      Instant instant =
          text.length() == 10
              ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
              : Instant.parse(text);
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no moment such as 2026-03-16T13:30:00.5Z", e);
    }
  }

  /** The columns of an answer: those of the kind, or of all kinds with the kind before them. */
  public List<ColumnSpec> columns() {
    if (kinds.size() == 1) {
      return kinds.iterator().next().shownColumns();
    }
    List<ColumnSpec> all = new ArrayList<>();
    all.add(ColumnSpec.text("type"));
    for (String name :
        List.of(
            ("symbol time exchange bid bidSize bidExchange ask askSize askExchange price size "
                    + "condition")
                .split(" ", -1))) {
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

  static ColumnSpec find(List<ColumnSpec> columns, String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst().orElse(null);
  }

  /**
   * Writes an answer as text.
   *
   * @param threads that fetch
   */
  public Service write(MarketFolder market, Format format, OutputStream out, int threads)
      throws IOException {
    try (RequestOutput output = RequestOutput.of(this, format, out)) {
      return serve(market, output, threads);
    }
  }

  /** Writes an answer as a Parquet file, which must not be there. */
  public Service writeParquet(MarketFolder market, Path file, int threads) throws IOException {
    try (RequestOutput output = RequestOutput.parquet(this, file)) {
      return serve(market, output, threads);
    }
  }

  /** Fetches all rows and hands them to nobody: what fetching costs. */
  public Service fetch(MarketFolder market, int threads) throws IOException {
    try (RequestOutput nowhere = RequestOutput.none()) {
      return serve(market, nowhere, threads);
    }
  }

  private Service serve(MarketFolder market, RequestOutput output, int threads) throws IOException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    Statistics statistics = new Statistics();
    Set<String> missing = new TreeSet<>(symbols);
    SortedMap<Integer, DayFiles> days = market.days();
    try (RequestPieces pieces = new RequestPieces(this, days, new FoundSymbols(1))) {
      Deque<Future<Map<MarketKind, RequestPieces.Part>>> begun = new ArrayDeque<>();
      while (pieces.hasNext() || !begun.isEmpty()) {
        while (pieces.hasNext() && begun.size() <= threads) {
          RequestPieces.Piece piece = pieces.next();
          missing.remove(piece.symbol());
          begun.add(executor.submit(() -> fetch(pieces, piece, statistics)));
        }
        if (!begun.isEmpty()) {
          merge(result(begun.remove()), output);
        }
      }
      output.finish();
      return statistics.service(new ArrayList<>(missing), missingDates(days));
    } finally {
      executor.shutdownNow();
    }
  }

  /**
   * The trade dates of the request that have nothing of a kind that it asks for: from its first to
   * its last, where it says these, else from the first or to the last date that there is.
   */
  private List<Integer> missingDates(SortedMap<Integer, DayFiles> days) throws IOException {
    List<Integer> missing = new ArrayList<>();
    if (days.isEmpty()) {
      return missing;
    }
    // A date that is not there begins by the same rules as those that are.
    DayFiles known = days.get(days.lastKey());
    long shift = known.bounds().start() - known.epochDay() * NANOS_A_DAY;
    int first = from == Long.MIN_VALUE ? days.firstKey() : epochDay(from, shift);
    int last = to == Long.MAX_VALUE ? days.lastKey() : epochDay(to - 1, shift);
    for (int day = first; day <= last; day++) {
      DayFiles there = days.get(day);
      if (there == null || !kinds.stream().allMatch(there::has)) {
        missing.add(day);
      }
    }
    return missing;
  }

  private static int epochDay(long time, long shift) {
    return (int) Math.floorDiv(time - shift, NANOS_A_DAY);
  }

  private static Map<MarketKind, RequestPieces.Part> fetch(
      RequestPieces pieces, RequestPieces.Piece piece, Statistics statistics) throws IOException {
    long began = System.nanoTime();
    Map<MarketKind, RequestPieces.Part> parts = pieces.fetch(piece);
    long rows = parts.values().stream().mapToLong(RequestPieces.Part::count).sum();
    statistics.add(rows, System.nanoTime() - began);
    return parts;
  }

  /**
   * Waits for a part of an answer.
   *
   * @throws IOException with the cause of a failure
   */
  public static <T> T result(Future<T> future) throws IOException {
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
  private static void merge(Map<MarketKind, RequestPieces.Part> parts, RequestOutput output)
      throws IOException {
    if (parts.size() == 1) {
      Map.Entry<MarketKind, RequestPieces.Part> only = parts.entrySet().iterator().next();
      output.rows(only.getKey(), only.getValue(), 0, only.getValue().count());
      return;
    }
    // Kinds are in the order of their words.
    MarketKind[] kinds = parts.keySet().toArray(new MarketKind[0]);
    int[] at = new int[kinds.length];
    while (true) {
      int first = -1;
      for (int i = 0; i < kinds.length; i++) {
        RequestPieces.Part part = parts.get(kinds[i]);
        if (at[i] < part.count()
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

    synchronized Service service(List<String> missing, List<Integer> missingDates) {
      double mean = pieces == 0 ? 0 : sum / pieces;
      double variance = pieces == 0 ? 0 : squares / pieces - mean * mean;
      return new Service(
          rows, pieces, mean, Math.sqrt(Math.max(0, variance)), missing, missingDates);
    }
  }
}
