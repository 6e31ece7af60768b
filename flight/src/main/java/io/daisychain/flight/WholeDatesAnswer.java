package io.daisychain.flight;

import io.daisychain.marketdata.DayFiles;
import io.daisychain.marketdata.MarketKind;
import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** All rows of a kind, by date, symbol and time, as they stand in the files. */
final class WholeDatesAnswer implements AnswerRows {
  private static final int SYMBOL = 0;
  private static final int TIME = 1;

  private final MarketKind kind;
  private final List<ColumnSpec> columns;
  private final long from;
  private final long to;
  private final Iterator<DayFiles> days;
  private final HeldDates held;
  private DayFiles day;
  private ColumnFile file;
  private ColumnFile.Cursor cursor;
  private int group;

  WholeDatesAnswer(MarketKind kind, long from, long to, Collection<DayFiles> days, HeldDates held) {
    this.kind = kind;
    this.columns = kind.shownColumns();
    this.from = from;
    this.to = to;
    this.days = days.iterator();
    this.held = held;
  }

  @Override
  public boolean next(ColumnBatch batch) throws IOException {
    if (file != null && group == file.groups()) {
      close();
    }
    if (file == null) {
      if (!days.hasNext()) {
        return false;
      }
      day = days.next();
      if (day.has(kind)) {
        file = day.open(kind);
        cursor = file.cursor();
        group = 0;
      }
      return true;
    }
    boolean isWhole = file.least(group, TIME) >= from && file.greatest(group, TIME) < to;
    if (isWhole && held.has(day)) {
      if (batch.rows() > 0) {
        batch.end();
        return true;
      }
      held.share(day, kind, file, group, 0, file.rows(group), batch);
    } else if (file.greatest(group, TIME) >= from && file.least(group, TIME) < to) {
      int at = batch.rows();
      int rows = read(kind, file, cursor, group, batch);
      batch.added(isWhole ? rows : keepInTime(batch, at, at + rows));
    }
    group++;
    return true;
  }

  /** Reads a row group behind the rows that are there, to be added; returns how many it has. */
  static int read(
      MarketKind kind, ColumnFile file, ColumnFile.Cursor cursor, int group, ColumnBatch batch)
      throws IOException {
    List<ColumnSpec> columns = kind.shownColumns();
    int rows = file.rows(group);
    int at = batch.rows();
    batch.reserve(rows);
    for (int i = 0; i < columns.size(); i++) {
      boolean isText = columns.get(i).kind() == ColumnSpec.Kind.TEXT;
      if (isText && file.nulls(group, i) == rows) {
        Arrays.fill(batch.codes(i), at, at + rows, ColumnSpec.NO_TEXT);
      } else if (isText && i == SYMBOL && isOfOneSymbol(file, group)) {
        byte[] only = file.leastText(group, i);
        Arrays.fill(batch.codes(i), at, at + rows, batch.texts().code(only, 0, only.length));
      } else if (at == 0 && isText) {
        cursor.read(group, i, batch.codes(i), batch.texts());
      } else if (at == 0) {
        cursor.read(group, i, batch.numbers(i));
      } else if (isText) {
        int[] codes = new int[rows];
        cursor.read(group, i, codes, batch.texts());
        System.arraycopy(codes, 0, batch.codes(i), at, rows);
      } else {
        long[] numbers = new long[rows];
        cursor.read(group, i, numbers);
        System.arraycopy(numbers, 0, batch.numbers(i), at, rows);
      }
    }
    return rows;
  }

  private static boolean isOfOneSymbol(ColumnFile file, int group) {
    return Arrays.equals(file.leastText(group, SYMBOL), file.greatestText(group, SYMBOL));
  }

  /** Moves the rows whose times are wanted to the front; returns how many there are. */
  private int keepInTime(ColumnBatch batch, int begin, int end) {
    int kept = begin;
    for (int row = begin; row < end; row++) {
      long time = batch.numbers(TIME)[row];
      if (time < from || time >= to) {
        continue;
      }
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).kind() == ColumnSpec.Kind.TEXT) {
          batch.codes(i)[kept] = batch.codes(i)[row];
        } else {
          batch.numbers(i)[kept] = batch.numbers(i)[row];
        }
      }
      kept++;
    }
    return kept - begin;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
