package io.daisychain.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.explorer.picture.EventView;
import io.daisychain.explorer.picture.Frame;
import io.daisychain.explorer.picture.Nearest;
import io.daisychain.explorer.picture.Picture;
import io.daisychain.explorer.picture.PictureBytes;
import io.daisychain.explorer.picture.Summary;
import io.daisychain.explorer.point.Decimals;
import io.daisychain.explorer.point.NotReadyException;
import io.daisychain.explorer.point.Points;
import io.daisychain.explorer.point.ShownDates;
import io.daisychain.explorer.point.SideFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pictures and counts say is what SQL says, for random views. */
class ViewPropertiesIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_122);
  private static final int VIEWS = 25;

  private static RandomWarehouse random;
  private static RandomViews views;
  private static ShownPublication publication;
  private static Points points;
  private static Path cache;

  @BeforeAll
  static void open(@TempDir Path folder) throws Exception {
    random = RandomWarehouse.write(folder, SEED, 4_000);
    random.quote();
    cache = folder.resolve("cache");
    publication =
        ShownPublication.open(ShownWarehouse.whole(random.file, Optional.of(cache)), 1_000_000);
    points = publication.awaitPoints();
    views = new RandomViews(publication, SEED);
  }

  @AfterAll
  static void close() throws IOException {
    publication.close();
  }

  private static EventView view(String fragment) {
    return RandomViews.view(fragment);
  }

  @Test
  void picturesAndCountsAreThoseOfTheirSql() throws IOException {
    assertTrue(views.check(VIEWS) > 1000, "views had events");
  }

  @Test
  void aPriceAtTheAskIsAtTheAsk() throws IOException {
    for (String limits : List.of("low=1", "high=0", "low=0&high=0", "low=1&high=1")) {
      long expected =
          Long.parseLong(
              publication.warehouse.rows(
                      "SELECT count(*)::VARCHAR FROM (SELECT CASE WHEN e.lastPx <> 0 THEN e.lastPx"
                          + " ELSE e.price END AS p, m.bid, m.ask FROM events AS e JOIN event_market"
                          + " AS m USING (id, tradeDate) WHERE m.bid < m.ask AND"
                          + " (CASE WHEN NOT e.multiLeg THEN e.instrument END) IS NOT DISTINCT FROM e.symbol) WHERE "
                          + switch (limits) {
                            case "low=1" -> "p >= ask";
                            case "high=0" -> "p <= bid";
                            case "low=0&high=0" -> "p = bid";
                            default -> "p = ask";
                          })
                  .get(0)[0]);
      assertTrue(expected > 100, limits + " " + expected);
      assertEquals(expected, Summary.of(points, view("y=place&" + limits)).events, limits);
    }
  }

  @Test
  void pricesAndSizesAreReadToTheirLastDigit() throws IOException {
    Map<String, Map<String, String>> byId = new TreeMap<>();
    random.events.forEach(event -> byId.put(event.get("id"), event));
    for (int i = 0; i < points.size(); i++) {
      Map<String, String> event = byId.get(points.id(i).toString());
      assertEquals(plain(price(event)), points.price.text(i));
      assertEquals(plain(event.get("quantity")), points.quantity.text(i));
    }
    for (String price : List.of("612345.67", "612345.66", "524287.99999999", "-3.25")) {
      String fragment = "y=price&low=" + price + "&high=" + price;
      long expected =
          random.events.stream().map(event -> plain(price(event))).filter(price::equals).count();
      assertTrue(expected > 0, price);
      assertEquals(expected, Summary.of(points, view(fragment)).events, price);
    }
    assertEquals(
        random.events.stream().filter(event -> "16777217".equals(event.get("quantity"))).count(),
        Summary.of(points, view("minsize=16777216.5&maxsize=16777217")).events);
  }

  /** Of options and of orders of several legs there is none. */
  private static String price(Map<String, String> event) {
    String traded = event.get("multiLeg").equals("true") ? null : event.get("instrument");
    if (!Objects.equals(traded, event.get("symbol"))) {
      return null;
    }
    return event.get("lastPx") == null ? event.get("price") : event.get("lastPx");
  }

  private static String plain(String number) {
    return number == null ? null : Decimals.text(new java.math.BigDecimal(number));
  }

  @Test
  void theBytesOfAPictureAreItsCellsFromAbove() throws IOException {
    Random draw = new Random(SEED + 6);
    for (int i = 0; i < VIEWS; i++) {
      String fragment = views.fragment();
      Frame frame = Frame.of(points, view(fragment), 1 + draw.nextInt(300), 1 + draw.nextInt(200));
      Picture picture = Picture.of(points, view(fragment), frame);
      byte[] bytes = PictureBytes.of(picture);
      int most = Arrays.stream(picture.counts).max().orElse(0);
      int cell = 0;
      for (int at = 0; at < bytes.length; ) {
        int value = bytes[at++] & 0xFF;
        int empty = 0;
        if (value == 0) {
          int shift = 0;
          do {
            empty |= (bytes[at] & 0x7F) << shift;
            shift += 7;
          } while (bytes[at++] < 0);
        }
        for (int last = cell + Math.max(1, empty); cell < last; cell++) {
          int place = cell % frame.width() * frame.height() + frame.height() - 1;
          place -= cell / frame.width();
          int count = picture.counts[place];
          assertEquals(value == 0, count == 0, fragment);
          assertEquals(value > 127, count > 0 && 4 * picture.faulty[place] >= count, fragment);
          assertTrue(count < most || most == 0 || (value & 127) == PictureBytes.DARKEST, fragment);
        }
      }
      assertEquals(picture.counts.length, cell, fragment + ", seed " + SEED);
    }
  }

  @Test
  void theSqlThatIsHandedOutGivesTheRowsOfTheCsv() throws IOException {
    for (int i = 0; i < 10; i++) {
      EventView view = view(views.fragment());
      ByteArrayOutputStream csv = new ByteArrayOutputStream();
      new EventRows(publication, view, Optional.empty(), 7 + i * 300).print(csv);
      ByteArrayOutputStream told = new ByteArrayOutputStream();
      publication.warehouse.print(
          ViewRows.sql(view, publication.dates()),
          io.daisychain.warehouse.print.QueryFormat.SPREADSHEET,
          told);
      assertEquals(told.toString(StandardCharsets.UTF_8), csv.toString(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aPlaceOfThePictureLeadsToItsEvent() throws IOException {
    EventView view = view("y=price");
    Frame frame = Frame.of(points, view, 1200, 500);
    Random draw = new Random(SEED + 3);
    int tried = 0;
    while (tried < 100) {
      int event = draw.nextInt(points.size());
      double value = points.price.at(event);
      if (!(value >= frame.low() && value <= frame.high())) {
        continue;
      }
      tried++;
      float across = (float) frame.across(points.time[event]);
      float up = (float) frame.shareOf(value);
      Nearest nearest = Nearest.of(points, view, frame, across, up);
      double best = distance(frame, nearest.events().get(0), across, up);
      assertTrue(best <= distance(frame, event, across, up) + 1e-9, "seed " + SEED);
      String id = points.id(nearest.events().get(0)).toString();
      String lifecycle =
          publication.warehouse.rows(
                  "SELECT LifecycleId::VARCHAR FROM events WHERE id = CAST(? AS UUID)", id)
              .get(0)[0];
      assertEquals(
          lifecycle,
          LifecycleJson.of(publication, points, java.util.UUID.fromString(id), false)
              .orElseThrow()
              .get("id")
              .asText());
    }
  }

  private static double distance(Frame frame, int event, double across, double up) {
    double x = (frame.across(points.time[event]) - across) * frame.width();
    double y = (frame.shareOf(points.price.at(event)) - up) * frame.height();
    return x * x + y * y;
  }

  @Test
  void aLifecycleHasAllItsEvents() throws IOException {
    Random draw = new Random(SEED + 4);
    for (int i = 0; i < 40; i++) {
      Map<String, String> event = random.events.get(draw.nextInt(random.events.size()));
      long expected =
          random.events.stream()
              .filter(other -> other.get("LifecycleId").equals(event.get("LifecycleId")))
              .count();
      var found =
          LifecycleJson.of(
                  publication, points, java.util.UUID.fromString(event.get("id")), i % 2 == 0)
              .orElseThrow();
      assertEquals(expected, found.get("events").asLong(), event.get("id"));
      assertEquals(
          expected,
          IntStream.range(0, found.get("tree").size())
              .map(n -> found.get("tree").get(n).get("ids").size())
              .sum());
    }
  }

  @Test
  void everyKindOfIdIsFound() throws IOException {
    Random draw = new Random(SEED + 5);
    for (int i = 0; i < 60; i++) {
      Map<String, String> event = random.events.get(draw.nextInt(random.events.size()));
      for (String column : List.of("id", "EventId", "clOrdId", "orderId")) {
        if (event.get(column) != null) {
          var found = EventFinder.find(publication, points, event.get(column));
          assertTrue(
              found.get("events").findValuesAsText("id").contains(event.get("id")),
              column + " " + event.get(column) + ", seed " + SEED);
        }
      }
      for (String[] name :
          new String[][] {
            {"CustomerId", "customers"}, {"symbol", "symbols"}, {"ReporterId", "reporters"}
          }) {
        if (event.get(name[0]) != null) {
          var found = EventFinder.find(publication, points, event.get(name[0])).get(name[1]);
          List<String> names = new ArrayList<>();
          found.forEach(one -> names.add(one.asText()));
          assertTrue(names.contains(event.get(name[0])), name[0]);
        }
      }
    }
    assertEquals(0, EventFinder.find(publication, points, "nothing").get("events").size());
  }

  @Test
  void picturesAndCountsDoWithoutWhatIsReadBehindThem() throws IOException {
    Points early =
        new Points(
            points.time,
            points.price,
            points.quantity,
            points.symbols,
            points.reporters,
            points.customers,
            points.kind,
            points.kinds,
            new CompletableFuture<>(),
            new CompletableFuture<>());
    for (String fragment : List.of("y=return", "y=price&symbol=IBM", "type=FILL&minsize=100")) {
      Frame frame = Frame.of(points, view(fragment), 100, 50);
      assertEquals(frame.high(), Frame.of(early, view(fragment), 100, 50).high());
      assertTrue(
          Arrays.equals(
              Picture.of(points, view(fragment), frame).counts,
              Picture.of(early, view(fragment), frame).counts));
      assertEquals(
          Summary.of(points, view(fragment)).events, Summary.of(early, view(fragment)).events);
    }
    assertThrows(NotReadyException.class, () -> early.awaitDetails(Duration.ZERO));
    assertThrows(NotReadyException.class, () -> early.hashes(Duration.ZERO));
  }

  @Test
  void aSideFileGivesTheSamePointsAndIsMadeAnewWhenItDoesNotFit(@TempDir Path folder)
      throws IOException {
    ShownDates dates = publication.dates();
    long most = 1_000_000;
    SideFile side = new SideFile(Optional.of(folder), "x", "key");
    assertTrue(side.read(most).isEmpty());
    side.write(dates, points);
    assertEquals(dates, side.read(most).orElseThrow().dates());
    assertTrue(side.read(1).isEmpty(), "of other dates");
    Points kept = side.read(most).orElseThrow().points();
    assertEquals(points.size(), kept.size());
    for (String fragment : List.of("y=price", "y=latency&status=LATE", "symbol=IBM&side=")) {
      Summary before = Summary.of(points, view(fragment));
      Summary after = Summary.of(kept, view(fragment));
      assertEquals(before.events, after.events);
      assertTrue(Arrays.equals(before.symbols, after.symbols));
      Frame frame = Frame.of(points, view(fragment), 100, 50);
      assertEquals(frame.low(), Frame.of(kept, view(fragment), 100, 50).low());
      assertTrue(
          Arrays.equals(
              Picture.of(points, view(fragment), frame).counts,
              Picture.of(kept, view(fragment), frame).counts));
    }
    for (int i = 0; i < points.size(); i++) {
      assertEquals(points.id(i), kept.id(i));
      assertEquals(points.lifecycle(i), kept.lifecycle(i));
    }
    Path file = folder.resolve("x.points");
    assertEquals(
        "rw-------",
        java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertTrue(new SideFile(Optional.of(folder), "x", "another").read(most).isEmpty());
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertTrue(side.read(most).isEmpty());
    Random random = new Random(SEED);
    for (int run = 0; run < 300; run++) {
      byte[] turned = bytes.clone();
      int bit = random.nextInt(bytes.length * Byte.SIZE);
      turned[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Files.write(file, turned);
      Optional<SideFile.Kept> read = side.read(most);
      if (read.isPresent()) { // what is read behind the rest
        Points damaged = read.get().points();
        assertThrows(Exception.class, damaged::details, "bit " + bit);
        assertTrue(Files.notExists(file), "bit " + bit);
      }
    }
  }
}
