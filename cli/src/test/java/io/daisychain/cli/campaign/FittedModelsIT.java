package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.datagen.chain.ChainAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@link FittedModels}. */
@ExtendWith(SharedStore.class)
class FittedModelsIT {
  @TempDir private Path folder;

  @Test
  void aModelFittedToAWarehouseMakesItsTablesAndNamesNobody(RunningStore store) throws Exception {
    Program program = Program.inProcess(folder);

    new FittedModels(program, store.address())
        .compare("institutional", 20_000, 41)
        .forEach((table, found) -> assertTrue(found.deviations() < 5, table + ": " + found));

    String fitted = Files.readString(folder.resolve("institutional-fitted.yaml"));
    Set<String> words = new HashSet<>(List.of(fitted.split("\\W+")));
    for (ChainAction action : ChainAction.values()) {
      words.remove(action.name()); // a symbol may be FILL
    }
    String names =
        program.succeed(
            "sql",
            "SELECT DISTINCT unnest([ReporterId, CustomerId, symbol, account]) FROM events",
            "--warehouse=duckdb:" + folder.resolve("institutional.duckdb"),
            "--format=csv");
    assertTrue(names.lines().count() > 100, names);
    names.lines().forEach(name -> assertFalse(words.contains(name), name));
  }

  @Test
  void saysWhatCannotBeFitted() throws Exception {
    Program program = Program.inProcess(folder);
    String none = "--fit=duckdb:" + folder.resolve("none.duckdb");
    String model = "--model=" + Files.writeString(folder.resolve("mine.yaml"), "name: mine");

    assertRefused(program.run("generate", none), "--model=FILE names it");
    assertRefused(program.run("generate", none, model), "is there already");
    assertRefused(program.run("generate", none, model + "2"), "no warehouse at");
    assertEquals("name: mine", Files.readString(folder.resolve("mine.yaml")));
  }

  private static void assertRefused(Program.Ended result, String words) {
    assertEquals(2, result.exitCode(), result::toString);
    assertTrue(result.toString().contains(words), result::toString);
  }
}
