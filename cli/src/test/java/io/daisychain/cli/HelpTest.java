package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HelpTest {
  @Test
  void sqlNamesEveryTableAndView() {
    String help = Main.commandLine("sql").getSubcommands().get("sql").getUsageMessage();

    Set<String> words = new TreeSet<>(List.of(help.split("[\\s,]+")));
    Stream.of(
            PublishedTables.schema().tables().stream().map(WarehouseTable::name),
            PublishedTables.schema().views().stream().map(WarehouseView::name),
            PublishedTables.marketNames().stream())
        .flatMap(names -> names)
        .forEach(name -> assertTrue(words.contains(name), () -> name + " is not in " + help));
  }

  @Test
  void theListOfCommandsHasAWholeSentenceForEach() {
    var commands = Main.commandLine().getSubcommands();

    assertTrue(commands.keySet().containsAll(List.of("demo", "generate", "run", "store", "bench")));
    assertAll(
        commands.entrySet().stream()
            .map(
                command ->
                    () -> {
                      // The list shows the first line of a description.
                      String shown =
                          command.getValue().getCommandSpec().usageMessage().description()[0];
                      assertTrue(
                          shown.matches("[A-Z].*\\."), () -> command.getKey() + ": " + shown);
                    }));
  }
}
