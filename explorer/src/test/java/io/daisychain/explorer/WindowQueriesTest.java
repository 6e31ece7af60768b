package io.daisychain.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.model.access.Entitlements;
import io.daisychain.publish.entitled.EntitledRows;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowQueriesTest {
  private static final long SEED = Long.getLong("test.seed", 1);

  @TempDir private Path folder;
  private RandomWarehouse warehouse;
  private String symbol;
  private String date;
  private long first;

  /** 400 windows of two seconds that begin a second apart, but for the 100th and the 101st. */
  private void write() throws IOException, SQLException {
    warehouse = RandomWarehouse.write(folder, SEED, 300);
    Map<String, String> event =
        warehouse.events.stream()
            .filter(one -> one.get("symbol") != null && !one.get("symbol").isEmpty())
            .filter(one -> one.get("timestampNanos") != null)
            .findFirst()
            .orElseThrow();
    symbol = event.get("symbol");
    date = event.get("tradeDate");
    first = Long.parseLong(event.get("timestampNanos")) - 60_000_000_000L;
    warehouse.quote();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + warehouse.file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE VIEW nbbo AS SELECT '' AS symbol, NULL::TIMESTAMP_NS AS time, 0.0 AS bid,
            0.0 AS ask, NULL::DATE AS date WHERE false
          """);
      statement.execute(
          "CREATE VIEW trades AS SELECT symbol, time, 0.0 AS price, 0 AS size, date FROM nbbo");
      statement.execute(
          """
          CREATE TABLE main.kept_windows AS SELECT s AS symbol, v AS value, '2s' AS length,
            '1s' AS slide, f AS fit, NULL::VARCHAR AS outliers, i AS number,
            make_timestamp_ns(%d + i * 1000000000) AS fromTime,
            make_timestamp_ns(%d + (i + 2) * 1000000000) AS toTime,
            i + 0.1 AS open, i + 0.4 AS high, i + 0.0 AS low, i + 0.2 AS close,
            CASE WHEN f > 0 THEN i + 0.5 END AS forecast, CASE WHEN f > 0 THEN i END AS c0,
            CASE WHEN f > 0 THEN 1.0 END AS c1, NULL::DOUBLE AS c2, NULL::DOUBLE AS c3,
            NULL::DOUBLE AS c4, NULL::DOUBLE AS c5, DATE '%s' AS date
          FROM range(400) AS n(i), (VALUES ('mid', 1), ('bid', 0), ('bidSize', 0)) AS k(v, f),
            (VALUES ('%s'), ('another')) AS y(s) WHERE i NOT IN (100, 101)
          """
              .formatted(first, first, date, symbol.replace("'", "''")));
      statement.execute("CREATE VIEW windows AS SELECT * FROM main.kept_windows");
    }
  }

  private JsonNode ask(PageApi page, String name, String query) throws IOException {
    return new ObjectMapper().readTree(page.answer(name, query).orElseThrow().body());
  }

  private String band(int seconds, String set) {
    return "y=price&w=900&h=300&symbol=%s&from=%d&to=%d&windows=%s"
        .formatted(
            URLEncoder.encode(symbol, StandardCharsets.UTF_8),
            first,
            first + seconds * 1_000_000_000L,
            URLEncoder.encode(set, StandardCharsets.UTF_8));
  }

  @Test
  void windowsStandOneBehindTheOtherWithTheirForecasts() throws Exception {
    write();
    try (Publications open =
        new Publications(
            new ShownWarehouse(warehouse.file, Optional.empty(), Optional.empty()), 100_000)) {
      open.newest().awaitPoints();
      PageApi page = new PageApi(open, false, QuestionLog.NONE);
      assertTrue(ask(page, "about", "").get("windows").asBoolean());
      for (int seconds : new int[] {90, 400}) {
        JsonNode band = ask(page, "band", band(seconds, "mid 2s/1s fit 1"));
        String which = "seed " + SEED + " " + seconds + " " + band;
        assertEquals("[\"bid 2s/1s\",\"mid 2s/1s fit 1\"]", band.get("sets").toString());
        assertEquals("mid 2s/1s fit 1", band.get("set").asText());
        double end = 0;
        for (JsonNode window : band.get("windows")) {
          assertTrue(window.get(0).asDouble() >= end - 1e-9, which);
          end = window.get(1).asDouble();
          long number = window.get(8).asLong();
          assertEquals(number + 0.1, window.get(2).asDouble(), which);
          assertEquals(number + 0.5, window.get(7).asDouble(), which);
          // After the gap there is no next one, and none of what is not there.
          assertEquals(number == 99 || number == 399, window.get(6).isNull(), which);
          assertEquals(14, window.size(), which);
        }
        assertTrue(band.get("windows").size() > 20, which);
      }
      JsonNode other = ask(page, "band", band(90, "nothing"));
      assertEquals("bid 2s/1s", other.get("set").asText());
      assertTrue(other.get("windows").get(0).get(7).isNull());
    }
  }

  /** The windows' prices are in the room of the picture, those of the events may not be. */
  @Test
  void theFileOfThePictureHasThem() throws Exception {
    write();
    try (Publications open =
        new Publications(
            new ShownWarehouse(warehouse.file, Optional.empty(), Optional.empty()), 100_000)) {
      open.newest().awaitPoints();
      PageApi page = new PageApi(open, false, QuestionLog.NONE);
      String view = band(90, "").replaceFirst("&windows=", "&low=0&high=90&layers=");
      int ink = ink(page, view);
      int ofSet = ink(page, view + "windows:" + "mid+2s/1s+fit+1");
      int first = ink(page, view + "windows");

      // The first, of bids, has candles, and the other's fits and forecasts are lines beside them.
      assertTrue(ofSet > first + 500 && first > ink + 500, ink + " " + first + " " + ofSet);
    }
  }

  /** Pixels that are not of the ground. */
  private static int ink(PageApi page, String view) throws IOException {
    BufferedImage image =
        ImageIO.read(
            new ByteArrayInputStream(page.answer("picture.png", view).orElseThrow().body()));
    int ink = 0;
    for (int y = 64; y < image.getHeight() - 62; y++) {
      for (int x = 84; x < image.getWidth() - 24; x++) {
        ink += image.getRGB(x, y) == -1 ? 0 : 1;
      }
    }
    return ink;
  }

  @Test
  void whoMaySeeNotAllThatTheyAreMadeOfSeesNoWindows() throws Exception {
    write();
    List<String> seen = new ArrayList<>();
    for (String tables : List.of("events|nbbo|trades", "events|nbbo", "*")) {
      String symbols = tables.equals("*") ? "another" : "*";
      String who = "name,reporters,symbols,tables\nA,*," + symbols + "," + tables + "\n";
      EntitledRows rows =
          new EntitledRows(
              Entitlements.parse("who.csv", who, EntitledRows.tables()).named("A").orElseThrow());
      try (Publications open = new Publications(ShownWarehouse.of(warehouse.file, rows), 100_000)) {
        PageApi page = new PageApi(open, false, QuestionLog.NONE);
        open.newest().awaitPoints();
        boolean there = ask(page, "about", "").get("windows").asBoolean();
        JsonNode band = tables.equals("*") ? null : ask(page, "band", band(90, "first"));
        seen.add(there + " " + (band == null ? "" : band.get("windows").size() > 0));
        assertFalse(!there && band.get("sets").size() > 0);
      }
    }
    assertEquals(List.of("true true", "false false", "true "), seen);
  }
}
