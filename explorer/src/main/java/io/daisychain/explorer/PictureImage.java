package io.daisychain.explorer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.Frame;
import io.daisychain.explorer.picture.MarkShapes;
import io.daisychain.explorer.picture.Picture;
import io.daisychain.explorer.picture.PictureLegend;
import io.daisychain.explorer.point.Decimals;
import io.daisychain.explorer.point.Measure;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.Values;
import io.daisychain.model.text.TextLines;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;

/** The picture of a view as a PNG file: what the page shows, with what was filtered said above. */
final class PictureImage {
  private static final long[] STEPS = {
    1_000_000L,
    10_000_000L,
    100_000_000L,
    1_000_000_000L,
    5_000_000_000L,
    15_000_000_000L,
    60_000_000_000L,
    300_000_000_000L,
    900_000_000_000L,
    1_800_000_000_000L,
    3_600_000_000_000L,
    7_200_000_000_000L,
    21_600_000_000_000L,
    86_400_000_000_000L
  };
  private static final long DAY = 86_400_000_000_000L;
  private static final int MOST_WORDS = 220;
  private static final int FIT_STEPS = 12;

  private final int width;
  private final float unit;
  private final JsonNode colours;
  private final JsonNode rules;
  private final MarkShapes marks;
  private final BufferedImage image;
  private final Graphics2D g;
  private final int left;
  private final int top;
  private final int plotWidth;
  private final int plotHeight;

  private PictureImage(int width, int height, boolean dark) throws IOException {
    this.width = width;
    unit = Math.max(1f, Math.min(width / 1280f, height / 720f));
    JsonNode palette =
        Answer.JSON.readTree(PageFiles.read("/io/daisychain/explorer/page/palette.json"));
    colours = palette.get(dark ? "dark" : "light");
    rules = palette.get("marks");
    marks = new MarkShapes(rules, this::colour, unit);
    image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setColor(colour("ground"));
    g.fillRect(0, 0, width, height);
    left = Math.round(84 * unit);
    top = Math.round(64 * unit);
    plotWidth = width - left - Math.round(24 * unit);
    plotHeight = height - top - Math.round(62 * unit);
  }

  /**
   * Draws a view.
   *
   * @param layers what of the market is behind a symbol's prices: {@code quotes}, {@code candles},
   *     {@code windows} or {@code windows:} and a set's name
   */
  static byte[] png(
      ShownPublication publication,
      EventView view,
      Set<String> layers,
      int width,
      int height,
      boolean dark)
      throws IOException {
    Points points = publication.points();
    PictureImage drawing = new PictureImage(width, height, dark);
    // As on the page: cells of one pixel are for many events, and a larger picture has larger ones.
    int cell = Math.round((points.size() > 2_000_000 ? 1 : 2) * drawing.unit);
    Frame frame =
        Frame.of(
            points,
            view,
            Math.max(1, drawing.plotWidth / cell),
            Math.max(1, drawing.plotHeight / cell));
    Picture picture = Picture.of(points, view, frame);
    drawing.axes(view, frame);
    PictureLegend legend =
        new PictureLegend(
            drawing.g, drawing::colour, drawing.unit, drawing.left, height - 10 * drawing.unit);
    boolean market =
        view.measure() == Measure.PRICE
            && view.symbols().size() == 1
            && !view.symbols().get(0).isEmpty();
    boolean candles = market && layers.contains("candles");
    Optional<String> windows =
        layers.stream().filter(layer -> market && layer.startsWith("windows")).findFirst();
    ObjectNode band =
        market && (candles || windows.isPresent() || layers.contains("quotes"))
            ? MarketQueries.band(publication.warehouse, view.symbols().get(0), frame, candles)
            : null;
    if (band != null && layers.contains("quotes")) {
      drawing.quotes(band, frame);
    }
    if (candles) {
      drawing.candles(band, frame);
    }
    if (windows.isPresent()) {
      String set = windows.get().replaceFirst("^windows:?", "");
      WindowQueries.add(band, publication.warehouse, view.symbols().get(0), frame, set);
      drawing.windows(band, frame);
    }
    drawing.font(11, false);
    if (picture.marks == null) {
      legend.density(drawing::ramp, drawing.density(picture, cell));
    } else {
      drawing.marks(points, view, picture);
      legend.marks(drawing.marks, drawing.rules.get("shapes"));
    }
    if (band != null && layers.contains("quotes")) {
      legend.swatch("bid", "bid");
      legend.swatch("ask", "ask");
    }
    if (candles) {
      legend.swatch("band", "candles of trades");
    }
    if (windows.isPresent() && band.has("set")) {
      legend.swatch("ink", "windows " + band.get("set").asText());
    }
    drawing.brush(view, frame);
    drawing.words(publication, view, picture);
    drawing.g.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(drawing.image, "png", out);
    return out.toByteArray();
  }

