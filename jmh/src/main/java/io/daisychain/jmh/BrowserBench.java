package io.daisychain.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.HdrHistogram.Histogram;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * The explorer's page in Debian's Chromium: from what a person does until the frame that shows it,
 * both taken by the page's own clock, so that the driver's way to the browser does not count.
 *
 * <p>What is done are mouse events on the picture and clicks on filters, as a person's would reach
 * the page, at places drawn from a seed.
 */
final class BrowserBench {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROUNDS = 30;
  private static final int WARM = 5;
  private static final long SEED = 20_261_123;

  /** In each page before its own scripts: when the frame with the first picture was made. */
  private static final String BEFORE =
      """
      window.bench = {};
      new PerformanceObserver((list, own) => {
        if (!list.getEntries().some((one) => one.name === 'picture')) return;
        own.disconnect();
        bench.framed(() => { bench.first = performance.now(); });
      }).observe({ entryTypes: ['measure'] });
      // After the next frame: its tasks run when it was handed to be shown.
      bench.framed = (then) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = then;
        channel.port2.postMessage(0);
      });
      // Does work, and waits until the page has measured each of these names and made a frame: gives
      // the times of all these frames.
      bench.run = (names, done, work) => {
        const times = names.map(() => null);
        let began = 0;
        const observer = new PerformanceObserver((list) => {
          for (const one of list.getEntries()) {
            const at = one.startTime < began ? -1 : names.indexOf(one.name);
            if (at < 0 || times[at] !== null) continue;
            times[at] = 0;
            bench.framed(() => {
              times[at] = performance.now() - began;
              if (times.every((time) => time)) done(times);
            });
          }
        });
        observer.observe({ entryTypes: ['measure'] });
        bench.observer?.disconnect();
        bench.observer = observer;
        began = performance.now();
        work();
      };
      bench.mouse = (type, target, x, y) => target.dispatchEvent(new MouseEvent(type,
        { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y, button: 0 }));
      // A place of the picture, as fractions of it.
      bench.place = (x, y) => {
        const box = document.querySelector('#overlay .brush .overlay').getBoundingClientRect();
        return [box.left + x * box.width, box.top + y * box.height];
      };
      bench.down = (css, x, y) => bench.mouse('mousedown', document.querySelector(css), x, y);
      bench.move = (x, y) => bench.mouse('mousemove', window, x, y);
      bench.up = (x, y) => bench.mouse('mouseup', window, x, y);
      // Any place where something is drawn.
      bench.drawn = (random) => {
        const canvas = document.getElementById('events');
        const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const full = [];
        for (let i = 3; i < data.length; i += 4) if (data[i]) full.push(i >> 2);
        const at = full[Math.floor(random * full.length)];
        const box = canvas.getBoundingClientRect();
        return [box.left + ((at % width) + 0.5) * box.width / width,
          box.top + (Math.floor(at / width) + 0.5) * box.height / canvas.height];
      };
      """;

  private final Consumer<String> out;
  private final Random random = new Random(SEED);
  private final ChromeDriver driver;

  private BrowserBench(Consumer<String> out, ChromeDriver driver) {
    this.out = out;
    this.driver = driver;
  }

