package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Codes;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.Values;
import io.daisychain.explorer.point.Workers;
import java.util.Arrays;

/**
 * How many events a view has in each cell of a frame, and the events themselves where they are few.
 *
 * <p>Points are sorted by time, so that a column's points lie together: its cells stay in the
 * cache, and no two threads share a column.
 */
public final class Picture {
  /** More are shown as density. */
  static final int MOST_MARKS = 10_000;

  public final Frame frame;

  /** Events by column and row, rows from below; faulty ones among them in {@link #faulty}. */
  public final int[] counts;

  public final int[] faulty;

  /** The events that are drawn, by time; null where they are too many. */
  public final int[] marks;

  public final int drawn;
  public final int above;
  public final int below;

  /** Events of the view that have no such value. */
  public final int without;

  private Picture(Frame frame, int[] counts, int[] faulty, Piece[] pieces) {
    this.frame = frame;
    this.counts = counts;
    this.faulty = faulty;
    this.drawn = Arrays.stream(pieces).mapToInt(piece -> piece.drawn).sum();
    this.above = Arrays.stream(pieces).mapToInt(piece -> piece.above).sum();
    this.below = Arrays.stream(pieces).mapToInt(piece -> piece.below).sum();
    this.without = Arrays.stream(pieces).mapToInt(piece -> piece.without).sum();
    if (drawn > MOST_MARKS) {
      marks = null;
    } else {
      marks = new int[drawn];
      int next = 0;
      for (Piece piece : pieces) {
        System.arraycopy(piece.marks, 0, marks, next, piece.drawn);
        next += piece.drawn;
      }
    }
  }

  /** What one thread found. */
  private static final class Piece {
    final int[] marks = new int[MOST_MARKS];

    /** Values of events that follow each other; a power of two of them. */
    final double[] block = new double[1024];

    int drawn;
    int above;
    int below;
    int without;
  }

  /** Draws a view, what is marked in it aside. */
  public static Picture of(Points points, EventView view, Frame frame) {
    int[] counts = new int[frame.width() * frame.height()];
    int[] faulty = new int[counts.length];
    PointFilter filter = new PointFilter(points, view.withoutBrush());
    Values values = view.measure().of(points);
    int first = Math.max(filter.from, points.from(frame.from()));
    int end = Math.max(first, Math.min(filter.to, points.from(frame.to())));
    int count = Workers.pieces(end - first);
    Piece[] pieces = new Piece[count];
    int[] columns = new int[count + 1];
    for (int i = 0; i < count; i++) {
      pieces[i] = new Piece();
      columns[i] =
          i == 0 ? 0 : column(points, frame, first + (int) ((long) (end - first) * i / count));
    }
    columns[count] = frame.width();
    boolean[] faults = new boolean[points.kinds.size()];
    for (int i = 0; i < faults.length; i++) {
      faults[i] = points.kinds.isFaulty(i);
    }
    Drawing drawing = new Drawing(filter, values, frame, frame.rows(), faults, counts, faulty);
    Workers.each(
        count,
        piece -> {
          int from = first;
          for (int column = columns[piece]; column < columns[piece + 1]; column++) {
            if (column == columns[piece]) {
              from = Math.max(first, points.from(frame.start(column)));
            }
            int to = Math.min(end, next(points, from, end, frame.start(column + 1)));
            drawing.column(pieces[piece], column, from, to);
            from = Math.max(from, to);
          }
        });
    return new Picture(frame, counts, faulty, pieces);
  }

  private static int column(Points points, Frame frame, int index) {
    int column = (int) (frame.across(points.time[index]) * frame.width());
    return Math.max(0, Math.min(frame.width(), column));
  }

  /** First point at or after a time, looked for from a point on with growing steps. */
  private static int next(Points points, int from, int end, long time) {
    int step = 1;
    int low = from;
    int high = from;
    while (high < end && points.time[high] < time) {
      low = high + 1;
      high = Math.min(end, high + step);
      step <<= 1;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.time[middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What all threads draw with and into. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Drawing(
      PointFilter filter,
      Values values,
      Frame frame,
      Frame.Rows rows,
      boolean[] faults,
      int[] counts,
      int[] faulty) {

    void column(Piece piece, int column, int from, int to) {
      int base = column * frame.height();
      Codes kind = filter.points.kind;
      double low = frame.low();
      double high = frame.high();
      boolean all = filter.isOpen();
      int drawn = piece.drawn;
      int above = 0;
      int below = 0;
      int without = 0;
      double[] block = piece.block;
      for (int i = from; i < to; i++) {
        int within = i - from & block.length - 1;
        if (within == 0) {
          values.copy(i, Math.min(to, i + block.length), block);
        }
        if (!all && !filter.passes(i)) {
          continue;
        }
        double value = block[within];
        if (value >= low && value <= high) {
          int cell = base + rows.of(value);
          counts[cell]++;
          if (faults[kind.at(i)]) {
            faulty[cell]++;
          }
          if (drawn < MOST_MARKS) {
            piece.marks[drawn] = i;
          }
          drawn++;
        } else if (value > high) {
          above++;
        } else if (value < low) {
          below++;
        } else {
          without++;
        }
      }
      piece.drawn = drawn;
      piece.above += above;
      piece.below += below;
      piece.without += without;
    }
  }
}
