package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnFileWriter;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The market at each event of a trade date: one row an event, by merging the events with the best
 * bid and offer, both sorted by symbol and time.
 *
 * <p>Events come in pieces of 65,536, which threads take one after the other: a busy symbol is many
 * pieces, so no thread waits for another. Memory holds a few pieces and a row group of quotes for
 * each thread, however many there are of both.
 */
public final class EventMarket {
  /** Columns of the file; the trade date is in its folder's name. */
  public static final List<ColumnSpec> COLUMNS =
      List.of(
          ColumnSpec.uuid("id"),
          ColumnSpec.optionalNumber("bid", 4),
          ColumnSpec.optionalNumber("bidSize", 0),
          ColumnSpec.optionalNumber("ask", 4),
          ColumnSpec.optionalNumber("askSize", 0),
          ColumnSpec.optionalNumber("mid", AsOfMerge.MID_SCALE),
          ColumnSpec.optionalPlainTime("nbboTime"),
          ColumnSpec.optionalNumber("mid1s", AsOfMerge.MID_SCALE),
          ColumnSpec.optionalNumber("mid1m", AsOfMerge.MID_SCALE),
          ColumnSpec.optionalNumber("mid5m", AsOfMerge.MID_SCALE),
          ColumnSpec.optionalNumber("lowBid", 4),
          ColumnSpec.optionalNumber("highAsk", 4));

  /**
   * An event.
   *
   * @param moment nanoseconds since 1970
   * @param symbol of its market; empty without one
   * @param isExecution whether it is an execution that stands
   */
  public record Event(UUID id, long moment, String symbol, boolean isFill, boolean isExecution) {}

  /** Events of a trade date, sorted by symbol and time. */
  public interface Events {
    /** The next one; null behind the last. */
    Event next() throws IOException, SQLException;

    /** Those whose columns are the five of {@link Event}. */
    static Events of(ResultSet rows) {
      return () ->
          rows.next()
              ? new Event(
                  rows.getObject(1, UUID.class),
                  rows.getLong(2),
                  rows.getString(3),
                  rows.getBoolean(4),
                  rows.getBoolean(5))
              : null;
    }
  }

  private static final int PIECE = 1 << 16;
  private static final int UNFINISHED = 2; // pieces a thread

  private EventMarket() {}

  /** Events of one piece, sorted by symbol and time. */
  private static final class Piece {
    final UUID[] ids = new UUID[PIECE];
    final String[] symbols = new String[PIECE];
    final long[] moments = new long[PIECE];
    final boolean[] isFill = new boolean[PIECE];
    final boolean[] isExecution = new boolean[PIECE];
    int count;
    AsOfMerge.Found found;

    /** Finds what was in force, symbol by symbol. */
    Piece find(AsOfMerge merge) throws IOException {
      found = new AsOfMerge.Found(count);
      int from = 0;
      while (from < count) {
        int to = from + 1;
        while (to < count && symbols[to].equals(symbols[from])) {
          to++;
        }
        merge.find(symbols[from], moments, isFill, from, to, found);
        merge.lookBack(symbols[from], moments, isExecution, from, to, found);
        from = to;
      }
      return this;
    }
  }

  /**
   * Writes the file of a trade date.
   *
   * @param nbbo the date's best bid and offer
   * @param target which must not be there
   * @param threads that find what was in force
   * @return number of rows
   */
  public static long write(Events events, Path nbbo, Path target, int threads)
      throws IOException, SQLException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (ColumnFile file = ColumnFile.open(nbbo);
        ColumnFileWriter writer =
            new ColumnFileWriter(target, COLUMNS, new TextCodes(), Map.of())) {
      Map<String, SymbolRows> symbols = AsOfMerge.symbolsOf(file);
      ThreadLocal<AsOfMerge> merges = ThreadLocal.withInitial(() -> new AsOfMerge(file, symbols));
      Deque<Future<Piece>> begun = new ArrayDeque<>();
      for (Piece piece = read(events); piece.count > 0; piece = read(events)) {
        Piece filled = piece;
        Callable<Piece> task = () -> filled.find(merges.get());
        begun.add(executor.submit(task));
        if (begun.size() >= UNFINISHED * threads) {
          put(MarketRequest.result(begun.remove()), writer);
        }
      }
      while (!begun.isEmpty()) {
        put(MarketRequest.result(begun.remove()), writer);
      }
      writer.finish();
      return writer.rows();
    } finally {
      executor.shutdownNow();
    }
  }

  private static Piece read(Events events) throws IOException, SQLException {
    Piece piece = new Piece();
    while (piece.count < PIECE) {
      Event event = events.next();
      if (event == null) {
        break;
      }
      int i = piece.count++;
      piece.ids[i] = event.id();
      piece.moments[i] = event.moment();
      piece.symbols[i] = event.symbol();
      piece.isFill[i] = event.isFill();
      piece.isExecution[i] = event.isExecution();
    }
    return piece;
  }

  private static void put(Piece piece, ColumnFileWriter writer) throws IOException {
    AsOfMerge.Found found = piece.found;
    for (int i = 0; i < piece.count; i++) {
      UUID id = piece.ids[i];
      writer.set(0, id.getMostSignificantBits(), id.getLeastSignificantBits());
      writer.set(1, found.bid[i]);
      writer.set(2, found.bidSize[i]);
      writer.set(3, found.ask[i]);
      writer.set(4, found.askSize[i]);
      writer.set(5, found.mid(i));
      writer.set(6, found.time[i]);
      for (int h = 0; h < found.later.length; h++) {
        writer.set(7 + h, found.later[h][i]);
      }
      writer.set(10, found.lowBid[i]);
      writer.set(11, found.highAsk[i]);
      writer.endRow();
    }
  }
}
