package io.daisychain.cli.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The explorer in a browser, over a market that the program made, linked and published. */
@ExtendWith(SharedStore.class)
@TestMethodOrder(MethodOrderer.Random.class)
class ExploreIT {
  private static final String SCRIPT = "<script>document.title='run'</script>";
  private static final Path PICTURES = Path.of("target", "explorer");

  @TempDir private static Path folder;

  private static Program program;
  private static Program.Command server;
  private static String address;
  private static Browser browser;

  @BeforeAll
  static void publish(RunningStore shared) throws Exception {
    program = Program.inProcess(folder);
    program.succeed(
        "generate",
        "--output=w",
        "--events=20000",
        "--seed=11",
        "--market",
        "--runner=DirectRunner",
        "--errors=0.005,ORPHAN=0.01,OVERFILL=0.005,UNACCEPTED=0.005");
    for (String kind : List.of("quotes", "trades")) {
      program.succeed(
          "marketdata",
          "load",
          "--input=w/" + kind + "-*.csv",
          "--format=csv",
          "--marketdata=daisychain-data/marketdata",
          "--rejects=r");
    }
    Files.writeString(folder.resolve("w/hostile.fix"), hostile(), StandardCharsets.ISO_8859_1);
    program.succeed(
        "run",
        "--input=w/*.fix",
        "--reference=w",
        "--store=" + shared.address(),
        "--table=explore");
    server = new Program(folder).start("explore");
    assertTrue(server.awaitThat(() -> server.hasPrinted("\n")));
    address = Files.readString(server.out()).lines().findFirst().orElseThrow();
  }

