package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.LinkRules;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.CheckResult;
import io.daisychain.model.EventType;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.reference.BusinessDays;
import io.daisychain.model.reference.Successors;
import io.daisychain.model.reference.ValidityTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** All cells that a graph writes: linked at once, or as its events come; and what they say. */
class LinkedAgainTest {
  private static final int GRAPHS = Integer.getInteger("daisychain.graphs", 1_500) / 5;
  private static final long NOON = 1_773_662_400_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final Table table = new Table();

  @Test
  void rowsAreTheSameInHoweverManyRunsAndOneMoreChangesNone() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    System.out.println("seed " + seed);
    for (int i = 0; i < GRAPHS; i++) {
      List<ReportedEvent> events = new RandomMarket(seed + i).events();
      Random random = new Random(seed + i);
      Collections.shuffle(events, random);
      String graph = "graph of seed " + (seed + i);

      Table dealt = new Table();
      for (int to = 0; to < events.size(); ) {
        to += 1 + random.nextInt(events.size() - to);
        dealt.link(events.subList(0, to));
      }
      Table once = new Table();
      once.link(events);

      assertEquals(once.cells, dealt.cells, graph);
      int written = dealt.written;
      dealt.link(events);
      assertEquals(written, dealt.written, graph);
    }
  }

  @Test
  void theWordsOfEachErrorNameBothEvents() {
    ReportedEvent route = event("R1", "ALFA", EventType.ROUTE);
    route.time = NOON + SECOND;
    route.destination = "BRVO";
    route.symbol = "IBM";
    route.side = "1";
    ReportedEvent accept = event("A1", "BRVO", EventType.ACCEPT, route);
    accept.symbol = "GE";
    accept.side = "2";
    ReportedEvent lost = event("L1", "ALFA", EventType.ROUTE);
    lost.destination = "XVNA";
    ReportedEvent order = event("O1", "ALFA", EventType.NEW);
    order.orderQty = 100;
    ReportedEvent fill = event("F1", "ALFA", EventType.FILL, order);
    fill.lastShares = 150;
    ReportedEvent orphan = event("P1", "BRVO", EventType.REPLACE);
    orphan.parents.add(UUID.fromString("00000000-0000-0001-0000-000000000002"));
    ReportedEvent chicken = event("C1", "ALFA", EventType.REPLACE);
    ReportedEvent egg = event("C2", "ALFA", EventType.REPLACE, chicken);
    chicken.parents.add(egg.id);

    table.link(List.of(route, accept, lost, order, fill, orphan, chicken, egg));

    assertEquals(
        List.of(
            "A1 BRVO OUT_OF_SEQUENCE 0 R1 [earlier than its parent ROUTE cR1 of ALFA by 1.000000000"
                + " s] ALFA",
            "A1 BRVO SIDE_MISMATCH 0 R1 [54=2 here and 54=1 in its parent ROUTE cR1 of ALFA] ALFA",
            "A1 BRVO SYMBOL_MISMATCH 0 R1 [55=GE here and 55=IBM in its parent ROUTE cR1 of ALFA]"
                + " ALFA",
            "C1 ALFA CYCLE 0 C2 [is its own ancestor] ",
            "C2 ALFA CYCLE 0 C1 [is its own ancestor] ",
            "L1 ALFA UNACCEPTED 128 - [XVNA did not report that it accepted: no order of it with"
                + " 115=ALFA and 11=cL1] XVNA",
            "O1 ALFA OVERFILL 38 - [150 filled of 100] ",
            "P1 BRVO ORPHAN 0 00000000-0000-0001-0000-000000000002 [] ",
            "R1 ALFA SIDE_MISMATCH 54 - [54=1 here and 54=2 in its child ACCEPT cA1 of BRVO] BRVO",
            "R1 ALFA SYMBOL_MISMATCH 55 - [55=IBM here and 55=GE in its child ACCEPT cA1 of BRVO]"
                + " BRVO"),
        table.told());
    assertEquals(
        List.of(
            "A1 OUT_OF_SEQUENCE: earlier than its parent R1; SYMBOL_MISMATCH: parent R1 of ALFA says"
                + " 55=IBM; SIDE_MISMATCH: parent R1 of ALFA says 54=1",
            "C1 CYCLE: is its own ancestor",
            "C2 CYCLE: is its own ancestor",
            "L1 UNACCEPTED: XVNA did not report that it accepted",
            "O1 OVERFILL: 150 filled of 100",
            "P1 ORPHAN: parent 00000000-0000-0001-0000-000000000002 was not reported",
            "R1 SYMBOL_MISMATCH: child A1 of BRVO says 55=GE; SIDE_MISMATCH: child A1 of BRVO says"
                + " 54=2"),
        table.details());
    assertEquals("false", table.text("R1", "SymbolMatch"));
    assertEquals("GE", table.text("R1", "ChildSymbol"));
    assertEquals("2", table.text("R1", "ChildSide"));
    assertEquals("SYMBOL_MISMATCH;SIDE_MISMATCH", table.text("R1", "status"));
  }

  private ReportedEvent event(
      String name, String reporter, EventType type, ReportedEvent... parents) {
    ReportedEvent event = new ReportedEvent(UUID.nameUUIDFromBytes(name.getBytes(ISO_8859_1)));
    table.names.put(event.id.toString(), name);
    event.reporter = reporter;
    event.type = type;
    event.time = NOON;
    for (ReportedEvent parent : parents) {
      event.parents.add(parent.id);
    }
    return event;
  }

  /** Rows, and of each event the record with which the next run begins. */
  private static final class Table implements RowChanges {
    private static final LinkRules RULES =
        new LinkRules(
            50_000_000,
            Set.of(),
            ValidityTable.parse("participants.csv", EmulatedStore.PARTICIPANTS, "mpid"),
            Successors.NONE,
            BusinessDays.WEEKDAYS);

    final Map<String, String> cells = new TreeMap<>();
    int written;
    final Map<String, String> names = new HashMap<>();
    private final Map<UUID, byte[]> records = new HashMap<>();
    private UUID row;

    void link(List<ReportedEvent> events) {
      EventGraph graph = new EventGraph(new StoreDates(Set.of(), Set.of()));
      for (ReportedEvent event : events) {
        graph.add(records.computeIfAbsent(event.id, id -> record(event)));
      }
      graph.link();
      Resolution resolution = new Resolution(graph, graph.components(), RULES);
      ChildCells children = new ChildCells(graph, date -> true);
      LinkRecord.Prior prior = new LinkRecord.Prior();
      PackedWriter out = new PackedWriter();
      for (int node = 0; node < graph.size(); node++) {
        if (resolution.write(node, this)) {
          UUID of = row;
          children.write(node, this);
          resolution.readPrior(node, prior);
          graph.record(node).writeLinked(prior, out.clear());
          records.put(of, out.toBytes());
        }
      }
    }

    private static byte[] record(ReportedEvent event) {
      ValidationFlags flags = new ValidationFlags();
      if (event.id.getLeastSignificantBits() % 3 == 0) {
        flags.symbolValid(CheckResult.FAILED);
      }
      return event.linkRecord(flags);
    }

    @Override
    public void row(int date, long high, long low) {
      row = new UUID(high, low);
    }

    @Override
    public void put(Family family, byte[] qualifier, byte[] value, int length) {
      written++;
      cells.put(name(row, family, qualifier), HexFormat.of().formatHex(value, 0, length));
    }

    @Override
    public void delete(Family family, byte[] qualifier) {
      written++;
      assertTrue(cells.remove(name(row, family, qualifier)) != null, "there is none to delete");
    }

    private static String name(UUID row, Family family, byte[] qualifier) {
      return row + " " + family + " " + HexFormat.of().formatHex(qualifier);
    }

    /** What reporters are told: event, reporter, status, tag, parent, words and other firm. */
    List<String> told() {
      List<String> told = new ArrayList<>();
      forEach(
          TableSchema.FEEDBACK,
          (event, value) -> {
            FeedbackCell cell = FeedbackCell.read(value, 0, value.length);
            for (FeedbackCell.Found error : cell.errors()) {
              String parent = error.parent() == null ? "-" : error.parent().toString();
              told.add(
                  named(
                      "%s %s %s %d %s [%s] %s"
                          .formatted(
                              event,
                              cell.reporter(),
                              error.status(),
                              error.tag(),
                              parent,
                              error.text(),
                              error.counterparty())));
            }
          });
      told.sort(null);
      return told;
    }

    /** What is published about the errors of each event. */
    List<String> details() {
      List<String> details = new ArrayList<>();
      forEach(
          TableSchema.GRANDPARENT,
          (event, value) -> {
            LineageCell cell = new LineageCell().read(value, 0, value.length);
            if (cell.details().length() > 0) {
              details.add(named(event + " " + cell.details()));
            }
          });
      details.sort(null);
      return details;
    }

    String text(String name, String column) {
      List<String> found = new ArrayList<>();
      forEach(
          column,
          (event, value) -> {
            if (named(event).equals(name)) {
              found.add(new String(value, ISO_8859_1));
            }
          });
      return String.join(",", found);
    }

    private void forEach(String column, BiConsumer<String, byte[]> visitor) {
      String end = " " + HexFormat.of().formatHex(column.getBytes(ISO_8859_1));
      cells.forEach(
          (name, value) -> {
            if (name.endsWith(end)) {
              visitor.accept(name.substring(0, name.indexOf(' ')), HexFormat.of().parseHex(value));
            }
          });
    }

    private String named(String text) {
      String named = text;
      for (Map.Entry<String, String> name : names.entrySet()) {
        named = named.replace(name.getKey(), name.getValue());
      }
      return named;
    }
  }
}
