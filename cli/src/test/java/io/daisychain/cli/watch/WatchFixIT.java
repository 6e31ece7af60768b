package io.daisychain.cli.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.FixClient;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.listen.TlsStore;
import io.daisychain.model.access.SecretHash;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Submissions over FIX sessions, and what subscribers hear of them. */
@ExtendWith(SharedStore.class)
class WatchFixIT {
  @Test
  void takesToldMessagesForGood(RunningStore store, @TempDir Path folder) throws Exception {
    Program program = new Program(folder);
    Files.createDirectory(folder.resolve("reference"));
    Files.writeString(
        folder.resolve("reference/participants.csv"),
        "mpid,name,valid_from,valid_to\nFIRM,A firm,,\n");
    Program.Command watch = start(program, store);
    int last;
    try (FixClient stranger = new FixClient(port(watch, "fix"), "STRANGER", 1);
        FixClient firm = new FixClient(port(watch, "fix"), "FIRM", 1)) {
      stranger.logOn();
      assertEquals("", stranger.receive(), "a stranger gets no answer");
      firm.logOn();
      assertTrue(firm.receive("A").contains("|49=MRP|"));
      try (FixClient second = new FixClient(port(watch, "fix"), "FIRM", 1)) {
        second.logOn();
        assertEquals("", second.receive(), "a second Logon is refused");
      }
      firm.send("D", order("a1"));
      firm.send("8", fill("a1", "x1"));
      firm.send("D", order("").replace("11=|", ""));
      String reject = firm.receive("3");
      assertTrue(reject.contains("|45=4|"), reject);
      firm.sendRaw(FixLine.of("35=D|34=5|49=ELSE|56=MRP|52=20260316-10:00:00.000|" + order("a2")));
      assertTrue(firm.receive("3").contains("|373=9|"));
      String damaged = firm.message("D", 6, "", order("a3"));
      firm.sendRaw(damaged.replaceFirst("10=\\d{3}\u0001$", "10=" + wrong(damaged) + "\u0001"));
      firm.sendRaw(firm.message("D", 7, "", order("a4")));
      String again = firm.receive("2");
      assertTrue(again.contains("|7=6|"), again);
      String dup = "43=Y|122=20260316-10:00:00.000|";
      firm.sendRaw(firm.message("D", 6, dup, order("a3")));
      firm.sendRaw(firm.message("D", 7, dup, order("a4")));
      firm.sendRaw(firm.message("1", 8, "", "112=ALL|"));
      assertTrue(firm.receive("0").contains("|112=ALL|"));
      last = 9;
      watch.process().destroyForcibly();
      watch.await();
    }
    Program.Command anew = start(program, store);
    try (FixClient firm = new FixClient(port(anew, "fix"), "FIRM", last)) {
      firm.logOn();
      assertTrue(firm.receive("A").contains("|35=A|"));
      // The number of the test itself, which is no message to keep, may be asked for again.
      String before = "43=Y|122=20260316-10:00:00.000|";
      firm.sendRaw(firm.message("4", last - 1, before, "123=Y|36=" + (last + 1) + "|"));
      firm.send("D", order("a5") + "10887=unreported|");
      firm.send("1", "112=MORE|");
      assertTrue(firm.receive("0").contains("|112=MORE|"));
    }
    anew.process().destroy();
    Program.Ended ended = anew.await();

    assertEquals(0, ended.exitCode(), ended::toString);
    JsonNode all =
        Program.inProcess(folder).counts("link", table(store), "--table=watch_fix", "--days=all");
    assertEquals(0, all.get("written").asLong(), all::toString);
    assertEquals(5, all.get("events").asLong(), all::toString);
    String told =
        Files.readString(folder.resolve("daisychain-data/rejects/feedback-FIRM.link.csv"));
    assertTrue(told.contains("\nfix:FIRM," + (last + 1) + ","), told);
  }

