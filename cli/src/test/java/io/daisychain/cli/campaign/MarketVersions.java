package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import io.daisychain.fix.FixVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A market with options, spreads and allocations, errors put in, is the same whatever versions of
 * FIX its firms speak: the same links, lifecycles and faults.
 */
public final class MarketVersions {
  /** What firms speak: of those before FIX 4.2 orders have other times. */
  private static final List<String> SPOKEN =
      List.of(
          "{FIX.4.2: 1}",
          "{FIX.4.4: 1}",
          "{FIX.4.2: 0.2, FIX.4.3: 0.2, FIX.4.4: 0.2, FIX.5.0: 0.2, FIX.5.0SP1: 0.1, FIX.5.0SP2: 0.1}");

  private final Program program;
  private final String store;
  private final long events;
  private final long seed;

  /** So many events of a seed, in a program's folder. */
  public MarketVersions(Program program, String store, long events, long seed) {
    this.program = program;
    this.store = store;
    this.events = events;
    this.seed = seed;
  }

  /** Generates, runs and compares all. */
  public void check() throws Exception {
    JsonNode first = null;
    int number = 0;
    for (String spoken : SPOKEN) {
      JsonNode counts = run(spoken, "versions" + number++);
      List<String> said = versions();
      for (FixVersion version : FixVersion.values()) {
        boolean isSpoken = spoken.contains(version.label() + ":");
        assertTrue(!isSpoken || said.contains(version.label()), spoken + " " + said);
      }
      first = first == null ? counts : first;
      for (String same :
          List.of(
              "/publish/digests/links",
              "/publish/digests/lifecycles",
              "/publish/digests/legs",
              "/publish/digests/allocations",
              "/publish/faultyByStatus",
              "/ingest/stored",
              "/ingest/rejected")) {
        assertFalse(first.at(same).isMissingNode(), same);
        assertEquals(first.at(same), counts.at(same), same + " in " + spoken);
      }
    }
  }

  private JsonNode run(String versions, String name) throws Exception {
    Path model = program.folder().resolve(name + ".yaml");
    Files.writeString(model, "name: " + name + "\nlike: mixed\nversions: " + versions + "\n");
    program.succeed(
        "generate",
        "--output=" + name,
        "--events=" + events,
        "--model=" + model.toAbsolutePath(),
        "--seed=" + seed,
        "--lineage=native",
        "--shards=2",
        "--errors=0.05");
    return program.counts(
        "run",
        "--input=" + name + "/events-*",
        "--reference=" + name,
        "--store=" + store,
        "--table=" + name);
  }

  private List<String> versions() throws Exception {
    return program.sql("SELECT DISTINCT fixVersion AS v FROM events").stream()
        .map(row -> row.getField("v"))
        .toList();
  }

  /** {@code EVENTS SEED FOLDER}. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[2]).toAbsolutePath());
    Program program = new Program(folder).with("DAISYCHAIN_STORE_LINGER", "60");
    long events = Long.parseLong(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    new MarketVersions(program, "embedded:" + folder.resolve("store"), events, seed).check();
    System.out.printf("%,d events, seed %d: the same in %s%n", events, seed, SPOKEN);
  }
}
