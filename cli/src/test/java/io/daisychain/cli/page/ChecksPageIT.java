package io.daisychain.cli.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.MessageBlocks;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What docs/checks.md shows of messages comes of them when they are handed in and published. */
@ExtendWith(SharedStore.class)
class ChecksPageIT {
  private static final List<String> COLUMNS =
      List.of(
          "id",
          "CustomerIdValid",
          "eventType",
          "brokenTag",
          "ReporterIdValid",
          "SideMatch",
          "SymbolMatch",
          "SymbolValid",
          "errorStatus",
          "errorReason");

  @Test
  void thePageShowsAllFeedbackAllRowsAndAllRejects(RunningStore store, @TempDir Path dir)
      throws Exception {
    MessageBlocks page = MessageBlocks.of("checks.md", dir);
    Program program = page.run(store, "checks_page");
    Set<String> found = page.feedback();
    for (NamedCsvRecord row : program.sql("SELECT * FROM events")) {
      found.add(MessageBlocks.row("events", COLUMNS, row));
    }

    assertTrue(page.shown().size() > 50);
    assertEquals(String.join("\n", page.shown()), String.join("\n", found));
  }
}