  @Test
  void executionsOutsideOfTheQuotesAreAlerts(RunningStore store, @TempDir Path folder)
      throws Exception {
    Program program = new Program(folder);
    Files.createDirectory(folder.resolve("reference"));
    Files.writeString(
        folder.resolve("reference/participants.csv"),
        "mpid,name,valid_from,valid_to\nFIRM,A firm,,\n");
    Files.writeString(
        folder.resolve("quotes.csv"),
        """
        symbol,time,exchange,bid,bidSize,ask,askSize
        AAPL,2026-03-16T09:59:00Z,XNAS,10.01,200,10.05,300
        AAPL,2026-03-16T09:59:01Z,XNYS,10.02,100,10.06,100
        MSFT,2026-03-16T09:59:00Z,XNAS,20.00,200,20.10,300
        MSFT,2026-03-16T09:59:01.2Z,XNAS,20.02,200,20.10,300
        MSFT,2026-03-16T09:59:01Z,XNYS,20.01,200,20.10,300
        MSFT,2026-03-16T09:59:02Z,XNYS,20.02,300,20.11,300
        """);
    Files.writeString(
        folder.resolve("trades.csv"),
        """
        symbol,time,exchange,price,size,condition
        MSFT,2026-03-16T09:59:01.1Z,XNAS,20.05,100,
        MSFT,2026-03-16T09:59:01.15Z,XNYS,20.06,200,
        """);
    Program.Command watch =
        start(
            program,
            store,
            "--table=watch_nbbo",
            "--ticks=0",
            "--windows=2/1",
            "--value=mid,bidSize",
            "--fit=1",
            "--outliers=5",
            "--late=500ms");
    Program.Ended replay =
        program.run(
            "replay",
            "--input=*s.csv",
            "--speed=1000",
            "--to=ticks://127.0.0.1:" + port(watch, "ticks"));
    assertEquals(0, replay.exitCode(), replay::toString);
    Program.Command nbbo = subscribe(program, watch, "--table=nbbo", "--symbols=AAPL");
    Program.Command alerts =
        subscribe(program, watch, "--table=alerts", "--statuses=TRADE_THROUGH", "--fields=status");
    String best =
        "\"symbol\":\"AAPL\",\"time\":\"2026-03-16T09:59:01.000000000Z\",\"bid\":10.02,"
            + "\"bidSize\":100,\"bidExchange\":\"XNYS\",\"ask\":10.05,\"askSize\":300,"
            + "\"askExchange\":\"XNAS\"}";
    assertTrue(nbbo.awaitThat(() -> nbbo.hasPrinted(best)), () -> WatchIT.said(nbbo));
    sameWindows(program, watch);
    try (FixClient firm = new FixClient(port(watch, "fix"), "FIRM", 1)) {
      firm.logOn();
      firm.send("D", order("a1"));
      firm.send("8", fill("a1", "inside").replace("|31=10|", "|31=10.05|"));
      firm.send("8", fill("a1", "below").replace("|31=10|", "|31=10.0199|"));
      firm.send("1", "112=ALL|");
      assertTrue(firm.receive("0").contains("|112=ALL|"));
    }
    assertTrue(
        alerts.awaitThat(() -> alerts.hasPrinted("TRADE_THROUGH")), () -> WatchIT.said(alerts));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());
    assertEquals(0, alerts.await().exitCode());
    assertEquals(1, WatchIT.said(alerts).split("TRADE_THROUGH", -1).length - 1);
  }

  /** The last windows of MSFT that are complete are those that the stored day has then. */
  private static void sameWindows(Program program, Program.Command watch) throws Exception {
    Program.Command windows =
        subscribe(
            program,
            watch,
            "--table=windows",
            "--symbols=MSFT",
            "--fields=to,close,vwap,c1,forecast");
    Program here = Program.inProcess(program.folder());
    here.succeed("marketdata", "load", "--input=*s.csv", "--format=csv");
    for (String value : List.of("mid", "bidSize")) {
      String stored =
          here.succeed(
              "marketdata",
              "windows",
              "--symbols=MSFT",
              "--type=nbbo",
              "--value=" + value,
              "--window=2",
              "--slide=1",
              "--outliers=5",
              "--fit=1");
      // The third waits for a quote half a second later.
      String[] row = stored.split("\n", -1)[2].split(",", -1);
      String expected =
          "\"id\":\"MSFT %s\",\"to\":\"%s\",\"close\":%s,\"vwap\":%s,\"c1\":%s,\"forecast\":%s}"
              .formatted(value, row[2], row[7], row[8], row[10], row[11]);
      assertTrue(row[8].startsWith("20.056"), () -> "no average price of trades: " + stored);
      assertTrue(
          windows.awaitThat(() -> windows.hasPrinted(expected)), () -> WatchIT.said(windows));
    }
  }

  /** FIX sessions, ticks and subscribers by TLS; who does not speak it, or trusts others, fails. */
  @Test
  void servesThoseWhoTrustItsCertificate(RunningStore store, @TempDir Path folder)
      throws Exception {
    Program program = new Program(folder).with("DAISYCHAIN_TLS_PASSWORD", KeyFiles.PASSWORD);
    Files.createDirectory(folder.resolve("reference"));
    Files.writeString(
        folder.resolve("reference/participants.csv"),
        "mpid,name,valid_from,valid_to\nFIRM,A firm,,\n");
    KeyFiles.make(folder, "keys", "others");
    String message = "35=D|34=1|49=FIRM|56=MRP|52=20260316-10:00:00.000|" + order("s1");
    Files.writeString(folder.resolve("orders.fix"), FixLine.of(message) + "\n", ISO_8859_1);
    Files.writeString(
        folder.resolve("quotes.csv"),
        "symbol,time,exchange,bid,bidSize,ask,askSize\nAAPL,2026-03-16T09:59:00Z,XNAS,10,1,11,1\n");
    Program.Command watch =
        start(program, store, "--table=watch_tls", "--ticks=0", "--tls=keys.p12");
    String fix = "--to=fix://127.0.0.1:" + port(watch, "fix");
    String ticks = "--to=ticks://127.0.0.1:" + port(watch, "ticks");

    Program.Ended sent = replay(program, "orders.fix", "--rate=1000", fix, "--tls=keys.p12");
    assertEquals(0, sent.exitCode(), sent::toString);
    assertTrue(sent.out().contains("told 1"), sent::toString);
    Program.Ended ticked = replay(program, "quotes.csv", "--rate=1000", ticks, "--tls=keys.p12");
    assertEquals(0, ticked.exitCode(), ticked::toString);
    Program.Command rows = subscribe(program, watch, "--tls=keys.p12", "--fields=symbol");
    assertTrue(
        rows.awaitThat(() -> rows.hasPrinted("\"symbol\":\"AAPL\"")), () -> WatchIT.said(rows));
    String serve = "--to=127.0.0.1:" + port(watch, "serve");
    for (String other : List.of("--tls=others.p12", "--table=lifecycles")) {
      Program.Ended refused = program.run("subscribe", serve, other);
      assertEquals(1, refused.exitCode(), refused::toString);
      assertEquals("", refused.out());
    }
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());
    assertEquals(0, rows.await().exitCode());
  }

  /** A CompID is a name; who bears it, a secret or a certificate says. */
  @Test
  void believesNobodyWhoIsNotProven(RunningStore store, @TempDir Path folder) throws Exception {
    Program program = new Program(folder).with("DAISYCHAIN_TLS_PASSWORD", KeyFiles.PASSWORD);
    Files.createDirectory(folder.resolve("reference"));
    Files.writeString(
        folder.resolve("reference/participants.csv"),
        "mpid,name,valid_from,valid_to\nFIRM,A firm,,\nOTHR,Another,,\n");
    KeyFiles.make(folder, "keys");
    Files.writeString(
        folder.resolve("who.csv"),
        "name,senders,certificates,secret\nfirm,FIRM,,"
            + SecretHash.of("correct horse battery")
            + "\nother,OTHR,dns:localhost,\n");
    Program.Command watch = start(program, store, "--table=watch_who", "--entitlements=who.csv");
    int port = port(watch, "fix");
    String secret = "553=firm|554=correct horse battery|";
    assertEquals("", answer(new FixClient(port, "FIRM", 1), ""), "a name alone");
    assertEquals("", answer(new FixClient(port, "FIRM", 1), secret.replace("correct", "wrong")));
    assertEquals("", answer(new FixClient(port, "OTHR", 1), secret), "another's name");
    assertTrue(answer(new FixClient(port, "FIRM", 1), secret).contains("|35=A|"));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());

    watch =
        start(
            program,
            store,
            "--table=watch_who",
            "--entitlements=who.csv",
            "--tls=keys.p12",
            "--clients=keys.p12");
    port = port(watch, "fix");
    SSLSocketFactory bearer =
        new TlsStore(folder.resolve("keys.p12"), KeyFiles.PASSWORD).client().getSocketFactory();
    InetAddress here = InetAddress.getLoopbackAddress();
    assertEquals("", answer(new FixClient(bearer.createSocket(here, port), "FIRM", 1), secret));
    assertTrue(
        answer(new FixClient(bearer.createSocket(here, port), "OTHR", 1), "").contains("|35=A|"));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());
  }

  /** Firms of all versions send by sessions of their own what {@code run} takes from files. */
  @Test
  void takesAllVersionsThatAreReplayed(RunningStore store, @TempDir Path folder) throws Exception {
    Program program = Program.inProcess(folder);
    program.succeed(
        "generate", "--output=reference", "--events=2000", "--model=mixed", "--shards=1");
    JsonNode files =
        program.counts(
            "run",
            "--input=reference/events-*",
            "--reference=reference",
            table(store),
            "--table=of_files",
            "--files=none");
    Program.Command watch = start(new Program(folder), store, "--table=of_sessions");
    Program.Ended sent =
        replay(
            program,
            "reference/events-*",
            "--rate=1e6",
            "--to=fix://127.0.0.1:" + port(watch, "fix"));
    assertEquals(0, sent.exitCode(), sent::toString);
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());
    JsonNode sessions =
        program.counts(
            "publish",
            table(store),
            "--table=of_sessions",
            "--files=none",
            "--warehouse=duckdb:" + folder.resolve("sessions.duckdb"));
    for (String table : List.of("links", "lifecycles", "legs", "allocations")) {
      assertEquals(files.at("/publish/digests/" + table), sessions.at("/digests/" + table), table);
    }
    assertEquals(files.at("/publish/events"), sessions.at("/events"));
    assertTrue(sessions.at("/events").asLong() > 1_000, sessions::toString);
  }

  private static String answer(FixClient client, String fields) throws IOException {
    try (client) {
      client.send("A", "98=0|108=30|141=Y|" + fields);
      return client.receive();
    }
  }

  private static Program.Ended replay(Program program, String input, String... options)
      throws Exception {
    List<String> line = new ArrayList<>(List.of("replay", "--input=" + input));
    line.addAll(List.of(options));
    return program.run(line.toArray(String[]::new));
  }

  private static Program.Command subscribe(
      Program program, Program.Command watch, String... options) throws Exception {
    String[] all = new String[options.length + 2];
    all[0] = "subscribe";
    all[1] = "--to=127.0.0.1:" + port(watch, "serve");
    System.arraycopy(options, 0, all, 2, options.length);
    Program.Command command = program.start(all);
    assertTrue(
        command.awaitThat(() -> command.hasPrinted("{\"op\":\"ready\"}")),
        () -> WatchIT.said(command));
    return command;
  }

  private static Program.Command start(Program program, RunningStore store) throws Exception {
    return start(program, store, "--table=watch_fix");
  }

  private static Program.Command start(Program program, RunningStore store, String... options)
      throws Exception {
    String[] all = new String[options.length + 6];
    all[0] = "watch";
    all[1] = "--fix=0";
    all[2] = "--serve=0";
    all[3] = "--metrics=0";
    all[4] = "--reference=reference";
    all[5] = table(store);
    System.arraycopy(options, 0, all, 6, options.length);
    Program.Command watch = program.start(all);
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    return watch;
  }

  private static String table(RunningStore store) {
    return "--store=" + store.address();
  }

  static int port(Program.Command watch, String name) throws IOException {
    Matcher port = Pattern.compile(name + ":(\\d+)").matcher(Files.readString(watch.out()));
    assertTrue(port.find(), () -> WatchIT.said(watch));
    return Integer.parseInt(port.group(1));
  }

  static String order(String id) {
    return "11=" + id + "|21=1|55=AAPL|54=1|60=20260316-10:00:00.000|38=100|40=2|44=10|";
  }

  private static String fill(String order, String execution) {
    return "37=O|11="
        + order
        + "|17="
        + execution
        + "|20=0|150=2|39=2|55=AAPL|54=1|38=100|32=100|31=10|151=0|14=100|6=10|"
        + "60=20260316-10:00:01.000|";
  }

  private static String wrong(String message) {
    int sum = Integer.parseInt(message.substring(message.length() - 4, message.length() - 1));
    return String.format("%03d", (sum + 1) % 256);
  }
}
