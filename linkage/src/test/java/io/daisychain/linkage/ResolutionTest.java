package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.LinkRules;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.reference.BusinessDays;
import io.daisychain.model.reference.ValidityTable;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Arrays against brute force, on random graphs. */
class ResolutionTest {
  private static final Set<String> PARTICIPANTS = Set.of("ALFA", "BRVO", "XVNA");
  private static final StoreDates NO_DATES = new StoreDates(Set.of(), Set.of());
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

  /** Links events as the job does with those of a partition that holds their lifecycles whole. */
  static void resolve(List<ReportedEvent> events, RowChanges written) {
    EventGraph graph = new EventGraph(NO_DATES);
    for (ReportedEvent event : events) {
      graph.add(event.linkRecord(new ValidationFlags()));
    }
    graph.link();
    ValidityTable participants =
        ValidityTable.parse("participants.csv", EmulatedStore.PARTICIPANTS, "mpid");
    LinkRules rules = new LinkRules(50_000_000, Set.of(), participants, BusinessDays.WEEKDAYS);
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
