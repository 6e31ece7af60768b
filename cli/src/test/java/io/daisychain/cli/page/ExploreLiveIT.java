package io.daisychain.cli.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.watch.WatchIT;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a running watch finds, on the page. */
@ExtendWith(SharedStore.class)
class ExploreLiveIT {
  private static final String LIST = "document.getElementById('list')";

  @TempDir private Path folder;

  private final List<Program.Command> started = new ArrayList<>();
  private String store;

  /** Of a test that failed too: nothing that it started goes on. */
  @AfterEach
  void endWhatWasStarted() {
    started.forEach(command -> command.process().destroyForcibly());
  }

  @Test
  void showsAlertsAsTheyComeAndGoesOnAfterTheWatchWasAway(RunningStore shared) throws Exception {
    store = "--store=" + shared.address();
    Program program = new Program(folder);
    try (Browser page = Browser.start()) {
      publish();
      Path incoming = Files.createDirectory(folder.resolve("incoming"));
      Program.Command watch = watch(program, 0);
      int port = port(watch, "serve");
      Program.Command explorer = program.start("explore", "--live=127.0.0.1:" + port);
      started.add(explorer);
      assertTrue(explorer.awaitThat(() -> explorer.hasPrinted("\n")));
      page.open(Files.readString(explorer.out()).lines().findFirst().orElseThrow());
      page.script("location.hash = 'tab=live'");
      page.await(LIST + ".textContent.includes('none so far')");

      long began = handIn(incoming, "first", "o1");
      page.await(LIST + ".textContent.includes('OVERFILL')");
      System.out.printf("on the page after %,d ms%n", (System.nanoTime() - began) / 1_000_000);
      assertEquals("1", page.find("#tab-live .n").getText());
      assertEquals(List.of(), page.barriers());
      quotesAreShownAndLit(page, port(watch, "ticks"));
      page.script("location.hash = 'tab=live'");
      page.await("document.getElementById('live-words').textContent.includes('OVERFILL')");

      end(watch);
      page.await(LIST + ".querySelector('[data-live=lost]') !== null");
      assertTrue(page.find("#list").getText().contains("is tried again"));
      assertTrue(page.find("#list").getText().contains("OVERFILL"));

      Program.Command again = watch(program, port);
      page.await(LIST + ".querySelector('[data-live=live]') !== null");
      handIn(incoming, "second", "o2");
      page.await(LIST + ".querySelectorAll('tbody tr').length === 2");
      // The lifecycle of an event that is not published yet is said to be none, and breaks nothing.
      page.script(LIST + ".querySelector('tbody tr').click()");
      page.await("document.getElementById('lifecycle').textContent.includes('was published')");
      page.picture(Path.of("target", "explorer").resolve("live.png"));
      end(again);
      explorer.process().destroy();
      assertEquals(0, explorer.await().exitCode());
    }
  }

  /** The last values of symbols, and which of them changed. */
  private static void quotesAreShownAndLit(Browser page, int ticks) throws IOException {
    page.script("location.hash = 'tab=quotes'");
    page.await(LIST + ".textContent.includes('no quotes so far')");
    tick(ticks, "IBM", 1_000_000, 1_001_000);
    tick(ticks, "AAPL", 2_000_000, 2_000_500);
    page.await(LIST + ".querySelectorAll('tbody tr').length === 2");
    tick(ticks, "IBM", 1_000_500, 1_000_900);
    page.await(LIST + ".querySelector('td[data-moved=up]')?.textContent === '100.05'");
    assertEquals("100.09", page.find("#list td[data-moved=down]").getText());
    assertEquals(List.of(), page.barriers());
    page.picture(Path.of("target", "explorer").resolve("quotes.png"));
    page.script("location.hash = 'tab=quotes&symbol=AAPL'");
    page.await(LIST + ".querySelectorAll('tbody tr').length === 1");
    page.script(LIST + ".querySelector('[data-quote]').click()");
  }

  /** Sends a quote of both sides, in ten thousandths, as replay does. */
  private static void tick(int port, String symbol, long bid, long ask) throws IOException {
    ByteBuffer tick = ByteBuffer.allocate(57);
    tick.put("%-8s".formatted(symbol).getBytes(ISO_8859_1)).putLong(1);
    tick.putLong(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    tick.putLong(bid).putLong(ask).putInt(100).putInt(200);
    tick.put("XNYS    ".getBytes(ISO_8859_1)).put((byte) 'Q');
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(tick.array());
      socket.shutdownOutput();
      assertEquals(-1, socket.getInputStream().read());
    }
  }

  /** A market without faults. */
  private void publish() throws Exception {
    Program inProcess = Program.inProcess(folder);
    inProcess.succeed("generate", "--output=w", "--events=2000", "--seed=11", "--errors=0");
    inProcess.succeed("run", "--input=w/*.fix", "--reference=w", store, "--table=live_page");
  }

  private Program.Command watch(Program program, int port) throws Exception {
    Program.Command watch =
        program.start(
            "watch",
            "--input=incoming",
            "--serve=" + port,
            "--ticks=0",
            "--reference=w",
            store,
            "--table=live_page");
    started.add(watch);
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    return watch;
  }

  private static int port(Program.Command watch, String of) throws IOException {
    Matcher port = Pattern.compile(of + ":([0-9]+)").matcher(Files.readString(watch.out()));
    assertTrue(port.find());
    return Integer.parseInt(port.group(1));
  }

  private static void end(Program.Command watch) throws Exception {
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());
  }

  /**
   * Hands in an order for 100 that is filled with 150.
   *
   * @return when
   */
  private static long handIn(Path incoming, String name, String order) throws IOException {
    String head = "|34=1|49=HOST|56=MRP|52=20260316-15:00:00.000|";
    String values = "|55=AAPL|54=1|60=20260316-15:00:00.000|38=100";
    List<String> lines = new ArrayList<>();
    lines.add(FixLine.of("35=D" + head + "11=" + order + "|21=1" + values + "|40=2|44=10|"));
    lines.add(
        FixLine.of(
            "35=8"
                + head
                + "37=O|11="
                + order
                + "|17=E"
                + order
                + "|20=0|150=1|39=1"
                + values
                + "|32=150|31=10|151=0|14=150|6=10|"));
    Path part = incoming.resolve(name + ".part");
    Files.write(part, lines, ISO_8859_1);
    long began = System.nanoTime();
    Files.move(part, incoming.resolve(name));
    return began;
  }
}
