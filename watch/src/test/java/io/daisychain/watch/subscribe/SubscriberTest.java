package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.linkage.live.LifecycleShare;
import io.daisychain.model.ErrorStatus;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SubscriberTest {
  private static final Set<String> ALL = Set.of();

  private final LiveTable<String> table = new LiveTable<>(List.of("symbol", "events"));

  @Test
  void aSlowReaderGetsTheLatestOfWhatItMissed() throws Exception {
    set("a", "AAPL", 1, 0);
    Subscriber<String> slow = subscribe(ALL, ALL, ALL);
    set("a", "AAPL", 2, 0);
    set("b", "IBM", 1, 0);
    set("b", "IBM", 7, 0);

    assertEquals(
        List.of(
            "{\"op\":\"snapshot\",\"id\":\"a\",\"symbol\":\"AAPL\",\"events\":2}",
            "{\"op\":\"ready\"}",
            "{\"op\":\"change\",\"id\":\"b\",\"symbol\":\"IBM\",\"events\":7}"),
        sent(slow));
  }

  @Test
  void onlyChangedFieldsFollow() throws Exception {
    set("a", "AAPL", 1, 0);
    Subscriber<String> subscriber = subscribe(ALL, ALL, ALL);
    sent(subscriber);
    set("a", "AAPL", 2, 0);
    assertEquals(List.of("{\"op\":\"change\",\"id\":\"a\",\"events\":2}"), sent(subscriber));
    set("a", "AAPL", 2, 0);
    assertEquals(List.of(), sent(subscriber));
  }

  @Test
  void aRowThatWasTakenOverIsGoneBeforeTheOtherChanges() throws Exception {
    set("a", "AAPL", 1, 0);
    set("b", "AAPL", 1, 0);
    Subscriber<String> subscriber = subscribe(ALL, ALL, ALL);
    sent(subscriber);
    set("b", "AAPL", 2, 0);
    table.remove("a", "b", "b");
    set("b", "AAPL", 3, 0);

    assertEquals(
        List.of(
            "{\"op\":\"gone\",\"id\":\"a\",\"into\":\"b\"}",
            "{\"op\":\"change\",\"id\":\"b\",\"events\":3}"),
        sent(subscriber));
  }

  @Test
  void whatLeavesTheFilterIsGone() throws Exception {
    int orphan = ErrorStatus.ORPHAN.bit();
    set("a", "AAPL", 1, orphan);
    set("b", "AAPL", 1, 0);
    Subscriber<String> subscriber = subscribe(Set.of("AAPL"), Set.of("ORPHAN"), Set.of("events"));
    assertEquals(
        List.of("{\"op\":\"snapshot\",\"id\":\"a\",\"events\":1}", "{\"op\":\"ready\"}"),
        sent(subscriber));
    set("a", "AAPL", 2, 0);
    set("b", "AAPL", 2, 0);
    assertEquals(List.of("{\"op\":\"gone\",\"id\":\"a\"}"), sent(subscriber));
  }

  private void set(String id, String symbol, int events, int statuses) {
    List<String> values = List.of('"' + symbol + '"', Integer.toString(events));
    table.set(
        id,
        new LiveRow(
            id, values, List.of(new LifecycleShare("FIRM", symbol, null, 0, 0, 1, 0, statuses))));
  }

  private Subscriber<String> subscribe(
      Set<String> symbols, Set<String> statuses, Set<String> fields) {
    Subscriber<String> subscriber =
        new Subscriber<>(
            table,
            new Subscription(Subscription.LIFECYCLES, symbols, ALL, statuses, fields, Asker.NOBODY),
            Sight.WHOLE);
    table.add(subscriber);
    return subscriber;
  }

  /** What is sent without waiting for more. */
  private static List<String> sent(Subscriber<String> subscriber) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    subscriber.sendPending(out);
    return out.toString(UTF_8).lines().toList();
  }
}
