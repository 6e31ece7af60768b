package io.daisychain.cli.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Debian's Chromium, driven by its own driver: nothing is fetched. */
final class Browser implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts it, or has the test skipped where there is none. */
  public static Browser start() {
    assumeTrue(
        Files.isExecutable(PROGRAM) && Files.isExecutable(DRIVER),
        "no browser: install chromium and chromium-driver");
    Logger.getLogger("org.openqa.selenium").setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(PROGRAM.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--force-prefers-reduced-motion",
        "--window-size=1600,1000");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(PATIENCE);
    return new Browser(driver);
  }

  /** Opens a page and waits until it shows its events. */
  void open(String address) {
    driver.get(address);
    await("document.documentElement.dataset.ready === 'true'");
    await("/[0-9] event/.test(document.getElementById('status').textContent)");
  }

  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** Waits, frame by frame, until an expression of the page is true. */
  void await(String expression) {
    driver.executeAsyncScript(
        "const done = arguments[arguments.length - 1];"
            + "const look = () => { let held = false; try { held = "
            + expression
            + "; } catch (e) { held = false; } if (held) done(); else setTimeout(look, 10); }; look();");
  }

  /** Waits until nothing has been asked of the server for a while, so that all is drawn. */
  void settle() {
    driver.executeAsyncScript(
        "const done = arguments[arguments.length - 1]; let last = -1; let same = 0;"
            + "const look = () => { const n = performance.getEntriesByType('resource').length;"
            + " same = n === last ? same + 1 : 0; last = n; if (same > 8) done(); else setTimeout(look, 40); };"
            + "performance.setResourceTimingBufferSize(100000); look();");
  }

  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  WebElement find(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  /** The number of events that the page says it shows. */
  long events() {
    return Long.parseLong(find("[role=status]").getText().replaceAll("[^0-9]", ""));
  }

  void picture(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  /** What axe finds that keeps people from using the page. */
  @SuppressWarnings("unchecked")
  List<String> barriers() throws IOException {
    try (InputStream axe = Browser.class.getResourceAsStream("/axe.min.js")) {
      driver.executeScript(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
    }
    List<Map<String, Object>> found =
        (List<Map<String, Object>>)
            driver.executeAsyncScript(
                "const done = arguments[arguments.length - 1];"
                    + "axe.run().then((r) => done(r.violations.map((v) => ({ impact: v.impact,"
                    + " words: v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ') }))));");
    return found.stream()
        .filter(one -> List.of("serious", "critical").contains(one.get("impact")))
        .map(one -> (String) one.get("words"))
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
