package io.daisychain.linkage.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.CellText;
import io.daisychain.linkage.EmulatedStore;
import io.daisychain.linkage.Messages;
import io.daisychain.linkage.RandomMarket;
import io.daisychain.linkage.ReportedEvent;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.plan.LinkDays;
import io.daisychain.model.ErrorStatus;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random graphs over several trade dates, linked while they come: in any order, in groups of any
 * size, with what is live let go whenever an epoch ends. The rows are those of one run of the job.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveLinkIT {
  private static final int ROUNDS = Integer.getInteger("daisychain.rounds", 2);
  private static final int GRAPHS = 4;

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private EmulatedStore store;
  private int tables;

  @TempDir Path rejects;

  @BeforeAll
  void startStore() throws Exception {
    store = EmulatedStore.start();
  }

  @AfterAll
  void stopStore() throws IOException {
    store.close();
  }

  @Test
  void endsInTheRowsOfTheJob() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      List<ReportedEvent> events = new ArrayList<>();
      for (int graph = 0; graph < GRAPHS; graph++) {
        events.addAll(new RandomMarket((seed + round) * GRAPHS + graph).eventsOverDates());
      }
      check(Messages.of(events), 0, new Random(seed + round));
    }
  }

  @Test
  void findsNativeParentsOnEarlierDates() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(seed + round);
      List<byte[]> messages = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String date = "2026031" + (3 + random.nextInt(5));
        String symbol = "|55=" + (char) ('A' + random.nextInt(3));
        String parent = i == 0 ? "" : "|10887=O" + random.nextInt(i);
        messages.add(Messages.order(i, "O", date, symbol + parent));
      }
      check(messages, 2, random);
    }
  }

  @Test
  void whatAKilledEpochHasWrittenIsNewsToPublish() throws IOException {
    String live = table();
    store.link(live, 0, rejects);
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      messages.add(Messages.order(i, "O", "20260316", "|55=A"));
    }
    long seen;
    try (LiveLink link =
        LiveLink.open(
            store.liveRules(live, 0, 1_000),
            new Told(),
            (date, key, references, lifecycle, statuses, sums) -> {})) {
      long version = link.begin("killed");
      Set<Integer> begun = new HashSet<>();
      List<byte[]> first = store.rows(messages.subList(0, 4));
      link.link(first, new OnItsWay(live, first, version, begun));
      seen = store.date(live).version(); // what publish notes that runs now
      List<byte[]> later = store.rows(messages.subList(4, 8));
      link.link(later, new OnItsWay(live, later, version, begun));
      link.flush();
      link.awaitWritten();
    }
    assertEquals(
        8, store.link(live, 0, rejects).get("written").asInt(), "nothing of it is trusted");
    StoredDate date = store.date(live);
    assertTrue(date.version() > seen);
    long[] news = Dates.changedSince(store.events(live), date.epochDay(), seen).orElseThrow();
    assertEquals(2 * 8, news.length, "both halves of each key");
  }

  @Test
  void theLifeOfFaultsIsFollowedLaterAndBeforeTheDateIsNoted() throws IOException {
    List<byte[]> messages =
        Messages.of(
            Messages.tagged("goneAtOnce", 1, child("first")),
            Messages.tagged("goneLater", 1, child("second")),
            Messages.tagged("stays", 1, child("nobody")),
            Messages.tagged("first", 2, "11=p|55=A"),
            Messages.tagged("second", 3, "11=q|55=A"));
    String once = table();
    store.report(once, messages);
    store.link(once, 0, rejects);
    String live = table();
    store.link(live, 0, rejects);
    try (LiveLink link =
        LiveLink.open(
            store.liveRules(live, 0, 1_000),
            new Told(),
            (date, key, references, lifecycle, statuses, sums) -> {})) {
      long version = link.begin("live");
      Set<Integer> begun = new HashSet<>();
      List<byte[]> orphans = store.rows(messages.subList(0, 3));
      link.link(orphans, new OnItsWay(live, orphans, version, begun));
      write(link);
      assertEquals(Set.of(), withFaults(live), "they may be gone at once");
      List<byte[]> first = store.rows(messages.subList(3, 4));
      link.link(first, new OnItsWay(live, first, version, begun));
      link.approachEnd(messages.size());
      link.awaitWritten();
      assertEquals(
          Set.of(Messages.id("goneLater"), Messages.id("stays")), withFaults(live), "followed");
      List<byte[]> second = store.rows(messages.subList(4, 5));
      link.link(second, new OnItsWay(live, second, version, begun));
      write(link);
      link.end(begun);
    }
    assertEquals(Set.of(Messages.id("stays")), withFaults(live));
    CellText.assertSame(store.cells(once), store.cells(live), "as the job leaves them");
  }

  private static String child(String parent) {
    return "11=c|55=A|10003=" + Messages.id(parent);
  }

  private static void write(LiveLink link) throws IOException {
    link.flush();
    link.awaitWritten();
  }

  /** Ids of events that have a life of faults in the store. */
  private Set<String> withFaults(String table) throws IOException {
    Set<String> ids = new HashSet<>();
    for (String name : store.cells(table).keySet()) {
      if (name.contains(" ERROR:faults")) {
        ids.add(EmulatedStore.rowOf(name));
      }
    }
    return ids;
  }

  private void check(List<byte[]> messages, int gtcDays, Random random) throws IOException {
    String words = "seed " + seed;
    List<byte[]> shuffled = new ArrayList<>(messages);
    Collections.shuffle(shuffled, random);
    for (int repeats = 0; repeats < 3; repeats++) {
      shuffled.add(messages.get(random.nextInt(messages.size())));
    }
    String once = table();
    store.report(once, shuffled);
    store.link(once, gtcDays, rejects);
    String live = table();
    store.link(live, gtcDays, rejects); // keeps the rules; there is nothing yet
    Told told = new Told();
    long most = random.nextBoolean() ? 4 : 1_000;
    try (LiveLink link =
        LiveLink.open(
            store.liveRules(live, gtcDays, most),
            told,
            (date, key, references, lifecycle, statuses, sums) -> {})) {
      Set<Integer> begun = new HashSet<>();
      long version = 0;
      for (int from = 0; from < shuffled.size(); ) {
        int to = Math.min(shuffled.size(), from + 1 + random.nextInt(6));
        if (!link.isOpen()) {
          version = link.begin("live" + from);
          begun.clear();
        }
        List<byte[]> rows = store.rows(shuffled.subList(from, to));
        boolean early = random.nextBoolean();
        OnItsWay put = new OnItsWay(live, rows, version, begun);
        if (early) {
          put.awaitDurable();
        }
        link.link(rows, put);
        assertTrue(put.isDone, words);
        if (random.nextInt(3) == 0) {
          link.flush();
        }
        if (random.nextInt(3) == 0) {
          link.rest(System.nanoTime(), 0, 1_000);
        }
        if (random.nextInt(3) == 0) {
          link.approachEnd(1 + random.nextInt(4));
        }
        if (random.nextInt(4) == 0) {
          assertTrue(!link.end(begun), words);
        }
        from = to;
      }
      link.end(begun);
    }
    Map<String, String> expected = store.cells(once);
    CellText.assertSame(expected, store.cells(live), words);
    assertEquals(
        0, store.link(live, LinkDays.ALL, 0, gtcDays, rejects).get("written").asInt(), words);
    Map<String, String> sums = new HashMap<>();
    expected.forEach(
        (name, text) -> {
          if (name.contains(" LINK:Lifecycle")) {
            sums.merge(EmulatedStore.rowOf(name), text, (a, b) -> a + b);
          }
        });
    assertEquals(sums.keySet(), told.ids(), words);
    assertEquals(statuses(expected), told.statuses(), words);
  }

  /** What the job finds of events, by their ids: what is told live is by the same rules. */
  private static Map<String, Set<String>> statuses(Map<String, String> cells) {
    Map<String, Set<String>> statuses = new TreeMap<>();
    cells.forEach(
        (name, text) -> {
          int at = text.indexOf("statuses=[");
          String words =
              at < 0 ? "[]" : text.substring(text.indexOf('[', at), text.indexOf(']', at) + 1);
          if (!words.equals("[]")) {
            statuses.computeIfAbsent(EmulatedStore.rowOf(name), none -> new TreeSet<>()).add(words);
          }
        });
    return statuses;
  }

  /** Rows that are put when somebody waits for it, and not before. */
  private final class OnItsWay implements LiveLink.OnTheWay {
    private final String table;
    private final List<byte[]> rows;
    private final long version;
    private final Set<Integer> begun;
    private boolean isDone;

    OnItsWay(String table, List<byte[]> rows, long version, Set<Integer> begun) {
      this.table = table;
      this.rows = rows;
      this.version = version;
      this.begun = begun;
    }

    @Override
    public void awaitDurable() throws IOException {
      if (!isDone) {
        isDone = true;
        store.put(table, rows, version, begun);
      }
    }
  }

  private String table() throws IOException {
    String table = "live" + ++tables;
    store.create(table);
    return table;
  }

  /** The lifecycles and events that were told. */
  private static final class Told implements LiveListener {
    private final Map<DatedKey, Lifecycle> lifecycles = new HashMap<>();
    private final Map<DatedKey, Finding> findings = new HashMap<>();

    Map<String, Set<String>> statuses() {
      Map<String, Set<String>> statuses = new TreeMap<>();
      findings.forEach(
          (event, finding) -> {
            if (finding.statuses() != 0) {
              String[] words = ErrorStatus.words(finding.statuses()).split(";");
              statuses
                  .computeIfAbsent(event.key().toString(), none -> new TreeSet<>())
                  .add(new TreeSet<>(List.of(words)).toString());
            }
          });
      return statuses;
    }

    Set<String> ids() {
      Set<String> ids = new HashSet<>();
      lifecycles.keySet().forEach(id -> ids.add(id.key().toString()));
      return ids;
    }

    @Override
    public void gone(DatedKey id, DatedKey into) {
      lifecycles.remove(id);
    }

    @Override
    public void changed(Lifecycle lifecycle) {
      lifecycles.put(lifecycle.id(), lifecycle);
    }

    @Override
    public void found(Finding finding) {
      findings.put(finding.event(), finding);
    }
  }
}
