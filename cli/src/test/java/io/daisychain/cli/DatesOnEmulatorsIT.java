package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.cli.campaign.WarehouseComparison;
import io.daisychain.cli.testing.BigQueryEmulator;
import io.daisychain.cli.testing.CellSums;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedEmulator;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three trade dates, and late files of the first: Bigtable and BigQuery hold what the embedded
 * store and DuckDB do.
 */
@ExtendWith({SharedStore.class, SharedEmulator.class})
class DatesOnEmulatorsIT {
  private static final String BIGQUERY = "bigquery:market.dates";

  @TempDir private Path folder;

  @Test
  void threeDatesAndLateFilesOfTheFirstAreTheSameEverywhere(
      RunningStore embedded, BigQueryEmulator bigQuery) throws Exception {
    Program program = Program.inProcess(folder);
    Workload.generate(
        program,
        "work",
        1_200,
        "--days=3",
        "--gtc=0.3",
        "--late=0.1",
        "--lineage=native",
        "--errors=0.02",
        "--repairs=0.05");
    bigQuery.dataset("dates");
    EmulatorController bigtable = EmulatorController.createBundled();
    bigtable.start();
    try {
      Program remote =
          bigQuery
              .reachedBy(Program.inProcess(folder))
              .with("BIGTABLE_EMULATOR_HOST", "localhost:" + bigtable.getPort());
      String[] here = {"--store=" + embedded.address(), "--table=dates", "--output=here"};
      String[] there = {
        "--store=bigtable://project/instance",
        "--table=dates",
        "--output=there",
        "--warehouse=" + BIGQUERY
      };
      JsonNode first = handIn(program, "events-*", here);
      assertEquals(first, handIn(remote, "events-*", there));
      assertEquals(3, first.at("/days").size(), first::toString);

      JsonNode late = handIn(program, "late-20260316-*", here);
      assertEquals(late, handIn(remote, "late-20260316-*", there));
      assertNotEquals(first.get("digests"), late.get("digests"));
      assertTrue(late.at("/days").has("20260316"), late::toString);
    } finally {
      bigtable.stop();
    }
    SqlQuery ours = new DuckDbQuery(folder.resolve("daisychain-data/warehouse.duckdb"));
    SqlQuery theirs = Warehouses.query(WarehouseAddress.parse(BIGQUERY, bigQuery.host()));
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      assertEquals("", sums(table, ours).differenceFrom(sums(table, theirs)), table.name());
    }
  }

  /** Ingests, links and publishes, and returns what was published. */
  private static JsonNode handIn(Program program, String input, String... places) throws Exception {
    program.succeed("ingest", "--input=work/" + input, "--reference=work", places[0], places[1]);
    program.succeed("link", "--gtcDays=7", places[0], places[1]);
    String[] publish = new String[places.length + 1];
    publish[0] = "publish";
    System.arraycopy(places, 0, publish, 1, places.length);
    ObjectNode published = (ObjectNode) program.counts(publish);
    // How much was read differs: BigQuery gets whole dates.
    return published.without(List.of("changedRows", "unreported"));
  }

  /** BigQuery's moments are microseconds. */
  private CellSums sums(WarehouseTable table, SqlQuery warehouse) throws Exception {
    String columns =
        table.columns().stream()
            .map(column -> warehouse.dialect().quoted(column.name()))
            .collect(Collectors.joining(", ", "SELECT ", " FROM " + table.name()));
    List<String> key = WarehouseComparison.key(table);
    return new CellSums(key, CellSums::inMicroseconds).answer(warehouse, columns, folder);
  }
}
