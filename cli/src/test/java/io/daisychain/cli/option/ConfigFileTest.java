package io.daisychain.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.Main;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.cli.testing.InProcess;
import io.daisychain.cli.testing.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ConfigFileTest {
  @TempDir private Path folder;

  @AfterEach
  void takeAway() {
    Environment.divert(Map.of());
  }

  private ConfigFile file(String... lines) throws IOException {
    Path file = Files.write(folder.resolve("market.properties"), List.of(lines));
    Environment.divert(Map.of(ConfigFile.VARIABLE, file.toString()));
    return ConfigFile.find();
  }

  /** What an option of a command is when its command line has these words. */
  private static String value(String command, String option, String... words) {
    String[] line = new String[words.length + 1];
    line[0] = command;
    System.arraycopy(words, 0, line, 1, words.length);
    CommandLine all = Main.commandLine(line);
    all.parseArgs(line);
    CommandSpec spec = all.getSubcommands().get(command).getCommandSpec();
    Object value = spec.findOption(option).getValue();
    return value == null ? null : value.toString();
  }

  @Test
  void theCommandLineCountsFirstThenTheCommandsLineThenTheOneForAll() throws Exception {
    file("# where", "", "  store = embedded:/a  ", "row.store=embedded:/b=c");

    assertEquals("embedded:/a", value("days", "--store"));
    assertEquals("embedded:/b=c", value("row", "--store", "id"));
    assertEquals("embedded:/c", value("days", "--store", "--store=embedded:/c"));
    assertEquals("market_events", value("days", "--table"));
  }

  @Test
  void whatACommandRequiresMayStandInTheFile() throws Exception {
    file("ingest.input=/in/*.fix");

    assertEquals("/in/*.fix", value("ingest", "--input"));
  }

  @Test
  void helpShowsTheFilesValueAsDefault() throws Exception {
    file("warehouse=duckdb:/srv/market.duckdb");

    String help = Main.commandLine("sql").getSubcommands().get("sql").getUsageMessage();

    assertTrue(help.replaceAll("\\s+", " ").contains("Default: duckdb:/srv/market.duckdb"), help);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "store | , line 2 is not option=value",
        "=embedded:a | , line 2 is not option=value",
        "stroe=embedded:a | , line 2: no command has an option stroe: did you mean store?",
        "sql.input=a | , line 2: no command has an option sql.input",
        "table=b | , line 2: table stands in line 1 too",
        "help=true | , line 2: no command has an option help"
      })
  void aLineThatSaysNothingIsRefusedWithItsNumber(String line, String words) throws Exception {
    ConfigFile wrong = file("table=a", line);

    UsageException refused =
        assertThrows(UsageException.class, () -> wrong.check(Main::commandLine));
    assertTrue(
        refused.getMessage().startsWith(folder + "/market.properties" + words),
        refused::getMessage);
  }

  @Test
  void commandsAreNotDoneWithAFaultyFileAndHelpIs() throws Exception {
    Path file = Files.writeString(folder.resolve("x.properties"), "nosuch=1\n");
    InProcess program = new InProcess(folder, Map.of(ConfigFile.VARIABLE, file.toString()));

    Ended refused = program.run("config");
    Ended helped = program.run("config", "--help");

    assertEquals(2, refused.exitCode(), refused::toString);
    assertTrue(refused.err().contains("x.properties, line 1: no command has an option nosuch"));
    assertEquals(0, helped.exitCode(), helped::toString);
  }

  @Test
  void configListsWhatTheFileSetsAndWhichCommandsTakeIt() throws Exception {
    Path file =
        Files.write(
            folder.resolve("x.properties"),
            List.of("beam.runner=FlinkRunner", "publish.csvCompression=zstd"));

    Ended shown =
        new InProcess(folder, Map.of(ConfigFile.VARIABLE, file.toString()))
            .run("config", "--format=csv");

    assertTrue(shown.err().contains("options of " + file), shown::toString);
    String rows =
        """
        line,option,value,commands
        1,beam.runner,FlinkRunner,all that run pipelines
        2,publish.csvCompression,zstd,publish
        """;
    assertTrue(shown.out().contains(rows), shown::toString);
  }

  @Test
  void aFileThatIsNotThereIsTold() {
    Environment.divert(Map.of(ConfigFile.VARIABLE, folder.resolve("gone").toString()));

    UsageException refused =
        assertThrows(UsageException.class, () -> ConfigFile.find().check(Main::commandLine));

    assertTrue(refused.getMessage().contains("gone"), refused::getMessage);
  }
}
