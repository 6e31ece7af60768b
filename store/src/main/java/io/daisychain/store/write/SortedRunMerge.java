package io.daisychain.store.write;

import io.daisychain.model.Family;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * Merges sorted runs of one key range into few, before they are bulk-loaded.
 *
 * <p>A region takes any number of files, but each scan then reads them all side by side, and HBase
 * stops taking puts above {@code hbase.hstore.blockingStoreFiles} (16 unless set). Merging reads
 * and writes every row once more; ranges with up to {@link #MOST_UNMERGED} runs, which is nearly
 * all of them, do without.
 */
public final class SortedRunMerge {
  /** Runs of a range that are loaded as they are. */
  static final int MOST_UNMERGED = 8;

  /** Runs that are read at a time: each takes about 200 KB for its block, packed and unpacked. */
  private static final int FAN_IN = 128;

  /** Runs that may be left: above that they are merged once more. */
  private static final int MOST_LEFT = 32;

  private final Configuration conf;
  private final Path folder;
  private final TableDescriptor table;

  public SortedRunMerge(Configuration conf, Path folder, TableDescriptor table) {
    this.conf = conf;
    this.folder = folder;
    this.table = table;
  }

  /** Runs with the same rows, whose files take the place of those given, which are deleted. */
  public List<StagedFiles> merge(List<StagedFiles> runs) throws IOException {
    List<StagedFiles> left = runs;
    if (left.size() > MOST_UNMERGED) {
      do {
        left = mergeOnce(left);
      } while (left.size() > MOST_LEFT);
    }
    return left;
  }

  private List<StagedFiles> mergeOnce(List<StagedFiles> runs) throws IOException {
    int groups = (runs.size() + FAN_IN - 1) / FAN_IN;
    List<StagedFiles> merged = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      int from = (int) ((long) runs.size() * group / groups);
      int to = (int) ((long) runs.size() * (group + 1) / groups);
      merged.add(mergeToOne(runs.subList(from, to)));
    }
    return merged;
  }

  private StagedFiles mergeToOne(List<StagedFiles> runs) throws IOException {
    long rows = 0;
    Map<Family, List<Path>> byFamily = new LinkedHashMap<>();
    for (StagedFiles run : runs) {
      rows += run.rows();
      for (String name : run.files()) {
        Path file = new Path(name);
        Family family = Family.named(file.getParent().getName());
        byFamily.computeIfAbsent(family, f -> new ArrayList<>()).add(file);
      }
    }
    List<String> files = new ArrayList<>();
    try (FamilyFiles writers = new FamilyFiles(conf, folder, table)) {
      for (Map.Entry<Family, List<Path>> family : byFamily.entrySet()) {
        merge(family.getKey(), family.getValue(), writers);
      }
      for (Path file : writers.finish()) {
        files.add(file.toString());
      }
    }
    FileSystem fileSystem = folder.getFileSystem(conf);
    for (List<Path> merged : byFamily.values()) {
      for (Path file : merged) {
        fileSystem.delete(file, false);
      }
    }
    return new StagedFiles(rows, files);
  }

  private void merge(Family family, List<Path> files, FamilyFiles writers) throws IOException {
    PriorityQueue<SortedFile> next =
        new PriorityQueue<>(
            files.size(), Comparator.comparing(file -> file.cell, SortedRunMerge::order));
    List<SortedFile> open = new ArrayList<>();
    try {
      for (Path path : files) {
        SortedFile file = new SortedFile(path);
        open.add(file);
        if (file.next()) {
          next.add(file);
        }
      }
      Cell before = null;
      while (!next.isEmpty()) {
        SortedFile file = next.poll();
        // Of cells that differ in their value only the greatest stays, as within a run.
        if (before == null || CellComparator.getInstance().compare(before, file.cell) != 0) {
          writers.append(family, file.cell);
        }
        before = file.cell;
        if (file.next()) {
          next.add(file);
        }
      }
    } finally {
      for (SortedFile file : open) {
        file.close();
      }
    }
  }

  /** Order of HBase's files; of cells that are equal there, the greatest value first. */
  private static int order(Cell left, Cell right) {
    int order = CellComparator.getInstance().compare(left, right);
    return order != 0
        ? order
        : Arrays.compareUnsigned(
            right.getValueArray(),
            right.getValueOffset(),
            right.getValueOffset() + right.getValueLength(),
            left.getValueArray(),
            left.getValueOffset(),
            left.getValueOffset() + left.getValueLength());
  }

  /** A file that is read from its first cell to its last. */
  private final class SortedFile implements AutoCloseable {
    private final HFile.Reader reader;
    private final HFileScanner scanner;
    private boolean begun;
    private Cell cell;

    SortedFile(Path path) throws IOException {
      reader = HFile.createReader(path.getFileSystem(conf), path, CacheConfig.DISABLED, true, conf);
      scanner = reader.getScanner(conf, false, false);
    }

    boolean next() throws IOException {
      boolean more = begun ? scanner.next() : scanner.seekTo();
      begun = true;
      cell = more ? scanner.getCell() : null;
      return more;
    }

    @Override
    public void close() throws IOException {
      scanner.close();
      reader.close();
    }
  }
}