  private Color colour(String name) {
    return Color.decode(colours.get(name).asText());
  }

  private void font(float size, boolean bold) {
    g.setFont(new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, 1).deriveFont(size * unit));
  }

  private void axes(EventView view, Frame frame) {
    g.setStroke(new BasicStroke(unit));
    font(12, false);
    long span = frame.axis().place(frame.to()) - frame.axis().place(frame.from());
    long step = STEPS[STEPS.length - 1];
    for (long one : STEPS) {
      if (span / (double) one <= plotWidth / (100 * unit)) {
        step = one;
        break;
      }
    }
    float free = 0;
    float named = 0;
    for (int i = 0; i < frame.axis().stretches(); i++) {
      long from = Math.max(frame.from(), frame.axis().begin(i));
      long to = Math.min(frame.to(), frame.axis().end(i));
      for (long t = Math.floorDiv(from + step - 1, step) * step; t < to; t += step) {
        float x = left + (float) frame.across(t) * plotWidth;
        if (x >= free) {
          g.setColor(colour("line"));
          g.draw(new Line2D.Float(x, top, x, top + plotHeight));
          g.setColor(colour("soft"));
          centred(time(t, step), x, top + plotHeight + 17 * unit);
          free = x + 60 * unit;
        }
      }
      if (i > 0 && from < to && frame.axis().begin(i) > frame.from()) {
        float x = left + (float) frame.across(frame.axis().begin(i)) * plotWidth;
        g.setColor(colour("soft"));
        float[] dashes = {4 * unit, 3 * unit};
        g.setStroke(
            new BasicStroke(unit, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, dashes, 0));
        g.draw(new Line2D.Float(x, top, x, top + plotHeight));
        g.setStroke(new BasicStroke(unit));
      }
      float begin = left + (float) frame.across(Math.max(from, frame.from())) * plotWidth;
      if (from < to && begin >= named && begin + 80 * unit <= left + plotWidth) {
        g.setColor(colour("soft"));
        g.drawString(time(from, DAY), begin + 4 * unit, top + 14 * unit);
        named = begin + 80 * unit;
      }
    }
    for (double value : ticks(frame)) {
      float y = top + plotHeight - (float) frame.shareOf(value) * plotHeight;
      g.setColor(colour("line"));
      g.draw(new Line2D.Float(left, y, left + plotWidth, y));
      g.setColor(colour("soft"));
      String text = value(view.measure(), value);
      g.drawString(text, left - 8 * unit - g.getFontMetrics().stringWidth(text), y + 4 * unit);
    }
  }

  private void centred(String text, float x, float y) {
    g.drawString(text, x - g.getFontMetrics().stringWidth(text) / 2f, y);
  }

  private static String time(long nanos, long step) {
    String text = TextLines.timeText(nanos);
    if (step >= DAY) {
      return text.substring(0, 10);
    }
    return step >= 60_000_000_000L
        ? text.substring(11, 16)
        : text.substring(11, step >= 1_000_000_000 ? 19 : 23);
  }

  private List<Double> ticks(Frame frame) {
    List<Double> ticks = new ArrayList<>();
    if (frame.log()) {
      for (int power = -12; power <= 12; power++) {
        double value = Math.pow(10, power);
        if (value >= frame.low() && value <= frame.high()) {
          ticks.add(value);
        }
      }
      return ticks;
    }
    double rough = (frame.high() - frame.low()) / Math.max(2, plotHeight / (56 * unit));
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step =
        power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
    for (long i = (long) Math.ceil(frame.low() / step); i * step <= frame.high(); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static String value(Measure measure, double value) {
    BigDecimal number =
        new BigDecimal(measure == Measure.RETURN ? value * 100 : value)
            .round(new MathContext(5))
            .stripTrailingZeros();
    String text = number.signum() == 0 ? "0" : number.toPlainString();
    return switch (measure) {
      case RETURN -> (number.signum() > 0 ? "+" : "") + text + " %";
      case LATENCY -> text + " s";
      case PRICE, PLACE -> text;
    };
  }

  private void quotes(ObjectNode band, Frame frame) {
    Path2D bids = new Path2D.Float();
    Path2D asks = new Path2D.Float();
    JsonNode last = null;
    g.setClip(left, top, plotWidth, plotHeight);
    for (JsonNode quote : band.get("quotes")) {
      float x = left + (float) quote.get(0).asDouble() * plotWidth;
      step(bids, x, last, quote, 3, frame);
      step(asks, x, last, quote, 4, frame);
      last = quote.size() == 1 ? null : quote;
    }
    g.setStroke(new BasicStroke(unit));
    g.setColor(colour("bid"));
    g.draw(bids);
    g.setColor(colour("ask"));
    g.draw(asks);
    g.setClip(null);
  }

  /** The last price stands until the next. */
  private void step(Path2D path, float x, JsonNode last, JsonNode quote, int column, Frame frame) {
    if (last != null && !last.get(column).isNull()) {
      path.lineTo(x, y(frame, last.get(column).asDouble()));
    }
    if (quote.size() > 1 && !quote.get(column).isNull()) {
      float y = y(frame, quote.get(column).asDouble());
      if (last != null && !last.get(column).isNull()) {
        path.lineTo(x, y);
      } else {
        path.moveTo(x, y);
      }
    }
  }

  private float y(Frame frame, double value) {
    return top + plotHeight - (float) frame.shareOf(value) * plotHeight;
  }

  /** Gives how many events the fullest cell has. */
  private int density(Picture picture, int cell) {
    int most = 1;
    for (int count : picture.counts) {
      most = Math.max(most, count);
    }
    double scale = 1 / Math.log(1 + most);
    Frame frame = picture.frame;
    for (int i = 0; i < picture.counts.length; i++) {
      int count = picture.counts[i];
      if (count > 0) {
        Color plain = ramp(Math.max(0.1, Math.log(1 + count) * scale));
        boolean faulty = picture.faulty[i] * 4 >= count;
        g.setColor(faulty ? mixed(plain, colour("fault"), 0.85) : plain);
        int x = i / frame.height();
        int y = frame.height() - 1 - i % frame.height();
        g.fillRect(left + x * cell, top + plotHeight - (frame.height() - y) * cell, cell, cell);
      }
    }
    return most;
  }

  private Color ramp(double share) {
    JsonNode stops = colours.get("density");
    double place = share * (stops.size() - 1);
    int low = Math.min(stops.size() - 2, (int) place);
    return mixed(
        Color.decode(stops.get(low).asText()),
        Color.decode(stops.get(low + 1).asText()),
        Math.min(1, place - low));
  }

  private static Color mixed(Color a, Color b, double share) {
    return new Color(
        (int) Math.round(a.getRed() + (b.getRed() - a.getRed()) * share),
        (int) Math.round(a.getGreen() + (b.getGreen() - a.getGreen()) * share),
        (int) Math.round(a.getBlue() + (b.getBlue() - a.getBlue()) * share));
  }

  private void marks(Points points, EventView view, Picture picture) {
    Values values = view.measure().of(points);
    double r = marks.radius(picture.drawn);
    for (int event : picture.marks) {
      double x = left + picture.frame.across(points.time[event]) * plotWidth;
      double y = y(picture.frame, values.at(event));
      marks.draw(g, points.kinds.kind(points.kind.at(event)), x, y, r);
    }
  }

  /** Trades between times. */
  private void candles(ObjectNode band, Frame frame) {
    g.setClip(left, top, plotWidth, plotHeight);
    for (JsonNode candle : band.get("trades")) {
      double wide = candle.get(1).asDouble() * plotWidth;
      double x = left + candle.get(0).asDouble() * plotWidth + wide / 2;
      candle(candle, x, Math.min(3 * unit, wide * 0.35), 1, frame);
    }
    g.setClip(null);
  }

  /** A line from least to highest, a box from first to last, which are told in places 2 to 5. */
  private void candle(JsonNode candle, double x, double half, double opacity, Frame frame) {
    double first = y(frame, candle.get(2).asDouble());
    double last = y(frame, candle.get(5).asDouble());
    boolean up = last <= first;
    Color colour = colour(up ? "bid" : "ask");
    g.setStroke(new BasicStroke(unit));
    g.setColor(colour);
    double highest = y(frame, candle.get(3).asDouble());
    g.draw(new Line2D.Double(x, highest, x, y(frame, candle.get(4).asDouble())));
    Rectangle2D box =
        new Rectangle2D.Double(
            x - half, Math.min(first, last), 2 * half, Math.max(unit, Math.abs(first - last)));
    Color within = up ? colour("ground") : colour;
    g.setColor(
        new Color(
            within.getRed(), within.getGreen(), within.getBlue(), (int) Math.round(255 * opacity)));
    g.fill(box);
    g.setColor(colour);
    g.draw(box);
  }

  /** A candle over each window's time, the fit over it, and from its end a line to the forecast. */
  private void windows(ObjectNode band, Frame frame) {
    g.setClip(left, top, plotWidth, plotHeight);
    float[] dashes = {3 * unit, 2 * unit};
    for (JsonNode window : band.get("windows")) {
      double from = left + window.get(0).asDouble() * plotWidth;
      double wide = left + window.get(1).asDouble() * plotWidth - from;
      candle(window, from + wide / 2, Math.max(unit, wide * 0.4), 0.3, frame);
      if (window.get(8).isNull()) {
        continue;
      }
      Path2D fit = new Path2D.Double();
      fit.moveTo(from, y(frame, valueAt(window, 0)));
      for (int i = 1; i <= FIT_STEPS; i++) {
        double x = i / (double) FIT_STEPS;
        fit.lineTo(from + wide * x, y(frame, valueAt(window, x)));
      }
      g.setColor(colour("ink"));
      g.setStroke(new BasicStroke(1.2f * unit));
      g.draw(fit);
      if (!window.get(6).isNull() && !window.get(7).isNull()) {
        double next = left + window.get(6).asDouble() * plotWidth;
        double forecast = y(frame, window.get(7).asDouble());
        double r = 2.5 * unit;
        g.draw(new Ellipse2D.Double(next - r, forecast - r, 2 * r, 2 * r));
        g.setStroke(
            new BasicStroke(
                1.2f * unit, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, dashes, 0));
        g.draw(new Line2D.Double(from + wide, y(frame, valueAt(window, 1)), next, forecast));
      }
    }
    g.setClip(null);
  }

  /** The polynomial of a window at x, 0 where it begins and 1 where it ends. */
  private static double valueAt(JsonNode window, double x) {
    double sum = 0;
    for (int i = window.size() - 1; i >= 8; i--) {
      sum = sum * x + window.get(i).asDouble(0);
    }
    return sum;
  }

  /** What is marked. */
  private void brush(EventView view, Frame frame) {
    EventView.Area area = view.brush();
    if (area.equals(EventView.Area.ALL)) {
      return;
    }
    double from = area.from().map(frame::across).orElse(0.0);
    double to = area.to().map(frame::across).orElse(1.0);
    double low = area.low().map(v -> y(frame, v.doubleValue())).orElse(top + plotHeight + 0f);
    double high = area.high().map(v -> y(frame, v.doubleValue())).orElse(top + 0f);
    g.setClip(left, top, plotWidth, plotHeight);
    g.setColor(colour("buy"));
    g.setStroke(new BasicStroke(1.4f * unit));
    g.draw(
        new Rectangle2D.Double(left + from * plotWidth, high, (to - from) * plotWidth, low - high));
    g.setClip(null);
  }

  private void words(ShownPublication publication, EventView view, Picture picture)
      throws IOException {
    g.setColor(colour("ink"));
    font(17, true);
    int shown = picture.drawn + picture.above + picture.below + picture.without;
    g.drawString(
        String.format(Locale.ROOT, "%,d events by %s", shown, view.measure().words()),
        left,
        28 * unit);
    g.setColor(colour("soft"));
    font(12, false);
    List<String> said = new ArrayList<>();
    said.add(
        TextLines.timeText(picture.frame.from()).substring(0, 19)
            + " to "
            + TextLines.timeText(picture.frame.to()).substring(0, 19)
            + " UTC");
    add(said, "symbol", view.symbols());
    add(said, "reporter", view.reporters());
    add(said, "event type", view.types());
    add(said, "status", view.statuses());
    add(said, "side", view.sides());
    add(said, "customer", view.customers());
    view.leastSize().ifPresent(size -> said.add("size from " + Decimals.text(size)));
    view.mostSize().ifPresent(size -> said.add("size to " + Decimals.text(size)));
    if (picture.without > 0) {
      said.add(
          String.format(
              Locale.ROOT, "%,d without a %s", picture.without, view.measure().without()));
    }
    if (picture.above + picture.below > 0) {
      said.add(String.format(Locale.ROOT, "%,d outside", picture.above + picture.below));
    }
    if (picture.drawn == 0) {
      said.add(publication.points().size() == 0 ? "there are no events" : "no event fits");
    }
    String text = String.join("  ·  ", said);
    g.drawString(
        text.length() > MOST_WORDS ? text.substring(0, MOST_WORDS) + "…" : text, left, 48 * unit);
    g.setColor(colour("line"));
    g.drawRect(left, top, plotWidth, plotHeight);
    g.setColor(colour("soft"));
    String name = "Daisychain, publication " + publication.id();
    g.drawString(name, width - 24 * unit - g.getFontMetrics().stringWidth(name), 28 * unit);
  }

  private static void add(List<String> said, String name, List<String> values) {
    if (!values.isEmpty()) {
      said.add(
          name
              + " "
              + String.join(", ", values.stream().map(v -> v.isEmpty() ? "none" : v).toList()));
    }
  }
}
