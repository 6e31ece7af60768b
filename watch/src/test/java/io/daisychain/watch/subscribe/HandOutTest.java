package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.live.LifecycleShare;
import io.daisychain.linkage.live.LiveListener.Finding;
import io.daisychain.linkage.live.LiveListener.Lifecycle;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.LifecycleCell;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandOutTest {
  private static final DatedKey EVENT = new DatedKey(20_528, new RowKey(1, 2));
  private static final String ID = EVENT.key().toString();

  @Test
  void aLifecycleHasTheValuesOfThePublishedTable() throws Exception {
    HandOut handOut = new HandOut(5);
    LifecycleCell sums =
        new LifecycleCell(
            1_773_667_800_000_000_000L,
            1_773_667_801_000_000_000L,
            3,
            1,
            2,
            0,
            null,
            new BigDecimal("150"),
            BigDecimal.ZERO,
            "1",
            "A\"B",
            "2",
            new LifecycleCell.Terms("FIRM", "C1", "ACC", "1", "2", "10.50", ""));
    handOut.changed(
        new Lifecycle(
            EVENT, sums, List.of(new LifecycleShare("FIRM", "A\"B", EVENT, 0, 0, 3, 0, 0))));

    assertEquals(
        "{\"op\":\"snapshot\",\"id\":\""
            + ID
            + "\",\"symbol\":\"A\\\"B\",\"firstTime\":\"2026-03-16T13:30:00.000000000Z\","
            + "\"lastTime\":\"2026-03-16T13:30:01.000000000Z\",\"events\":3,\"depth\":1,"
            + "\"firms\":2,\"orderedQuantity\":null,\"filledQuantity\":150,\"bustedQuantity\":0,"
            + "\"finalState\":\"PARTIALLY_FILLED\",\"errors\":0,\"rootState\":\"FILLED\","
            + "\"ReporterId\":\"FIRM\",\"CustomerId\":\"C1\",\"account\":\"ACC\",\"side\":\"1\","
            + "\"ordType\":\"2\",\"price\":10.5,\"timeInForce\":null,\"firstDate\":\"2026-03-16\"}",
        sent(handOut, Subscription.LIFECYCLES).get(0));
  }

  @Test
  void anOrphanIsAnAlertWhenItLasts() throws Exception {
    HandOut patient = new HandOut(1_000);
    patient.found(finding(ErrorStatus.ORPHAN.bit()));
    patient.tick();
    assertEquals(1, sent(patient, Subscription.ALERTS).size(), "ready alone");

    HandOut handOut = new HandOut(0);
    handOut.found(finding(ErrorStatus.ORPHAN.bit()));
    handOut.tick();
    assertEquals(2, sent(handOut, Subscription.ALERTS).size());
    handOut.found(finding(0));
    assertEquals(1, sent(handOut, Subscription.ALERTS).size(), "its parent has come");
  }

  @Test
  void anUnacceptedRouteIsAnAlertWhenItLasts() throws Exception {
    HandOut handOut = new HandOut(0);
    handOut.found(finding(EventType.ROUTE, ErrorStatus.UNACCEPTED.bit()));
    handOut.tick();
    assertEquals(
        "{\"op\":\"snapshot\",\"id\":\"" + ID + "\",\"status\":\"UNACCEPTED\"}",
        sent(handOut, Subscription.ALERTS).get(0));
    handOut.found(finding(EventType.ROUTE, 0));
    handOut.tick();
    assertEquals(1, sent(handOut, Subscription.ALERTS).size(), "nobody has to accept it");
  }

  @Test
  void aMismatchIsAnAlertAtOnce() throws Exception {
    HandOut handOut = new HandOut(1_000);
    handOut.found(finding(ErrorStatus.SIDE_MISMATCH.bit() | ErrorStatus.ORPHAN.bit()));
    assertEquals(
        "{\"op\":\"snapshot\",\"id\":\"" + ID + "\",\"status\":\"SIDE_MISMATCH\"}",
        sent(handOut, Subscription.ALERTS).get(0));
  }

  @Test
  void aTradeThroughIsAnAlertWhileItsFillIsCountedAndItsSymbolIsNotInDoubt() throws Exception {
    HandOut handOut = new HandOut(1_000);
    handOut.tradedThrough(EVENT);
    handOut.found(finding(EventType.FILL, 0));
    assertEquals(
        "{\"op\":\"snapshot\",\"id\":\"" + ID + "\",\"status\":\"TRADE_THROUGH\"}",
        sent(handOut, Subscription.ALERTS).get(0));
    handOut.found(finding(EventType.FILL, ErrorStatus.SYMBOL_MISMATCH.bit()));
    assertEquals(
        "{\"op\":\"snapshot\",\"id\":\"" + ID + "\",\"status\":\"SYMBOL_MISMATCH\"}",
        sent(handOut, Subscription.ALERTS).get(0));
    handOut.found(new Finding(EVENT, EVENT, EventType.FILL, "FIRM", "o1", "AAPL", 0, false));
    assertEquals(1, sent(handOut, Subscription.ALERTS).size(), "its order went further");
  }

  private static Finding finding(int statuses) {
    return finding(EventType.NEW, statuses);
  }

  private static Finding finding(EventType type, int statuses) {
    return new Finding(EVENT, EVENT, type, "FIRM", "o1", "AAPL", statuses, type.isFill());
  }

  private static List<String> sent(HandOut handOut, String table) throws Exception {
    Set<String> fields = table.equals(Subscription.ALERTS) ? Set.of("status") : Set.of();
    Subscriber<DatedKey> subscriber =
        new Subscriber<>(
            handOut.table(table),
            new Subscription(table, Set.of(), Set.of(), Set.of(), fields, Asker.NOBODY),
            Sight.WHOLE);
    handOut.table(table).add(subscriber);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    subscriber.sendPending(out);
    return out.toString(UTF_8).lines().toList();
  }
}
