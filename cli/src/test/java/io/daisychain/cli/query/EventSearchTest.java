package io.daisychain.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.query.EventSearch.Match;
import io.daisychain.fix.FixMessage;
import io.daisychain.model.RowKey;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventSearchTest {
  private static final long SEED = 20_260_316;

  /** What a message's key is, and which of the three derived ones it must be. */
  @Test
  void derivesTheKeysThatMessagesHave() {
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      String firm = word(random);
      String id = word(random);
      LocalDate date = LocalDate.of(2026, 1 + random.nextInt(12), 1 + random.nextInt(28));
      String time = date.toString().replace("-", "") + "-12:00:00";
      List<RowKey> derived = EventSearch.derived(firm, id, date).stream().map(Match::id).toList();
      String which = "seed " + SEED + ", round " + round + ": " + firm + " " + id;

      assertEquals(derived.get(0), key("D", firm, "11=" + id, time), which);
      assertEquals(derived.get(1), key("8", firm, "11=o|17=" + id + "|20=0|150=2", time), which);
      assertEquals(derived.get(2), key("9", firm, "11=" + id + "|41=o", time), which);
      assertFalse(derived.contains(key("D", firm, "11=" + id + "|128=XNYS", time)), which);
      assertFalse(derived.contains(key("D", firm, "11=" + id + "|115=BETA", time)), which);
    }
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      word.append((char) ('!' + random.nextInt(90)));
    }
    return word.toString().replace('|', '-').replace('=', '+');
  }

  private static RowKey key(String type, String firm, String fields, String time) {
    String body =
        "8=FIX.4.2|9=1|35=" + type + "|49=" + firm + "|56=MRP|" + fields + "|60=" + time + "|10=0|";
    byte[] bytes = body.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    assertEquals(ReadResult.EVENT, reader.read(message), body);
    return reader.event().key();
  }

  @Test
  void findsWhatWasPublishedUnderAnIdByDate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("w.duckdb");
    UUID first = new UUID(0, 1);
    UUID second = new UUID(0, 2);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE events (id UUID, LifecycleId UUID, timestamp TIMESTAMP_NS, eventType VARCHAR,"
              + " source VARCHAR, destination VARCHAR, ReporterId VARCHAR, EventId VARCHAR,"
              + " tradeDate DATE)");
      statement.execute(
          "INSERT INTO events VALUES ('%s', '%s', '2026-03-16 12:00:00', 'NEW', NULL, NULL, 'ALFA', 'O17', '2026-03-16'),"
                  .formatted(first, first)
              + " ('%s', '%s', '2026-03-18 02:00:00', 'ROUTE', 'BETA', 'XNYS', 'ALFA', 'O17', '2026-03-17'),"
                  .formatted(second, second)
              + " ('%s', '%s', '2026-03-17 12:00:00', 'NEW', NULL, NULL, 'BETA', 'O17', '2026-03-17')"
                  .formatted(new UUID(0, 3), first));
    }
    DuckDbQuery warehouse = new DuckDbQuery(file);

    List<Match> both = EventSearch.published(warehouse, "ALFA", "O17", Optional.empty());
    List<Match> one =
        EventSearch.published(warehouse, "ALFA", "O17", Optional.of(LocalDate.of(2026, 3, 17)));

    assertEquals(
        List.of(RowKey.parse(first.toString()), RowKey.parse(second.toString())),
        both.stream().map(Match::id).toList());
    assertEquals(List.of(RowKey.parse(second.toString())), one.stream().map(Match::id).toList());
    assertEquals("2026-03-17  ROUTE from BETA to XNYS", one.get(0).text());
    assertTrue(EventSearch.published(warehouse, "ALFA", "o17", Optional.empty()).isEmpty());
  }
}
