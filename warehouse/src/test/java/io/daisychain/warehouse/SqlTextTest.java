package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
  @Test
  void isCutAtSemicolons() {
    assertEquals(List.of("SELECT 1", "SELECT\n2"), SqlText.statements("SELECT 1;\n;; SELECT\n2"));
    assertEquals(List.of(), SqlText.statements(" -- nothing\n ; /* at all */ "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT ';'",
        "SELECT 'it''s;'",
        "SELECT E'it\\'s;'",
        "SELECT \"a;\"\"b;\" FROM t",
        "SELECT $$;'$$",
        "SELECT $tag$ $$; $tag$",
        "SELECT 1 -- no; '",
        "SELECT /* ; /* nested; */ ' */ 1",
        "SELECT /* ' */ 'e', /* \" */ 2",
      })
  void isNotCutInsideQuotesAndComments(String statement) {
    assertEquals(List.of(statement, "SELECT 2"), SqlText.statements(statement + "\n;SELECT 2"));
    assertTrue(SqlText.isComplete(statement + "\n;"));
    assertFalse(SqlText.isComplete(statement));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT ';", "SELECT \";", "SELECT $$;", "SELECT 1 /* ;", "; SELECT"})
  void isIncompleteWhileSomethingIsOpen(String text) {
    assertFalse(SqlText.isComplete(text));
  }

  @Test
  void isCompleteBehindItsLastSemicolon() {
    assertTrue(SqlText.isComplete(""));
    assertTrue(SqlText.isComplete("SELECT 1; -- done"));
  }
}
