package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.InstalledProgram;
import io.daisychain.cli.testing.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All commands of the README, in one go and in its order, as a newcomer types them: only what runs
 * this test is left out, and the port is a free one.
 */
class ReadmeIT {
  private static final Path README = Path.of("..", "README.md");
  private static final Pattern BLOCK =
      Pattern.compile(
          "^```sh\\n(.*?)^```$|^((?: {4}[^\\n]*\\n)+)", Pattern.DOTALL | Pattern.MULTILINE);
  private static final String PORT = "7002";
  private static final int LARGEST = 6_000;

  @TempDir private Path folder;

  @Test
  void goesAsItStands() throws Exception {
    Path script = folder.resolve("readme.sh");
    Files.writeString(script, "set -euo pipefail\n" + commands());
    InstalledProgram.in(folder);
    Program.Ended ended;
    try {
      ended =
          Program.Command.start(
                  List.of("bash", script.toString()),
                  folder,
                  Map.of("DAISYCHAIN_STORE_LINGER", "600"),
                  "readme")
              .await();
    } finally {
      InstalledProgram.stopStores(folder);
    }

    assertEquals(0, ended.exitCode(), ended::toString);
    Path data = folder.resolve("daisychain-data");
    assertAll(
        () -> assertTrue(ended.out().contains("ORPHAN: "), "v_orphans is empty" + ended),
        () -> assertTrue(ended.out().contains("  <--"), "no tree" + ended),
        () -> assertTrue(ended.out().contains("slippageBps"), "no market" + ended),
        () -> assertTrue(ended.out().contains("{\"op\":\"ready\"}"), "no subscriber" + ended),
        () -> assertTrue(ended.out().contains("no  clears  with  status"), "no faults" + ended),
        () -> assertTrue(Files.lines(data.resolve("repair.csv")).count() > 1, "no draft" + ended),
        () -> assertTrue(Files.size(data.resolve("market.csv")) > 1_000, "no quotes" + ended),
        () -> assertTrue(Files.size(data.resolve("day.png")) > 1_000, "no picture" + ended));
  }

  @Test
  void isShort() throws IOException {
    assertTrue(Files.size(README) <= LARGEST, "what is long belongs into docs");
  }

  private static String commands() throws IOException {
    StringBuilder commands = new StringBuilder();
    Matcher block = BLOCK.matcher(Files.readString(README));
    while (block.find()) {
      String text = block.group(1) != null ? block.group(1) : block.group(2);
      text.lines()
          .filter(line -> !line.strip().startsWith("./mvnw")) // it runs this test
          .forEach(line -> commands.append(line).append('\n'));
    }
    assertTrue(commands.toString().contains(PORT), commands::toString);
    return commands.toString().replace(PORT, Integer.toString(freePort()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }
}
