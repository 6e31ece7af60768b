package io.daisychain.publish.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.connect.Warehouses;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BigQuerySchemaTest {
  private static final List<String> STATEMENTS =
      Warehouses.ddl(PublishedTables.schema(), WarehouseAddress.parse("bigquery:market-1.day"));

  @Test
  void hasEveryColumnInOrderWithItsMeaning() throws IOException {
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      JsonNode fields = new ObjectMapper().readTree(BigQuerySchema.json(table));

      assertEquals(table.columns().size(), fields.size());
      int date =
          table.columns().stream()
              .map(WarehouseTable.Column::name)
              .toList()
              .indexOf(table.dateColumn());
      assertEquals("DATE", fields.get(date).get("type").asText());
      for (int i = 0; i < table.columns().size(); i++) {
        WarehouseTable.Column column = table.columns().get(i);
        assertEquals(column.name(), fields.get(i).get("name").asText());
        assertEquals(column.meaning(), fields.get(i).get("description").asText());
        String precision =
            fields.get(i).has("precision")
                ? "("
                    + fields.get(i).get("precision").asText()
                    + ","
                    + fields.get(i).get("scale").asText()
                    + ")"
                : "";
        assertEquals(column.type().bigQuery(), fields.get(i).get("type").asText() + precision);
      }
    }
  }

  @Test
  void eventsArePartitionedByTradeDateAndClusteredBySymbolAndGrandParent() {
    String events = STATEMENTS.get(0);

    assertTrue(events.startsWith("CREATE TABLE IF NOT EXISTS `market-1.day.events` (\n"), events);
    assertTrue(
        events.contains(
            "\n  `id` STRING OPTIONS (description = 'Row key of the event: tag 10001, or derived"
                + " from its identity.'),\n"),
        events);
    assertTrue(events.contains("a root\\'s own id."), events);
    assertTrue(
        events.contains("\nPARTITION BY `tradeDate`\nCLUSTER BY `symbol`, `GrandParent`\n"),
        events);
  }

  @Test
  void viewsReachTablesByTheirFullNames() {
    int tables = PublishedTables.schema().tables().size();
    assertEquals(tables + 1 + PublishedViews.ALL.size(), STATEMENTS.size());
    assertTrue(STATEMENTS.get(tables + 1).contains("JOIN `market-1.day.published_days` AS d\n"));
    String orphans = STATEMENTS.get(tables + 4);

    assertTrue(
        orphans.startsWith("CREATE OR REPLACE VIEW `market-1.day.v_orphans`\nOPTIONS ("), orphans);
    assertTrue(orphans.contains("FROM `market-1.day.events`\n"), orphans);
  }
}
