package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.TimeAxis;
import io.daisychain.explorer.point.Workers;

/**
 * Events of a view over all times that are shown, whatever window and brush are.
 *
 * @param from first nanosecond
 * @param to nanosecond after the last
 * @param counts by equal parts of that time
 * @param faulty those with an error status
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Timeline(long from, long to, int[] counts, int[] faulty) {

  public static Timeline of(Points points, EventView view, int parts) {
    int[] counts = new int[parts];
    int[] faulty = new int[parts];
    PointFilter filter = new PointFilter(points, view.withoutAreas());
    TimeAxis axis = points.axis;
    Frame frame = new Frame(axis, axis.first(), axis.last(), 0, 1, false, parts, 1);
    boolean alone = Workers.pieces(points.size()) == 1;
    Workers.each(
        alone ? 1 : parts,
        piece -> {
          int first = alone ? 0 : piece;
          int last = alone ? parts - 1 : piece;
          for (int part = first; part <= last; part++) {
            int from = points.from(frame.start(part));
            int to = points.from(frame.start(part + 1));
            for (int i = from; i < to; i++) {
              if (filter.passes(i)) {
                counts[part]++;
                faulty[part] += points.kinds.isFaulty(points.kind.at(i)) ? 1 : 0;
              }
            }
          }
        });
    return new Timeline(frame.from(), frame.to(), counts, faulty);
  }
}
