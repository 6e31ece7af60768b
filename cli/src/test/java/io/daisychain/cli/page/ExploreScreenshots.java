package io.daisychain.cli.page;

import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.explorer.Explorer;
import io.daisychain.explorer.QuestionLog;
import io.daisychain.explorer.ShownWarehouse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Makes the pictures of docs/explorer.md from the demo's data: {@code .ci/campaign screenshots
 * WAREHOUSE FOLDER}. In the folder {@code states} beside them is what people hope not to see: parts
 * that are empty, wait or failed, and narrow and wide screens.
 */
final class ExploreScreenshots {
  private static final String BUSY =
      "SELECT symbol FROM events WHERE tradeDate = (SELECT min(tradeDate) FROM events) GROUP BY"
          + " symbol ORDER BY count(*) DESC LIMIT 1";

  /** An aggregated order of three parents, of some events, that was filled. */
  private static final String AGGREGATED =
      "SELECT a.id FROM events AS a JOIN lifecycles AS l ON l.id = a.LifecycleId WHERE a.eventType"
          + " = 'AGGREGATE' AND len(string_split(a.\"Merge\", '|')) = 2 AND l.filledQuantity > 0"
          + " AND l.events BETWEEN 25 AND 120 ORDER BY l.events DESC, a.id LIMIT 1";

  private ExploreScreenshots() {}

  /** A published warehouse with market data, and the folder of the pictures. */
  public static void main(String[] args) throws Exception {
    Path warehouse = Path.of(args[0]).toAbsolutePath();
    Path folder = Path.of(args[1]);
    Path cache = Files.createTempDirectory("daisychain-screenshots");
    var query = WarehouseOption.of("duckdb:" + warehouse).query();
    String day = query.rows("SELECT min(tradeDate)::VARCHAR FROM events").get(0)[0];
    String symbol = query.rows(BUSY).get(0)[0];
    String order = query.rows(AGGREGATED).get(0)[0];
    String next = java.time.LocalDate.parse(day).plusDays(1).toString();
    String night = "T00:00:00.000000000Z";
    String times = "from=" + day + night + "&to=" + next + night;
    try (Explorer explorer =
            Explorer.start(
                ShownWarehouse.whole(warehouse, Optional.of(cache)),
                0,
                Optional.empty(),
                QuestionLog.NONE);
        Browser browser = Browser.start()) {
      browser.size(1680, 1120);
      browser.open(explorer.address());
      shoot(browser, times + "&tab=trade-throughs&id=" + order, folder.resolve("explorer-day.png"));
      shoot(
          browser,
          "y=price&symbol="
              + symbol
              + "&from="
              + day
              + "T17:00:00Z&to="
              + day
              + "T17:40:00Z&layers=quotes,candles&tab=orphans",
          folder.resolve("explorer-symbol.png"));
      shoot(
          browser,
          times + "&type=AGGREGATE&type=FILL&type=PARTIAL_FILL&tab=events&step=12&id=" + order,
          folder.resolve("explorer-lifecycle.png"));
      browser.script("localStorage.setItem('theme', 'dark'); location.reload()");
      browser.await("document.documentElement.dataset.ready === 'true'");
      shoot(browser, times + "&tab=mismatches&id=" + order, folder.resolve("explorer-dark.png"));
      browser.script("localStorage.removeItem('theme'); location.reload()");
      browser.await("document.documentElement.dataset.ready === 'true'");
      String view = times + "&tab=trade-throughs&id=" + order;
      Path states = folder.resolve("states");
      browser.size(1280, 800);
      shoot(browser, view, states.resolve("narrow.png"));
      browser.size(3840, 2160);
      shoot(browser, view, states.resolve("wide.png"));
      browser.size(1680, 1120);
      shoot(browser, "symbol=NONE&tab=orphans", states.resolve("empty.png"));
      search(browser, "nothing");
      browser.picture(states.resolve("empty-search.png"));
      shoot(browser, times, states.resolve("before.png"));
      // What is asked for does not come.
      browser.script(
          "window.answer = window.fetch; window.fetch = () => new Promise(() => {});"
              + " location.hash = arguments[0]",
          "side=1&tab=late&id=" + order);
      browser.await("document.querySelectorAll('[aria-busy=true]').length >= 2");
      search(browser, "O1");
      browser.await("document.querySelectorAll('[aria-busy=true]').length >= 3");
      browser.picture(states.resolve("loading.png"));
      try (Explorer ending =
          Explorer.start(
              ShownWarehouse.whole(warehouse, Optional.of(cache)),
              0,
              Optional.empty(),
              QuestionLog.NONE)) {
        browser.open(ending.address());
        browser.settle();
      }
      browser.script("location.hash = arguments[0]", "side=2&tab=late&id=" + order);
      browser.await("document.querySelectorAll('[role=alert]').length >= 4");
      search(browser, "O1");
      browser.await("document.querySelector('#found [role=alert]') !== null");
      browser.picture(states.resolve("failed.png"));
    } finally {
      try (var files = Files.list(cache)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(cache);
    }
  }

  private static void search(Browser browser, String text) {
    browser.script(
        "const box = document.getElementById('search'); box.value = arguments[0];"
            + " box.dispatchEvent(new Event('input'))",
        text);
    browser.settle();
  }

  private static void shoot(Browser browser, String view, Path file) throws Exception {
    browser.script("location.hash = arguments[0]", view);
    browser.settle();
    browser.await("!/…/.test(document.getElementById('tabs').textContent)");
    browser.settle();
    browser.picture(file);
  }
}
