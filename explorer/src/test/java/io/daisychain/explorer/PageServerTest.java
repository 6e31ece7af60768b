package io.daisychain.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets an answer and who does not, as bytes on a socket. */
class PageServerTest {
  private static RandomWarehouse random;
  private static Path folder;
  private static Explorer explorer;
  private static int port;
  private static String token;
  private static String cookie;
  private static String secret;

  private record Reply(int status, String head, String body) {
    JsonNode json() throws IOException {
      return Answer.JSON.readTree(body);
    }
  }

  private static ShownWarehouse whole(Path file, Path cache) {
    return ShownWarehouse.whole(file, Optional.ofNullable(cache));
  }

  @BeforeAll
  static void start(@TempDir Path given) throws IOException {
    folder = given;
    random = RandomWarehouse.write(given, 7, 1_000);
    explorer =
        Explorer.start(
            whole(random.file, given.resolve("cache")), 0, Optional.empty(), QuestionLog.NONE);
    explorer.awaitReady();
    Matcher address =
        Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)/\\?token=([0-9a-f]{48})")
            .matcher(explorer.address());
    assertTrue(address.matches(), explorer.address());
    port = Integer.parseInt(address.group(1));
    token = address.group(2);
    Reply entrance = send("GET", "/?token=" + token, "Host: 127.0.0.1:" + port);
    Matcher given1 =
        Pattern.compile("(?i)set-cookie: (daisychain-" + port + "=([0-9a-f]{48})); (.*)")
            .matcher(entrance.head());
    assertTrue(given1.find());
    secret = secretOf(entrance.body());
    assertFalse(entrance.head().contains(secret), "a cookie goes to every port of the host");
    assertNotEquals(token, secret);
    assertNotEquals(token, given1.group(2));
    assertTrue(given1.group(3).contains("HttpOnly") && given1.group(3).contains("SameSite=Strict"));
    cookie = "Cookie: a=b; " + given1.group(1);
  }

  @AfterAll
  static void end() throws IOException {
    explorer.close();
  }

  private static String secretOf(String entrance) {
    Matcher given = Pattern.compile("name=\"secret\" content=\"([0-9a-f]{48})\"").matcher(entrance);
    assertTrue(given.find(), entrance);
    return "X-Daisychain: " + given.group(1);
  }

  private static Reply send(String method, String path, String... headers) throws IOException {
    return sendTo(port, method, path, headers);
  }

  private static Reply sendTo(int server, String method, String path, String... headers)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server)) {
      StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
      for (String header : headers) {
        request.append(header).append("\r\n");
      }
      request.append("Connection: close\r\n\r\n");
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      String all = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      int end = all.indexOf("\r\n\r\n");
      return new Reply(
          Integer.parseInt(all.substring(9, 12)), all.substring(0, end), all.substring(end + 4));
    }
  }

  private static Reply ask(String path) throws IOException {
    return send("GET", path, "Host: 127.0.0.1:" + port, cookie, secret);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void onlyTheOwnPageGetsAnAnswer() throws IOException {
    String host = "Host: 127.0.0.1:" + port;
    assertEquals(200, ask("/").status());
    assertEquals(200, ask("/api/summary").status());
    assertEquals(200, send("GET", "/", "Host: localhost:" + port, cookie).status());
    assertEquals(200, send("GET", "/", host, cookie, "Sec-Fetch-Site: same-origin").status());
    assertEquals(200, send("GET", "/", host, cookie, "Sec-Fetch-Site: none").status());
    assertEquals(200, send("GET", "/", host, cookie, "Origin: http://127.0.0.1:" + port).status());
    String[][] refused = {
      {"Host: evil.example", cookie},
      {"Host: evil.example:" + port, cookie},
      {"Host: 127.0.0.1", cookie},
      {"Host: 127.0.0.1:1", cookie},
      {host, "Host: evil.example", cookie},
      {cookie},
      {host},
      {host, "Cookie: daisychain-" + port + "=" + token},
      {host, "Cookie: daisychain-" + port + "="},
      {host, cookie, "Origin: http://evil.example"},
      {host, cookie, "Origin: null"},
      {host, cookie, "Origin: http://localhost:" + port},
      {host, cookie, "Sec-Fetch-Site: cross-site"},
      {host, cookie, "Sec-Fetch-Site: same-site"},
    };
    for (String path : List.of("/", "/page.js", "/api/summary", "/api/events.csv", "/nothing")) {
      for (String[] without : refused) {
        String[] headers = Arrays.copyOf(without, without.length + 1);
        headers[without.length] = secret;
        Reply reply = send("GET", path, headers);
        assertTrue(
            reply.status() >= 400 && reply.status() < 500, path + String.join(", ", headers));
        assertFalse(reply.body().contains("ALFA"));
      }
    }
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")) {
      assertEquals(405, send(method, "/api/summary", host, cookie, secret).status(), method);
    }
    assertEquals(
        421, send("GET", "http://evil.example/api/summary", host, cookie, secret).status());
    String whole = "http://127.0.0.1:" + port + "/api/summary";
    assertEquals(200, send("GET", whole, host, cookie, secret).status());
    Reply head = send("HEAD", "/", host, cookie);
    assertEquals(200, head.status());
    assertEquals("", head.body());
    // A link in another page may lead here; what it shows is the entrance alone.
    assertEquals(200, send("GET", "/?token=" + token, host, "Sec-Fetch-Site: cross-site").status());
    assertEquals(401, send("GET", "/?token=" + token.replace(token.charAt(0), 'x'), host).status());
    assertEquals(401, send("GET", "/?token=", host).status());
    assertEquals(401, send("GET", "/api/summary?token=" + token, host).status());
  }

  @Test
  void aCookieAloneOpensNothingOfTheMarket() throws IOException {
    String host = "Host: 127.0.0.1:" + port;
    Reply ticket = ask("/api/ticket?file=events.csv&type=FILL");
    assertEquals(200, ticket.status(), ticket.body());
    List<String> names = new PageApi(null, false, QuestionLog.NONE).names();
    assertTrue(names.size() > 12);
    for (String name : names) {
      for (String[] headers :
          new String[][] {
            {host, cookie},
            {host, secret},
            {host, cookie, "X-Daisychain: "},
            {host, cookie, "X-Daisychain: " + token},
            {host, cookie, secret.replace("X-Daisychain: ", "Cookie: daisychain-" + port + "=")},
            {host, cookie, secret, secret}
          }) {
        Reply refused = send("GET", "/api/" + name, headers);
        assertEquals(401, refused.status(), name + " " + String.join(", ", headers));
        assertFalse(refused.body().contains("ALFA"));
      }
    }
    assertEquals(401, send("GET", "/api/live", host, cookie).status());
    assertEquals(404, send("GET", "/download/" + token, host, cookie).status());
    assertEquals(401, send("GET", ticket.json().get("address").asText(), host).status());
  }

  @Test
  void aFileIsWrittenByATicketThatIsGoodOnce() throws IOException {
    String host = "Host: 127.0.0.1:" + port;
    String list = "&tab=orphans";
    for (String query :
        List.of("file=events.csv&type=FILL&type=NEW", "file=alerts.csv&alert=late")) {
      Reply ticket = ask("/api/ticket?" + query);
      String address = ticket.json().get("address").asText();
      assertEquals(404, send("HEAD", address, host, cookie).status());
      Reply file = send("GET", address, host, cookie);
      assertEquals(200, file.status());
      assertEquals(ticket.json().get("events").asLong(), rows(unchunked(file)), query);
      assertTrue(file.head().contains("attachment; filename=\""), file.head());
      assertEquals(404, send("GET", address, host, cookie).status());
    }
    Reply picture = ask("/api/ticket?file=picture.png&y=price&symbol=IBM&layers=quotes,candles");
    Reply png = send("GET", picture.json().get("address").asText(), host, cookie);
    assertTrue(png.body().startsWith("\u0089PNG"), png.head());
    for (String wrong :
        List.of("", "file=w.duckdb", "file=events.csv&y=x", "file=alerts.csv", "file=page.js")) {
      assertEquals(400, ask("/api/ticket?" + wrong).status(), wrong);
    }
    assertEquals(400, ask("/api/ticket?file=events.csv" + list).status());
  }

  /** The body of an answer that came in pieces, to its last one. */
  private static String unchunked(Reply reply) {
    assertTrue(reply.head().contains("chunked"), reply.head());
    StringBuilder body = new StringBuilder();
    int at = 0;
    while (true) {
      int end = reply.body().indexOf("\r\n", at);
      int size = Integer.parseInt(reply.body().substring(at, end), 16);
      if (size == 0) {
        assertEquals("0\r\n\r\n", reply.body().substring(at));
        return body.toString();
      }
      body.append(reply.body(), end + 2, end + 2 + size);
      at = end + 2 + size + 2;
    }
  }

  @Test
  void everyAnswerHasTheHeadersThatKeepOthersOut() throws IOException {
    for (Reply reply :
        List.of(
            ask("/"),
            ask("/d3.js"),
            ask("/api/about"),
            ask("/no"),
            ask("/api/picture?y=x"),
            send("GET", "/", "Host: evil"),
            send("POST", "/", "Host: 127.0.0.1:" + port),
            send("GET", "/?token=" + token, "Host: 127.0.0.1:" + port))) {
      String head = reply.head().toLowerCase(Locale.ROOT);
      assertTrue(
          head.contains(
              "content-security-policy: default-src 'self'; base-uri 'none'; form-action 'none';"
                  + " frame-ancestors 'none'"),
          head);
      assertTrue(head.contains("x-content-type-options: nosniff"), head);
      assertTrue(head.contains("referrer-policy: no-referrer"), head);
      assertTrue(head.contains("cache-control: no-store"), head);
      assertFalse(head.contains("access-control"), head);
    }
  }

  @Test
  void onlyThePagesOwnFilesAreServed() throws IOException {
    for (String path :
        List.of(
            "/../w.duckdb",
            "/..%2fw.duckdb",
            "/%2e%2e/w.duckdb",
            "/page.js/",
            "//page.js",
            "/.",
            "/io/daisychain/explorer/page/page.js",
            "/page/../page.js",
            "/page.js%00",
            "/api/",
            "/api/../page.js",
            "/file:///etc/passwd",
            "/META-INF/MANIFEST.MF")) {
      int status = ask(path).status();
      assertTrue(status >= 400 && status < 500, path + " " + status);
    }
    long bytes = 0;
    Matcher names =
        Pattern.compile("\"(/[^\"]+)\"")
            .matcher(
                Files.readString(Path.of("src/main/java/io/daisychain/explorer/PageFiles.java"))
                    .replaceAll("(?s)^.*?ofEntries\\(|/\\*\\* The operator's page.*", ""));
    int files = 0;
    while (names.find()) {
      if (!names.group(1).startsWith("/io/") && !names.group(1).startsWith("/META")) {
        Reply reply = ask(names.group(1));
        assertEquals(200, reply.status(), names.group(1));
        bytes += reply.body().length();
        files++;
      }
    }
    assertTrue(files > 10 && bytes <= 420_000, files + " files, " + bytes + " bytes");
  }

  @Test
  void badParametersAreToldInPlainWords() throws IOException {
    for (String query :
        List.of(
            "picture?y=nothing",
            "picture?w=0",
            "picture?w=9999999",
            "picture?w=abc",
            "picture?what=1",
            "picture?from=yesterday",
            "picture?from=5&to=5",
            "picture?low=NaN",
            "picture?low=2&high=1",
            "picture?w=1&w=2",
            "lifecycle?id=1",
            "lifecycle?market=soon&id=00000000-0000-0000-0000-000000000000",
            "lifecycle",
            "alerts?alert=x",
            "band",
            "band?symbol=A&symbol=B",
            "summary?publication=0",
            "search",
            "near?across=x",
            "picture?range=some",
            "picture?low=1e400",
            "picture?low=1e-999999999",
            "picture?high=" + "9".repeat(40),
            "picture?from=" + "9".repeat(30),
            "summary?" + "symbol=a&".repeat(600))) {
      Reply reply = ask("/api/" + query);
      assertEquals(400, reply.status(), query);
      assertTrue(reply.body().length() < 300 && !reply.body().contains("Exception"), reply.body());
    }
    // What is no URI at all the JDK's server answers itself.
    assertEquals(400, ask("/api/picture?symbol=%zz").status());
    assertEquals(404, ask("/api/lifecycle?id=00000000-0000-0000-0000-000000000000").status());
  }

  @Test
  void hostileValuesAreValuesInEveryParameter() throws IOException {
    long all = ask("/api/summary").json().get("events").asLong();
    assertEquals(1_000, all);
    for (String value :
        List.of(
            "' OR 1=1 --",
            "'; DROP TABLE events; --",
            "\"; SELECT 1",
            "') UNION SELECT * FROM events --",
            RandomWarehouse.SCRIPT,
            "%",
            "\\",
            "\u0000",
            "${x}",
            "$1",
            "?",
            "????")) {
      for (String name : List.of("symbol", "reporter", "type", "status", "side", "customer")) {
        String query = name + "=" + encoded(value);
        long counted = ask("/api/summary?" + query).json().get("events").asLong();
        Reply csv = ask("/api/events.csv?" + query);
        assertEquals(200, csv.status(), query);
        assertEquals(counted, rows(unchunked(csv)), query);
        assertTrue(counted < all, query);
        Reply sql = ask("/api/sql?" + query);
        assertEquals(200, sql.status());
      }
      assertEquals(200, ask("/api/search?q=" + encoded(value)).status(), value);
      assertEquals(200, ask("/api/symbols?q=" + encoded(value)).status(), value);
      assertEquals(200, ask("/api/scorecard?reporter=" + encoded(value)).status(), value);
      assertEquals(200, ask("/api/band?symbol=" + encoded(value)).status(), value);
    }
    assertEquals(all, ask("/api/summary").json().get("events").asLong());
  }

  /** Rows of a CSV by their ids. */
  private static long rows(String csv) {
    return Pattern.compile("(?m)^[0-9a-f]{8}-[0-9a-f]{4}-").matcher(csv).results().count();
  }

  @Test
  void cellsThatASpreadsheetWouldRunHaveAnApostrophe() throws IOException {
    String csv = unchunked(ask("/api/events.csv?symbol=" + encoded("=1+1")));
    assertTrue(csv.contains(",'=1+1,"), csv);
    assertFalse(csv.contains(",=1+1,"), csv);
  }

  @Test
  void aQueryThatTakesTooLongEndsAndOthersAreAnswered(@TempDir Path own) throws Exception {
    RandomWarehouse slow = RandomWarehouse.write(own, 10, 100);
    try (var connection = java.sql.DriverManager.getConnection("jdbc:duckdb:" + slow.file);
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE OR REPLACE VIEW v_reporter_scorecard AS SELECT 'ALFA' AS ReporterId,"
              + " (SELECT any_value(tradeDate) FROM events) AS tradeDate,"
              + " (SELECT sum(hash(range)) FROM range(1000000000000000)) AS errors");
    }
    try (Publications publications = new Publications(whole(slow.file, null), 1_000_000)) {
      publications.newest().awaitPoints();
      try (PageServer server =
          new PageServer(0, publications, Optional.empty(), QuestionLog.NONE)) {
        java.net.URI address = java.net.URI.create(server.address());
        String host = "Host: 127.0.0.1:" + address.getPort();
        Reply entry = sendTo(address.getPort(), "GET", "/?" + address.getQuery(), host);
        Matcher given = Pattern.compile("(?i)set-cookie: ([^;]+)").matcher(entry.head());
        assertTrue(given.find());
        String[] headers = {host, "Cookie: " + given.group(1), secretOf(entry.body())};
        Reply late = sendTo(address.getPort(), "GET", "/api/scorecard?reporter=ALFA", headers);
        assertEquals(503, late.status(), late.body());
        assertEquals("the warehouse took longer than 5 s to answer", late.body().strip());
        Reply next = sendTo(address.getPort(), "GET", "/api/events.csv", headers);
        assertEquals(200, next.status());
        assertEquals(100, rows(unchunked(next)));
      }
    }
  }

  @Test
  void aQuestionThatIsNotNotedIsNotAnswered() throws IOException {
    List<String> noted = new ArrayList<>();
    QuestionLog log =
        (name, query) -> {
          noted.add(name + " " + query);
          throw new IOException("no space left on device");
        };
    try (Publications publications = new Publications(whole(random.file, null), 1_000_000)) {
      publications.newest().awaitPoints();
      PageApi api = new PageApi(publications, false, log);
      assertTrue(api.answer("state", null).isPresent());
      assertThrows(IOException.class, () -> api.answer("summary", "symbol=A%26B"));
      assertEquals(List.of("summary symbol=A&B"), noted);
    }
  }

  @Test
  void aNewPublicationIsOfferedAndTheOldOneStaysReadable(@TempDir Path own) throws IOException {
    RandomWarehouse changing = RandomWarehouse.write(own, 8, 300);
    try (Publications publications = new Publications(whole(changing.file, null), 1_000_000)) {
      ShownPublication first = publications.newest();
      assertEquals(300, first.awaitPoints().size());
      assertEquals(first, publications.newest());
      changing.events.subList(100, 300).clear();
      changing.load(own, 2);
      ShownPublication second = publications.newest();
      assertNotEquals(first.id(), second.id());
      assertEquals(100, second.awaitPoints().size());
      assertEquals("300", first.warehouse.rows("SELECT count(*) FROM events").get(0)[0]);
      assertEquals(first, publications.of(first.id()).orElseThrow());
      changing.load(own, 3);
      publications.newest();
      assertTrue(publications.of(first.id()).isEmpty());
    }
  }

  @Test
  void tooManyEventsForTheMemoryAreSaid(@TempDir Path own) throws IOException {
    RandomWarehouse large = RandomWarehouse.write(own, 9, 500);
    try (ShownPublication none = ShownPublication.open(whole(large.file, null), 10);
        ShownPublication some = ShownPublication.open(whole(large.file, null), 400)) {
      assertEquals(0, none.awaitPoints().size());
      assertTrue(none.dates().isTooMuch());
      int shown = some.awaitPoints().size();
      assertTrue(shown > 0 && shown <= 400 && !some.dates().isAll(), "" + shown);
    }
  }

  @Test
  void aViewIsExportedAsideAndRenamed(@TempDir Path own) throws IOException {
    Path cache = folder.resolve("cache");
    Path csv = own.resolve("rows.csv");
    Explorer.export(whole(random.file, cache), csv, "#status=LATE", 800, 600);
    long late =
        random.events.stream()
            .filter(e -> e.get("errorStatus") != null && e.get("errorStatus").contains("LATE"))
            .count();
    assertEquals(late, rows(Files.readString(csv)));
    Path png = own.resolve("day.png");
    Explorer.export(whole(random.file, cache), png, "", 800, 600);
    var image = javax.imageio.ImageIO.read(png.toFile());
    assertEquals(800, image.getWidth());
    assertEquals(600, image.getHeight());
    try (var files = Files.list(own)) {
      assertEquals(2, files.count());
    }
  }
}
