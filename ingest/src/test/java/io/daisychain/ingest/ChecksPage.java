package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code docs/checks.md}: text, and blocks of messages with what comes of them. */
final class ChecksPage {
  private static final Path PAGE = Path.of("..", "docs", "checks.md");
  private static final String FENCE = "```";

  /**
   * A block of the page.
   *
   * @param kind "fix" where ingest finds what is wrong, "link" where linking does
   * @param line of its fence in the page, from 0
   * @param input lines of a file, {@code |} for SOH
   * @param output what comes of it
   */
  record Block(String kind, int line, List<String> input, List<String> output) {}

  private final List<String> lines;
  private final List<Block> blocks = new ArrayList<>();

  private ChecksPage(List<String> lines) {
    this.lines = lines;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        int end = i + 1;
        while (!lines.get(end).equals(FENCE)) {
          end++;
        }
        blocks.add(block(i, lines.subList(i + 1, end)));
        i = end;
      }
    }
  }

  static ChecksPage read() throws IOException {
    return new ChecksPage(Files.readAllLines(PAGE, UTF_8));
  }

  private Block block(int at, List<String> content) {
    int inputs = 0;
    while (inputs < content.size()
        && !content.get(inputs).matches("(feedback-|events|rejects-).*")) {
      inputs++;
    }
    return new Block(
        lines.get(at).substring(FENCE.length()),
        at,
        content.subList(0, inputs),
        content.subList(inputs, content.size()));
  }

  List<Block> blocks(String kind) {
    return blocks.stream().filter(block -> block.kind().equals(kind)).toList();
  }

  /** The whole page. */
  String text() {
    return String.join("\n", lines);
  }

  /** Reference data by file name: a name alone on its line begins a file. */
  Map<String, String> reference() {
    Map<String, String> files = new LinkedHashMap<>();
    String name = "";
    for (String line : blocks("reference").get(0).input()) {
      if (line.endsWith(".csv")) {
        name = line;
      } else {
        files.merge(name, line + "\n", String::concat);
      }
    }
    return files;
  }

  /** Writes the page with other output in some of its blocks. */
  void write(Map<Block, List<String>> outputs) throws IOException {
    List<String> page = new ArrayList<>(lines);
    List<Block> backwards = new ArrayList<>(outputs.keySet());
    backwards.sort((a, b) -> b.line() - a.line());
    for (Block block : backwards) {
      int at = block.line() + 1 + block.input().size();
      page.subList(at, at + block.output().size()).clear();
      page.addAll(at, outputs.get(block));
    }
    Files.writeString(PAGE, String.join("\n", page) + "\n", UTF_8);
  }
}
