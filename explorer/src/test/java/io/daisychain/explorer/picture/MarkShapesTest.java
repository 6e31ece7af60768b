package io.daisychain.explorer.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.explorer.Answer;
import io.daisychain.explorer.PageFiles;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The rules of marks, which the page's script and the picture as a file share. */
class MarkShapesTest {
  private static JsonNode rules() throws IOException {
    return Answer.JSON
        .readTree(PageFiles.read("/io/daisychain/explorer/page/palette.json"))
        .get("marks");
  }

  @Test
  void eachEventTypeHasItsShape() throws IOException {
    MarkShapes marks = new MarkShapes(rules(), name -> Color.BLACK, 1);
    String[][] types = {
      {"FILL", "disc"}, {"PARTIAL_FILL", "disc"}, {"NEW", "diamond"}, {"AGGREGATE", "diamond"},
      {"INTERNAL", "diamond"}, {"ROUTE", "right"}, {"ACCEPT", "left"}, {"CANCEL", "cross"},
      {"CANCELED", "cross"}, {"CANCEL_REJECT", "cross"}, {"REPLACE", "cross"}, {"BUST", "cross"},
      {"CORRECT", "cross"}, {"ACK", "circle"}, {"NEWS", "circle"}, {null, "circle"}
    };
    for (String[] type : types) {
      assertEquals(type[1], marks.shapeOf(type[0]), type[0]);
    }
    assertEquals("buy", marks.colourOf("1"));
    assertEquals("sell", marks.colourOf("5"));
    assertEquals("other", marks.colourOf("8"));
    assertEquals("other", marks.colourOf(null));
    assertTrue(marks.radius(10) > marks.radius(1_000) && marks.radius(9_999) > 1);
  }

  @Test
  void eachShapeLeavesAnotherImage() throws IOException {
    java.util.Set<Integer> images = new java.util.HashSet<>();
    JsonNode shapes = rules().get("shapes");
    for (java.util.Iterator<String> names = shapes.fieldNames(); names.hasNext(); ) {
      BufferedImage image = new BufferedImage(24, 24, BufferedImage.TYPE_INT_RGB);
      Graphics2D g = image.createGraphics();
      new MarkShapes(rules(), name -> Color.WHITE, 1).draw(g, names.next(), "buy", 12, 12, 6);
      g.dispose();
      images.add(java.util.Arrays.hashCode(image.getRGB(0, 0, 24, 24, null, 0, 24)));
    }
    assertEquals(shapes.size(), images.size());
  }
}
