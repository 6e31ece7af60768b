package io.daisychain.store.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.beam.Scrubbed;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.EventCell;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * Reads all files of an embedded store, without starting it, and holds them against checksums: each
 * block of HBase's data files against its own, each event's content against the hash that its
 * column is named after, and files that have none against the list that a store writes when it
 * ends.
 */
public final class StoreScrub {
  /** The list of a store that was ended in order: sum, number of bytes and name of each file. */
  private static final String SUMS = "checksums.txt";

  private static final Pattern DATA_FILE = Pattern.compile("[0-9a-f]{32}(_SeqId_\\d+_)?");
  private static final String REMEDY =
      "; drop the trade date (daisychain drop) and hand it in again, or bring the store's folder"
          + " back from a copy";

  private final Path folder;
  private final Predicate<Path> wanted;
  private final Scrubbed result;
  private final Configuration conf = HBaseConfiguration.create();
  private final EventCell event = new EventCell();
  private final ContentHash hash = new ContentHash();

  private StoreScrub(Path folder, Predicate<Path> wanted, Scrubbed result) {
    this.folder = folder;
    this.wanted = wanted;
    this.result = result;
  }

  /**
   * Reads a store.
   *
   * @param folder of the store, which may be running: files that go meanwhile are passed over
   * @param wanted says which of its files
   * @throws IOException if it cannot be read, which says nothing of its bytes
   */
  public static void read(Path folder, Predicate<Path> wanted, Scrubbed result) throws IOException {
    StoreScrub scrub = new StoreScrub(folder, wanted, result);
    for (String data : List.of("hbase/data", "hbase/MasterData/data")) {
      Path root = folder.resolve(data);
      if (Files.isDirectory(root)) {
        Files.walkFileTree(root, scrub.new DataFiles());
      }
    }
    scrub.others();
  }

  /** Visits HBase's data files; not what it has begun and never finished. */
  private final class DataFiles extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return directory.getFileName().toString().equals(".tmp")
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (DATA_FILE.matcher(file.getFileName().toString()).matches() && wanted.test(file)) {
        data(file, attributes.size());
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE; // the store runs, and has no more use for it
      }
      throw e;
    }
  }

  private void data(Path file, long size) {
    try {
      blocks(file);
      result.read(size);
    } catch (FileNotFoundException e) {
      return; // as above
    } catch (IOException | RuntimeException e) {
      String words = e.getMessage() == null ? e.toString() : e.getMessage();
      result.fault(
          (words.contains(file.getFileName().toString()) ? words : file + " is damaged: " + words)
              + REMEDY);
    }
  }

  private void blocks(Path file) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    try (HFile.Reader reader = CheckedFiles.open(conf, path)) {
      // All blocks, also those that no scan needs: filters of keys, levels of the index.
      long behind = Files.size(file) - reader.getTrailer().getTrailerSize();
      HFileBlock.BlockIterator blocks = reader.getUncachedBlockReader().blockRange(0, behind);
      long end = 0;
      try {
        for (HFileBlock block = blocks.nextBlock(); block != null; block = blocks.nextBlock()) {
          end = block.getOffset() + block.getOnDiskSizeWithHeader();
        }
      } finally {
        blocks.freeBlocks();
      }
      if (end != behind) {
        throw new IOException(file + " is damaged: its blocks end at byte " + end);
      }
      // The trailer has no checksum: what it says must be so.
      long entries = 0;
      try (HFileScanner scanner = reader.getScanner(conf, false, false)) {
        for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
          entries++;
          cell(file, scanner.getCell());
        }
      }
      if (entries != reader.getEntries()) {
        throw new IOException(
            file + " is damaged: it has " + entries + " cells of " + reader.getEntries());
      }
    }
  }

  /** Holds an event's content against the hash in its column's name. */
  private void cell(Path file, Cell cell) {
    byte[] column = cell.getQualifierArray();
    int at = cell.getQualifierOffset();
    if (cell.getQualifierLength() < 1 + 2 * Long.BYTES
        || column[at] != TableSchema.EVENT_PREFIX
        || !isOf(cell, Family.DATA)
        || cell.getType() != Cell.Type.Put) {
      return;
    }
    try {
      event.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      hash.of(event);
      if (hash.high() != LongBytes.read(column, at + 1)
          || hash.low() != LongBytes.read(column, at + 1 + Long.BYTES)) {
        result.fault(
            ("%s is damaged: the event of row %s is not the content that its column is "
                    + "named after%s")
                .formatted(file, row(cell), REMEDY));
      }
    } catch (DamagedCellException e) {
      result.fault(file + " is damaged, in row " + row(cell) + ": " + e.getMessage() + REMEDY);
    }
  }

  private static String row(Cell cell) {
    int from = cell.getRowOffset();
    return HexFormat.of().formatHex(cell.getRowArray(), from, from + cell.getRowLength());
  }

  private static boolean isOf(Cell cell, Family family) {
    byte[] name = family.bytes();
    int from = cell.getFamilyOffset();
    return Arrays.equals(
        cell.getFamilyArray(), from, from + cell.getFamilyLength(), name, 0, name.length);
  }

  /** Holds files without checksums of their own against the list. */
  private void others() throws IOException {
    Path list = folder.resolve(SUMS);
    if (!Files.exists(list)) {
      if (Files.isDirectory(folder.resolve("hbase"))) {
        result.note(
            folder
                + " was not ended in order, or runs: its log and descriptions of tables have no"
                + " checksums until it ends");
      }
      return;
    }
    Map<String, String> sums = new HashMap<>();
    CRC32 all = new CRC32();
    boolean isWhole = false;
    for (String line : Files.readString(list, ISO_8859_1).split("\n", -1)) {
      String[] words = line.split(" ", 3);
      if (words.length == 1 && line.equals(sum(all))) {
        isWhole = true;
      }
      all.update((line + "\n").getBytes(ISO_8859_1));
      if (words.length == 3) {
        sums.put(words[2], words[0] + " " + words[1]);
      }
    }
    result.read(Files.size(list));
    if (!isWhole) {
      result.fault(list + " is damaged: delete it, and the store makes it anew when it ends");
      return;
    }
    for (Map.Entry<String, String> entry : sums.entrySet()) {
      Path file = folder.resolve(entry.getKey());
      if (wanted.test(file) && Files.exists(file)) {
        byte[] bytes = Files.readAllBytes(file);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        result.read(bytes.length);
        if (!(sum(sum) + " " + bytes.length).equals(entry.getValue())) {
          result.fault(file + " is damaged: its checksum is " + sum(sum) + REMEDY);
        }
      }
    }
  }

  private static String sum(CRC32 sum) {
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
