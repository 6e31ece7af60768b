package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.testing.FixClient;
import io.daisychain.cli.testing.KeyFiles;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.cli.watch.WatchIT;
import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import io.daisychain.publish.entitled.EntitledRows;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Questions of firms at each door that answers them, drawn at random and compared with brute force
 * over all rows: a firm sees, hears and asks its own rows and nothing else, whatever it asks.
 */
final class EntitledDoors {
  private static final String NOBODY = "stranger";
  private static final String DESK = "desk";
  private static final String[] BEARERS = {"watch", NOBODY, DESK, "one", "two"};
  private static final String TABLE = "entitled";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PORT = Pattern.compile("(fix|serve|ticks|metrics):([0-9]+)");
  private static final String[] STATUSES = {
    "SYMBOL_MISMATCH", "SIDE_MISMATCH", "OVERFILL", "CYCLE"
  };

  private final Path folder;
  private final Program program;
  private final Program inProcess;
  private final String store;
  private final Random random;
  private final Map<String, Integer> ports = new HashMap<>();
  private final List<Entitlement> firms = new ArrayList<>();
  private final Map<String, Set<String>> secrets = new HashMap<>();
  private final Map<String, PageClient> pages = new HashMap<>();
  private final Map<Door, Integer> asked = new EnumMap<>(Door.class);
  private final DoorClients doors;
  private EntitledTruth truth;
  private List<String> symbols;
  private List<String> reporters;
  private Map<String, ObjectNode> alerts;

  private enum Door {
    SQL,
    PAGE,
    SUBSCRIBE,
    FIX,
    TICKS
  }

  EntitledDoors(Path folder, RunningStore store, long seed) {
    this.folder = folder;
    this.doors = new DoorClients(folder, ports);
    this.program = new Program(folder).with("DAISYCHAIN_TLS_PASSWORD", KeyFiles.PASSWORD);
    this.inProcess = Program.inProcess(folder);
    this.store = "--store=" + store.address();
    this.random = new Random(seed);
  }

  /** Takes questions, a seed and a folder. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2])).toAbsolutePath();
    try (RunningStore store = RunningStore.start(folder)) {
      EntitledDoors doors = new EntitledDoors(folder, store, Long.parseLong(args[1]));
      System.out.println(doors.ask(Integer.parseInt(args[0]), 3_000));
    }
  }

  /** Asks so many questions of a market of so many events. */
  String ask(int questions, int events) throws Exception {
    Workload.generate(
        inProcess, "workload", events, "--lineage=native", "--errors=0.05", "--repairs=0.02");
    Path workload = folder.resolve("workload");
    Workload.worsen(workload);
    List<String> messages = Workload.messages(workload, random);
    KeyFiles.make(folder, BEARERS);
    KeyFiles.trustOneAnother(folder, BEARERS);
    writeEntitlements(messages);
    Program.Command watch = watch();
    try {
      take(messages, watch);
      for (int i = 0; i < questions; i++) {
        Door door = Door.values()[random.nextInt(Door.values().length)];
        Entitlement firm = firms.get(random.nextInt(firms.size()));
        switch (door) {
          case SQL -> sql(firm);
          case PAGE -> page(firm);
          case SUBSCRIBE -> subscribe(firm);
          case FIX -> fix(firm);
          default -> ticks(firm);
        }
        asked.merge(door, 1, Integer::sum);
      }
    } finally {
      for (PageClient page : pages.values()) {
        page.end();
      }
      watch.process().destroy();
      watch.await();
    }
    return asked + " of " + firms.size() + " firms, " + truth.events.size() + " events";
  }

  private void writeEntitlements(List<String> messages) throws Exception {
    Map<String, Long> senders = counts(messages, "49");
    Map<String, Long> traded = counts(messages, "55");
    reporters = List.copyOf(senders.keySet());
    symbols = List.copyOf(traded.keySet());
    List<String> most =
        reporters.stream()
            .sorted((a, b) -> Long.compare(senders.get(b), senders.get(a)))
            .limit(3)
            .toList();
    String some = symbols.stream().filter(symbol -> random.nextBoolean()).collect(joined());
    String file =
        "name,senders,reporters,symbols,tables,ticks,certificates\n"
            + line("one", most.get(0), most.get(0), "*", "")
            + line("two", most.get(1), most.get(1) + '|' + most.get(2), "AAPL|" + some, "AAPL")
            + line(DESK, most.get(2), "*", "*", "*");
    Files.writeString(folder.resolve("who.csv"), file);
    Entitlements all = Entitlements.parse("who.csv", file, EntitledRows.tables());
    firms.add(all.named("one").orElseThrow());
    firms.add(all.named("two").orElseThrow());
  }