  /**
   * Measures the page behind an explorer's first address, and prints lines.
   *
   * @throws IOException if there is no browser, or the page does not do what it should
   */
  static void run(String address, Consumer<String> out) throws IOException {
    if (!Files.isExecutable(PROGRAM) || !Files.isExecutable(DRIVER)) {
      throw new IOException("no browser: install chromium and chromium-driver");
    }
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
        "--window-size=1600,1000");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    try {
      driver.manage().timeouts().scriptTimeout(PATIENCE);
      driver.executeCdpCommand(
          "Page.addScriptToEvaluateOnNewDocument", Map.<String, Object>of("source", BEFORE));
      new BrowserBench(out, driver).measure(address);
    } catch (WebDriverException e) {
      throw new IOException("the page: " + e.getMessage(), e);
    } finally {
      driver.quit();
    }
  }

  /** One act; the answer is how long it took until its parts were drawn, in milliseconds. */
  @FunctionalInterface
  private interface Act {
    double[] milliseconds();
  }

  private void measure(String address) throws IOException {
    driver.get(address);
    settle();
    String home = address.replaceFirst("\\?.*", "");
    out.accept(
        String.format(
            Locale.ROOT,
            "%s, a window of 1600 x 1000",
            driver.getCapabilities().getBrowserName()
                + " "
                + driver.getCapabilities().getBrowserVersion()));
    out.accept(
        String.format(
            Locale.ROOT, "%-34s %9s %9s %9s", "milliseconds until drawn", "median", "p95", "most"));
    row(
        () -> {
          driver.get("about:blank");
          driver.get(home);
          double first = number(waiting("bench.first"));
          settle();
          return new double[] {first};
        },
        "first picture after navigation");
    out.accept(
        String.format(
            Locale.ROOT,
            "%-34s %9.1f",
            "kB of the page",
            number(
                    driver.executeScript(
                        "return performance.getEntries().filter((one) => one.encodedBodySize &&"
                            + " !one.name.includes('/api/')).reduce((sum, one) => sum +"
                            + " one.encodedBodySize, 0)"))
                / 1e3));
    row(
        () -> {
          double[] taken = drawBrush();
          endBrush();
          return taken;
        },
        "new brush, with its counts");
    drawBrush();
    driver.executeScript("bench.up(...bench.at)");
    settle();
    driver.executeScript(
        "const box = document.querySelector('#overlay .selection').getBoundingClientRect();"
            + "bench.at = [box.left + box.width / 2, box.top + box.height / 2];"
            + "bench.down('#overlay .selection', ...bench.at)");
    row(
        () ->
            act(
                "bench.at = [bench.at[0] + input[0], bench.at[1]]; bench.move(...bench.at);",
                List.of("summary"),
                (random.nextInt(8) + 1)
                    * (random.nextBoolean() ? 1 : -1)), // whole pixels, as a mouse's
        "brush moved, with its counts");
    endBrush();
    @SuppressWarnings("unchecked")
    List<String> types =
        (List<String>)
            driver.executeScript(
                "return [...document.querySelectorAll(\"[role=group][aria-label='Event type']"
                    + " input[type=checkbox]\")].map((one) => one.getAttribute('aria-label'))");
    row(
        () ->
            act(
                "document.querySelector(`[role=group][aria-label='Event type']"
                    + " input[aria-label='${input[0]}']`).click();",
                List.of("picture", "summary"),
                types.get(random.nextInt(Math.min(4, types.size())))),
        "filter by event type, on or off",
        "  and its counts");
    clear();
    @SuppressWarnings("unchecked")
    List<String> symbols =
        (List<String>)
            driver.executeAsyncScript(
                "const done = arguments[0]; fetch('/api/symbols', { headers: { 'X-Daisychain':"
                    + " localStorage.getItem('secret') } }).then((a) => a.json()).then((found) =>"
                    + " done(found.symbols.map((one) => one[0])))");
    row(
        () -> {
          double[] taken =
              act(
                  "location.hash = '#symbol=' + encodeURIComponent(input[0]);",
                  List.of("picture", "summary"),
                  symbols.get(random.nextInt(symbols.size())));
          clear();
          return taken;
        },
        "filter by symbol",
        "  and its counts");
    row(
        () -> {
          driver.executeScript("bench.at = bench.drawn(arguments[0])", random.nextDouble());
          double[] taken =
              act(
                  "bench.down('#overlay .brush .overlay', ...bench.at); bench.up(...bench.at);",
                  List.of("lifecycle"));
          if (!Boolean.TRUE.equals(
              driver.executeScript(
                  "return document.querySelector('#lifecycle [role=tree]') !== null"))) {
            throw new WebDriverException("a click opened no lifecycle");
          }
          clear();
          return taken;
        },
        "click to tree");
  }

  private double[] drawBrush() {
    double left = 0.05 + random.nextDouble() * 0.5;
    double top = 0.05 + random.nextDouble() * 0.5;
    return act(
        "const [x0, y0] = bench.place(input[0], input[1]);"
            + "bench.at = bench.place(input[2], input[3]);"
            + "bench.down('#overlay .brush .overlay', x0, y0); bench.move(...bench.at);",
        List.of("summary"),
        left,
        top,
        left + 0.1 + random.nextDouble() * 0.3,
        top + 0.1 + random.nextDouble() * 0.3);
  }

  private void endBrush() {
    driver.executeScript("bench.up(...bench.at)");
    clear();
  }

  /** Goes to the view of all events. */
  private void clear() {
    driver.executeScript("location.hash = ''");
    settle();
  }

  private double[] act(String work, List<String> names, Object... input) {
    List<?> times =
        (List<?>)
            driver.executeAsyncScript(
                "const [names, input, done] = arguments; bench.run(names, done, () => {"
                    + work
                    + "})",
                names,
                List.of(input));
    return times.stream().mapToDouble(BrowserBench::number).toArray();
  }

  private Object waiting(String expression) {
    return driver.executeAsyncScript(
        ("const done = arguments[0]; const look = () => { if (%s) done(%s); else "
                + "setTimeout(look, 5); }; look();")
            .formatted(expression, expression));
  }

  /** Waits until nothing has been asked of the server for a while. */
  private void settle() {
    driver.executeAsyncScript(
        "const done = arguments[0]; let last = -1; let same = 0;"
            + "performance.setResourceTimingBufferSize(100000);"
            + "const look = () => { const count = performance.getEntriesByType('resource').length;"
            + "same = count === last && document.documentElement.dataset.ready ? same + 1 : 0;"
            + "last = count; if (same > 6) done(); else setTimeout(look, 40); }; look();");
  }

  private static double number(Object found) {
    return ((Number) found).doubleValue();
  }

  /** A line for each part of an act. */
  private void row(Act act, String... parts) {
    Histogram[] histograms = new Histogram[parts.length];
    for (int i = 0; i < parts.length; i++) {
      histograms[i] = new Histogram(3);
    }
    for (int i = -WARM; i < ROUNDS; i++) { // the first few find code cold
      double[] taken = act.milliseconds();
      for (int part = 0; part < parts.length && i >= 0; part++) {
        histograms[part].recordValue(Math.round(taken[part] * 1e3));
      }
    }
    for (int i = 0; i < parts.length; i++) {
      out.accept(
          String.format(
              Locale.ROOT,
              "%-34s %9.1f %9.1f %9.1f",
              parts[i],
              histograms[i].getValueAtPercentile(50) / 1e3,
              histograms[i].getValueAtPercentile(95) / 1e3,
              histograms[i].getMaxValue() / 1e3));
    }
  }
}
