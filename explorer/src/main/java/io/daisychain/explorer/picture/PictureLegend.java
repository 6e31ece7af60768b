package io.daisychain.explorer.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** What marks, shades and lines of a picture mean, in a line below it. */
public final class PictureLegend {
  private static final int STEPS = 40;

  private final Graphics2D g;
  private final Function<String, Color> colours;
  private final float unit;
  private final float y;
  private float x;

  /**
   * An empty line.
   *
   * @param x where it begins
   * @param y base of its text
   */
  public PictureLegend(
      Graphics2D g, Function<String, Color> colours, float unit, float x, float y) {
    this.g = g;
    this.colours = colours;
    this.unit = unit;
    this.x = x;
    this.y = y;
  }

  private void words(String words) {
    g.setColor(colours.apply("soft"));
    g.drawString(words, x, y);
    x += g.getFontMetrics().stringWidth(words) + 14 * unit;
  }

  private double middle() {
    return y - 4 * unit;
  }

  /** The shapes of marks, and what their colours are. */
  public void marks(MarkShapes marks, JsonNode shapes) {
    double r = 4 * unit;
    for (Map.Entry<String, JsonNode> shape : shapes.properties()) {
      marks.draw(g, shape.getKey(), "other", x + r, middle(), r);
      x += 14 * unit;
      words(shape.getValue().get("words").asText());
    }
    for (String side : new String[] {"buy", "sell"}) {
      marks.draw(g, "disc", side, x + r, middle(), r);
      x += 14 * unit;
      words(side);
    }
    marks.draw(g, "circle", "other", x + r, middle(), r);
    marks.ring(g, x + r, middle(), r);
    x += 17 * unit;
    words("fault");
  }

  /**
   * The shades of cells.
   *
   * @param most events of the darkest
   */
  public void density(DoubleFunction<Color> ramp, int most) {
    words("1 event");
    x -= 8 * unit;
    float each = 2 * unit;
    for (int i = 0; i < STEPS; i++) {
      g.setColor(ramp.apply(i / (double) (STEPS - 1)));
      g.fill(new Rectangle2D.Float(x, y - 9 * unit, each + 0.5f, 10 * unit));
      x += each;
    }
    x += 6 * unit;
    words(String.format(java.util.Locale.ROOT, "%,d in a cell", most));
    swatch("fault", "a quarter or more with a fault");
  }

  /** A colour of lines or cells. */
  public void swatch(String colour, String words) {
    g.setColor(colours.apply(colour));
    g.fill(new Rectangle2D.Float(x, y - 7 * unit, 10 * unit, 6 * unit));
    x += 14 * unit;
    words(words);
  }
}
