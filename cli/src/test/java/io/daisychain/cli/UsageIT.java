package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.Program.Ended;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that need no store, or must not touch it: exit codes and words. */
class UsageIT {
  private static final String DATA = "daisychain-data";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bench",
        "demo",
        "generate",
        "splits",
        "ingest",
        "link",
        "publish",
        "run",
        "row",
        "tree",
        "sql",
        "store"
      })
  void helpStartsNothing(String command) throws Exception {
    Ended ended =
        command.isEmpty()
            ? new Program(folder).run("--help")
            : new Program(folder).run(command, "--help");

    assertEquals(0, ended.exitCode(), ended::toString);
    assertTrue(ended.out().contains("Usage: daisychain"), ended::toString);
    assertEquals("", ended.err());
    assertNothingWasMade();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nosuchcommand",
        "sql --nosuch=1 select",
        "ingest --input=here.fix --nosuch=1",
        "ingest --input=here.fix --runner=NoSuchRunner",
        "ingest --input=here.fix --runner=",
        "link --runner=FlinkRunner",
        "ingest --input=here.fix stray",
        "splits --splits=4 --runner=DirectRunner",
        "ingest",
        "run --reference=.",
        "publish --runId=a/b",
        "publish --files=none --parquet",
        "publish --warehouse=bigquery:market.day --output=gs://b/o --csvCompression=zst",
        "ingest --input=nothing-*.fix",
        "run --input=nothing-*.fix",
        "ingest --input=here.fix --store=mysql://somewhere",
        "link --store=hbase://",
        "link --gtcDays=-1",
        "link --gtcDays=many",
        "publish --warehouse=oracle:db",
        "ingest --input=here.fix --reference=nowhere",
        "ingest --input=here.fix --zone=Europe/Nowhere",
        "row 1234",
        "tree not-a-uuid",
        "tree ALFA O17 --date=20261316",
        "row ALFA O17",
        "row",
        "sql",
        "splits",
        "splits --nodes=0",
        "splits --splits=1",
        "generate --scale=101",
        "generate --errors=2",
        "generate --lineage=other",
        "store --store=bigtable://p/i",
        "ingest --input=here.fix --store=embedded:here.fix/store",
        "ingest --input=here.fix --rejects=here.fix"
      })
  void badUsageIsOneLineAndExitCode2(String line) throws Exception {
    Files.writeString(folder.resolve("here.fix"), "");

    Ended ended = new Program(folder).run(line.split(" ", -1));

    assertAll(
        () -> assertEquals(2, ended.exitCode()),
        () -> assertEquals("", ended.out()),
        () -> assertEquals(1, ended.err().lines().count(), ended.err()),
        () -> assertTrue(ended.err().startsWith("daisychain: "), ended.err()));
    assertNothingWasMade();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "inges --input=x; there is no command inges: did you mean ingest?",
        "ingest --inptu=x; there is no option --inptu: did you mean --input?",
        "ingest --input=here.fix --rejcets=x; there is no option --rejcets: did you mean --rejects?",
        "sql --fromat=csv x; there is no option --fromat: did you mean --format?",
        "link --nosuch=1; there is no option --nosuch, neither of this command nor of Beam",
        "sql SELECT 1; unexpected argument '1'"
      })
  void whatWasProbablyMeantIsNamed(String line, String words) throws Exception {
    Files.writeString(folder.resolve("here.fix"), "");

    Ended ended = new Program(folder).run(line.split(" ", -1));

    assertEquals(2, ended.exitCode(), ended::toString);
    assertTrue(ended.err().startsWith("daisychain: " + words + " (see ./"), ended.err());
    assertEquals(1, ended.err().lines().count(), ended.err());
    assertNothingWasMade();
  }

  @Test
  void aTimeForTheStoreToStayThatIsNoneIsTold() throws Exception {
    Program program = new Program(folder).with("DAISYCHAIN_STORE_LINGER", "1m");

    Ended ended = program.run("splits", "--create", "--splits=2");

    assertEquals(2, ended.exitCode(), ended::toString);
    assertTrue(
        ended.err().startsWith("daisychain: DAISYCHAIN_STORE_LINGER=1m is no number of seconds"),
        ended::toString);
    assertNothingWasMade();
  }

  @Test
  void versionStartsNothing() throws Exception {
    String printed = new Program(folder).succeed("--version");

    List<String> lines = printed.lines().toList();
    assertTrue(lines.get(0).matches("daisychain \\d+\\.\\d+\\.\\d+.*"), printed);
    assertTrue(lines.get(1).startsWith("Java " + Runtime.version()), printed);
    assertTrue(lines.get(2).matches("HBase \\d.*"), printed);
    assertTrue(lines.get(3).matches("Apache Beam \\d.*"), printed);
    assertTrue(lines.get(4).matches("DuckDB \\d.*"), printed);
    assertNothingWasMade();
  }

  @Test
  void aShellCompletesCommandsAndOptions() throws Exception {
    Files.writeString(folder.resolve("completion"), new Program(folder).succeed("completion"));
    String ask =
        """
        source completion
        COMP_WORDS=(./daisychain %s) COMP_CWORD=1
        _complete_daisychain
        echo "${COMPREPLY[@]}"
        COMP_WORDS=(./daisychain sql --for) COMP_CWORD=2
        _complete_daisychain
        echo "${COMPREPLY[@]}"
        """
            .formatted("ing");

    Ended ended =
        Program.Command.start(
                new ArrayList<>(List.of("bash", "-c", ask)), folder, java.util.Map.of(), "shell")
            .await();

    assertEquals(List.of("ingest", "--format"), ended.out().lines().map(String::strip).toList());
  }

  @Test
  void bigQueryOutOfReachIsToldBeforeAnythingStarts() throws Exception {
    Program program = new Program(folder).with("BIGQUERY_EMULATOR_HOST", "127.0.0.1:1");

    Ended ended = program.run("publish", "--warehouse=bigquery:market.day");

    assertFails(
        ended, "bigquery:market.day (BIGQUERY_EMULATOR_HOST=127.0.0.1:1) cannot be reached");
    assertNothingWasMade();
  }

  @Test
  void aStoreThatIsNotThereIsToldAndNotMade() throws Exception {
    Path store = Files.createDirectories(folder.resolve("stores/day/hbase")).getParent();

    Ended mistyped = new Program(folder).run("link", "--store=embedded:stores/dya");
    Ended asked =
        new Program(folder)
            .with("DAISYCHAIN_ASK", "1")
            .run("row", "00000000-0000-0000-0000-000000000000");

    assertEquals(2, mistyped.exitCode(), mistyped::toString);
    assertEquals(
        "daisychain: there is no store in stores/dya: ingest makes one; there is one in stores/day"
            + " (see ./daisychain link --help)\n",
        mistyped.err());
    assertFalse(Files.exists(store.resolveSibling("dya")));
    assertEquals(2, asked.exitCode(), asked::toString);
    assertTrue(
        asked
            .err()
            .startsWith("there is no store in daisychain-data/store. Make one? [y/N] daisychain: "),
        asked::toString);
    assertNothingWasMade();
  }

  @Test
  void storesOutOfReachAreTold() throws Exception {
    Program program =
        new Program(folder).with("GOOGLE_APPLICATION_CREDENTIALS", folder + "/gone.json");

    assertFails(
        program.run("link", "--store=hbase://localhost:1/"),
        "cannot connect to HBase at localhost:1, where its ZooKeeper should be: nothing listens");
    assertFails(
        program.run("link", "--store=bigtable://x/y"),
        "bigtable://x/y: no Google credentials: gcloud auth application-default login makes some");
  }

  @Test
  void aTemporaryFolderThatIsNotThereIsTold() throws Exception {
    Program program = new Program(folder).with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=none");

    Ended ended = program.run("run", "--input=events.fix");

    assertEquals(1, ended.exitCode(), ended::toString);
    assertTrue(
        ended.err().contains("daisychain: there is no temporary folder none; -Djava.io.tmpdir="),
        ended::toString);
    assertFalse(ended.err().contains("\tat "), ended::toString);
    assertNothingWasMade();
    program.succeed("--help");
  }

  @Test
  void aQueryWithoutWarehouseFails() throws Exception {
    assertFails(new Program(folder).run("sql", "SELECT 1"), "no warehouse at ");
    assertFails(
        new Program(folder).run("tree", "00000000-0000-0000-0000-000000000000"),
        "no warehouse at ");
    assertNothingWasMade();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void splitsCutTheKeySpaceEvenly(int nodes) throws Exception {
    assertSplits(24 * nodes, "splits", "--nodes=" + nodes);
  }

  @Test
  void splitsMayBeGivenOutright() throws Exception {
    assertSplits(4, "splits", "--splits=4", "--nodes=100");
    assertSplits(36, "splits", "--nodes=3", "--factor=12", "--table=others");
    assertNothingWasMade();
  }

  private void assertSplits(int splits, String... arguments) throws Exception {
    String printed = new Program(folder).succeed(arguments);

    List<String> expected = new ArrayList<>();
    BigInteger largest = BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
    for (int k = 1; k < splits; k++) {
      BigInteger key = largest.multiply(BigInteger.valueOf(k)).divide(BigInteger.valueOf(splits));
      expected.add(String.format("%032x", key));
    }
    List<String> found = new ArrayList<>();
    Matcher key = Pattern.compile("'((?:\\\\x[0-9A-F]{2}){16})'").matcher(printed);
    while (key.find()) {
      found.add(key.group(1).replace("\\x", "").toLowerCase(java.util.Locale.ROOT));
    }
    assertEquals(expected, found);
    for (String family : List.of("Data", "Link", "Error")) {
      assertTrue(printed.contains("{NAME => '" + family + "'"), family);
    }
  }

  static void assertFails(Ended ended, String words) {
    assertAll(
        () -> assertEquals(1, ended.exitCode()),
        () -> assertTrue(ended.err().contains(words), ended.err()),
        // A store that takes its time to start says so.
        () ->
            assertEquals(
                1,
                ended.err().lines().filter(line -> !line.matches("store: \\d+ s")).count(),
                ended.err()));
  }

  private void assertNothingWasMade() throws IOException {
    assertFalse(Files.exists(folder.resolve(DATA)), DATA + " was made");
  }
}
