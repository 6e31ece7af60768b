package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class HelpTest {
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
