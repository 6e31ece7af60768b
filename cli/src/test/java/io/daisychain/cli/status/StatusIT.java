package io.daisychain.cli.status;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.store.StoreSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the operator's page says of a store and a warehouse while commands change them. */
@ExtendWith(SharedStore.class)
class StatusIT {
  private static final String TABLE = "status_page";

  @TempDir private Path folder;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private Program program;
  private String store;

  private void run(String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--store=" + store, "--table=" + TABLE));
    program.succeed(all.toArray(String[]::new));
  }

  /** An order, or an execution of one that nobody has reported. */
  private void write(String file, String type, String id) throws Exception {
    Files.writeString(
        folder.resolve(file),
        FixLine.of(
                "35="
                    + type
                    + "|34=1|49=ALFA|56=MRP|52=20260316-15:00:00.000|11="
                    + id
                    + "|21=1|55=IBM|54=1|60=20260316-15:00:00.000|38=100|40=1|")
            + "\n",
        ISO_8859_1);
  }

  private static String only(JsonNode status, String name) {
    assertEquals(1, status.get("dates").size(), status::toPrettyString);
    return status.get("dates").get(0).path(name).asText();
  }

  private static boolean advises(JsonNode status, String words) {
    return status.get("next").findValuesAsText("words").stream()
        .anyMatch(step -> step.endsWith(words));
  }

  @Test
  void datesRunsAndWhatToDoFollowTheCommands(RunningStore shared) throws Exception {
    store = shared.address();
    Path runs = Files.createDirectory(folder.resolve("log"));
    program =
        Program.inProcess(folder).with(CommandRuns.VARIABLE, runs.resolve("runs.jsonl").toString());
    Path warehouse = folder.resolve("daisychain-data/warehouse.duckdb");
    TreeMap<String, Path> places = new TreeMap<>();
    places.put("warehouse", warehouse);
    try (StoreSession session = StoreOptions.of(store, TABLE).open();
        StatusServer server =
            new StatusServer(
                0,
                new StatusSources(
                    List::of,
                    () -> "",
                    Optional.of(session.table(TABLE)),
                    WarehouseOption.of("duckdb:" + warehouse),
                    Optional.empty(),
                    runs,
                    places),
                now::get,
                StatusClient.PATIENCE)) {
      StatusClient client = new StatusClient(server);
      client.enter();
      assertEquals(0, client.json("/status.json").get("dateCount").asInt());

      write("day.fix", "D", "o1");
      run("ingest", "--input=day.fix");
      JsonNode stored = fresh(client);
      assertEquals("not linked", only(stored, "state"));
      assertEquals("1", only(stored, "events"));
      assertTrue(advises(stored, "20260316, run link"), stored::toPrettyString);

      run("link");
      assertEquals("not published", only(fresh(client), "state"));
      run("publish", "--files=none");
      JsonNode published = fresh(client);
      assertEquals("published", only(published, "state"), published::toPrettyString);
      assertEquals(1, published.get("publishedEvents").asInt());
      assertEquals("", only(published, "since"));

      write("late.fix", "F", "o2");
      run("ingest", "--input=late.fix");
      JsonNode late = fresh(client);
      assertEquals("news for link", only(late, "state"));
      assertEquals("1", only(late, "news"));
      assertTrue(!only(late, "since").isEmpty());
      run("link");
      program =
          new Program(folder).with(CommandRuns.VARIABLE, runs.resolve("runs.jsonl").toString());
      run("publish", "--files=none");
      JsonNode end = fresh(client);
      assertEquals("publish", end.at("/runs/0/command").asText(), end::toPrettyString);
      assertEquals(1, end.get("runs").size());
      assertEquals(1, end.at("/commands/0/done").asInt());
      assertEquals(2, end.at("/faults/0/open").asInt(), end::toPrettyString);
      assertEquals("ALFA", end.at("/faults/0/firm").asText());
      assertTrue(
          client.get("/metrics").body().contains("daisychain_open_faults{firm=\"ALFA\"} 2\n"));

      Files.writeString(warehouse, "no warehouse");
      JsonNode damaged = fresh(client);
      assertEquals("linked", only(damaged, "state"));
      assertTrue(advises(damaged, "; run doctor"), damaged::toPrettyString);
    }
  }

  /** A look after a while. */
  private JsonNode fresh(StatusClient client) throws Exception {
    now.updateAndGet(time -> time.plusSeconds(10));
    return client.json("/status.json");
  }
}
