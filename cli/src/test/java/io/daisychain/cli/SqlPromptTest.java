package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.DuckDbQuery;
import io.daisychain.warehouse.QueryFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
    assertFalse(type(".quit\nSELECT 40 + 2;\n").contains("42"));
  }

  @Test
  void remembersWhatWasAsked() throws IOException {
    type("SELECT\n1;\n");

    assertTrue(Files.readString(folder.resolve("history")).contains("SELECT"));
  }

  private Path warehouse() {
    return folder.resolve("w.duckdb");
  }

  private String type(String typed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayInputStream keys = new ByteArrayInputStream(typed.getBytes(UTF_8));
    try (DumbTerminal terminal = new DumbTerminal("test", "dumb", keys, out, UTF_8)) {
      new SqlPrompt(new DuckDbQuery(warehouse()), terminal, folder.resolve("history"))
          .run(QueryFormat.TABLE);
    }
    return out.toString(UTF_8).replace("\r", "");
  }
}
