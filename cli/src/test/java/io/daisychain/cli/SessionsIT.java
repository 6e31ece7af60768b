package io.daisychain.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of docs/sessions, as written; analyst.md is asked of the demo, by QueriesPageIT. */
class SessionsIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"broker.md", "formats.md", "operator.md"})
  void goesAsWritten(String page) throws Exception {
    new SessionPage(page, folder).check();
  }
}
