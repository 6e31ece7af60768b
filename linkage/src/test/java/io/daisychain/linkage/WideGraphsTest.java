package io.daisychain.linkage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.model.EventType;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Graphs that are deep or wide: nothing recurses, nothing is quadratic. */
class WideGraphsTest {
  private static final long NOON = 1_773_662_400_000_000_000L;

  @Test
  void aChainOfTwentyThousandReplaces() {
    int count = 20_000;
    List<ReportedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ReportedEvent event = event(i, i == 0 ? EventType.NEW : EventType.REPLACE);
      event.orderQty = 100 + i;
      if (i > 0) {
        event.parents.add(key(i - 1));
      }
      events.add(event);
    }
    Written written = resolve(events);

    String last = written.lineages.get(key(count - 1));
    assertTrue(
        last.startsWith("gp=" + key(0) + " cycle=" + key(0) + " depth=" + (count - 1)), last);
    LifecycleCell sums = written.onlyLifecycle(key(0));
    assertEquals(count, sums.events());
    assertEquals(count - 1, sums.depth());
    assertEquals(100 + count - 1, sums.orderedQuantity().intValueExact());
  }

  @Test
  void aMergeOfTwoThousandParents() {
    int count = 2_000;
    List<ReportedEvent> events = new ArrayList<>();
    ReportedEvent merge = event(count, EventType.AGGREGATE);
    for (int i = 0; i < count; i++) {
      events.add(event(i, EventType.NEW));
      merge.parents.add(key(i));
    }
    events.add(merge);
    Written written = resolve(events);

    assertTrue(written.lineages.get(key(count)).startsWith("gp=" + key(0)));
    assertEquals(count + 1, written.onlyLifecycle(key(0)).events());
    assertEquals(count, written.childCells);
  }

  @Test
  void anOrderOfFiftyThousandExecutions() {
    int count = 50_000;
    List<ReportedEvent> events = new ArrayList<>();
    ReportedEvent order = event(0, EventType.NEW);
    order.orderQty = count;
    events.add(order);
    for (int i = 1; i <= count; i++) {
      ReportedEvent fill = event(i, EventType.PARTIAL_FILL);
      fill.parents.add(key(0));
      fill.lastShares = 1;
      fill.ordStatus = "1";
      events.add(fill);
    }
    Written written = resolve(events);

    LifecycleCell sums = written.onlyLifecycle(key(0));
    assertEquals(count, sums.filledQuantity().intValueExact());
    assertEquals(0, sums.errors());
    assertTrue(written.lineages.get(key(0)).contains(" children=" + count + " "));
  }

  @Test
  void aCycleOfFiveThousand() {
    int count = 5_000;
    List<ReportedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ReportedEvent event = event(i, EventType.REPLACE);
      event.parents.add(key((i + 1) % count));
      events.add(event);
    }
    Written written = resolve(events);

    assertEquals(count, written.onlyLifecycle(key(0)).errors());
    for (String lineage : written.lineages.values()) {
      assertTrue(lineage.startsWith("gp=" + key(0) + " cycle=" + key(0) + " depth=0"), lineage);
      assertTrue(lineage.contains("CYCLE"), lineage);
    }
  }

  @Test
  void aChainOfFiveThousandCorrectionsWithABustInTheMiddle() {
    int count = 5_000;
    List<ReportedEvent> events = new ArrayList<>();
    ReportedEvent order = event(0, EventType.NEW);
    order.orderQty = 1_000_000;
    events.add(order);
    for (int i = 1; i <= count; i++) {
      ReportedEvent event = event(i, i == 1 ? EventType.FILL : EventType.CORRECT);
      event.parents.add(key(i - 1));
      event.lastShares = i;
      events.add(event);
    }
    ReportedEvent bust = event(count + 1, EventType.BUST);
    bust.time = NOON + 2_500_500; // between the 2500th and the 2501st
    bust.parents.add(key(count));
    events.add(bust);
    Written written = resolve(events);

    LifecycleCell sums = written.onlyLifecycle(key(0));
    assertEquals(2_500, sums.bustedQuantity().intValueExact());
    assertEquals(0, sums.filledQuantity().signum());
  }

  private static ReportedEvent event(int number, EventType type) {
    ReportedEvent event = new ReportedEvent(key(number));
    event.type = type;
    event.time = NOON + number * 1_000L;
    return event;
  }

  private static UUID key(int number) {
    return new UUID(1, number);
  }

  private static Written resolve(List<ReportedEvent> events) {
    Collections.shuffle(events, new Random(1));
    Written written = new Written();
    ResolutionTest.resolve(events, written);
    return written;
  }

  /** Keeps what the tests look at. */
  private static final class Written implements RowChanges {
    final Map<UUID, String> lineages = new HashMap<>();
    private final Map<UUID, LifecycleCell> lifecycles = new HashMap<>();
    int childCells;
    private UUID row;

    LifecycleCell onlyLifecycle(UUID id) {
      assertEquals(List.of(id), List.copyOf(lifecycles.keySet()));
      return lifecycles.get(id);
    }

    @Override
    public void row(int date, long high, long low) {
      row = new UUID(high, low);
    }

    @Override
    public void put(Family family, byte[] qualifier, byte[] value, int length) {
      String column = new String(qualifier, StandardCharsets.ISO_8859_1);
      if (column.equals(TableSchema.GRANDPARENT)) {
        LineageCell cell = new LineageCell().read(value, 0, length);
        lineages.put(
            row,
            "gp="
                + RowKey.read(value, cell.grandParentAt())
                + " cycle="
                + RowKey.read(value, cell.lifecycleAt())
                + " depth="
                + cell.depth()
                + " children="
                + cell.childCount()
                + " "
                + io.daisychain.model.ErrorStatus.words(cell.statuses()));
      } else if (column.equals(TableSchema.LIFECYCLE)) {
        lifecycles.put(row, LifecycleCell.read(value, 0, length));
      } else if (qualifier[0] == TableSchema.CHILD_PREFIX) {
        childCells++;
      }
    }

    @Override
    public void delete(Family family, byte[] qualifier) {
      throw new AssertionError("nothing was there to delete");
    }
  }
}
