package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.testing.FixClient;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.watch.WatchIT;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lifecycles such as no honest member reports, beside an ordinary one: a chain of replaced orders,
 * an order with many fills, an order merged of many. An event of the large ones waits no longer
 * than what is promised, and the ordinary orders are not held up by them.
 */
final class WatchWaits {
  private static final int FILES = 50;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Program program;
  private final String store;
  private final List<Long> ordinary = new ArrayList<>();
  private int sent;

  /** Works in a folder, on a store. */
  WatchWaits(Path folder, RunningStore store) {
    this.folder = folder;
    this.program = new Program(folder).forLong();
    this.store = "--store=" + store.address();
  }

  /**
   * Takes the number of fills, the length of the chain, the number of merged orders and a folder.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[3])).toAbsolutePath();
    try (RunningStore store = RunningStore.start(folder)) {
      new WatchWaits(folder, store)
          .run(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]))
          .forEach(System.out::println);
    }
  }

  /**
   * Hands all in, a file after the other, the shapes in turn.
   *
   * @return what waited how long
   */
  List<String> run(int fills, int chain, int merged) throws Exception {
    Path incoming = Files.createDirectories(folder.resolve("incoming"));
    Files.writeString(folder.resolve("sessions.txt"), "DAILY,MRP,DAILY\n", ISO_8859_1);
    Program.Command watch =
        program.start(
            "watch",
            "--input=incoming",
            "--fix=0",
            "--sessions=sessions.txt",
            "--serve=0",
            "--metrics=0",
            store,
            "--table=waits");
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    CompletableFuture<Void> orders;
    double longest;
    double resolution;
    AtomicBoolean ending = new AtomicBoolean();
    try (FixClient client = new FixClient(port(watch, "fix"), "DAILY", 1);
        Socket lines = new Socket(InetAddress.getLoopbackAddress(), port(watch, "serve"))) {
      client.logOn();
      client.receive("A");
      BufferedReader changes = subscribe(lines);
      order(client, changes); // has the date's table made
      ordinary.clear();
      orders =
          CompletableFuture.runAsync(
              () -> {
                while (!ending.get()) {
                  order(client, changes);
                }
              });
      for (int file = 0; file < FILES; file++) {
        Path part = incoming.resolve("shapes.part");
        StringBuilder messages = new StringBuilder();
        add(messages, "CHAINED", file, chain, WatchWaits::chained);
        add(messages, "FILLED", file, fills + 1, number -> filled(number, fills));
        add(messages, "MERGED", file, merged + 1, number -> merged(number, merged));
        Files.writeString(part, messages, ISO_8859_1);
        Path name = Files.move(part, incoming.resolve(String.format("%04d.fix", file)));
        assertTrue(
            watch.awaitThat(() -> WatchIT.areDone(List.of(name))), () -> WatchIT.said(watch));
      }
      ending.set(true);
      orders.join();
      assertTrue(watch.awaitThat(() -> metric(watch, "daisychain_backlog") == 0));
      longest = metric(watch, "daisychain_longest_wait_seconds");
      resolution = metric(watch, "daisychain_longest_resolution_seconds");
    }
    watch.process().destroy();
    Program.Ended ended = watch.await();
    assertEquals(0, ended.exitCode(), ended::toString);
    JsonNode linked = program.counts("link", "--days=all", store, "--table=waits");
    assertEquals(0, linked.get("written").asLong(), linked::toString);
    assertEquals(3 + sent, linked.get("lifecycles").asInt(), linked::toString);

    // When an event comes to one of two large ones, both may have to be resolved before its turn.
    double bound = Math.max(1, resolution) + 3 * resolution;
    ordinary.sort(null);
    assertTrue(longest <= bound, () -> longest + " s is longer than " + bound + " s");
    return List.of(
        said("events %,d of a chain, %,d fills, %,d merged", chain, fills, merged),
        said("resolving a large lifecycle took %.2f s at most", resolution),
        said("an event of it waited %.2f s at most, the bound is %.2f s", longest, bound),
        said(
            "%,d ordinary orders meanwhile, one after the other: half in %.1f ms, 99 %% in %.1f ms,"
                + " all in %.1f ms",
            ordinary.size(), millis(0.5), millis(0.99), millis(1)));
  }

