package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseCutTest {
  @TempDir private Path folder;

  @Test
  void readersSeeAllDatesOrThoseThatStay() throws Exception {
    String seen = WarehouseCut.run(folder, 12, 4, 60, 2);

    assertTrue(seen.contains(", 4 ") || seen.contains("{4 "), seen);
  }
}
