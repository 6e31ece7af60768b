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
  private ColumnFile file;
  private ColumnFile.Cursor cursor;
  private int group;

  WholeDatesAnswer(MarketKind kind, long from, long to, Collection<DayFiles> days) {
    this.kind = kind;
    this.columns = kind.shownColumns();
    this.from = from;
    this.to = to;
    this.days = days.iterator();
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
      DayFiles day = days.next();
      if (day.has(kind)) {
        file = day.open(kind);
        cursor = file.cursor();
        group = 0;
      }
      return true;
    }
    if (file.greatest(group, TIME) >= from && file.least(group, TIME) < to) {
      read(batch);
    }
    group++;
    return true;
  }

  /** Reads a row group behind the rows that are there. */
  private void read(ColumnBatch batch) throws IOException {
    int rows = file.rows(group);
    int at = batch.rows();
    batch.reserve(rows);
    for (int i = 0; i < columns.size(); i++) {
      boolean isText = columns.get(i).kind() == ColumnSpec.Kind.TEXT;
      if (isText && file.nulls(group, i) == rows) {
        Arrays.fill(batch.codes(i), at, at + rows, ColumnSpec.NO_TEXT);
      } else if (isText && i == SYMBOL && isOfOneSymbol()) {
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
    boolean isWhole = file.least(group, TIME) >= from && file.greatest(group, TIME) < to;
    batch.added(isWhole ? rows : keepInTime(batch, at, at + rows));
  }

  private boolean isOfOneSymbol() {
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
