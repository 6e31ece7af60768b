package io.daisychain.explorer.picture;

import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The events at a place of a picture.
 *
 * @param count events within reach
 * @param events the nearest of them, nearest first, of equals a faulty one
 */
public record Nearest(int count, List<Integer> events) {
  /** Pixels within which a click is meant for an event. */
  private static final double REACH = 9;

  private static final int MOST = 12;

  private record Candidate(int event, double distance, boolean faulty) {}

  /**
   * Looks around a place.
   *
   * @param across share of the width, from the left
   * @param up share of the height, from below
   */
  public static Nearest of(Points points, EventView view, Frame frame, double across, double up) {
    PointFilter filter = new PointFilter(points, view.withoutBrush());
    Values values = view.measure().of(points);
    int column = (int) Math.floor(across * frame.width() - REACH);
    int last = (int) Math.ceil(across * frame.width() + REACH);
    int from = Math.max(filter.from, points.from(frame.start(Math.max(0, column))));
    int to = Math.min(filter.to, points.from(frame.start(Math.min(frame.width(), last + 1))));
    List<Candidate> candidates = new ArrayList<>();
    int count = 0;
    double worst = Double.POSITIVE_INFINITY;
    for (int i = from; i < to; i++) {
      if (!filter.passes(i)) {
        continue;
      }
      double value = values.at(i);
      if (!(value >= frame.low() && value <= frame.high())) {
        continue;
      }
      double x = (frame.across(points.time[i]) - across) * frame.width();
      double y = (frame.shareOf(value) - up) * frame.height();
      double distance = x * x + y * y;
      if (distance > REACH * REACH) {
        continue;
      }
      count++;
      if (candidates.size() < 4 * MOST || distance <= worst) {
        candidates.add(new Candidate(i, distance, points.kinds.isFaulty(points.kind.at(i))));
        if (candidates.size() >= 16 * MOST) {
          candidates = best(candidates);
          worst = candidates.get(candidates.size() - 1).distance();
        }
      }
    }
    return new Nearest(count, best(candidates).stream().map(Candidate::event).toList());
  }

  private static List<Candidate> best(List<Candidate> candidates) {
    return new ArrayList<>(
        candidates.stream()
            .sorted(
                Comparator.comparingDouble(Candidate::distance)
                    .thenComparing(candidate -> !candidate.faulty())
                    .thenComparingInt(Candidate::event))
            .limit(MOST)
            .toList());
  }
}