  private static String said(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private double millis(double part) {
    return ordinary.get((int) Math.ceil(part * ordinary.size()) - 1) / 1e6;
  }

  private static BufferedReader subscribe(Socket lines) throws IOException {
    lines
        .getOutputStream()
        .write("{\"table\":\"lifecycles\",\"reporters\":[\"DAILY\"]}\n".getBytes(UTF_8));
    BufferedReader changes =
        new BufferedReader(new InputStreamReader(lines.getInputStream(), UTF_8));
    assertTrue(changes.readLine().contains("ready"));
    return changes;
  }

  /** Sends an order, and waits until it is durable, linked and told. */
  private void order(FixClient client, BufferedReader changes) {
    try {
      long began = System.nanoTime();
      client.send("D", "11=N" + sent + "|" + terms(sent, 1));
      sent++;
      JsonNode change = JSON.readTree(changes.readLine());
      assertEquals("change", change.path("op").asText(), change::toString);
      ordinary.add(System.nanoTime() - began);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int port(Program.Command watch, String name) throws IOException {
    Matcher port = Pattern.compile(name + ":([0-9]+)").matcher(Files.readString(watch.out()));
    assertTrue(port.find(), () -> WatchIT.said(watch));
    return Integer.parseInt(port.group(1));
  }

  private static double metric(Program.Command watch, String name) throws IOException {
    URI address = URI.create("http://127.0.0.1:" + port(watch, "metrics") + "/metrics");
    try {
      String all =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      Matcher value = Pattern.compile("(?m)^" + name + " (\\S+)$").matcher(all);
      assertTrue(value.find(), all);
      return Double.parseDouble(value.group(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Adds a file's part of a reporter's messages. */
  private static void add(
      StringBuilder out, String reporter, int file, int count, IntFunction<String> body) {
    int from = (int) ((long) count * file / FILES);
    int to = (int) ((long) count * (file + 1) / FILES);
    for (int number = from; number < to; number++) {
      String typed = body.apply(number);
      int end = typed.indexOf('|') + 1;
      out.append(
              FixLine.of(
                  typed.substring(0, end)
                      + "34=1|49="
                      + reporter
                      + "|56=MRP|52=20260316-18:00:00|"
                      + typed.substring(end)))
          .append('\n');
    }
  }

  private static String chained(int number) {
    return number == 0
        ? "35=D|11=A0|" + terms(0, 1)
        : "35=G|41=A" + (number - 1) + "|11=A" + number + "|" + terms(number, 1);
  }

  private static String filled(int number, int fills) {
    return number == 0
        ? "35=D|11=A0|" + terms(0, fills)
        : "35=8|37=O|11=A0|17=E"
            + number
            + "|20=0|150=1|39=1|"
            + values(number)
            + "32=1|31=10|151=0|14="
            + number
            + "|6=10|";
  }

  /** The last is an order for all before it. */
  private static String merged(int number, int merged) {
    StringBuilder order = new StringBuilder("35=D|11=A" + number + "|");
    order.append(terms(number, number < merged ? 1 : merged));
    if (number == merged) {
      order.append("10073=").append(merged).append('|');
      for (int parent = 0; parent < merged; parent++) {
        order.append("10887=A").append(parent).append('|');
      }
    }
    return order.toString();
  }

  private static String terms(int number, int quantity) {
    return "21=1|" + values(number) + "38=" + quantity + "|40=1|";
  }

  /** Symbol, side and a time of its own to the millisecond. */
  private static String values(int number) {
    int second = number / 1_000;
    return String.format(
        Locale.ROOT,
        "55=IBM|54=1|60=20260316-%02d:%02d:%02d.%03d|",
        9 + second / 3_600,
        second / 60 % 60,
        second % 60,
        number % 1_000);
  }
}
