package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.campaign.WatchSources;
import io.daisychain.cli.testing.FixClient;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.watch.WatchIT;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every way that is known to harm a running watch from a port, one after the other and then all at
 * once, at a heap of 256 MB: an honest session beside them is answered as before, newcomers come
 * in, and the rows of an honest market are those without.
 */
final class ListenerCampaign {
  private static final String HONEST = "DAILY";
  private static final String NEWCOMER = "SECOND";
  private static final String TABLE = "listeners";

  /** Of an attack's process, until it attacks. */
  private static final long START_SECONDS = 1;

  private static final Pattern PORT = Pattern.compile("(fix|serve|metrics|ticks):([0-9]+)");

  private final Path folder;
  private final Program program;
  private final String store;
  private Map<String, Integer> ports;
  private int orders;
  private int newcomer = 1;

  /** Works in a folder, on a store. */
  ListenerCampaign(Path folder, RunningStore store) {
    this.folder = folder;
    this.program = new Program(folder).withHeap("256m");
    this.store = "--store=" + store.address();
  }

  /** Takes seconds for each attack, messages of the honest market, a seed and a folder. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[3])).toAbsolutePath();
    try (RunningStore store = RunningStore.start(folder)) {
      new ListenerCampaign(folder, store)
          .one(TimeUnit.SECONDS.toNanos(Long.parseLong(args[0])), System.out::println);
      new HandedInAttacks(folder).all(System.out::println);
      System.out.println(flood(folder, store, Integer.parseInt(args[1]), Long.parseLong(args[2])));
    }
  }

  /** Somebody who is told a line. */
  interface Out {
    void line(String text);
  }

  /** Attacks one after the other, each for so long. */
  void one(long nanos, Out out) throws Exception {
    Files.writeString(
        folder.resolve("sessions.txt"),
        HONEST + ",MRP\n" + NEWCOMER + ",MRP\n" + ListenerAttacks.FIRM + ",MRP\n",
        ISO_8859_1);
    Program.Command watch =
        program.start(
            "watch",
            "--fix=0",
            "--sessions=sessions.txt",
            "--serve=0",
            "--metrics=0",
            "--ticks=0",
            store,
            "--table=" + TABLE);
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    ports = ports(watch);
    Set<String> attacks = new ListenerAttacks(ports).all(() -> true).keySet();
    try (FixClient honest = new FixClient(ports.get("fix"), HONEST, 1)) {
      honest.logOn();
      honest.receive("A");
      besideNewcomers(honest, nanos); // has tables made and code compiled
      for (String attack : attacks) {
        Beside before = besideNewcomers(honest, nanos);
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> hostile = attack(attack, nanos, over::get);
        Beside beside = besideNewcomers(honest, nanos);
        over.set(true);
        while (!hostile.isDone()) {
          measure(honest, 0); // a session that says nothing is cut
        }
        hostile.get();
        assertTrue(watch.process().isAlive(), () -> attack + WatchIT.said(watch));
        out.line(
            said(
                "%-46s p99 %7.2f ms, without %7.2f, %4.1f times; %d newcomers, without %d",
                attack, beside.p99, before.p99, beside.p99 / before.p99, beside.came, before.came));
      }
      honest.send("5", "");
      assertTrue(honest.receive("5").contains("|35=5|"));
    }
    watch.process().destroy();
    Program.Ended ended = watch.await();
    assertEquals(0, ended.exitCode(), ended::toString);
    JsonNode linked = program.counts("link", "--days=all", store, "--table=" + TABLE);
    assertEquals(0, linked.get("written").asLong(), linked::toString);
    assertEquals(orders, linked.get("events").asInt(), linked::toString);
    out.line(said("%,d orders were told and are there, nothing else is", orders));
  }

