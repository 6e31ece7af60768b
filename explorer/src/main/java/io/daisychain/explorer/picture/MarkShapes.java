package io.daisychain.explorer.picture;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.explorer.point.Kinds;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Marks of events in a file, as the page draws them: both go by {@code palette.json}. */
public final class MarkShapes {
  private static final float LINE = 1.4f;
  private static final float RING_LINE = 1.8f;

  private final JsonNode rules;
  private final Function<String, Color> colours;
  private final float unit;

  /**
   * Marks.
   *
   * @param rules the part {@code marks} of the palette
   * @param unit pixels of what is one on the page
   */
  public MarkShapes(JsonNode rules, Function<String, Color> colours, float unit) {
    this.rules = rules;
    this.colours = colours;
    this.unit = unit;
  }

  /** The radius of marks, in pixels, where there are so many. */
  public double radius(int count) {
    JsonNode all = rules.get("radius");
    int i = 0;
    while (i < all.size() - 1 && count >= all.get(i).get(0).asDouble()) {
      i++;
    }
    return all.get(i).get(1).asDouble() * unit;
  }

  /** The shape of an event type, which may be null. */
  String shapeOf(String type) {
    for (JsonNode rule : rules.get("types")) {
      if (Pattern.compile(rule.get(0).asText()).matcher(type == null ? "" : type).find()) {
        return rule.get(1).asText();
      }
    }
    throw new IllegalStateException("no shape for " + type);
  }

  /** The name of a side's colour. */
  String colourOf(String side) {
    if (side != null && rules.get("buys").asText().contains(side)) {
      return "buy";
    }
    return side != null && rules.get("sells").asText().contains(side) ? "sell" : "other";
  }

  public void draw(Graphics2D g, Kinds.Kind kind, double x, double y, double r) {
    draw(g, shapeOf(kind.type()), colourOf(kind.side()), x, y, r);
    if (kind.status() != null) {
      ring(g, x, y, r);
    }
  }

  public void draw(Graphics2D g, String shape, String colour, double x, double y, double r) {
    JsonNode form = rules.get("shapes").get(shape);
    g.setColor(colours.apply(colour));
    g.setStroke(new BasicStroke(LINE * unit, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    if (form.has("round")) {
      double reach = r * form.get("round").asDouble();
      Ellipse2D round = new Ellipse2D.Double(x - reach, y - reach, 2 * reach, 2 * reach);
      if (form.path("filled").asBoolean()) {
        g.fill(round);
      } else {
        g.draw(round);
      }
      return;
    }
    double reach = r + form.path("more").asDouble() * unit;
    Path2D path = new Path2D.Double();
    for (JsonNode line : form.get("lines")) {
      path.moveTo(x + line.get(0).asDouble() * reach, y + line.get(1).asDouble() * reach);
      for (int i = 2; i < line.size(); i += 2) {
        path.lineTo(x + line.get(i).asDouble() * reach, y + line.get(i + 1).asDouble() * reach);
      }
    }
    g.draw(path);
  }

  /** The ring of a fault. */
  void ring(Graphics2D g, double x, double y, double r) {
    double reach = r + rules.get("ring").asDouble() * unit;
    g.setColor(colours.apply("fault"));
    g.setStroke(new BasicStroke(RING_LINE * unit));
    g.draw(new Ellipse2D.Double(x - reach, y - reach, 2 * reach, 2 * reach));
  }
}
