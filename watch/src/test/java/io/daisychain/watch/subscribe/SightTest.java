package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.live.LifecycleShare;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.RowKey;
import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a firm hears of rows in which others have a part. */
class SightTest {
  private static final Entitlement ALFA = who("ALFA,ALFA,IBM|AAPL,*");
  private static final Set<String> ALL = Set.of();

  private final LiveTable<DatedKey> lifecycles = new LiveTable<>(HandOut.LIFECYCLE_COLUMNS);

  private static Entitlement who(String line) {
    return Entitlements.parse(
            "who.csv", "name,reporters,symbols,tables\n" + line, List.of("nbbo", "trades"))
        .all()
        .iterator()
        .next();
  }

  private static DatedKey key(int number) {
    return new DatedKey(20_528, new RowKey(0, number));
  }

  private static String id(int number) {
    return key(number).key().toString();
  }

  private static LifecycleShare share(String reporter, int oldest, int statuses) {
    return new LifecycleShare(reporter, "IBM", key(oldest), oldest, 90, 2, 1, statuses);
  }

  private void set(int number, LifecycleShare... shares) {
    List<String> values = Collections.nCopies(HandOut.LIFECYCLE_COLUMNS.size(), "\"secret\"");
    lifecycles.set(key(number), new LiveRow(id(number), values, List.of(shares)));
  }

  private Subscriber<DatedKey> subscribe(Set<String> reporters, Set<String> statuses) {
    Subscriber<DatedKey> subscriber =
        new Subscriber<>(
            lifecycles,
            new Subscription(
                Subscription.LIFECYCLES,
                ALL,
                reporters,
                statuses,
                Set.of("events", "depth"),
                Asker.NOBODY),
            Sight.of(ALFA, Subscription.LIFECYCLES).orElseThrow());
    lifecycles.add(subscriber);
    return subscriber;
  }

  private static List<String> sent(Subscriber<DatedKey> subscriber) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    subscriber.sendPending(out);
    return out.toString(UTF_8).lines().toList();
  }

  @Test
  void ofASharedLifecycleItSeesItsOwnPart() throws Exception {
    set(1, share("ALFA", 1, 0));
    set(2, share("BETA", 2, 0), share("ALFA", 3, 0));
    set(4, share("BETA", 4, 0));
    assertEquals(
        Set.of(
            "{\"op\":\"snapshot\",\"id\":\""
                + id(1)
                + "\",\"events\":\"secret\",\"depth\":\"secret\"}",
            "{\"op\":\"snapshot\",\"id\":\"" + id(3) + "\",\"events\":2,\"depth\":null}",
            "{\"op\":\"ready\"}"),
        Set.copyOf(sent(subscribe(ALL, ALL))));
  }

  @Test
  void whatItAsksForIsAskedOfItsOwnPart() throws Exception {
    set(2, share("BETA", 2, ErrorStatus.ORPHAN.bit()), share("ALFA", 3, 0));
    assertEquals(1, sent(subscribe(Set.of("BETA"), ALL)).size(), "ready alone");
    assertEquals(1, sent(subscribe(ALL, Set.of("ORPHAN"))).size(), "ready alone");
    assertEquals(2, sent(subscribe(Set.of("ALFA"), ALL)).size());
  }

  @Test
  void aLifecycleThatIsTakenOverIsNamedByItsOwnEvents() throws Exception {
    set(1, share("ALFA", 1, 0));
    Subscriber<DatedKey> subscriber = subscribe(ALL, ALL);
    sent(subscriber);
    lifecycles.remove(key(1), key(2), id(2));
    set(2, share("BETA", 2, 0), share("ALFA", 1, 0));
    assertEquals(
        List.of("{\"op\":\"change\",\"id\":\"" + id(1) + "\",\"events\":2,\"depth\":null}"),
        sent(subscriber),
        "its oldest event is the same");
    set(2, share("BETA", 2, 0), share("ALFA", 0, 0));
    assertEquals(
        List.of(
            "{\"op\":\"gone\",\"id\":\"" + id(1) + "\",\"into\":\"" + id(0) + "\"}",
            "{\"op\":\"change\",\"id\":\"" + id(0) + "\",\"events\":2,\"depth\":null}"),
        sent(subscriber));
    lifecycles.remove(key(2), key(5), id(5));
    set(5, share("BETA", 5, 0));
    assertEquals(List.of("{\"op\":\"gone\",\"id\":\"" + id(0) + "\"}"), sent(subscriber));
  }

  @Test
  void ofALifecycleWhoseKeyTwoHaveReportedItSeesItsOwnPart() {
    LiveRow row =
        new LiveRow("x", List.of(), List.of(share("ALFA", 1, ErrorStatus.DUPLICATE_KEY.bit())));
    assertEquals(id(1), Sight.of(ALFA, Subscription.LIFECYCLES).orElseThrow().seen(row).id());
  }

  @Test
  void alertsAreThoseOfItsEventsAndNameNoLifecycle() {
    Sight sight = Sight.of(ALFA, Subscription.ALERTS).orElseThrow();
    List<String> values = Collections.nCopies(HandOut.ALERT_COLUMNS.size(), "1");
    LiveRow own = new LiveRow(id(1), values, List.of(share("ALFA", 1, 1)));
    assertEquals(List.of("1", "1", "1", "1", "1", "null", "1"), sight.seen(own).values());
    assertEquals(null, sight.seen(new LiveRow(id(2), values, List.of(share("BETA", 2, 1)))));
  }

  @Test
  void bestBidsAreOfItsSymbolsAndTablesOfItsList() {
    LiveRow ibm = new LiveRow("IBM", List.of(), List.of(share("", 1, 0)));
    assertEquals(ibm, Sight.of(ALFA, Subscription.NBBO).orElseThrow().seen(ibm));
    assertEquals(ibm, Sight.of(ALFA, Subscription.WINDOWS).orElseThrow().seen(ibm));
    assertTrue(Sight.of(who("BETA,BETA,IBM,nbbo"), Subscription.WINDOWS).isEmpty());
    Entitlement other = who("BETA,BETA,AAPL,nbbo|trades");
    assertEquals(null, Sight.of(other, Subscription.NBBO).orElseThrow().seen(ibm));
    assertEquals(null, Sight.of(other, Subscription.WINDOWS).orElseThrow().seen(ibm));
    assertTrue(Sight.of(other, Subscription.LIFECYCLES).isEmpty());
    assertTrue(Sight.of(other, Subscription.ALERTS).isEmpty());
    assertTrue(Sight.of(who("DESK,*,*,*"), Subscription.ALERTS).orElseThrow().isWhole());
  }
}
