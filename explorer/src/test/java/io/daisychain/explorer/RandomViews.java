package io.daisychain.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.Frame;
import io.daisychain.explorer.picture.Parameters;
import io.daisychain.explorer.picture.Picture;
import io.daisychain.explorer.picture.Summary;
import io.daisychain.explorer.point.Kinds;
import io.daisychain.explorer.point.Measure;
import io.daisychain.explorer.point.Points;
import io.daisychain.model.text.TextLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Random views of a publication: what pictures and counts say of each is what its SQL says. {@code
 * .ci/campaign views VIEWS SEED [WAREHOUSE]} checks many, of a warehouse of random events or of one
 * that is there.
 */
final class RandomViews {
  private static final int EVENTS = 20_000;

  private final ShownPublication publication;
  private final Points points;
  private final List<Measure> measures;
  private final Random draw;
  private final String said;
  private int counts;

  RandomViews(ShownPublication publication, long seed) throws IOException {
    this.publication = publication;
    this.points = publication.awaitPoints();
    this.draw = new Random(seed);
    this.said = ", seed " + seed;
    boolean market = MarketQueries.isThere(publication.warehouse);
    this.measures =
        Stream.of(Measure.values()).filter(one -> market || one != Measure.PLACE).toList();
  }

  /** Number of views, seed, and the warehouse if it is not one of random events. */
  public static void main(String[] args) throws Exception {
    int views = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path folder = Files.createTempDirectory("daisychain-views");
    try {
      Path file;
      if (args.length > 2) {
        file = Path.of(args[2]).toAbsolutePath();
      } else {
        RandomWarehouse warehouse = RandomWarehouse.write(folder, seed, EVENTS);
        warehouse.quote();
        file = warehouse.file;
      }
      try (ShownPublication publication =
          ShownPublication.open(ShownWarehouse.whole(file, Optional.empty()), Integer.MAX_VALUE)) {
        RandomViews random = new RandomViews(publication, seed);
        long events = random.check(views);
        System.out.printf(
            "%,d views of %,d events (%,d in all): %,d counts as SQL has them, seed %d%n",
            views, random.points.size(), events, random.counts, seed);
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  static EventView view(String fragment) {
    return EventView.of(Parameters.parse(fragment, EventView.PARAMETERS));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text == null ? "" : text, StandardCharsets.UTF_8);
  }

  /** A view in which every filter may be set. */
  String fragment() {
    List<String> parts = new ArrayList<>();
    Measure measure = measures.get(draw.nextInt(measures.size()));
    parts.add("y=" + measure.parameter());
    for (String filter : List.of("symbol", "reporter", "type", "side", "customer", "status")) {
      for (int i = draw.nextInt(4) - 1; i > 0; i--) {
        int event = draw.nextInt(points.size());
        Kinds.Kind kind = points.kinds.kind(points.kind.at(event));
        String value =
            switch (filter) {
              case "symbol" -> points.symbols.at(event);
              case "reporter" -> points.reporters.at(event);
              case "type" -> kind.type();
              case "side" -> kind.side();
              case "customer" -> points.customers.at(event);
              default -> kind.status() == null ? null : kind.status().replaceFirst(";.*", "");
            };
        parts.add(filter + "=" + encoded(value));
      }
    }
    long least = points.time[0];
    long span = points.time[points.size() - 1] - least;
    for (String prefix : List.of("", "b")) {
      if (draw.nextInt(3) == 0) {
        long from = least + (long) (draw.nextDouble() * span * 0.7);
        parts.add(prefix + "from=" + from);
        parts.add(
            prefix + "to=" + TextLines.timeText(from + (long) (draw.nextDouble() * span) + 1));
      }
      if (draw.nextInt(3) == 0) {
        BigDecimal a = limit(measure);
        BigDecimal b = limit(measure);
        if (draw.nextInt(4) > 0) {
          parts.add(prefix + "low=" + a.min(b));
        }
        if (draw.nextInt(4) > 0) {
          parts.add(prefix + "high=" + a.max(b));
        }
      }
    }
    for (String limit : List.of("minsize", "maxsize")) {
      String size = points.quantity.text(draw.nextInt(points.size()));
      if (draw.nextInt(5) == 0 && size != null) {
        parts.add(limit + "=" + size);
      }
    }
    if (draw.nextInt(4) == 0) {
      parts.add("range=all");
    }
    return String.join("&", parts);
  }

  /** A value that an event has, often, so that what is equal to a limit is among the views. */
  private BigDecimal limit(Measure measure) {
    int event = draw.nextInt(points.size());
    if (measure == Measure.PLACE && draw.nextBoolean()) {
      return BigDecimal.valueOf(draw.nextInt(3), 0);
    }
    if (measure == Measure.PRICE) {
      BigDecimal price = points.price.exact(event);
      return price == null ? BigDecimal.valueOf(draw.nextInt(100_000_000), 5) : price;
    }
    double value = measure.of(points).at(event);
    return Double.isFinite(value) && Math.abs(value) < 1e20
        ? new BigDecimal(measure == Measure.PLACE ? "" + value : "" + (float) value)
        : BigDecimal.ONE;
  }

  /** Checks views; gives how many events they had together. */
  long check(int views) throws IOException {
    long all = 0;
    for (int i = 0; i < views; i++) {
      String fragment = fragment();
      pictures(fragment);
      all += counts(fragment);
    }
    return all;
  }

  private long count(EventView view, String more) throws IOException {
    ViewSql sql = ViewSql.of(view, publication.dates().condition());
    String query = "SELECT count(*)::VARCHAR FROM events AS e WHERE " + sql.conditions() + more;
    return Long.parseLong(publication.warehouse.rows(query, sql.values()).get(0)[0]);
  }

  private void same(Object sql, Object page, String what) {
    counts++;
    assertEquals(sql, page, () -> what + said);
  }

  private void pictures(String fragment) throws IOException {
    EventView view = view(fragment).withoutBrush();
    Frame frame = Frame.of(points, view, 1 + draw.nextInt(300), 1 + draw.nextInt(200));
    Picture picture = Picture.of(points, view, frame);
    long sum = Arrays.stream(picture.counts).asLongStream().sum();
    same((long) picture.drawn, sum, fragment);
    same(count(view, ""), sum + picture.above + picture.below + picture.without, fragment);
    String value = view.measure().sql(publication.dates().condition());
    String type = view.measure() == Measure.PRICE ? "DOUBLE" : view.measure().type();
    String drawn =
        " AND CAST(%s AS %s) BETWEEN CAST('%s' AS %s) AND CAST('%s' AS %s)"
            .formatted(value, type, frame.low(), type, frame.high(), type);
    same(count(view, drawn), sum, fragment + drawn);
  }

  private long counts(String fragment) throws IOException {
    EventView view = view(fragment);
    Summary summary = Summary.of(points, view);
    same(count(view, ""), (long) summary.events, fragment);
    same(
        groups(view, "symbol", "e.symbol"),
        texts(points.symbols.values(), summary.symbols),
        fragment);
    same(
        groups(view, "reporter", "e.ReporterId"),
        texts(points.reporters.values(), summary.reporters),
        fragment);
    same(
        groups(view, "type", "e.eventType"),
        texts(points.kinds.types().toArray(String[]::new), summary.types(points.kinds)),
        fragment);
    same(
        groups(view, "side", "e.side"),
        texts(points.kinds.sides().toArray(String[]::new), summary.sides(points.kinds)),
        fragment);
    same(
        groups(view, "status", "unnest(string_split(COALESCE(e.errorStatus, ''), ';'))"),
        texts(points.kinds.words().toArray(String[]::new), summary.words(points.kinds)),
        fragment);
    return summary.events;
  }

  /** Counts by value, whatever of it is chosen. */
  private Map<String, Long> groups(EventView view, String filter, String expression)
      throws IOException {
    EventView others =
        new EventView(
            view.measure(),
            view.window(),
            view.brush(),
            filter.equals("symbol") ? List.of() : view.symbols(),
            filter.equals("reporter") ? List.of() : view.reporters(),
            filter.equals("type") ? List.of() : view.types(),
            filter.equals("status") ? List.of() : view.statuses(),
            filter.equals("side") ? List.of() : view.sides(),
            view.customers(),
            view.leastSize(),
            view.mostSize(),
            view.isWide());
    ViewSql sql = ViewSql.of(others, publication.dates().condition());
    return publication
        .warehouse
        .rows(
            "SELECT v, count(*)::VARCHAR FROM (SELECT "
                + expression
                + " AS v FROM events AS e WHERE "
                + sql.conditions()
                + ") GROUP BY v",
            sql.values())
        .stream()
        .collect(
            Collectors.toMap(
                row -> row[0] == null ? "" : row[0],
                row -> Long.valueOf(row[1]),
                Long::sum,
                TreeMap::new));
  }

  private static Map<String, Long> texts(String[] values, int[] counts) {
    return IntStream.range(0, values.length)
        .filter(i -> counts[i] > 0)
        .boxed()
        .collect(
            Collectors.toMap(
                i -> values[i] == null ? "" : values[i],
                i -> (long) counts[i],
                Long::sum,
                TreeMap::new));
  }
}
