package io.daisychain.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The checksums of those of HBase's files that have none of their own: logs, descriptions of tables
 * and regions. A store that ends in order writes them down, {@code checksums.txt}: a line a file
 * with sum, number of bytes and name, and the sum of all these lines. The next start holds the
 * files against it before it reads them, and takes it away: what changes from then on has no sums
 * until the store ends. A store that was killed has none.
 */
final class FileSums {
  static final String FILE = "checksums.txt";

  /** Data files have sums of blocks; what is archived is not read; the others are made anew. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "(.*/)?[0-9a-f]{32}(_SeqId_\\d+_)?|(archive|oldWALs|\\.tmp|\\.hbck)/.*|hbase\\.(id|version)");

  private final Path folder;

  /** Of the store in a folder. */
  FileSums(Path folder) {
    this.folder = folder;
  }

  /** Writes the list, once nothing writes into the files any more. */
  void write() throws IOException {
    Path root = folder.resolve("hbase");
    List<String> names = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = root.relativize(file).toString();
            if (!LEFT_OUT.matcher(name).matches()) {
              names.add(name);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // HBase has just deleted it
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    names.sort(null);
    StringBuilder lines = new StringBuilder();
    for (String name : names) {
      byte[] bytes;
      try {
        bytes = Files.readAllBytes(root.resolve(name));
      } catch (NoSuchFileException e) {
        continue;
      }
      lines.append(sum(bytes)).append(' ').append(bytes.length).append(" hbase/").append(name);
      lines.append('\n');
    }
    lines.append(sum(lines.toString().getBytes(ISO_8859_1))).append('\n');
    Path unfinished = folder.resolve(FILE + ".new");
    Files.writeString(unfinished, lines, ISO_8859_1);
    Files.move(unfinished, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Holds files against the list, if there is one, and takes it away.
   *
   * @throws IOException naming a file that is damaged
   */
  void check() throws IOException {
    Path list = folder.resolve(FILE);
    if (!Files.exists(list)) {
      return;
    }
    String text = Files.readString(list, ISO_8859_1);
    int last = text.lastIndexOf('\n', text.length() - 2) + 1;
    String lines = text.substring(0, last);
    if (!text.substring(last).equals(sum(lines.getBytes(ISO_8859_1)) + "\n")) {
      throw new IOException("its file " + list + " is damaged; it can be deleted");
    }
    for (String line : lines.split("\n", -1)) {
      String[] words = line.split(" ", 3);
      if (words.length == 3 && Files.exists(folder.resolve(words[2]))) {
        Path file = folder.resolve(words[2]);
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length != Long.parseLong(words[1]) || !sum(bytes).equals(words[0])) {
          throw new IOException("its file " + file + " is damaged");
        }
      }
    }
    Files.delete(list);
  }

  private static String sum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
