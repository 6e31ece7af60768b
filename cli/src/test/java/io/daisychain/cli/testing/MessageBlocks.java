package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The messages that a page of the documentation shows in blocks, and what it says of them. Each
 * block's are a file of their own, in a folder named after its line.
 */
public final class MessageBlocks {
  private static final String FILE = "orders.fix";

  private final Path dir;
  private final TreeSet<String> shown = new TreeSet<>();

  private MessageBlocks(Path dir) {
    this.dir = dir;
  }

  /** Writes the messages, and reference data, of a page into a folder. */
  public static MessageBlocks of(String page, Path dir) throws IOException {
    MessageBlocks blocks = new MessageBlocks(dir);
    List<String> lines = Files.readAllLines(Path.of("..", "docs", page), UTF_8);
    Path block = dir;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("```")) {
        block =
            line.equals("```") ? dir : Files.createDirectory(dir.resolve(line.substring(3) + i));
      } else if (!block.equals(dir)) {
        block = blocks.take(block, line);
      }
    }
    return blocks;
  }

  /** Takes a line of a block; gives the folder, or the file of reference data, to go on with. */
  private Path take(Path block, String line) throws IOException {
    if (line.endsWith(".csv")) {
      return Files.createDirectories(dir.resolve("reference")).resolve(line);
    }
    if (block.getParent().endsWith("reference")) {
      append(block, line);
    } else if (line.endsWith("|") && !line.startsWith("rejects-")) {
      append(block.resolve(FILE), line.replace('|', '\1'));
    } else {
      shown.add(line.replace(": " + FILE, ": " + block.getFileName() + "/" + FILE));
    }
    return block;
  }

  private static void append(Path file, String line) throws IOException {
    String before = Files.exists(file) ? Files.readString(file, ISO_8859_1) : "";
    Files.writeString(file, before + line + "\n", ISO_8859_1);
  }

  /** Lines that the page shows under its messages. */
  public Set<String> shown() {
    return shown;
  }

  /** Hands the messages in, links and publishes. */
  public Program run(RunningStore store, String table) throws Exception {
    Program program = Program.inProcess(dir);
    program.succeed(
        "run",
        "--input=" + dir + "/*/" + FILE,
        "--reference=reference",
        "--rejects=rejects",
        "--store=" + store.address(),
        "--table=" + table);
    return program;
  }

  /** Files that were handed in. */
  public List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(dir)) {
      for (Path folder : folders) {
        if (Files.exists(folder.resolve(FILE))) {
          files.add(folder.resolve(FILE));
        }
      }
    }
    return files;
  }

  /** Lines of feedback and rejects, as the page shows them. */
  public Set<String> feedback() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(dir.resolve("rejects"), "{feedback,rejects}-*.{csv,fix}")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        boolean feedback = name.startsWith("feedback-");
        List<String> lines = Files.readAllLines(file, feedback ? UTF_8 : ISO_8859_1);
        for (String line : lines.subList(feedback ? 1 : 0, lines.size())) {
          found.add((feedback ? name : "rejects-*.fix") + ": " + line.replace('\1', '|'));
        }
      }
    }
    return found;
  }

  /** A row as a page shows it: what is not null of some columns. */
  public static String row(String table, List<String> columns, NamedCsvRecord row) {
    List<String> values = new ArrayList<>();
    for (String column : columns) {
      String value = row.getField(column);
      if (!value.isEmpty()) {
        values.add(column + "=" + value);
      }
    }
    return table + ": " + String.join(", ", values);
  }
}
