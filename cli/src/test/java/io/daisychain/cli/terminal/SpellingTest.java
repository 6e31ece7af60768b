package io.daisychain.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.cli.Main;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpellingTest {
  private static final long SEED = 11;

  @Test
  void aFaultInACommandOrAnOptionIsFound() {
    Random random = new Random(SEED);
    var commands = Main.commandLine().getCommandSpec();
    for (String command : commands.subcommands().keySet()) {
      if (command.length() > 4) {
        assertEquals(
            Optional.of(command),
            Spelling.command(mistyped(command, random), commands),
            "seed " + SEED + " " + command);
      }
    }
    var ingest = commands.subcommands().get("ingest").getCommandSpec();
    for (String option : List.of("--input", "--reference", "--rejects", "--store", "--report")) {
      assertEquals(
          Optional.of(option),
          Spelling.option("--" + mistyped(option.substring(2), random), ingest),
          "seed " + SEED + " " + option);
    }
  }

  @Test
  void whatIsFarFromAllIsNotGuessed() {
    var commands = Main.commandLine().getCommandSpec();

    assertEquals(Optional.empty(), Spelling.command("reconstruct", commands));
    assertEquals(Optional.empty(), Spelling.nearest("--project", List.of("--input", "--table")));
    assertEquals(Optional.empty(), Spelling.nearest("x", List.of("y")));
  }

  /** Swaps two neighbours, leaves a letter out, or doubles one. */
  private static String mistyped(String word, Random random) {
    int at = 1 + random.nextInt(word.length() - 2);
    return switch (random.nextInt(3)) {
      case 0 ->
          word.substring(0, at) + word.charAt(at + 1) + word.charAt(at) + word.substring(at + 2);
      case 1 -> word.substring(0, at) + word.substring(at + 1);
      default -> word.substring(0, at) + word.charAt(at) + word.substring(at);
    };
  }
}
