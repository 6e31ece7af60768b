package io.daisychain.cli.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PythonTools;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** What docs/queries.md and docs/market.ipynb ask of the demo's warehouse. */
class QueriesPageIT {
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

  @TempDir static Path folder;

  private static final Path PAGE = Path.of("..", "docs", "queries.md");

  /** A query, and the answer behind it if there is one yet. */
  private static final Pattern QUESTION =
      Pattern.compile("```sql\n(.*?)```\n(\n```text\n.*?```\n)?", Pattern.DOTALL);

  @BeforeAll
  static void runTheDemo() throws Exception {
    new Program(folder).succeed("demo");
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
}
