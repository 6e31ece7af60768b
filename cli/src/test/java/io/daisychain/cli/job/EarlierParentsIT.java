package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parents on earlier dates, which are looked for where the own date has none. */
@ExtendWith(SharedStore.class)
class EarlierParentsIT {
  @TempDir private Path folder;

  /**
   * The first version of an ACCEPT names the date of its route, the correction does not; so both
   * hang together in one partition before the correction's parent is looked for.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void areFoundBesideWhatHangsTogetherOtherwise(int partitions, RunningStore shared)
      throws Exception {
    Program program = Program.inProcess(folder);
    Files.writeString(
        folder.resolve("all.fix"),
        accept("20260317-15:00:01.000", "10836=20260316|")
            + accept("20260317-15:00:02.000", "10004=C|")
            + FixLine.of(
                "35=D|34=1|49=ALFA|56=MRP|128=BRVO|52=20260316-15:00:00.000|11=r1|21=1|55=IBM|54=1|"
                    + "60=20260316-15:00:00.000|38=100|40=1|10887=o1|")
            + "\n",
        ISO_8859_1);
    Files.writeString(
        folder.resolve("participants.csv"),
        "mpid,name,valid_from,valid_to\nALFA,Firm,,\nBRVO,Firm,,\n");
    List<String> store = List.of("--store=" + shared.address(), "--table=earlier_" + partitions);
    run(program, store, "ingest", "--input=all.fix", "--reference=.");
    run(program, store, "link", "--days=all", "--gtcDays=1", "--partitions=" + partitions);
    run(program, store, "publish");
    assertEquals(
        List.of("ACCEPT , 1", "ROUTE ORPHAN, 1"),
        program
            .sql(
                "SELECT eventType || ' ' || coalesce(errorStatus, '') || ', '"
                    + " || count(*) OVER (PARTITION BY LifecycleId) / 2 AS e"
                    + " FROM events ORDER BY 1")
            .stream()
            .map(row -> row.getField(0).replace(".0", ""))
            .toList());
  }

  private static String accept(String sent, String fields) {
    return FixLine.of(
            "35=D|34=1|49=BRVO|56=MRP|115=ALFA|52="
                + sent
                + "|11=r1|21=1|55=IBM|54=1|60=20260317-15:00:00.000|38=100|40=1|"
                + fields)
        + "\n";
  }

  private static void run(Program program, List<String> store, String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(store);
    program.succeed(all.toArray(String[]::new));
  }
}
