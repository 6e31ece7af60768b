package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.LinkRules;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.EventType;
import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.reference.BusinessDays;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.model.reference.Successors;
import io.daisychain.model.reference.ValidityTable;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Arrays against brute force, on random graphs. */
class ResolutionTest {
  private static final Set<String> PARTICIPANTS = Set.of("ALFA", "BRVO", "XVNA");
  private static final int GRAPHS = Integer.getInteger("daisychain.graphs", 1_500);

  @Test
  void equalsBruteForceOnRandomGraphsInAnyOrder() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    System.out.println("seed " + seed);
    for (int i = 0; i < GRAPHS; i++) {
      List<ReportedEvent> events = new RandomMarket(seed + i).events();
      Collections.shuffle(events, new Random(seed + i));

      Written written = new Written();
      resolve(events, written);

      BruteForce truth = new BruteForce(events, PARTICIPANTS);
      String graph = "graph of seed " + (seed + i);
      assertEquals(new TreeMap<>(truth.lineages()), written.lineages, graph);
      assertEquals(new TreeMap<>(truth.lifecycles()), written.lifecycles, graph);
    }
  }

  @Test
  void anOptionThatGoesOnUnderItsSuccessorsNameIsOneInstrumentAcrossDates() {
    String symbols =
        """
        symbol,name,valid_from,valid_to,successor
        IBM   260619C00000150,,,2026-03-16,IBM1  260619C00000075
        IBM1  260619C00000075,,2026-03-17,,IBM2  260619C00000005
        IBM2  260619C00000005,,2026-04-01,,
        FB,,,2026-03-16,META
        META,,2026-03-17,,
        """;
    Successors successors = ReferenceData.parse(Map.of("symbols.csv", symbols)).successors();
    String one = "symbol=true instrument=true []";
    String root = "symbol=false instrument=false [SYMBOL_MISMATCH]";
    assertEquals(one, linked(successors, "IBM C0.15", "IBM1 C0.075", 1));
    assertTrue(successors.areOne("IBM1  260619C00000075", 20_529, "IBM   260619C00000150", 20_528));
    assertEquals(root, linked(successors, "IBM C0.15", "IBM1 C0.075", 0));
    assertEquals(root, linked(successors, "IBM1 C0.075", "IBM C0.15", 1));
    assertEquals(root, linked(successors, "IBM C0.15", "IBM2 C0.005", 1));
    assertEquals(one, linked(successors, "IBM C0.15", "IBM2 C0.005", 20));
    assertEquals(root, linked(Successors.NONE, "IBM C0.15", "IBM1 C0.075", 1));
    assertEquals(
        "symbol=true instrument=false [INSTRUMENT_MISMATCH]",
        linked(successors, "IBM C0.15", "IBM C0.2", 1));
    assertEquals(
        "symbol=false instrument=true [SYMBOL_MISMATCH]", linked(successors, "FB ", "META ", 1));
  }

  /** What the row of a parent says of a child so many days later. */
  private static String linked(Successors successors, String parent, String child, int days) {
    ReportedEvent order = event(1, parent, 0);
    ReportedEvent slice = event(2, child, days);
    slice.type = EventType.INTERNAL;
    slice.parents.add(order.id);
    slice.parentDate = order.date();
    Written written = new Written();
    resolve(List.of(order, slice), successors, written);
    return written.lineages.get(order.id).replaceFirst(".*(symbol=.* instrument=\\w+) .*", "$1")
        + " "
        + written
            .lineages
            .get(order.id)
            .replaceFirst(".*statuses=", "")
            .replaceAll("OUT_OF_SEQUENCE(, )?", "");
  }

  private static ReportedEvent event(int number, String instrument, int days) {
    ReportedEvent event = new ReportedEvent(new UUID(7, number));
    event.time = 1_773_655_200_000_000_000L + days * 86_400_000_000_000L;
    event.symbol = instrument.substring(0, instrument.indexOf(' '));
    event.option = instrument.substring(instrument.indexOf(' ') + 1);
    event.side = "1";
    return event;
  }

  /** Links events as the job does with those of a partition that holds their lifecycles whole. */
  static void resolve(List<ReportedEvent> events, RowChanges written) {
    resolve(events, Successors.NONE, written);
  }

  private static void resolve(
      List<ReportedEvent> events, Successors successors, RowChanges written) {
    Set<Integer> dates = new TreeSet<>();
    events.forEach(event -> dates.add((int) event.date().toEpochDay()));
    EventGraph graph = new EventGraph(new StoreDates(dates, Set.of()));
    for (ReportedEvent event : events) {
      graph.add(event.linkRecord(new ValidationFlags()));
    }
    graph.link();
    ValidityTable participants =
        ValidityTable.parse("participants.csv", EmulatedStore.PARTICIPANTS, "mpid");
    LinkRules rules =
        new LinkRules(50_000_000, Set.of(), participants, successors, BusinessDays.WEEKDAYS);
    Resolution resolution = new Resolution(graph, graph.components(), rules);
    ChildCells children = new ChildCells(graph, date -> true);
    for (int node = 0; node < graph.size(); node++) {
      resolution.write(node, written);
      children.write(node, written);
    }
  }

  /** Reads back what was written, as text that brute force can say too. */
  private static final class Written implements RowChanges {
    final Map<UUID, String> lineages = new TreeMap<>();
    final Map<UUID, String> lifecycles = new TreeMap<>();
    private final Map<String, Integer> childCells = new HashMap<>();
    private UUID row;

    @Override
    public void row(int date, long high, long low) {
      row = new UUID(high, low);
    }

    @Override
    public void put(Family family, byte[] qualifier, byte[] value, int length) {
      String column = new String(qualifier, ISO_8859_1);
      if (column.equals(TableSchema.GRANDPARENT)) {
        lineages.put(row, CellText.of(new LineageCell().read(value, 0, length), value));
      } else if (column.equals(TableSchema.LIFECYCLE)) {
        lifecycles.put(row, CellText.of(LifecycleCell.read(value, 0, length)));
      } else if (qualifier[0] == TableSchema.CHILD_PREFIX) {
        assertEquals(null, childCells.put(row + column, 1), "a child written twice");
      }
    }

    @Override
    public void delete(Family family, byte[] qualifier) {
      throw new AssertionError("nothing was there to delete");
    }
  }
}