  /** Messages with what a browser would run in every field that may have it. */
  private static String hostile() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      String line =
          "35=D|34=$|49=%|52=20260316-15:00:0$|56=MRP|1=%|11=%$|21=1|38=16777217|40=2|44=612345.67|54=1"
              + "|55=%|58=%|60=20260316-15:00:0$|109=%|";
      lines.append(FixLine.of(line.replace("$", "" + i).replace("%", SCRIPT))).append('\n');
    }
    return lines.toString();
  }

  @AfterAll
  static void end() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.process().destroy();
      assertEquals(0, server.process().waitFor());
    }
  }

  private static Browser browser() {
    if (browser == null) {
      browser = Browser.start();
    }
    browser.size(1600, 1000);
    browser.open(address);
    return browser;
  }

  private static String one(String sql) throws Exception {
    NamedCsvRecord row = program.sql(sql).get(0);
    return row.getField(0);
  }

  private static long count(String where) throws Exception {
    return Long.parseLong(one("SELECT count(*) AS n FROM events AS e WHERE " + where));
  }

  private static void view(Browser page, String fragment) {
    page.script("location.hash = arguments[0]", fragment);
    page.settle();
  }

  @Test
  void thePageSaysWhatSqlSays() throws Exception {
    Browser page = browser();
    assertEquals(count("true"), page.events());
    String symbol =
        one(
            "SELECT symbol FROM events WHERE symbol SIMILAR TO '[A-Z]+' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1");
    WebElement box = page.find("input[role=combobox]");
    assertEquals("Symbol", page.script("return arguments[0].labels[0].textContent", box));
    box.sendKeys(symbol.toLowerCase(Locale.ROOT), Keys.ENTER);
    page.await("location.hash.includes('symbol=')");
    page.settle();
    assertEquals(count("symbol = '" + symbol + "'"), page.events());
    for (String group : List.of("Reporter", "Event type", "Status", "Side")) {
      assertFalse(
          page.all("[role=group][aria-label='" + group + "'] input[type=checkbox]").isEmpty(),
          group);
    }
    page.find("[role=group][aria-label='Event type'] input[aria-label='FILL']").click();
    page.await("location.hash.includes('type=FILL')");
    page.settle();
    assertEquals(count("symbol = '" + symbol + "' AND eventType = 'FILL'"), page.events());
    page.find("body").sendKeys(Keys.ESCAPE);
    page.settle();
    assertEquals(count("true"), page.events());
    page.driver.navigate().back();
    page.settle();
    assertEquals(count("symbol = '" + symbol + "' AND eventType = 'FILL'"), page.events());
    view(page, "");
    assertNotNull(page.find("canvas[aria-label='Events']"));
    assertNotNull(page.find("input[type=search][aria-label='Search']"));
    for (String[] tab :
        new String[][] {
          {"orphans", "e.errorStatus LIKE '%ORPHAN%'"},
          {"mismatches", "e.errorStatus LIKE '%_MISMATCH%'"},
          {"overfills", "e.errorStatus LIKE '%OVERFILL%'"},
          {"late", "list_contains(string_split(e.errorStatus, ';'), 'LATE')"},
          {"trade-throughs", "e.id IN (SELECT id FROM v_trade_through)"}
        }) {
      page.await("!/…/.test(document.getElementById('tab-" + tab[0] + "').textContent)");
      String text = page.find("#tab-" + tab[0]).getText();
      assertEquals(count(tab[1]), Long.parseLong(text.replaceAll("[^0-9]", "")), text);
    }
  }

  @Test
  void theWorstTradeThroughAndWhoCausedIt() throws Exception {
    NamedCsvRecord worst =
        program
            .sql(
                "SELECT e.id, e.ReporterId, e.LifecycleId FROM v_trade_through AS t JOIN events AS e ON"
                    + " e.id = t.id ORDER BY t.amount / abs(t.best::DOUBLE) DESC,"
                    + " e.timestampNanos LIMIT 1")
            .get(0);
    Browser page = browser();
    page.find("#tab-trade-throughs").click();
    page.await("document.querySelector('#list caption')?.textContent.includes('worst first')");
    page.find("#list tbody tr button").click();
    page.await("document.querySelector('#lifecycle [role=tree]')");
    page.settle();
    assertEquals(worst.getField("LifecycleId"), page.find("#lifecycle code").getText());
    assertTrue(page.find("#moment").getText().contains(worst.getField("ReporterId")));
    assertTrue(page.find("#list tbody tr.open").getText().contains(worst.getField("ReporterId")));
    page.picture(PICTURES.resolve("worst-trade-through.png"));
  }

  @Test
  void aBrokenChainAndTheFirmToCall() throws Exception {
    Browser page = browser();
    view(page, "type=ACCEPT&tab=orphans");
    page.await("document.querySelectorAll('#list tbody tr').length > 0");
    WebElement row = page.find("#list tbody tr");
    String id = row.findElement(By.cssSelector("button")).getAttribute("data-id");
    String firm = one("SELECT source FROM events WHERE id = '" + id + "'");
    assertTrue(row.getText().contains("from " + firm), row.getText());
    row.findElement(By.cssSelector("button")).click();
    page.await("document.querySelector('#lifecycle [role=tree] .asked')");
    page.settle();
    assertTrue(page.find("#lifecycle .asked").getText().contains("from " + firm));
    assertTrue(page.find("#moment").getText().contains("ORPHAN"));
    page.picture(PICTURES.resolve("broken-chain.png"));
  }

  @Test
  void anAggregatedOrderIsReplayedToItsLastFill() throws Exception {
    String id =
        one(
            "SELECT a.id FROM events AS a JOIN lifecycles AS l ON l.id = a.LifecycleId WHERE"
                + " a.eventType = 'AGGREGATE' AND len(string_split(a.\"Merge\", '|')) = 2 AND"
                + " l.filledQuantity > 0 AND l.events < 200 ORDER BY l.events DESC, a.id LIMIT 1");
    Browser page = browser();
    page.find("#search").sendKeys(id, Keys.ENTER);
    page.await("document.querySelector('#lifecycle [role=tree]')");
    page.settle();
    long events = count("LifecycleId = (SELECT LifecycleId FROM events WHERE id = '" + id + "')");
    WebElement slider = page.find("#replay");
    slider.sendKeys(Keys.HOME);
    for (long step = 1; step < events; step++) {
      assertTrue(page.find("#moment .when b").getText().startsWith(step + " of " + events));
      slider.sendKeys(Keys.ARROW_RIGHT);
    }
    page.settle();
    assertTrue(page.find("#moment .when b").getText().startsWith(events + " of " + events));
    String filled =
        one(
            "SELECT CAST(filledQuantity AS BIGINT) AS n FROM lifecycles WHERE id = (SELECT LifecycleId FROM"
                + " events WHERE id = '"
                + id
                + "')");
    String said = page.find("#moment").getText();
    assertTrue(said.contains("Filled so far"), said);
    String shown = said.replaceFirst("(?s).*Filled so far\\s+([0-9,]+).*", "$1").replace(",", "");
    assertEquals(filled, shown, said);
    page.picture(PICTURES.resolve("aggregated-order.png"));
    long lines = page.all("#lifecycle [role=treeitem]").size();
    assertTrue(lines > 1 && lines <= events);
  }

  @Test
  void aClickOnAnEventOpensItsLifecycle() throws Exception {
    Browser page = browser();
    view(
        page,
        "y=price&type=NEW&symbol="
            + one(
                "SELECT symbol FROM events WHERE eventType = 'NEW' AND price IS NOT NULL AND symbol SIMILAR TO '[A-Z]+' GROUP BY 1 HAVING count(*) BETWEEN 2 AND 30 ORDER BY count(*) DESC, 1 LIMIT 1"));
    // Where the page draws its first mark.
    String where =
        "const m = await import('/picture.js'); const s = m.state(); const b = document.getElementById('plot').getBoundingClientRect();"
            + "return [b.left + m.margin.left + s.frame.marks[0] * s.width, b.top + m.margin.top + (1 - s.frame.marks[1]) * s.height];";
    @SuppressWarnings("unchecked")
    List<Number> place =
        (List<Number>)
            page.driver.executeAsyncScript(
                "const done = arguments[arguments.length - 1]; (async () => {"
                    + where
                    + "})().then(done);");
    new Actions(page.driver)
        .moveToLocation(place.get(0).intValue(), place.get(1).intValue())
        .click()
        .perform();
    page.await("document.querySelector('#lifecycle code')");
    String shown = page.find("#lifecycle code").getText();
    String asked =
        (String) page.script("return new URLSearchParams(location.hash.slice(1)).get('id')");
    assertEquals(one("SELECT LifecycleId FROM events WHERE id = '" + asked + "'"), shown);
  }

  @Test
  void mouseAndAddressGiveTheSameView() throws Exception {
    Browser page = browser();
    view(page, "y=return");
    List<?> box =
        (List<?>)
            page.script(
                "const b = document.getElementById('plot').getBoundingClientRect(); return [b.left, b.top, b.width, b.height];");
    int left = ((Number) box.get(0)).intValue() + 200;
    int top = ((Number) box.get(1)).intValue() + 60;
    new Actions(page.driver)
        .moveToLocation(left, top)
        .clickAndHold()
        .moveByOffset(150, 90)
        .moveByOffset(40, 30)
        .release()
        .perform();
    page.await("location.hash.includes('bfrom=')");
    page.settle();
    long marked = page.events();
    assertTrue(marked < count("true"));
    page.find("#tab-events").click();
    page.settle();
    String fragment = (String) page.script("return location.hash.slice(1)");
    String look = (String) page.script("return document.getElementById('events').toDataURL()");
    page.driver.get("about:blank");
    page.open(address.replaceFirst("\\?.*", "") + "#" + fragment);
    page.settle();
    assertEquals(marked, page.events());
    assertEquals(look, page.script("return document.getElementById('events').toDataURL()"));
    String sql =
        (String)
            page.driver.executeAsyncScript(
                "const done = arguments[0]; document.getElementById('sql').click(); const look = () => { const pre = document.querySelector('#dialog pre'); if (pre) done(pre.textContent); else setTimeout(look, 20); }; look();");
    assertEquals(marked, Long.parseLong(one("SELECT count(*) AS n FROM (" + sql + ")")));
  }

  @Test
  void theKeyboardDoesAllOfIt() throws Exception {
    Browser page = browser();
    page.find("body").sendKeys("/");
    assertEquals("search", page.script("return document.activeElement.id"));
    page.script("document.getElementById('events').focus()");
    WebElement canvas = page.find("#events");
    canvas.sendKeys("b", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN);
    page.await("location.hash.includes('bfrom=')");
    canvas.sendKeys("b", "z");
    page.await("location.hash.includes('from=') && !location.hash.includes('bfrom=')");
    canvas.sendKeys("0");
    page.await("!location.hash.includes('from=')");
    page.find("#tab-orphans").sendKeys(Keys.ARROW_RIGHT);
    page.await("document.activeElement.id === 'tab-mismatches'");
    page.find("body").sendKeys("?");
    page.await("document.getElementById('dialog').open");
    page.find("#dialog-close").sendKeys(Keys.ENTER);
    page.await("!document.getElementById('dialog').open");
  }

  @Test
  void everybodyCanUseIt() throws Exception {
    Browser page = browser();
    String id =
        one(
            "SELECT id FROM lifecycles WHERE events BETWEEN 5 AND 30 ORDER BY events DESC, id LIMIT 1");
    view(page, "id=" + id);
    page.await("document.querySelector('#lifecycle [role=tree]')");
    assertEquals(List.of(), page.barriers());
    page.find("#theme").click();
    page.settle();
    assertEquals(List.of(), page.barriers());
    page.picture(PICTURES.resolve("dark.png"));
    page.find("#theme").click();
    page.find("#help").click();
    assertEquals(List.of(), page.barriers());
    page.find("#dialog-close").click();
  }

  @Test
  void nothingIsFetchedFromElsewhereAndHostileValuesAreText() throws Exception {
    Browser page = browser();
    view(
        page,
        "symbol="
            + java.net.URLEncoder.encode(SCRIPT, StandardCharsets.UTF_8)
            + "&tab=events&y=price");
    assertEquals(5, page.events());
    String row = page.find("#list tbody tr").getText();
    assertTrue(row.contains("612345.67") && row.contains("16,777,217"), row);
    page.find("#list tbody tr button").click();
    page.await("document.querySelector('#lifecycle [role=tree]')");
    page.find("#search").sendKeys(SCRIPT + "0");
    page.await("document.querySelectorAll('#found button').length > 0");
    page.settle();
    assertNotEquals("run", page.driver.getTitle());
    assertEquals(
        0L,
        page.script(
            "return [...document.querySelectorAll('script')].filter((s) => !s.src).length"));
    assertTrue(page.find("#lifecycle").getText().contains("<script>"));
    List<String> foreign = new ArrayList<>();
    for (Object name :
        (List<?>)
            page.script("return performance.getEntriesByType('resource').map((e) => e.name)")) {
      if (!name.toString().startsWith(address.replaceFirst("\\?.*", ""))) {
        foreign.add(name.toString());
      }
    }
    assertEquals(List.of(), foreign);
    assertFalse(((String) page.script("return location.href")).contains("token"));
  }

  @Test
  void atDoubleZoomNothingIsSqueezed() throws Exception {
    Browser page = browser();
    try {
      for (int width : new int[] {640, 500}) { // the least that the browser's window can be
        page.size(width, 700);
        page.open(address);
        page.settle();
        String id =
            one("SELECT id FROM lifecycles WHERE events BETWEEN 5 AND 30 ORDER BY id LIMIT 1");
        view(page, "tab=orphans&id=" + id);
        page.await("document.querySelector('#lifecycle [role=tree]')");
        long room = (Long) page.script("return document.documentElement.clientWidth");
        for (String part : List.of("#events", "#search")) {
          assertTrue(page.find(part).getSize().getWidth() > room - 60, part + " at " + width);
        }
        assertTrue(
            (Long) page.script("return document.documentElement.scrollWidth") <= room,
            "it scrolls to the side at " + width);
        assertEquals(List.of(), page.barriers());
        page.picture(PICTURES.resolve("narrow-" + width + ".png"));
      }
    } finally {
      page.size(1600, 1000);
    }
  }

  @Test
  void fewTabsLeadToAnAlertsTree() throws Exception {
    Browser page = browser();
    view(page, "tab=orphans");
    page.await("document.querySelectorAll('#list tbody tr').length > 20");
    page.script("document.activeElement.blur()");
    int tabs = 0;
    while (!(Boolean)
        page.script("return document.activeElement.matches('#list button[data-id]')")) {
      page.driver.switchTo().activeElement().sendKeys(Keys.TAB);
      assertTrue(++tabs < 45, "Tabs to the first line");
    }
    page.driver.switchTo().activeElement().sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
    page.await("document.activeElement.matches('#lifecycle [role=treeitem]')");
    assertEquals(
        page.script("return document.querySelectorAll('#list button[data-id]')[1].dataset.id"),
        page.script("return new URLSearchParams(location.hash.slice(1)).get('id')"));
    page.driver.navigate().refresh();
    page.await("document.documentElement.dataset.ready === 'true'");
    page.find("body").sendKeys(Keys.TAB, Keys.TAB);
    page.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
    assertEquals("tab-orphans", page.script("return document.activeElement.id"));
  }

  @Test
  void aFileIsWrittenOrThePageSaysWhyNot() throws Exception {
    Browser page = browser();
    page.find("#csv").click();
    page.await("document.getElementById('notice').textContent.includes('written to a file')");
    assertTrue(page.find("#notice").getText().replace(",", "").contains(count("true") + " events"));
    page.script(
        "window.answer = window.fetch; window.fetch = async () => new Response('it is full\\n', { status: 503 });");
    page.find("#png").click();
    page.await(
        "document.getElementById('notice').textContent.includes('could not be written: it is full')");
  }

  @Test
  void noOtherPortOfTheHostReceivesWhatOpensTheMarket() throws Exception {
    Browser page = browser();
    String secret = (String) page.script("return localStorage.getItem('secret')");
    try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> asked = CompletableFuture.supplyAsync(() -> requestTo(other));
      page.driver.get("http://127.0.0.1:" + other.getLocalPort() + "/");
      String received = asked.join();
      assertFalse(received.contains(secret), received);
      assertTrue(received.contains("Cookie: daisychain-"), received); // which opens no data
    }
  }

  private static String requestTo(ServerSocket server) {
    try (Socket socket = server.accept()) {
      byte[] head = new byte[16_384];
      int length = socket.getInputStream().read(head);
      String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      return new String(head, 0, length, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theCommandExportsAndRefuses() throws Exception {
    program.succeed("explore", "--export=late.csv", "--view=#status=ORPHAN&tab=orphans");
    long rows =
        Files.readAllLines(folder.resolve("late.csv")).stream()
            .filter(line -> line.matches("^[0-9a-f]{8}-.*"))
            .count();
    assertEquals(count("list_contains(string_split(e.errorStatus, ';'), 'ORPHAN')"), rows);
    program.succeed("explore", "--export=day.png", "--size=1000x600");
    assertEquals(1000, javax.imageio.ImageIO.read(folder.resolve("day.png").toFile()).getWidth());
    for (List<String> wrong :
        List.of(
            List.of("--export=x.pdf"),
            List.of("--export=x.png", "--size=1"),
            List.of("--port=99999"),
            List.of("--export=x.csv", "--view=y=nothing"),
            List.of("--view=y=price"),
            List.of("--warehouse=bigquery:p.d"))) {
      List<String> line = new ArrayList<>(List.of("explore"));
      line.addAll(wrong);
      assertEquals(2, program.run(line.toArray(String[]::new)).exitCode(), wrong.toString());
    }
    assertEquals(1, program.run("explore", "--warehouse=duckdb:nothing.duckdb").exitCode());
  }
}
