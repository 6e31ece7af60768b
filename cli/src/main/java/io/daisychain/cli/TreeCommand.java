package io.daisychain.cli;

import io.daisychain.publish.TreeView;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "tree",
    description = {"Draws the published lifecycle of any of its events as a tree.", ""})
final class TreeCommand implements Callable<Integer> {
  @Mixin private IdParameter id;
  @Mixin private WarehouseOption warehouse;

  @Override
  public Integer call() throws IOException {
    if (!TreeView.print(warehouse.query(), id.key(), Terminal.out())) {
      Terminal.error("no event " + id.key() + " in " + warehouse.shown());
      return 1;
    }
    Terminal.out().flush();
    return 0;
  }
}
