package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.DuckDbQuery;
import io.daisychain.warehouse.QueryFormat;
import io.daisychain.warehouse.SqlQuery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers in docs/queries.md are those of the demo's warehouse. */
class QueriesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "queries.md");

  /** A query, and the answer behind it if there is one yet. */
  private static final Pattern QUESTION =
      Pattern.compile("```sql\n(.*?)```\n(\n```text\n.*?```\n)?", Pattern.DOTALL);

  /** With {@code -Dqueries.write=true} this writes the answers instead. */
  @Test
  void answersEachQuestionAsTheDemoDoes(@TempDir Path folder) throws Exception {
    Program program = new Program(folder);
    program.succeed("demo");
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
    assertEverythingAroundIsThere(folder, program);
  }

  private static void assertEverythingAroundIsThere(Path folder, Program program) throws Exception {
    assertTrue(Files.exists(folder.resolve("daisychain-data/demo/published/events.bigquery.json")));
    String several =
        program.succeed(
            "sql",
            "--warehouse=duckdb:daisychain-data/demo/warehouse.duckdb",
            "--format=csv",
            "SELECT 1 AS a; SELECT ';' AS b");
    assertEquals("a\n1\nb\n;\n", several);
    String ddl = program.succeed("sql", "--ddl", "--warehouse=bigquery:market.day");
    assertTrue(ddl.contains("VIEW `market.day.v_symbol_minute`"), ddl);
    assertFalse(ddl.contains("$"), ddl);
  }

  private static String answer(SqlQuery warehouse, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    warehouse.run(sql, QueryFormat.TABLE, out);
    return out.toString(UTF_8);
  }
}
