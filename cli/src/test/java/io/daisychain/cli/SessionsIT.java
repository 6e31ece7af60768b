package io.daisychain.cli;

import io.daisychain.cli.page.SessionPage;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages of docs/sessions, docs/repairs.md, docs/cat.md, docs/asof.md and docs/operations.md, as
 * written; analyst.md is asked of the demo, by ReadmeIT.
 */
class SessionsIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "broker.md, 600",
    "formats.md, 600",
    "windows.md, 600",
    "operator.md, 0"
  }) // its store is damaged while down
  void goesAsWritten(String page, int lingerSeconds) throws Exception {
    new SessionPage(page, folder, lingerSeconds).check();
  }

  @ParameterizedTest
  @ValueSource(strings = {"repairs.md", "cat.md", "asof.md", "operations.md"})
  void pagesWithADayGoAsWritten(String page) throws Exception {
    new SessionPage("../" + page, folder, 600).check();
  }
}
