package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.InProcess;
import io.daisychain.cli.testing.InProcess.Ended;
import io.daisychain.warehouse.LockFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that need no store, or must not touch it: exit codes and messages. */
class UsageTest {
  private static final String DATA = "daisychain-data";

  @TempDir private Path folder;

  /** Other tests that run commands in this process may have left theirs. */
  private final boolean wasThere = Files.exists(Path.of(DATA));

  private Ended run(String... arguments) throws IOException {
    Path input = Files.writeString(folder.resolve("here.fix"), "");
    String[] line =
        Stream.of(arguments)
            .map(argument -> argument.replace("here.fix", input.toString()))
            .toArray(String[]::new);
    return new InProcess(folder).execute(line);
  }

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
        "repair",
        "store",
        "check"
      })
  void helpStartsNothing(String command) throws Exception {
    Ended ended = command.isEmpty() ? run("--help") : run(command, "--help");

    assertEquals(0, ended.exitCode(), ended::toString);
    assertTrue(ended.said().contains("Usage: daisychain"), ended::toString);
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
        "publish --files=csv,none",
        "publish --files=parquet,none",
        "publish --keepPublished=-1",
        "publish --warehouse=bigquery:market.day --keepPublished=3",
        "sql --asOf=yesterday select",
        "sql --warehouse=bigquery:market.day --asOf=2026-03-17T18:00:00Z select",
        "tree ALFA O17 --date=20260316 --asOf=2026-03-17",
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
        "generate --behaviours=PUMP=0.1",
        "generate --lineage=other",
        "generate --fit=duckdb:nowhere.duckdb --model=new.yaml --events=10",
        "generate --fit=duckdb:nowhere.duckdb --model=new.yaml --describe",
        "repair",
        "repair --feedback=here.fix --input=here.fix",
        "repair --feedback=nowhere.csv --input=here.fix --output=out.fix",
        "repair --feedback=here.fix --input=here.fix --output=out.fix",
        "repair --feedback=here.fix --input=here.fix --output=here.fix",
        "repair --seal=nowhere.fix",
        "watch --input=. --listen=0.0.0.0",
        "marketdata serve",
        "marketdata serve --entitlements=nowhere.csv",
        "marketdata serve --requests=0",
        "marketdata serve --listen=0.0.0.0",
        "watch --input=. --tls=nowhere.p12",
        "watch --input=. --tls=here.fix",
        "watch --input=. --interval=soon",
        "watch --input=. --serve=0 --interval=1m",
        "subscribe --to=nowhere",
        "repair --seal=here.fix --output=out.fix",
        "store --store=bigtable://p/i",
        "check --store=mysql://somewhere",
        "check --runner=NoSuchRunner",
        "ingest --input=here.fix --store=embedded:here.fix/store",
        "ingest --input=here.fix --rejects=here.fix"
      })
  void badUsageIsOneLineAndExitCode2(String line) throws Exception {
    Ended ended = run(line.split(" ", -1));

    assertAll(
        () -> assertEquals(2, ended.exitCode()),
        () -> assertEquals(1, ended.said().lines().count(), ended.said()),
        () -> assertTrue(ended.said().startsWith("daisychain: "), ended.said()));
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
        "marketdata windows --symbols=A --window=9 --slide=1 --outliers=5/7; --outliers=5/7: 7 values are not from 20 to 1000",
        "marketdata windows --nosuch=1; there is no option --nosuch, neither of this command nor of Beam",
        "marketdata windows --symbols=A --window=9 --slide=1 --nosuch=1; there is no option --nosuch, neither of this command nor of Beam",
        "marketdata get --nosuch=1; there is no option --nosuch",
        "marketdata load --nosuch=1; there is no option --nosuch",
        "marketdata load --input=dbn://h:1?dataset=a --format=csv; --input=dbn://h:1?dataset=a brings dbn",
        "marketdata load --input=soupbintcp://me@h:1; --format=itch50 needs --date=YYYYMMDD: its times do not say the day",
        "watch --input=. --reference=. --store=embedded:x --journal=j; --journal needs --durable=journal",
        "watch --input=. --interval=1m --durable=memory; --interval takes files into the store: leave --durable out",
        "link --runner; --runner=NAME needs a name, such as FlinkRunner",
        "sql SELECT 1; unexpected argument '1'"
      })
  void whatWasProbablyMeantIsNamed(String line, String words) throws Exception {
    Ended ended = run(line.split(" ", -1));

    assertEquals(2, ended.exitCode(), ended::toString);
    assertTrue(ended.said().startsWith("daisychain: " + words + " (see ./"), ended.said());
    assertEquals(1, ended.said().lines().count(), ended.said());
    assertNothingWasMade();
  }

  @Test
  void theDoctorSaysOfEachThingWhetherItIsThere() throws Exception {
    String warehouse = "--warehouse=duckdb:" + folder.resolve("w.duckdb");
    String store = "--store=embedded:" + folder.resolve("store");

    Ended well = run("doctor", store, warehouse);
    Files.writeString(folder.resolve("participants.csv"), "mpid\n\"");
    Files.writeString(folder.resolve("w.duckdb"), "no database");
    Ended ill = run("doctor", store, warehouse, "--reference=" + folder);

    assertEquals(0, well.exitCode(), well::toString);
    assertEquals(11, well.said().lines().count(), well::said);
    assertTrue(well.said().contains("note  store"), well::said);
    assertEquals(1, ill.exitCode(), ill::toString);
    assertTrue(ill.said().contains("FAIL  warehouse "), ill::said);
    assertTrue(ill.said().contains("FAIL  reference "), ill::said);
    assertNothingWasMade();
  }

  @Test
  void aCheckTriesFoldersAndLeavesNothing() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    List<String> line =
        List.of(
            "check",
            "--store=embedded:" + folder.resolve("store"),
            "--warehouse=duckdb:" + folder.resolve("w.duckdb"),
            "--rejects=" + folder.resolve("rejects"),
            "--output=" + folder.resolve("published"),
            "--input=here.fix");

    Ended well = run(line.toArray(String[]::new));
    List<String> broken = new ArrayList<>(line);
    broken.set(3, "--rejects=" + file);
    broken.set(5, "--input=" + folder.resolve("none-*.fix"));
    Ended ill = run(broken.toArray(String[]::new));

    assertEquals(0, well.exitCode(), well::toString);
    assertFalse(well.said().contains("FAIL"), well::said);
    assertTrue(well.said().contains("note  store "), well::said);
    assertEquals(1, ill.exitCode(), ill::toString);
    assertTrue(ill.said().contains("FAIL  rejects "), ill::said);
    assertTrue(ill.said().contains("FAIL  input "), ill::said);
    for (String name : List.of("store", "rejects", "published", "w.duckdb")) {
      assertFalse(Files.exists(folder.resolve(name)), name);
    }
    assertNothingWasMade();
  }

  @Test
  void aRunWhoseOutputIsTakenEndsBeforeItsWork() throws Exception {
    Path output = Files.createDirectory(folder.resolve("published"));
    Path warehouse = folder.resolve("w.duckdb");
    String[] line = {
      "run",
      "--input=here.fix",
      "--output=" + output,
      "--warehouse=duckdb:" + warehouse,
      "--rejects=" + folder.resolve("rejects"),
      "--store=embedded:" + folder.resolve("store")
    };

    Ended publishing;
    Ended loading;
    LockFile folderOfFiles = LockFile.acquire(output.resolve(".publish.lock"), "");
    try (folderOfFiles) {
      publishing = run(line);
    }
    LockFile file = LockFile.acquire(folder.resolve(".w.duckdb.lock"), "");
    try (file) {
      loading = run(line);
    }

    assertEquals(2, publishing.exitCode(), publishing::toString);
    assertTrue(publishing.said().contains("--output=" + output + ": another process"));
    assertEquals(2, loading.exitCode(), loading::toString);
    assertTrue(loading.said().contains(warehouse + ": another process"), loading::said);
    assertFalse(Files.exists(folder.resolve("store")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest", "marketdata load --format=csv"})
  void whatIsNoFileAmongTheInputIsNamed(String command) throws Exception {
    Path gone = Files.createSymbolicLink(folder.resolve("gone.fix"), Path.of("nowhere"));
    List<String> line = new ArrayList<>(List.of(command.split(" ", -1)));
    line.add("--input=" + folder + "/*.fix");

    Ended ended = run(line.toArray(String[]::new));

    assertEquals(2, ended.exitCode(), ended::toString);
    assertTrue(ended.said().contains("matches " + gone + ", which is no file"), ended::said);
    Files.delete(gone);
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
    Ended ended = run(arguments);
    assertEquals(0, ended.exitCode(), ended::toString);
    String printed = ended.said();

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

  private void assertNothingWasMade() {
    assertEquals(wasThere, Files.exists(Path.of(DATA)), DATA + " was made");
  }
}
