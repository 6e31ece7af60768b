package io.daisychain.cli.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.cli.testing.InstalledProgram;
import io.daisychain.cli.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of docs/sessions: commands as a user types them, with what they print.
 *
 * <p>In {@code console} blocks each line that begins with {@code $} is run by bash; below it stands
 * its standard output, then the lines of standard error that begin with the program's name, then
 * the exit code if it is not 0. A block {@code ```file NAME} is a file. Times and run ids are not
 * compared. With {@code -Dsessions.write=true} the answers are written instead.
 */
public final class SessionPage {
  private static final Pattern BLOCK =
      Pattern.compile("```(console|file (\\S+))\n(.*?)```\n", Pattern.DOTALL);

  /** A process of several commands has a log once one of them has begun it. */
  private static final String LOG_OF_OTHERS = " \\(log: \\S+\\)$";

  private final Path page;
  private final Path folder;
  private final int lingerSeconds;

  /**
   * A page whose commands run in {@code folder}.
   *
   * @param lingerSeconds how long a store stays for the next command; 0 where processes are killed,
   *     for which each command has one of its own
   */
  public SessionPage(String name, Path folder, int lingerSeconds) {
    page = Path.of("..", "docs", "sessions", name);
    this.folder = folder;
    this.lingerSeconds = lingerSeconds;
  }

  /** Runs everything on the page from its top and compares. */
  public void check() throws Exception {
    if (lingerSeconds == 0) {
      InstalledProgram.in(folder);
    } else {
      InstalledProgram.stayingIn(folder);
    }
    try {
      compare();
    } finally {
      InstalledProgram.stopStores(folder);
    }
  }

  private void compare() throws Exception {
    String before = Files.readString(page);
    StringBuilder after = new StringBuilder();
    Matcher block = BLOCK.matcher(before);
    while (block.find()) {
      String text = block.group(3);
      if (block.group(2) != null) {
        Files.writeString(folder.resolve(block.group(2)), text);
      } else {
        text = run(text);
      }
      block.appendReplacement(
          after, Matcher.quoteReplacement("```" + block.group(1) + "\n" + text + "```\n"));
    }
    block.appendTail(after);
    if (Boolean.getBoolean("sessions.write")) {
      Files.writeString(page, after);
    } else {
      assertEquals(
          comparable(before), comparable(after.toString()), "write with -Dsessions.write=true");
    }
  }

  private String run(String block) throws Exception {
    StringBuilder shown = new StringBuilder();
    for (String line : block.lines().filter(line -> line.startsWith("$ ")).toList()) {
      List<String> bash = List.of("bash", "-c", "set -o pipefail; " + line.substring(2));
      Program.Ended ended =
          Program.Command.start(
                  bash,
                  folder,
                  Map.of("DAISYCHAIN_STORE_LINGER", Integer.toString(lingerSeconds)),
                  "session")
              .await();
      List<String> lines = new ArrayList<>(List.of(line));
      ended.out().lines().forEach(lines::add);
      ended.err().lines().filter(said -> said.startsWith("daisychain: ")).forEach(lines::add);
      if (lingerSeconds > 0) {
        lines.replaceAll(said -> said.replaceFirst(LOG_OF_OTHERS, ""));
      }
      if (ended.exitCode() != 0) {
        lines.add("(exit code " + ended.exitCode() + ")");
      }
      lines.forEach(each -> shown.append(each.stripTrailing()).append('\n'));
    }
    return shown.toString();
  }

  private String comparable(String text) throws IOException {
    return text.replace(folder.toRealPath().toString(), "FOLDER")
        .replaceAll("\\b\\d+(\\.\\d+)? (s|seconds)\\b", "N s")
        .replaceAll("\\b\\d{8}T?-?\\d{6}-[0-9a-f]+\\b", "RUNID");
  }
}
