package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.Workload;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a table whose rules were lost with its meta table. */
class LostRulesIT {
  @TempDir private Path folder;
  private EmulatorController emulator;
  private String host;

  @BeforeEach
  void start() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    host = "localhost:" + emulator.getPort();
  }

  @AfterEach
  void stop() {
    emulator.stop();
  }

  @Test
  void aTableIsLinkedOnWhenItsMetaTableWasLost() throws Exception {
    Program program = Program.inProcess(folder).with("BIGTABLE_EMULATOR_HOST", host);
    Workload.generate(program, "w", 300);
    String store = "--store=bigtable://project/instance";
    program.succeed("run", "--input=w/events-*", "--reference=w", store, "--zone=America/New_York");
    Ended other = program.run("ingest", "--input=w/events-*", store, "--zone=UTC");
    assertEquals(2, other.exitCode(), other::toString);
    assertTrue(other.err().contains("was made with --zone=America/New_York"), other::toString);
    StoreConnector connector =
        new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    try (var lease = connector.connect();
        var admin = lease.connection().getAdmin()) {
      admin.disableTable(TableName.valueOf("market_events_meta"));
      admin.deleteTable(TableName.valueOf("market_events_meta"));
    }

    Ended unpublished = program.run("publish", store);
    assertEquals(1, unpublished.exitCode(), unpublished::toString);
    assertTrue(
        unpublished.err().contains("table market_events has events, but"), unpublished::toString);
    Ended refused = program.run("link", store);
    assertEquals(2, refused.exitCode(), refused::toString);
    Ended linked = program.run("link", store, "--newRules", "--zone=America/New_York");

    assertEquals(0, linked.exitCode(), linked::toString);
    assertTrue(linked.err().contains("runs are counted on from 2"), linked::toString);
    String published = program.succeed("publish", store);
    assertFalse(published.contains("not linked yet"), published);
    assertTrue(Files.exists(folder.resolve("daisychain-data/published/manifest.json")));
  }
}
