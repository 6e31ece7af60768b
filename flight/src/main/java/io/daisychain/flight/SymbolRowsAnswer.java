package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.FoundSymbols;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.marketdata.MarketRequest;
import io.daisychain.marketdata.RequestPieces;
import io.daisychain.marketdata.RowReader;
import io.daisychain.marketdata.SymbolRows;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Rows of some symbols, by symbol, time and type, as {@code marketdata get} gives them. Symbols
 * that lie in one row group are read once where they come one behind the other.
 */
final class SymbolRowsAnswer implements AnswerRows {
  private static final int TIME = 1;

  private final RequestPieces pieces;
  private final List<MarketKind> kinds;

  /** Of each kind, the column of the answer at which each of its columns stands. */
  private final Map<MarketKind, int[]> places = new EnumMap<>(MarketKind.class);

  private final Map<MarketKind, Reading> readings = new EnumMap<>(MarketKind.class);
  private final List<ColumnSpec> columns;
  private final HeldDates held;

  /** What is next, where the rows before it are to be sent first; null for none. */
  private RequestPieces.Piece put;

  /** The file of a kind that is being read, and how far. */
  private static final class Reading {
    private ColumnFile file;
    private RowReader rows;

    /** Index of the next row, and of the one after the last that is in memory. */
    private int at;

    private int end;
    private boolean hasMore;

    boolean load() throws IOException {
      while (hasMore && at == end) {
        hasMore = rows.next();
        at = hasMore ? rows.begin() : 0;
        end = hasMore ? rows.end() : 0;
      }
      return at < end;
    }

    long time() {
      return rows.numbers(TIME)[at];
    }
  }

  SymbolRowsAnswer(
      MarketRequest request,
      SortedMap<Integer, DayFiles> days,
      FoundSymbols found,
      HeldDates held) {
    this.held = held;
    pieces = new RequestPieces(request, days, found);
    columns = request.columns();
    kinds = List.copyOf(request.kinds());
    for (MarketKind kind : kinds) {
      List<ColumnSpec> own = kind.shownColumns();
      int[] of = new int[own.size()];
      for (int i = 0; i < of.length; i++) {
        of[i] = place(own.get(i).name());
      }
      places.put(kind, of);
    }
  }

  private int place(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean next(ColumnBatch batch) throws IOException {
    RequestPieces.Piece piece = put == null ? pieces.poll() : put;
    put = null;
    if (piece == null) {
      return pieces.advance();
    }
    if (kinds.size() == 1 && held.has(piece.day()) && isShared(piece, batch)) {
      return true;
    }
    List<Reading> parts = new ArrayList<>();
    List<MarketKind> of = new ArrayList<>();
    for (Map.Entry<MarketKind, SymbolRows> wanted : piece.rows().entrySet()) {
      parts.add(open(batch, piece.day(), wanted.getKey(), wanted.getValue()));
      of.add(wanted.getKey());
    }
    while (true) {
      int first = -1;
      long bound = Long.MAX_VALUE;
      for (int i = 0; i < parts.size(); i++) {
        if (!parts.get(i).load()) {
          continue;
        }
        if (first < 0 || parts.get(i).time() < parts.get(first).time()) {
          bound = first < 0 ? bound : parts.get(first).time();
          first = i;
        } else {
          bound = Math.min(bound, parts.get(i).time());
        }
      }
      if (first < 0) {
        return true;
      }
      Reading part = parts.get(first);
      int end = part.end;
      if (parts.size() > 1) {
        // Rows up to the next one of another kind; of one time the kinds follow their order.
        long[] times = part.rows.numbers(TIME);
        end = part.at + 1;
        while (end < part.end && times[end] < bound) {
          end++;
        }
      }
      copy(batch, of.get(first), part, end);
    }
  }

  /** Shares the rows of a piece; false where they are to be read. */
  private boolean isShared(RequestPieces.Piece piece, ColumnBatch batch) throws IOException {
    MarketKind kind = kinds.get(0);
    SymbolRows rows = piece.rows().get(kind);
    ColumnFile file = pieces.file(piece.day(), kind);
    int group = SymbolRows.groupOf(file, rows.from());
    long first = file.firstRow(group);
    if (rows.count() < HeldDates.LEAST_ROWS || rows.to() > first + file.rows(group)) {
      return false;
    }
    if (batch.rows() > 0) {
      batch.end();
      put = piece;
    } else {
      int from = (int) (rows.from() - first);
      held.share(piece.day(), kind, file, group, from, from + (int) rows.count(), batch);
    }
    return true;
  }

  private Reading open(ColumnBatch batch, DayFiles day, MarketKind kind, SymbolRows rows)
      throws IOException {
    ColumnFile file = pieces.file(day, kind);
    Reading reading = readings.get(kind);
    if (reading == null || reading.file != file) {
      int[] wanted = new int[kind.shownColumns().size()];
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = i;
      }
      reading = new Reading();
      reading.file = file;
      reading.rows = new RowReader(file, batch.texts(), wanted);
      readings.put(kind, reading);
    }
    reading.rows.seek(rows.from(), rows.to());
    reading.at = 0;
    reading.end = 0;
    reading.hasMore = true;
    return reading;
  }

  private void copy(ColumnBatch batch, MarketKind kind, Reading part, int end) {
    int count = end - part.at;
    int row = batch.rows();
    batch.reserve(count);
    int[] of = places.get(kind);
    if (kinds.size() > 1) {
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).kind() == ColumnSpec.Kind.TEXT) {
          int code = i == 0 ? batch.texts().code(kind.word()) : ColumnSpec.NO_TEXT;
          java.util.Arrays.fill(batch.codes(i), row, row + count, code);
        } else {
          java.util.Arrays.fill(batch.numbers(i), row, row + count, ColumnSpec.NULL);
        }
      }
    }
    for (int i = 0; i < of.length; i++) {
      if (part.rows.codes(i) != null) {
        System.arraycopy(part.rows.codes(i), part.at, batch.codes(of[i]), row, count);
      } else {
        System.arraycopy(part.rows.numbers(i), part.at, batch.numbers(of[i]), row, count);
      }
    }
    batch.added(count);
    part.at = end;
  }

  @Override
  public void close() throws IOException {
    pieces.close();
  }
}
