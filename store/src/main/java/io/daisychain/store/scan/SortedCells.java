package io.daisychain.store.scan;

import io.daisychain.model.LongBytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.TimeRangeTracker;
import org.apache.hadoop.hbase.util.Bytes;

/** The cells of one of HBase's files within a range of rows, one after the other. */
final class SortedCells implements Closeable {
  private final HFile.Reader reader;
  private final HFileScanner scanner;
  private final boolean isLoaded;
  private final long fileSequence;
  private byte[] end = {};
  private long endPrefix;
  private Cell cell;
  private long prefix;

  private SortedCells(Configuration conf, HFile.Reader reader, OptionalLong loaded) {
    this.reader = reader;
    this.scanner = reader.getScanner(conf, false, false);
    this.isLoaded = loaded.isPresent();
    byte[] written = reader.getHFileInfo().get(HStoreFile.MAX_SEQ_ID_KEY);
    this.fileSequence = loaded.orElse(written == null ? 0 : Bytes.toLong(written));
  }

  /**
   * Opens a file.
   *
   * @param limit a timestamp above those of the cells that are wanted
   * @return null if all cells are later
   * @throws IOException also for a file that is only a reference to a part of another
   */
  static SortedCells open(Configuration conf, Path path, CellRange range, long limit)
      throws IOException {
    if (!StoreFileInfo.isHFile(path)) {
      throw new IOException(path + " is none of " + range.table() + "'s own files");
    }
    HFile.Reader reader = CheckedFiles.open(conf, path);
    try {
      byte[] times = reader.getHFileInfo().get(HStoreFile.TIMERANGE_KEY);
      if (times != null && TimeRangeTracker.parseFrom(times).getMin() >= limit) {
        reader.close();
        return null;
      }
      return new SortedCells(conf, reader, StoreFileInfo.getBulkloadSeqId(path));
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Goes to the first cell from a row on; there are none from another row on. */
  void seek(byte[] start, byte[] behind) throws IOException {
    end = behind;
    endPrefix = LongBytes.prefix(end, 0, end.length);
    boolean isThere;
    if (start.length == 0) {
      isThere = scanner.seekTo();
    } else {
      int found = scanner.seekTo(KeyValueUtil.createFirstOnRow(start));
      if (found > 0) {
        isThere = scanner.next(); // it stands before it
      } else {
        isThere = found == 0 || found == INDEX_KEY || scanner.seekTo();
      }
    }
    look(isThere);
    while (cell != null && compareRow(start) < 0) {
      advance();
    }
  }

  /** What a search answers that has found a block's beginning by a shortened key. */
  private static final int INDEX_KEY = -2;

  private void look(boolean isThere) {
    cell = isThere ? scanner.getCell() : null;
    if (cell != null) {
      prefix = LongBytes.prefix(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
      if (end.length > 0 && Long.compareUnsigned(prefix, endPrefix) >= 0 && compareRow(end) >= 0) {
        cell = null;
      }
    }
  }

  private int compareRow(byte[] other) {
    int from = cell.getRowOffset();
    return Arrays.compareUnsigned(
        cell.getRowArray(), from, from + cell.getRowLength(), other, 0, other.length);
  }

  /** Goes to the next cell. */
  void advance() throws IOException {
    look(scanner.next());
  }

  /** The cell; null behind the last. */
  Cell cell() {
    return cell;
  }

  long prefix() {
    return prefix;
  }

  int compareRows(SortedCells other) {
    int byPrefix = Long.compareUnsigned(prefix, other.prefix);
    return byPrefix != 0 ? byPrefix : CellComparator.getInstance().compareRows(cell, other.cell);
  }

  /** Whether the cell is one of the row of another, of which the prefix is known. */
  boolean isIn(Cell row, long rowPrefix) {
    return cell != null
        && prefix == rowPrefix
        && (cell == row || CellComparator.getInstance().compareRows(cell, row) == 0);
  }

  /** The number of the write that the cell came by. */
  long sequence() {
    return isLoaded ? fileSequence : ((ExtendedCell) cell).getSequenceId();
  }

  /** The number of the last write in the file. */
  long fileSequence() {
    return fileSequence;
  }

  @Override
  public void close() throws IOException {
    scanner.close();
    reader.close();
  }
}
