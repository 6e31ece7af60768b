package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that need no store, or must not touch it: exit codes and words. */
public class UsageIT {
  private static final String DATA = "daisychain-data";

  @TempDir private Path folder;

  @Test
  void helpStartsNothing() throws Exception {
    Ended ended = new Program(folder).run("--help");

    assertEquals(0, ended.exitCode(), ended::toString);
    assertTrue(ended.out().contains("Usage: daisychain"), ended::toString);
    assertEquals("", ended.err());
    assertNothingWasMade();
  }

  @Test
  void badUsageIsOneLineOnStderr() throws Exception {
    Ended ended = Program.inProcess(folder).run("inges", "--input=x");

    assertEquals(2, ended.exitCode(), ended::toString);
    assertEquals("", ended.out());
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
    Program program = Program.inProcess(folder).with("BIGQUERY_EMULATOR_HOST", "127.0.0.1:1");

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
    Program program = Program.inProcess(folder);

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
    Program program = Program.inProcess(folder);
    assertFails(program.run("sql", "SELECT 1"), "no warehouse at ");
    assertFails(program.run("tree", "00000000-0000-0000-0000-000000000000"), "no warehouse at ");
    assertNothingWasMade();
  }

  public static void assertFails(Ended ended, String words) {
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
