package io.daisychain.cli.operate;

import io.daisychain.cli.operate.HandedInFiles.HandedIn;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.cli.terminal.UsageException;
import io.daisychain.model.RowKey;
import io.daisychain.publish.row.RowView;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Leads from a row back to the lines of files from which it was stored. */
final class RowTrace {
  private RowTrace() {}

  /**
   * Prints file and line of each content.
   *
   * @param faults takes a sentence for each content that only the row has, or only a file
   */
  static void print(StoreTable table, RowKey row, HandedInFiles files, Consumer<String> faults)
      throws IOException {
    KeptReading reading = KeptReading.of(table);
    Set<String> stored = RowView.contents(table, row);
    Set<String> traced = new LinkedHashSet<>();
    for (HandedIn file : files.to(table.toString())) {
      String place = files.place(file);
      reading.scan(
          place,
          Set.of(row),
          (id, line, content) -> {
            traced.add(content);
            Terminal.result(
                "row      %s content %s: %s line %d, SHA-256 %s, handed in %s, entry %d"
                    .formatted(
                        row, content, place, line, file.sha256(), file.time(), file.entry()));
          });
    }
    if (stored.isEmpty() && traced.isEmpty()) {
      throw new UsageException("--id=" + row + ": neither the store nor a file has it");
    }
    for (String content : traced) {
      if (!stored.contains(content)) {
        faults.accept("row %s has no content %s, which a file has".formatted(row, content));
      }
    }
    for (String content : stored) {
      if (!traced.contains(content)) {
        faults.accept("row %s has content %s, which no file has".formatted(row, content));
      }
    }
  }
}
