package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordReader;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.LinkRules;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.TradeDates;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.reference.BusinessDays;
import io.daisychain.model.reference.Successors;
import io.daisychain.model.reference.ValidityTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Records of CAT, linked by their keys. */
class CatLineageTest {
  private static final String ORDER = "{'orderID':'%s','orderKeyDate':'20261116T093001'}";

  private final Map<RowKey, String> names = new HashMap<>();
  private final List<byte[]> records = new ArrayList<>();

  /** Adds an event at a second of 09:30 in New York. */
  private void add(String name, String type, int second, String fields) {
    String text =
        ("{'actionType':'NEW','firmROEID':'20261116_%s','type':'%s','CATReporterIMID':'ALFA',"
                + "'eventTimestamp':'20261116T09300%d','orderKeyDate':'20261116T093001',"
                + "'symbol':'AAPL','quantity':100,%s}")
            .formatted(name, type, second, fields)
            .replace('\'', '"');
    byte[] bytes = text.getBytes(ISO_8859_1);
    CatRecord record = new CatRecord();
    RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
    assertTrue(reader.read(true, bytes, 0, bytes.length, record), text);
    CatEventReader events = new CatEventReader(TradeDates.UTC);
    assertTrue(events.read(record, "", 7 + records.size()), text);
    names.put(events.event().key(), name);
    PackedWriter references = new PackedWriter();
    ParentReferenceCell.write(events.event(), new ValidationFlags(), references);
    PackedWriter packed = new PackedWriter();
    LinkRecord.write(
        packed,
        events.event().tradeDate(),
        events.event().high(),
        events.event().low(),
        0,
        1,
        new ByteSlice().set(references.buffer(), 0, references.length()),
        0,
        new LinkRecord.Prior(),
        0,
        new ParentReferences());
    records.add(packed.toBytes());
  }