  /** In a process of its own, unless it is for a moment only: that would take longer to start. */
  private CompletableFuture<Void> attack(String name, long nanos, BooleanSupplier isOver)
      throws IOException {
    if (nanos == 0) {
      return ListenerAttacks.run(new ListenerAttacks(ports).all(isOver).get(name));
    }
    Path out = folder.resolve("attack.out");
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos) + START_SECONDS;
    return ListenerAttacks.start(List.of(), out, seconds, name, null, null, ports)
        .onExit()
        .thenAccept(ended -> assertEquals(0, ended.exitValue(), () -> name + ": see " + out));
  }

  /** The 99th percentile of an honest session in ms, and how many came anew. */
  private record Beside(double p99, int came) {}

  private Beside besideNewcomers(FixClient honest, long nanos) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Integer> came = CompletableFuture.supplyAsync(() -> newcomers(over::get));
    double p99 = measure(honest, nanos);
    over.set(true);
    while (!came.isDone()) {
      measure(honest, 0);
    }
    return new Beside(p99, came.get());
  }

  /** An honest market's submissions over FIX while all attack at once: the batch commands' rows. */
  static String flood(Path folder, RunningStore store, int messages, long seed) throws Exception {
    WatchSources market = new WatchSources(folder, store, new Random(seed));
    market.prepare(messages);
    String without = market.run(EnumSet.of(WatchSources.Source.FIX));
    market.beside(
        watch -> {
          AtomicBoolean over = new AtomicBoolean();
          List<CompletableFuture<Void>> all = new ArrayList<>();
          for (Runnable attack : new ListenerAttacks(ports(watch)).all(over::get).values()) {
            all.add(ListenerAttacks.run(attack));
          }
          return () -> {
            over.set(true);
            all.forEach(CompletableFuture::join);
          };
        });
    String with = market.run(EnumSet.of(WatchSources.Source.FIX));
    return "without: " + without + "\nall at once beside it: " + with;
  }

  static Map<String, Integer> ports(Program.Command watch) throws IOException {
    Map<String, Integer> ports = new HashMap<>();
    Matcher port = PORT.matcher(Files.readString(watch.out()));
    while (port.find()) {
      ports.put(port.group(1), Integer.parseInt(port.group(2)));
    }
    return ports;
  }

  private static String said(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Orders one after the other, each told before the next; the 99th percentile in ms. */
  private double measure(FixClient honest, long nanos) throws IOException {
    List<Long> took = new ArrayList<>();
    for (long end = System.nanoTime() + nanos; System.nanoTime() < end || took.size() < 10; ) {
      long began = System.nanoTime();
      honest.send("D", "11=N" + orders + "|21=1|55=IBM|54=1|60=20260316-10:00:00.000|38=1|40=1|");
      honest.send("1", "112=T" + orders + "|");
      String told = honest.receive("0");
      while (!told.isEmpty() && !told.contains("|112=T" + orders + "|")) {
        told = honest.receive("0");
      }
      assertTrue(!told.isEmpty(), "an honest session was cut");
      orders++;
      took.add(System.nanoTime() - began);
    }
    took.sort(null);
    return took.get((int) Math.ceil(0.99 * took.size()) - 1) / 1e6;
  }

  /** Comes anew to each port, one after the other, until it is over; each must be served. */
  private int newcomers(BooleanSupplier isOver) {
    int came = 0;
    try {
      do {
        try (FixClient second = new FixClient(ports.get("fix"), NEWCOMER, newcomer)) {
          second.logOn();
          assertTrue(second.receive("A").contains("|35=A|"), "no Logon of an honest firm");
          second.send("5", "");
          assertTrue(second.receive("5").contains("|35=5|"), "no Logout of an honest firm");
          newcomer = second.next();
        }
        assertTrue(ask("serve", "{\"table\":\"alerts\"}\n").contains("ready"), "no subscription");
        assertTrue(ask("metrics", "GET /metrics HTTP/1.1\r\n\r\n").contains("200"), "no metrics");
        came += 3;
      } while (!isOver.getAsBoolean());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return came;
  }

  private String ask(String port, String text) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.get(port))) {
      socket.getOutputStream().write(text.getBytes(UTF_8));
      return String.valueOf(
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine());
    }
  }
}
