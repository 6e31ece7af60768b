package io.daisychain.explorer.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A watch that a test is, and what is told of its quotes. */
class LiveQuotesTest {
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  private LiveQuotes quotes() {
    LiveSource source =
        new LiveSource(
            "w",
            () -> new Socket(server.getInetAddress(), server.getLocalPort()),
            (table, symbols) -> table + symbols);
    LiveQuotes quotes = new LiveQuotes(source, Set.of("B"));
    quotes.start();
    return quotes;
  }

  private static void say(Socket watch, String op, String id, int bid) throws IOException {
    String line = "{'op':'%s','id':'%s','bid':%d}\n".replace('\'', '"');
    watch.getOutputStream().write(line.formatted(op, id, bid).getBytes(UTF_8));
  }

  private static void ready(Socket watch) throws IOException {
    watch.getOutputStream().write("{\"op\":\"ready\"}\n".getBytes(UTF_8));
  }

  /** What is told next, once it has this id as its last. */
  private static LiveRows.Known await(LiveQuotes quotes, long seen, String last)
      throws InterruptedException {
    LiveRows.Known known = quotes.await(seen, 1_000);
    while (!ids(known).endsWith(last)) {
      known = quotes.await(seen, 1_000);
    }
    return known;
  }

  private static String ids(LiveRows.Known known) {
    List<String> ids =
        StreamSupport.stream(known.rows().get("quotes").spliterator(), false)
            .map(row -> row.get("id").asText() + row.get("bid").asInt())
            .toList();
    return String.join(" ", ids);
  }

  private static boolean isAll(LiveRows.Known known) {
    return known.rows().get("all").asBoolean();
  }

  @Test
  void tellsAllFirstThenWhatHasChangedSince() throws Exception {
    try (LiveQuotes quotes = quotes();
        Socket watch = server.accept()) {
      BufferedReader asked =
          new BufferedReader(new InputStreamReader(watch.getInputStream(), UTF_8));
      assertEquals("nbbo[B]", asked.readLine());
      say(watch, "snapshot", "b", 1);
      say(watch, "snapshot", "a", 2);
      ready(watch);
      LiveRows.Known all = await(quotes, 0, "b1");
      assertEquals("a2 b1", ids(all));
      assertTrue(isAll(all));
      say(watch, "change", "a", 3);
      LiveRows.Known changed = await(quotes, all.version(), "a3");
      assertEquals("a3", ids(changed));
      assertEquals(false, isAll(changed));
      say(watch, "change", "c", 4);
      assertEquals("a3 c4", ids(await(quotes, all.version(), "c4")));
      assertEquals("a3 b1 c4", ids(quotes.await(0, 0)));
    }
  }

  @Test
  void whatAnotherConnectionTellsTakesThePlaceOfAll() throws Exception {
    try (LiveQuotes quotes = quotes()) {
      LiveRows.Known first;
      try (Socket watch = server.accept()) {
        say(watch, "snapshot", "a", 1);
        say(watch, "snapshot", "b", 1);
        ready(watch);
        first = await(quotes, 0, "b1");
      }
      JsonNode lost = quotes.await(first.version(), 60_000).rows();
      assertEquals("lost", lost.get("state").asText());
      try (Socket watch = server.accept()) {
        say(watch, "snapshot", "a", 5);
        ready(watch);
        LiveRows.Known second = await(quotes, first.version(), "a5");
        assertEquals("a5", ids(second));
        assertTrue(isAll(second));
      }
    }
  }

  @Test
  void ofTooManyTheFirstByNameAreKept() throws Exception {
    try (LiveQuotes quotes = quotes();
        Socket watch = server.accept()) {
      for (int i = LiveQuotes.MOST + 50; i > 0; i--) {
        say(watch, "snapshot", String.format(Locale.ROOT, "s%03d", i), 1);
      }
      ready(watch);
      say(watch, "change", "z", 1);
      say(watch, "change", "s100", 7);
      LiveRows.Known known = quotes.await(0, 1_000);
      while (!ids(known).contains("s1007")) {
        known = quotes.await(known.version(), 1_000);
      }
      JsonNode all = quotes.await(0, 0).rows();
      assertEquals(LiveQuotes.MOST, all.get("quotes").size());
      assertEquals("s200", all.get("quotes").get(LiveQuotes.MOST - 1).get("id").asText());
      assertTrue(all.get("more").asBoolean());
    }
  }
}