  /** By event: parents with relations, statuses, CAT's codes. */
  private Map<String, String> link() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Collections.shuffle(records, new Random(seed));
    EventGraph graph = new EventGraph(new StoreDates(Set.of(), Set.of()));
    records.forEach(graph::add);
    graph.link();
    LinkRules rules =
        new LinkRules(0, Set.of(), ValidityTable.absent(), Successors.NONE, BusinessDays.WEEKDAYS);
    Resolution resolution = new Resolution(graph, graph.components(), rules);
    Written written = new Written();
    for (int node = 0; node < graph.size(); node++) {
      resolution.write(node, written);
    }
    return written.lineages;
  }

  @Test
  void whatSupplementsReferToIsBehindTheParentsOfWhatTheySupplement() {
    add("a", "MENO", 1, "'orderID':'a'");
    add("b", "MENO", 1, "'orderID':'b'");
    add("c", "MENO", 1, "'orderID':'c'");
    add("sum", "MENO", 2, "'orderID':'sum','aggregatedOrders':[" + ORDER.formatted("a") + "]");
    String further = "'orderID':'sum','aggregatedOrders':[%s]";
    add("late", "MENOS", 4, further.formatted(ORDER.formatted("b")));
    add("soon", "MENOS", 3, further.formatted(ORDER.formatted("c") + "," + ORDER.formatted("a")));
    String trade = "'tradeID':'t','tradeKeyDate':'20261116T093005'";
    add("trade", "MEOT", 5, trade);
    add(
        "sides",
        "MEOTS",
        6,
        trade
            + ",'buyDetails':[%s],'sellDetails':[%s]"
                .formatted(ORDER.formatted("a"), ORDER.formatted("b")));

    Map<String, String> linked = link();

    assertEquals("a, c, b", parents(linked.get("sum")));
    assertEquals("sum", parents(linked.get("soon")));
    assertEquals("a EXECUTION, b CONTRA", parents(linked.get("trade")));
    assertEquals("trade", parents(linked.get("sides")));
  }

  @Test
  void routesOfOneSessionAreDuplicatesAndOrdersOfOneKeyMeanTheEarliest() {
    String route = "'orderID':'o','destination':'BETA','routedOrderID':'%s','session':'%s'";
    add("late", "MENO", 3, "'orderID':'o'");
    add("first", "MENO", 1, "'orderID':'o'");
    add("a", "MEOR", 4, route.formatted("r", "A"));
    add("b", "MEOR", 4, route.formatted("r", "B"));
    add("c", "MEOR", 4, route.formatted("r", "B"));
    add("d", "MEOR", 4, route.formatted("r", "B") + ",'dupROIDCond':true");
    add("e", "MEORS", 4, route.formatted("r", "B"));

    Map<String, String> linked = link();

    assertEquals("first", parents(linked.get("a")));
    for (String name : new String[] {"b", "c"}) {
      assertTrue(linked.get(name).contains("8013"), linked::toString);
    }
    for (String name : new String[] {"a", "d", "e"}) {
      assertTrue(!linked.get(name).contains("DUPLICATE_KEY"), linked::toString);
    }
    assertTrue(linked.get("late").contains("3004"), linked::toString);
  }

  @Test
  void optionsOfOneRootDifferInTheInstrumentAndOfTwoInTheSymbol() {
    String route = "'destination':'ALFA','routedOrderID':'%s','optionID':'%s'";
    String accept =
        "'senderIMID':'ALFA','receiverIMID':'ALFA','routedOrderID':'%s','optionID':'%s'";
    String[] accepted = {
      "IBM 260619C00150000", "IBM260619P00150000", "GE260619C00150000", "IBM1260619C00150000"
    };
    for (int i = 0; i < accepted.length; i++) {
      add("sent" + i, "MOOR", 1, route.formatted(i, "IBM260619C00150000"));
      add("taken" + i, "MOOA", 2, "'orderID':'" + i + "'," + accept.formatted(i, accepted[i]));
    }

    Map<String, String> linked = link();

    String[] expected = {"", "INSTRUMENT_MISMATCH", "SYMBOL_MISMATCH", "SYMBOL_MISMATCH"};
    for (int i = 0; i < accepted.length; i++) {
      for (String name : new String[] {"sent" + i, "taken" + i}) {
        String code = name.startsWith("sent") ? " 8009 " : " 9009 ";
        String lineage = linked.get(name);
        assertEquals(
            expected[i],
            lineage.replaceFirst("^[^|]*\\| ", "").replaceFirst("[ ;].*", ""),
            () -> name + linked);
        assertEquals(i > 0, lineage.contains(code), () -> name + linked);
      }
    }
  }

  @Test
  void whatIsNotThereHasTheCodeOfItsRelation() {
    add("cancel", "MEOC", 1, "'orderID':'none'");
    add("sum", "MENO", 1, "'orderID':'s','aggregatedOrders':[" + ORDER.formatted("none") + "]");
    add(
        "copy",
        "MENO",
        1,
        "'orderID':'e','manualOrderID':'m','manualOrderKeyDate':'20261116T093001'");
    add(
        "trade",
        "MEOT",
        1,
        "'tradeID':'t','tradeKeyDate':'20261116T093005','buyDetails':["
            + ORDER.formatted("n")
            + "]");
    add(
        "fulfilled",
        "MEOF",
        1,
        "'fulfillmentID':'f','fillKeyDate':'20261116T093005','clientDetails':["
            + ORDER.formatted("n")
            + "]");
    add(
        "accepted",
        "MEOA",
        1,
        "'orderID':'x','senderIMID':'BETA','receiverIMID':'ALFA','routedOrderID':'r','senderType':'F'");
    add(
        "ofExchange",
        "MEOA",
        1,
        "'orderID':'y','senderIMID':'XCHG','receiverIMID':'ALFA','routedOrderID':'r','senderType':'E'");

    Map<String, String> linked = link();

    Map<String, String> codes =
        Map.of(
            "cancel",
            "3501",
            "sum",
            "3504",
            "copy",
            "3505",
            "trade",
            "3502",
            "fulfilled",
            "3503",
            "accepted",
            "9003",
            "ofExchange",
            "6003");
    codes.forEach(
        (name, code) -> {
          assertTrue(linked.get(name).contains("ORPHAN"), () -> name + linked);
          assertTrue(linked.get(name).contains(" " + code + " "), () -> name + linked);
        });
  }

  @Test
  void anEventThatNamesTheKeyItBearsHasNoParent() {
    String self = "'%sID':'%s','%sKeyDate':'20261116T093001'";
    add("own", "MECO", 1, "'orderID':'o'," + self.formatted("parentOrder", "o", "parentOrder"));
    add("below", "MEIR", 2, "'orderID':'p'," + self.formatted("parentOrder", "o", "parentOrder"));
    add("alone", "MOIR", 2, "'orderID':'q'," + self.formatted("parentOrder", "q", "parentOrder"));

    Map<String, String> linked = link();

    assertEquals("", parents(linked.get("own")), linked::toString);
    assertEquals("own", parents(linked.get("below")), linked::toString);
    for (String name : new String[] {"own", "below"}) {
      assertTrue(!linked.get(name).contains("ORPHAN"), linked::toString);
      assertTrue(!linked.get(name).contains("CYCLE"), linked::toString);
    }
  }

  /** Few ids, so that keys are borne twice, by what names them, in circles, by any type. */
  @Test
  void whateverNamesWhateverTheOrderOfReadingDoesNotCount() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    String[] types = CatSchemas.types("4.1.0").toArray(String[]::new);
    Arrays.sort(types);
    int withParent = 0;
    for (int graph = 0; graph < 1_500; graph++) {
      records.clear();
      names.clear();
      int events = 1 + random.nextInt(8);
      for (int i = 0; i < events; i++) {
        String type = types[random.nextInt(types.length)];
        add("e" + i, type, random.nextInt(10), anything(random));
      }
      String where = "seed " + seed + ", graph " + graph;
      Map<String, String> linked = assertDoesNotThrow(this::link, where);
      assertEquals(linked, link(), where);
      assertEquals(events, linked.size(), where);
      for (Map.Entry<String, String> each : linked.entrySet()) {
        String parents = parents(each.getValue());
        withParent += parents.isEmpty() ? 0 : 1;
        assertTrue(!("," + parents).matches(".*[ ,]" + each.getKey() + "\\b.*"), where + linked);
      }
    }
    assertTrue(withParent > 1_000, "parents " + withParent);
  }

  /** Each reference of any type, to one of two ids. */
  private static String anything(Random random) {
    StringBuilder fields = new StringBuilder("'optionID':'IBM260619C00150000'");
    for (String of :
        new String[] {"manualOrder", "parentOrder", "priorOrder", "quote", "priorQuote", "trade"}) {
      fields.append(",'%sID':'%d'".formatted(of, random.nextInt(2)));
      fields.append(",'%sKeyDate':'20261116T093001'".formatted(of));
    }
    for (String of : new String[] {"order", "fulfillment", "priorFulfillment"}) {
      fields.append(",'%sID':'%d'".formatted(of, random.nextInt(2)));
    }
    for (String of : new String[] {"fill", "priorFill", "allocation", "priorAllocation"}) {
      fields.append(",'%sKeyDate':'20261116T093001'".formatted(of));
    }
    for (String of : new String[] {"allocation", "priorAllocation", "routedOrder", "routedQuote"}) {
      fields.append(",'%sID':'%d'".formatted(of, random.nextInt(2)));
    }
    for (String of : new String[] {"sender", "receiver"}) {
      fields.append(",'%sIMID':'ALFA'".formatted(of));
    }
    for (String of :
        new String[] {"aggregatedOrders", "buyDetails", "sellDetails", "clientDetails"}) {
      if (random.nextBoolean()) {
        fields.append(",'%s':[%s]".formatted(of, ORDER.formatted(random.nextInt(2))));
      }
    }
    return fields
        .append(",'destination':'ALFA','multiLegInd':")
        .append(random.nextBoolean())
        .toString();
  }

  private static String parents(String lineage) {
    return lineage.substring(0, lineage.indexOf(" |"));
  }

  private final class Written implements RowChanges {
    final Map<String, String> lineages = new TreeMap<>();
    private RowKey row;

    @Override
    public void row(int date, long high, long low) {
      row = new RowKey(high, low);
    }

    @Override
    public void put(Family family, byte[] qualifier, byte[] value, int length) {
      if (new String(qualifier, ISO_8859_1).equals(TableSchema.GRANDPARENT)) {
        LineageCell cell = new LineageCell().read(value, 0, length);
        List<String> parents = new ArrayList<>();
        for (int i = 0; i < cell.edges(); i++) {
          String relation = cell.relation(i).published();
          String parent = names.getOrDefault(RowKey.read(value, cell.parentAt(i)), "?");
          parents.add(relation.isEmpty() ? parent : parent + " " + relation);
        }
        lineages.put(
            names.get(row),
            "%s | %s %s "
                .formatted(
                    String.join(", ", parents),
                    ErrorStatus.words(cell.statuses()),
                    cell.details()));
      }
    }

    @Override
    public void delete(Family family, byte[] qualifier) {
      throw new AssertionError("nothing was there to delete");
    }
  }
}
