package io.daisychain.cat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchemaCoverageTest {
  @Test
  void theDocsHaveItAsItIs() throws IOException {
    Path docs = Path.of("..", "docs");
    String table = SchemaCoverage.table(docs);
    assertTrue(Files.readString(docs.resolve("cat.md")).contains(table), "expected\n" + table);
  }
}
