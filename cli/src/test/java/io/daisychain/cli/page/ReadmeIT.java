package io.daisychain.cli.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.InstalledProgram;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PythonTools;
import io.daisychain.embedded.FreePort;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * All commands of the README, in one go and in its order, as a newcomer types them: only what runs
 * this test is left out, and the port is a free one. Of its demo's warehouse docs/queries.md,
 * docs/market.ipynb and docs/sessions/analyst.md ask.
 */
class ReadmeIT {
  private static final Path NOTEBOOK = Path.of("..", "docs", "market.ipynb");

  /** Runs a notebook's cells one after the other, as its kernel would, and counts its figures. */
  private static final String RUN_CELLS =
      """
      import json, sys
      import matplotlib
      matplotlib.use("Agg")
      import matplotlib.pyplot as plt
      shown = []
      plt.show = lambda: shown.append(plt.gcf().savefig(sys.argv[2])) or plt.close("all")
      names = {}
      for cell in json.load(open(sys.argv[1]))["cells"]:
          if cell["cell_type"] == "code":
              exec("".join(cell["source"]), names)
      print("figures:", len(shown))
      """;

  private static final Path README = Path.of("..", "README.md");
  private static final Pattern BLOCK =
      Pattern.compile(
          "^```sh\\n(.*?)^```$|^((?: {4}[^\\n]*\\n)+)", Pattern.DOTALL | Pattern.MULTILINE);
  private static final String PORT = "7002";
  private static final int LARGEST = 6_000;

  /** Where a command fails, a watch in the background would write into a folder that goes. */
  private static final String ENDS_WHAT_IT_BEGAN =
      "trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT\n";

  @TempDir private static Path newcomer;

  /** Where there is nothing but the demo. */
  @TempDir private static Path folder;

  private static Program.Ended ended;

  private static final Path PAGE = Path.of("..", "docs", "queries.md");

  /** A query, and the answer behind it if there is one yet. */
  private static final Pattern QUESTION =
      Pattern.compile("```sql\n(.*?)```\n(\n```text\n.*?```\n)?", Pattern.DOTALL);

  @BeforeAll
  static void runTheReadme() throws Exception {
    Path script = newcomer.resolve("readme.sh");
    Files.writeString(script, "set -euo pipefail\n" + ENDS_WHAT_IT_BEGAN + commands());
    InstalledProgram.stayingIn(newcomer);
    try {
      ended =
          Program.Command.start(
                  List.of("bash", script.toString()),
                  newcomer,
                  Map.of("DAISYCHAIN_STORE_LINGER", "600"),
                  "readme")
              .await();
    } finally {
      InstalledProgram.stopStores(newcomer);
    }
    Path data = Files.createDirectory(folder.resolve("daisychain-data"));
    Files.createSymbolicLink(data.resolve("demo"), newcomer.resolve("daisychain-data/demo"));
  }

  @Test
  void goesAsItStands() {
    assertEquals(0, ended.exitCode(), ended::toString);
    Path data = newcomer.resolve("daisychain-data");
    assertAll(
        () -> assertTrue(ended.out().contains("ORPHAN: "), "v_orphans is empty" + ended),
        () -> assertTrue(ended.out().contains("  <--"), "no tree" + ended),
        () -> assertTrue(ended.out().contains("slippageBps"), "no market" + ended),
        () -> assertTrue(ended.out().contains("{\"op\":\"ready\"}"), "no subscriber" + ended),
        () -> assertTrue(ended.out().contains("no  clears  with  status"), "no faults" + ended),
        () -> assertTrue(Files.lines(data.resolve("repair.csv")).count() > 1, "no draft" + ended),
        () -> assertTrue(Files.size(data.resolve("market.csv")) > 1_000, "no quotes" + ended),
        () -> assertTrue(Files.size(data.resolve("day.png")) > 1_000, "no picture" + ended));
  }

  @Test
  void isShort() throws IOException {
    assertTrue(Files.size(README) <= LARGEST, "what is long belongs into docs");
  }

