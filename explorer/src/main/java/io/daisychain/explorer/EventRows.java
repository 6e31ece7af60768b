package io.daisychain.explorer;

import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.PointFilter;
import io.daisychain.explorer.picture.Summary;
import io.daisychain.explorer.point.Points;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The events of a view, or of a list in it, as CSV for spreadsheets. They are asked for by
 * stretches of time, so that the first rows are there at once, the warehouse sorts few of them at a
 * time, and nothing goes on when the reader is gone.
 */
final class EventRows {
  /** Events of a stretch, at least; those of one nanosecond are together. */
  private static final int STRETCH = 100_000;

  private final ShownPublication publication;
  private final EventView view;
  private final Points points;
  private final Optional<TradeThroughs> throughs;

  private final int stretch;

  /** The events of a view. */
  EventRows(ShownPublication publication, EventView view) throws IOException {
    this(publication, view, Optional.empty(), STRETCH);
  }

  /**
   * Events.
   *
   * @param throughs which are the list, if it is theirs
   * @param stretch events that are asked for together, at least
   */
  EventRows(
      ShownPublication publication, EventView view, Optional<TradeThroughs> throughs, int stretch)
      throws IOException {
    this.publication = publication;
    this.view = view;
    this.throughs = throughs;
    this.stretch = stretch;
    this.points = publication.points();
  }

  /**
   * The events of a list: of trade-throughs the worst first, with the best price and by how much it
   * was passed.
   */
  static EventRows ofAlert(ShownPublication publication, EventView view, Alert alert)
      throws IOException {
    return alert == Alert.TRADE_THROUGHS
        ? new EventRows(
            publication, view.withStatuses(List.of()), Optional.of(publication.throughs()), STRETCH)
        : new EventRows(publication, view.withStatuses(alert.statuses()));
  }

  /** How many there are. */
  int size() {
    if (throughs.isPresent()) {
      return throughs.get().within(new PointFilter(points, view)).size();
    }
    return Summary.of(points, view).events;
  }

  /** Prints them. */
  void print(OutputStream out) throws IOException {
    String dates = publication.dates().condition();
    ViewSql sql = ViewSql.of(view, dates);
    if (throughs.isPresent()) {
      print(TradeThroughs.select(sql.conditions()), sql.values(), out);
      return;
    }
    List<Long> ends = ends();
    for (int i = 0; i < ends.size(); i++) {
      List<String> values = new ArrayList<>(Arrays.asList(sql.values()));
      String conditions = sql.conditions() + " AND e.timestampNanos < CAST(? AS BIGINT)";
      values.add("" + ends.get(i));
      if (i > 0) {
        conditions += " AND e.timestampNanos >= CAST(? AS BIGINT)";
        values.add("" + ends.get(i - 1));
      }
      print(
          ViewRows.select(conditions),
          values.toArray(String[]::new),
          i == 0 ? out : new WithoutFirstLine(out));
    }
  }

  private void print(String sql, String[] values, OutputStream out) throws IOException {
    publication.warehouse.print(sql, QueryFormat.SPREADSHEET, out, values);
  }

  /** Times before which the stretches end. */
  private List<Long> ends() {
    List<Long> ends = new ArrayList<>();
    PointFilter filter = new PointFilter(points, view);
    int count = 0;
    for (int i = filter.from; i < filter.to; i++) {
      if (count >= stretch && points.time[i] != points.time[i - 1]) {
        ends.add(points.time[i]);
        count = 0;
      }
      count += filter.passes(i) ? 1 : 0;
    }
    return Stream.concat(ends.stream(), Stream.of(Long.MAX_VALUE)).toList();
  }

  /** Leaves out the header, whose names have no line breaks. */
  private static final class WithoutFirstLine extends FilterOutputStream {
    private boolean isBehind;

    WithoutFirstLine(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      if (isBehind) {
        out.write(b);
      }
      isBehind |= b == '\n';
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int from = offset;
      int end = offset + length;
      while (!isBehind && from < end) {
        isBehind = bytes[from++] == '\n';
      }
      out.write(bytes, from, end - from);
    }
  }
}