  private static java.util.stream.Collector<CharSequence, ?, String> joined() {
    return Collectors.joining("|");
  }

  private String line(String name, String sender, String sees, String in, String ticks)
      throws Exception {
    String certificate = KeyFiles.fingerprint(folder, name);
    return String.join(",", name, sender, sees, in, "*", ticks, certificate) + "\n";
  }

  private static Map<String, Long> counts(List<String> messages, String tag) {
    Pattern field = Pattern.compile("\u0001" + tag + "=([A-Z]+)\u0001");
    return messages.stream()
        .map(field::matcher)
        .filter(Matcher::find)
        .collect(
            Collectors.groupingBy(found -> found.group(1), TreeMap::new, Collectors.counting()));
  }

  private Program.Command watch() throws Exception {
    Files.createDirectory(folder.resolve("incoming"));
    Program.Command watch =
        program.start(
            "watch",
            "--input=incoming",
            "--fix=0",
            "--serve=0",
            "--ticks=0",
            "--metrics=0",
            "--alertAfter=0",
            "--entitlements=who.csv",
            "--tls=watch.p12",
            "--clients=watch.p12",
            "--reference=workload",
            store,
            "--table=" + TABLE);
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    Matcher port = PORT.matcher(Files.readString(watch.out()));
    while (port.find()) {
      ports.put(port.group(1), Integer.parseInt(port.group(2)));
    }
    return watch;
  }

