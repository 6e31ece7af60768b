package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.Summary;
import io.daisychain.explorer.point.Kinds;
import io.daisychain.explorer.point.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Counts of a view by value, as JSON: {@code [value, events]}, most first, an empty one for none.
 */
final class FacetJson {
  /** Of texts with many values, so many are sent, and those that are chosen. */
  private static final int MOST = 200;

  private FacetJson() {}

  static void put(ObjectNode node, Points points, Summary summary, EventView view) {
    ObjectNode facets = node.putObject("facets");
    put(facets.putArray("symbol"), texts(points.symbols), summary.symbols, 12, view.symbols());
    put(
        facets.putArray("reporter"),
        texts(points.reporters),
        summary.reporters,
        MOST,
        view.reporters());
    Kinds kinds = points.kinds;
    put(facets.putArray("type"), kinds.types(), summary.types(kinds), MOST, view.types());
    put(facets.putArray("status"), kinds.words(), summary.words(kinds), MOST, view.statuses());
    put(facets.putArray("side"), kinds.sides(), summary.sides(kinds), MOST, view.sides());
    node.put("symbols", IntStream.of(summary.symbols).filter(count -> count > 0).count());
    node.put("reporters", IntStream.of(summary.reporters).filter(count -> count > 0).count());
  }

  /** Values by code, an empty one for none. */
  private static List<String> texts(Points.Texts texts) {
    List<String> values = new ArrayList<>(Arrays.asList(texts.values()));
    values.set(0, "");
    return values;
  }

  private static void put(
      ArrayNode to, List<String> values, int[] counts, int most, List<String> chosen) {
    Set<String> wanted = new HashSet<>(chosen);
    List<Integer> order =
        IntStream.range(0, counts.length)
            .filter(i -> counts[i] > 0 || wanted.contains(values.get(i)))
            .boxed()
            .sorted(Comparator.comparingInt((Integer i) -> -counts[i]))
            .toList();
    int sent = 0;
    for (int i : order) {
      if (sent++ < most || wanted.contains(values.get(i))) {
        to.addArray().add(values.get(i)).add(counts[i]);
      }
    }
  }
}
