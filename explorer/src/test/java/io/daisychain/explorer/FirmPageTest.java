package io.daisychain.explorer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.explorer.point.BadParameterException;
import io.daisychain.model.access.Entitlements;
import io.daisychain.model.text.TextLines;
import io.daisychain.publish.entitled.EntitledRows;
import io.daisychain.warehouse.duckdb.Restriction;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of one firm says the same of two markets that differ in whatever is another firm's: so
 * it has nothing of that to say.
 */
class FirmPageTest {
  private static final long SEED = 20_260_318;
  private static final int QUESTIONS = Integer.getInteger("daisychain.questions", 200);
  private static final String REFUSED = "refused: ";
  private static final Restriction ALFA =
      new EntitledRows(
          Entitlements.parse("who.csv", "name,reporters,symbols,tables\nALFA,ALFA,*,*\n", List.of())
              .named("ALFA")
              .orElseThrow());

  @Test
  void nothingThatThePageCanBeAskedTellsOfWhatIsOthers(@TempDir Path folder) throws IOException {
    RandomWarehouse market =
        RandomWarehouse.write(Files.createDirectory(folder.resolve("a")), SEED, 600);
    Path other = Files.createDirectory(folder.resolve("b"));
    RandomWarehouse twin = RandomWarehouse.write(other, SEED, 600);
    twin.events.stream().filter(event -> !isOwn(event)).forEach(FirmPageTest::change);
    twin.load(other, 2);
    try (Publications one = new Publications(ShownWarehouse.of(market.file, ALFA), 100_000);
        Publications two = new Publications(ShownWarehouse.of(twin.file, ALFA), 100_000)) {
      long own = market.events.stream().filter(FirmPageTest::isOwn).count();
      assertEquals(own, one.newest().awaitPoints().size());
      two.newest().awaitPoints();
      // A summary tells whether they are still being looked for, which each has its own time for.
      one.newest().throughs();
      two.newest().throughs();
      Random random = new Random(SEED);
      int answered = 0;
      PageApi pageOne = new PageApi(one, false, QuestionLog.NONE);
      PageApi pageTwo = new PageApi(two, false, QuestionLog.NONE);
      for (int i = 0; i < QUESTIONS; i++) {
        String[] question = question(random, market);
        String what = question[0] + "?" + question[1] + ", seed " + SEED;
        byte[] answer = body(pageOne, question, one);
        assertArrayEquals(answer, body(pageTwo, question, two), what);
        String text = new String(answer, StandardCharsets.UTF_8);
        answered += text.startsWith(REFUSED) ? 0 : 1;
        assertFalse(text.contains("BETA") && !question[1].contains("BETA"), what);
      }
      assertTrue(answered > QUESTIONS / 2, answered + " answers");
    }
    try (Stream<Path> files = Files.walk(folder)) {
      assertTrue(files.noneMatch(path -> path.toString().contains("explorer")), "no side files");
    }
  }

  @Test
  void whatOneFirmMaySeeIsKeptInNoFile(@TempDir Path folder) {
    Path file = folder.resolve("w.duckdb");
    assertThrows(
        IllegalArgumentException.class,
        () -> new ShownWarehouse(file, Optional.of(folder), Optional.of(ALFA)));
  }

  private static boolean isOwn(Map<String, String> event) {
    return event.get("ReporterId").equals("ALFA");
  }

  private static void change(Map<String, String> event) {
    for (String column : List.of("EventId", "clOrdId", "CustomerId", "orderId", "errorReason")) {
      event.put(column, "ZQ" + event.get("id").substring(0, 6));
    }
    for (String column : List.of("price", "lastPx", "quantity", "lastShares")) {
      event.put(column, "7777.5");
    }
    long nanos = Long.parseLong(event.get("timestampNanos")) + 7_777_777;
    event.put("timestampNanos", "" + nanos);
    event.put("timestamp", TextLines.timeText(nanos));
    event.put("side", "7");
    event.put("depth", "77");
  }

  private static byte[] body(PageApi page, String[] question, Publications of) throws IOException {
    try {
      Answer answer = page.answer(question[0], question[1]).orElseThrow();
      String text = new String(answer.body(), StandardCharsets.ISO_8859_1);
      return text.replace(of.newest().id(), "ID").getBytes(StandardCharsets.ISO_8859_1);
    } catch (BadParameterException e) {
      return (REFUSED + e.getMessage()).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static String[] question(Random random, RandomWarehouse market) {
    Map<String, String> event = market.events.get(random.nextInt(market.events.size()));
    String view =
        Stream.of("symbol", "reporter", "type", "status", "side", "customer", "minsize")
            .filter(name -> random.nextInt(6) == 0)
            .map(name -> name + "=" + encoded(value(name, event)))
            .reduce("y=" + (random.nextBoolean() ? "return" : "latency"), (a, b) -> a + "&" + b);
    return switch (random.nextInt(13)) {
      case 0 -> new String[] {"about", ""};
      case 1 -> new String[] {"picture", view + "&w=300&h=200"};
      case 2 -> new String[] {"summary", view};
      case 3 -> new String[] {"timeline", view + "&parts=50"};
      case 4 -> new String[] {"rows", view + "&limit=50"};
      case 5 -> new String[] {"sql", view};
      case 6 -> new String[] {"events.csv", view};
      case 7 -> new String[] {"alerts", view + "&alert=orphans&limit=50"};
      case 8 -> new String[] {"search", "q=" + encoded(value("EventId", event))};
      case 9 -> new String[] {"search", "q=" + event.get("id")};
      case 10 -> new String[] {"symbols", "q=" + encoded(value("symbol", event))};
      case 11 -> new String[] {"lifecycle", "id=" + event.get("id")};
      default -> new String[] {"scorecard", "reporter=" + encoded(event.get("ReporterId"))};
    };
  }

  private static String value(String parameter, Map<String, String> event) {
    String value =
        switch (parameter) {
          case "reporter" -> event.get("ReporterId");
          case "type" -> event.get("eventType");
          case "status" -> event.get("errorStatus");
          case "customer" -> event.get("CustomerId");
          case "minsize" -> "100";
          default -> event.get(parameter);
        };
    return value == null ? "" : value;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