  /** Has messages stored, linked and published, and quotes known of all symbols. */
  private void take(List<String> messages, Program.Command watch) throws Exception {
    Path part = folder.resolve("incoming/all.part");
    Files.writeString(part, String.join("\n", messages) + "\n", ISO_8859_1);
    Files.move(part, folder.resolve("incoming/all.fix"));
    Path done = folder.resolve("incoming/all.fix.done");
    assertTrue(watch.awaitThat(() -> Files.exists(done)), () -> WatchIT.said(watch));
    assertTrue(watch.awaitThat(() -> doors.metric("stored") == doors.metric("linked")));
    inProcess.succeed("publish", store, "--table=" + TABLE);
    truth = new EntitledTruth(inProcess);
    firms.forEach(firm -> secrets.put(firm.name(), truth.secrets(firm)));
    secrets.forEach((firm, words) -> assertTrue(words.size() > 10, () -> firm + words));
    try (Socket feed = doors.connect("ticks", DESK)) {
      for (String symbol : symbols) {
        feed.getOutputStream().write(DoorClients.tick(symbol, 1));
      }
      feed.shutdownOutput();
      assertEquals(-1, feed.getInputStream().read(), "all is taken");
    }
    alerts = doors.heard(DESK, "{\"table\":\"alerts\"}");
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private void assertOwn(Entitlement firm, String question, String answer) {
    Set<String> words = EntitledTruth.words(answer);
    words.removeAll(EntitledTruth.words(question));
    words.retainAll(secrets.get(firm.name()));
    assertEquals(Set.of(), words, () -> firm + ": " + question + ": " + answer);
  }

  private String filter() {
    return switch (random.nextInt(6)) {
      case 0 -> "symbol = '" + any(symbols) + "'";
      case 1 -> "ReporterId = '" + any(reporters) + "'";
      case 2 -> "errorStatus LIKE '%" + any(List.of(STATUSES)) + "%'";
      case 3 -> "id = '" + any(truth.events).get("id") + "'";
      case 4 -> "EventId = '" + any(truth.events).get("EventId") + "'";
      default -> "true";
    };
  }

  private void sql(Entitlement firm) throws Exception {
    String own = EntitledTruth.condition(firm);
    String where = " WHERE " + filter();
    switch (random.nextInt(4)) {
      case 0 -> {
        String columns = "SELECT id, EventId, ReporterId, symbol, side, price, errorStatus";
        String order = " ORDER BY id, tradeDate";
        assertEquals(
            inProcess.succeed(
                "sql", "--format=csv", columns + " FROM events" + where + " AND " + own + order),
            sqlAs(firm, columns + " FROM events" + where + order));
      }
      case 1 -> {
        String sums = "SELECT eventType, count(*) AS n, sum(quantity) AS q FROM events";
        String order = " GROUP BY eventType ORDER BY eventType";
        assertEquals(
            inProcess.succeed("sql", "--format=csv", sums + where + " AND " + own + order),
            sqlAs(firm, sums + where + order));
      }
      case 2 -> {
        String lifecycles =
            sqlAs(firm, "SELECT id, symbol, events, errors FROM lifecycles ORDER BY id");
        StringBuilder expected = new StringBuilder("id,symbol,events,errors\n");
        truth.lifecycles(firm, false).values().stream()
            .map(
                of ->
                    String.join(",", of.id(), of.symbol(), "" + of.own().size(), "" + of.errors()))
            .sorted()
            .forEach(line -> expected.append(line).append('\n'));
        assertEquals(expected.toString(), lifecycles.replace("\r", ""), firm::name);
      }
      default -> sqlAs(firm, "SELECT * FROM " + any(EntitledRows.tables().subList(0, 7)));
    }
  }

  private String sqlAs(Entitlement firm, String question) throws Exception {
    String answer =
        inProcess.succeed(
            "sql",
            "--as=" + firm.name(),
            "--entitlements=" + folder.resolve("who.csv"),
            "--format=csv",
            question);
    assertOwn(firm, question, answer);
    return answer;
  }

  private void page(Entitlement firm) throws Exception {
    PageClient page = pages.get(firm.name());
    if (page == null) {
      page =
          PageClient.start(
              program,
              "--as=" + firm.name(),
              "--entitlements=who.csv",
              "--warehouse=duckdb:daisychain-data/warehouse.duckdb",
              "--live=127.0.0.1:" + ports.get("serve"),
              "--tls=" + DESK + ".p12");
      pages.put(firm.name(), page);
    }
    Map<String, String> event = any(truth.events);
    String reporter = any(reporters);
    String symbol = event.get("symbol");
    boolean bySymbol = random.nextBoolean();
    String view = bySymbol ? "symbol=" + encoded(symbol) : "reporter=" + encoded(reporter);
    String question =
        switch (random.nextInt(8)) {
          case 0 -> "events.csv?" + view;
          case 1 -> "rows?limit=50&" + view;
          case 2 -> "search?q=" + encoded(event.get("EventId"));
          case 3 -> "search?q=" + event.get("id");
          case 4 -> "lifecycle?id=" + event.get("id");
          case 5 -> "alerts?alert=orphans&limit=50&" + view;
          case 6 -> "live";
          default -> "summary?" + view;
        };
    String said = page.ask(question);
    String answer = said.startsWith("200 ") ? said.substring(4) : said;
    assertOwn(firm, question, answer);
    if (question.startsWith("summary") && answer.startsWith("{")) {
      long own =
          truth.own(firm).stream()
              .filter(
                  of ->
                      of.get(bySymbol ? "symbol" : "ReporterId")
                          .equals(bySymbol ? symbol : reporter))
              .count();
      assertEquals(own, JSON.readTree(answer).get("events").asLong(), question);
    } else if (question.equals("live")) {
      long own = alerts.values().stream().filter(alert -> isOwn(firm, alert)).count();
      assertEquals(own, JSON.readTree(answer).get("count").asLong(), answer);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static boolean isOwn(Entitlement firm, JsonNode alert) {
    return firm.sees(alert.path("reporter").asText(), alert.path("symbol").asText());
  }

  private void subscribe(Entitlement firm) throws Exception {
    String table = any(List.of("lifecycles", "lifecycles", "alerts", "nbbo"));
    ObjectNode wanted = JSON.createObjectNode().put("table", table);
    Set<String> of = new TreeSet<>();
    boolean bySymbol = table.equals("nbbo") || random.nextBoolean();
    if (random.nextBoolean()) {
      of.add(any(bySymbol ? symbols : reporters));
      of.add(any(bySymbol ? symbols : reporters));
      of.forEach(wanted.putArray(bySymbol ? "symbols" : "reporters")::add);
    }
    if (random.nextInt(10) == 0) {
      String who = random.nextBoolean() ? NOBODY : firm.name();
      wanted.put("as", who.equals(NOBODY) ? firm.name() : DESK);
      assertEquals(null, doors.heard(who, wanted.toString()), "neither a stranger, nor for others");
      return;
    }
    String bearer = random.nextInt(4) == 0 ? DESK : firm.name();
    wanted.put("as", firm.name());
    Map<String, ObjectNode> rows = doors.heard(bearer, wanted.toString());
    assertOwn(firm, wanted.toString(), rows.toString());
    Map<String, String> expected = new TreeMap<>();
    switch (table) {
      case "alerts" ->
          alerts.forEach(
              (id, alert) -> {
                String named = alert.path(bySymbol ? "symbol" : "reporter").asText();
                if (isOwn(firm, alert) && (of.isEmpty() || of.contains(named))) {
                  expected.put(id, alert.deepCopy().putNull("lifecycle").toString());
                }
              });
      case "nbbo" ->
          symbols.stream()
              .filter(symbol -> firm.symbols().has(symbol) && (of.isEmpty() || of.contains(symbol)))
              .forEach(
                  symbol ->
                      expected.put(
                          symbol, rows.getOrDefault(symbol, JSON.createObjectNode()).toString()));
      default ->
          truth
              .lifecycles(firm, true)
              .forEach(
                  (id, share) -> {
                    String column = bySymbol ? "symbol" : "ReporterId";
                    if (of.isEmpty()
                        || share.own().stream().anyMatch(event -> of.contains(event.get(column)))) {
                      expected.put(id, said(share));
                    }
                  });
    }
    Map<String, String> told = new TreeMap<>();
    rows.forEach(
        (id, row) -> told.put(id, table.equals("lifecycles") ? said(row) : row.toString()));
    assertEquals(expected, told, () -> firm + " by " + bearer + ": " + wanted);
  }

  private static String said(EntitledTruth.Share share) {
    return String.join(
        " ",
        share.symbol(),
        share.time(true),
        share.time(false),
        "" + share.own().size(),
        "" + share.errors(),
        share.isShared() ? "shared" : "whole");
  }

  private static String said(JsonNode row) {
    return String.join(
        " ",
        row.get("symbol").asText(),
        row.get("firstTime").asText(),
        row.get("lastTime").asText(),
        row.get("events").asText(),
        row.get("errors").asText(),
        row.get("depth").isNull() ? "shared" : "whole");
  }

  private void fix(Entitlement firm) throws Exception {
    String own = firm.senders().iterator().next();
    String other = any(reporters);
    boolean isOwn = random.nextInt(3) == 0 || other.equals(own);
    String bearer = random.nextInt(4) == 0 ? NOBODY : firm.name();
    String said;
    try (FixClient session = new FixClient(doors.connect("fix", bearer), isOwn ? own : other, 1)) {
      session.send("A", "98=0|108=30|141=Y|");
      said = DoorClients.received(session, "A");
      boolean isLet = isOwn && !bearer.equals(NOBODY);
      assertEquals(isLet, !said.isEmpty(), bearer + " as " + (isOwn ? own : other) + ": " + said);
      if (isLet) {
        session.sendRaw(DoorClients.foreign(other.equals(own) ? "ELSE" : other));
        assertTrue(DoorClients.received(session, "3").contains("|373=9|"), other);
      }
    }
  }

  private void ticks(Entitlement firm) throws Exception {
    String symbol = any(symbols);
    String bearer = random.nextInt(4) == 0 ? NOBODY : firm.name();
    if (random.nextBoolean()) {
      boolean isLet = bearer.equals(firm.name()) && firm.symbols().has(symbol);
      assertEquals(isLet, doors.last(symbol, bearer) > 0, bearer + " asks for " + symbol);
      return;
    }
    long before = doors.last(symbol, DESK);
    try (Socket feed = doors.connect("ticks", bearer)) {
      feed.getOutputStream().write(DoorClients.tick(symbol, before + 1));
      feed.shutdownOutput();
      feed.getInputStream().read();
    } catch (IOException e) {
      assertTrue(e.getMessage() != null, "reset");
    }
    boolean isLet = bearer.equals(firm.name()) && firm.ticks().has(symbol);
    assertEquals(
        before + (isLet ? 1 : 0), doors.last(symbol, DESK), bearer + " sends of " + symbol);
  }
}