  @Test
  void theNotebookDrawsItsFigures() throws Exception {
    PythonTools tools;
    try {
      tools = PythonTools.notebook();
    } catch (PythonTools.Missing e) {
      throw new TestAbortedException("no Python to run the notebook: " + e.getMessage(), e);
    }
    Path printed = folder.resolve("notebook.out");
    ProcessBuilder python =
        new ProcessBuilder(
            tools.program("python"),
            "-c",
            RUN_CELLS,
            NOTEBOOK.toAbsolutePath().toString(),
            folder.resolve("figure.png").toString());
    python
        .environment()
        .put(
            "DAISYCHAIN_WAREHOUSE",
            folder.resolve("daisychain-data/demo/warehouse.duckdb").toString());
    python.redirectErrorStream(true).redirectOutput(printed.toFile());

    int exitCode = python.start().waitFor();

    String said = Files.readString(printed);
    assertEquals(0, exitCode, said);
    assertTrue(said.endsWith("figures: 7\n"), said);
    assertTrue(Files.size(folder.resolve("figure.png")) > 10_000);
  }

  @Test
  void anAnalystsQuestionIsAnsweredInAMinute() throws Exception {
    new SessionPage("analyst.md", folder, 0).check();
  }

  /** With {@code -Dqueries.write=true} this writes the answers instead. */
  @Test
  void answersEachQuestionAsTheDemoDoes() throws Exception {
    SqlQuery warehouse = new DuckDbQuery(folder.resolve("daisychain-data/demo/warehouse.duckdb"));
    String page = Files.readString(PAGE);
    List<String> empty = new ArrayList<>();

    StringBuilder current = new StringBuilder();
    Matcher question = QUESTION.matcher(page);
    while (question.find()) {
      String answer = answer(warehouse, question.group(1));
      if (answer.endsWith("(0 rows)\n")) {
        empty.add(question.group(1));
      }
      String both = "```sql\n" + question.group(1) + "```\n\n```text\n" + answer + "```\n";
      question.appendReplacement(current, Matcher.quoteReplacement(both));
    }
    question.appendTail(current);

    if (Boolean.getBoolean("queries.write")) {
      Files.writeString(PAGE, current);
    }
    assertEquals(current.toString(), Files.readString(PAGE), "write with -Dqueries.write=true");
    assertEquals(List.of(), empty, "questions without an answer");
    assertEverythingAroundIsThere();
  }

  private static void assertEverythingAroundIsThere() throws Exception {
    Program here = Program.inProcess(folder);
    assertTrue(Files.exists(folder.resolve("daisychain-data/demo/published/events.bigquery.json")));
    String several =
        here.succeed(
            "sql",
            "--warehouse=duckdb:" + folder.resolve("daisychain-data/demo/warehouse.duckdb"),
            "--format=csv",
            "SELECT 1 AS a; SELECT ';' AS b");
    assertEquals("a\n1\nb\n;\n", several);
    String ddl = here.succeed("sql", "--ddl", "--warehouse=bigquery:market.day");
    assertTrue(ddl.contains("VIEW `market.day.v_symbol_minute`"), ddl);
    assertFalse(ddl.contains("$"), ddl);
  }

  private static String answer(SqlQuery warehouse, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    warehouse.run(sql, QueryFormat.TABLE, out);
    return out.toString(UTF_8);
  }

  private static String commands() throws IOException {
    StringBuilder commands = new StringBuilder();
    Matcher block = BLOCK.matcher(Files.readString(README));
    while (block.find()) {
      String text = block.group(1) != null ? block.group(1) : block.group(2);
      text.lines()
          .filter(line -> !line.strip().startsWith("./mvnw")) // it runs this test
          .forEach(line -> commands.append(line).append('\n'));
    }
    assertTrue(commands.toString().contains(PORT), commands::toString);
    return commands.toString().replace(PORT, Integer.toString(FreePort.any()));
  }
}
