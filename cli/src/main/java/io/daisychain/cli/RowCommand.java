package io.daisychain.cli;

import io.daisychain.publish.RowView;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "row",
    description = {"Shows one stored row, decoded: every content, parents, children, errors.", ""})
final class RowCommand implements Callable<Integer> {
  @Mixin private IdParameter id;
  @Mixin private StoreOptions store;

  @Override
  public Integer call() throws IOException {
    id.key();
    try (StoreSession session = store.open()) {
      store.requireTable(session);
      if (!RowView.print(session.connector(), store.table(), id.key(), Terminal.out())) {
        Terminal.error("no row " + id.key() + " in table " + store.table());
        return 1;
      }
      Terminal.out().flush();
    }
    return 0;
  }
}
