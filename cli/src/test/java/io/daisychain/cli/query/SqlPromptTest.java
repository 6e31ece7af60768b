package io.daisychain.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlPromptTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeAWarehouse() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + warehouse());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE events (id INTEGER, symbol VARCHAR)");
      statement.execute("COMMENT ON TABLE events IS 'What happened.'");
      statement.execute("INSERT INTO events VALUES (1, 'AAA'), (2, ';')");
    }
  }

  @Test
  void answersAStatementOverSeveralLines() throws IOException {
    String printed = type("SELECT symbol\nFROM events\nWHERE symbol = ';'\n;\n");

    assertTrue(printed.contains("symbol\n------\n;\n(1 row)\n"), printed);
  }

  @Test
  void answersSeveralStatementsOfALine() throws IOException {
    String printed = type("SELECT 41 + 1 AS a; SELECT 43 AS b;\n");

    assertTrue(printed.contains("42\n(1 row)\n") && printed.contains("43\n(1 row)\n"), printed);
  }

  @Test
  void goesOnAfterAnError() throws IOException {
    String printed = type("SELECT nothing FROM events;\nDROP TABLE events;\nSELECT 40 + 2;\n");

    assertTrue(printed.contains("Binder Error"), printed);
    assertTrue(printed.contains("Queries change nothing and write no file"), printed);
    assertTrue(printed.contains("42\n(1 row)"), printed);
    assertFalse(printed.contains("\tat "), printed);
  }

  @Test
  void knowsItsOwnCommands() throws IOException {
    String printed =
        type(".help\n.tables\n.columns events\n.format csv\nFROM events;\n.format x\n.nosuch\n");

    assertTrue(printed.contains("Ctrl-D"), printed);
    assertTrue(printed.contains("events  What happened."), printed);
    assertTrue(printed.contains("symbol  VARCHAR"), printed);
    assertTrue(printed.contains("id,symbol\n1,AAA\n2,;\n"), printed);
    assertTrue(printed.contains("format 'x' is none of"), printed);
    assertTrue(printed.contains(".nosuch is none of"), printed);
  }

  @Test
  void endsAtQuit() throws IOException {
    for (String word : List.of(".quit", "quit", "exit", "QUIT;", ".exit")) {
      assertFalse(type(word + "\nSELECT 40 + 2;\n").contains("42"), word);
    }
  }

  @Test
  void helpsWithoutADotOrSemicolon() throws IOException {
    String printed = type("help\nSELECT 40 + 2;\n");

    assertTrue(printed.contains("Ctrl-C drops") && printed.contains("42"), printed);
    assertTrue(printed.contains("  \\x               one line a value"), printed);
  }

  @Test
  void showsALineAValueAndBack() throws IOException {
    String printed = type("\\x\nSELECT 1 AS id, 'AAA' AS symbol;\n\\x\nSELECT 2 AS id;\n");

    assertTrue(printed.contains("-[ row 1 ]-\nid     | 1\nsymbol | AAA\n(1 row)\n"), printed);
    assertTrue(printed.contains("id\n--\n 2\n(1 row)"), printed);
  }

  @Test
  void timesAnswersWhereThatIsWanted() throws IOException {
    String printed = type("SELECT 1;\n.timer\nSELECT 1;\n.timer off\nSELECT 1;\n");

    assertEquals(2, printed.split("seconds\\)|\\(timer on\\)", -1).length - 1, printed);
  }

  @Test
  void cutsTablesToTheTerminalsWidth() throws IOException {
    String printed =
        type("SELECT repeat('ä', 300) AS a;\n.format csv\nSELECT repeat('ä', 300) AS a;\n");

    assertTrue(printed.contains("\n" + "ä".repeat(79) + "…\n(1 row)"), printed);
    assertTrue(printed.contains("\n" + "ä".repeat(300) + "\n"), printed);
  }

  /** Ctrl-C stops the answer and whatever was behind it on the line; the next one is answered. */
  @Test
  void stopsAnAnswerAtCtrlC() throws Exception {
    String endless = "SELECT count(*) FROM range(1000000000000) AS a, range(1000000) AS b";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayInputStream keys =
        new ByteArrayInputStream((endless + "; SELECT 40 + 1;\nSELECT 40 + 2;\n").getBytes(UTF_8));
    try (DumbTerminal terminal = new DumbTerminal("test", "dumb", keys, out, UTF_8)) {
      terminal.setSize(new Size(80, 24));
      SqlPrompt prompt =
          new SqlPrompt(
              new Interrupting(new DuckDbQuery(warehouse()), terminal, endless),
              terminal,
              folder.resolve("history"));
      prompt.run(QueryFormat.TABLE);
    }

    String printed = out.toString(UTF_8).replace("\r", "");
    assertTrue(printed.contains("(stopped)\n"), printed);
    assertFalse(printed.contains("41\n(1 row)") || printed.contains("\tat "), printed);
    assertTrue(printed.contains("42\n(1 row)"), printed);
  }

  @Test
  void remembersWhatWasAsked() throws IOException {
    type("SELECT\n1;\n");

    assertTrue(Files.readString(folder.resolve("history")).contains("SELECT"));
  }

  @Test
  void answersWhereNoHistoryCanBeKept() throws IOException {
    Files.createFile(folder.resolve("history"));

    String printed = type("SELECT 40 + 2;\n", folder.resolve("history/of-nobody"));

    assertTrue(printed.contains("42\n(1 row)"), printed);
    assertTrue(printed.contains("(no history is kept: " + folder), printed);
  }

  private Path warehouse() {
    return folder.resolve("w.duckdb");
  }

  private String type(String typed) throws IOException {
    return type(typed, folder.resolve("history"));
  }

  private String type(String typed, Path history) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayInputStream keys = new ByteArrayInputStream(typed.getBytes(UTF_8));
    try (DumbTerminal terminal = new DumbTerminal("test", "dumb", keys, out, UTF_8)) {
      terminal.setSize(new Size(80, 24));
      new SqlPrompt(new DuckDbQuery(warehouse()), terminal, history).run(QueryFormat.TABLE);
    }
    return out.toString(UTF_8).replace("\r", "");
  }

  /** A warehouse at which somebody presses Ctrl-C until one statement has ended. */
  private record Interrupting(SqlQuery warehouse, Terminal terminal, String statement)
      implements SqlQuery {
    @Override
    public SqlDialect dialect() {
      return warehouse.dialect();
    }

    @Override
    public void run(String sql, QueryFormat format, OutputStream out) throws IOException {
      AtomicBoolean ended = new AtomicBoolean(!sql.equals(statement));
      Thread impatient =
          new Thread(
              () -> {
                while (!ended.get()) {
                  terminal.raise(Terminal.Signal.INT);
                  Thread.onSpinWait();
                }
              });
      impatient.start();
      try {
        warehouse.run(sql, format, out);
      } finally {
        ended.set(true);
        join(impatient);
      }
    }

    private static void join(Thread thread) throws IOException {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new InterruptedIOException(e.getMessage());
      }
    }

    @Override
    public List<String[]> rows(String sql, String... parameters) throws IOException {
      return warehouse.rows(sql, parameters);
    }

    @Override
    public void cancel() {
      warehouse.cancel();
    }

    @Override
    public String tables() {
      return warehouse.tables();
    }

    @Override
    public String columns(String table) {
      return warehouse.columns(table);
    }
  }
}
