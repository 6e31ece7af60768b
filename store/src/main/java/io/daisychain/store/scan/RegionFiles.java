package io.daisychain.store.scan;

import io.daisychain.model.Family;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.AdminService;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cells of a region in its files, by HBase's rules: of a column the newest, of those of one
 * timestamp the one written last, unless a delete of that timestamp or a later one hides it.
 */
final class RegionFiles implements CellSource {
  private static final Logger LOG = LoggerFactory.getLogger(RegionFiles.class);

  /** Files come and go by flushes, loads and compactions: tried so often until all stand still. */
  private static final int TRIES = 10;

  private static final CellComparator ORDER = CellComparator.getInstance();

  private final CellRange range;
  private final List<OfFamily> families = new ArrayList<>();

  /** The family that is being read of the current row; the number of families between rows. */
  private int at;

  private SortedCells rowAt;

  private RegionFiles(CellRange range) {
    this.range = range;
  }

  /** Opens the files of a region, after all that it has in memory was written to such. */
  static RegionFiles open(Connection connection, HRegionLocation region, CellRange range)
      throws IOException {
    byte[] name = region.getRegion().getRegionName();
    try {
      server(connection, region).flushRegion(null, RequestConverter.buildFlushRegionRequest(name));
    } catch (ServiceException e) {
      throw ProtobufUtil.getRemoteException(e);
    }
    for (int tries = 1; ; tries++) {
      List<List<String>> names = names(connection, region, range);
      RegionFiles files = new RegionFiles(range);
      boolean isOpen = false;
      try {
        files.open(connection, names);
        isOpen = names(connection, region, range).equals(names);
      } catch (FileNotFoundException e) {
        LOG.debug("a file of {} went while it was opened", region, e);
      } finally {
        if (!isOpen) {
          files.close();
        }
      }
      if (isOpen) {
        return files;
      }
      if (tries == TRIES) {
        throw new IOException("the files of " + region.getRegion() + " do not stand still");
      }
    }
  }

  private static AdminService.BlockingInterface server(
      Connection connection, HRegionLocation region) throws IOException {
    return ((ClusterConnection) connection).getAdmin(region.getServerName());
  }

  /** Which files hold a region's cells, which only its server knows, in the order of families. */
  private static List<List<String>> names(
      Connection connection, HRegionLocation region, CellRange range) throws IOException {
    AdminService.BlockingInterface server = server(connection, region);
    List<List<String>> names = new ArrayList<>();
    for (Family family : wanted(range)) {
      byte[] regionName = region.getRegion().getRegionName();
      names.add(
          ProtobufUtil.getStoreFiles(server, regionName, family.bytes()).stream()
              .sorted()
              .toList());
    }
    return names;
  }

  private static List<Family> wanted(CellRange range) {
    return Arrays.stream(Family.values())
        .filter(range::has)
        .sorted((a, b) -> Arrays.compareUnsigned(a.bytes(), b.bytes()))
        .toList();
  }

  private void open(Connection connection, List<List<String>> names) throws IOException {
    List<Family> wanted = wanted(range);
    for (int i = 0; i < wanted.size(); i++) {
      OfFamily family = new OfFamily(wanted.get(i));
      families.add(family);
      for (String name : names.get(i)) {
        SortedCells cells =
            SortedCells.open(connection.getConfiguration(), new Path(name), range, family.limit);
        if (cells != null) {
          family.files.add(cells);
        }
      }
      for (SortedCells cells : family.files) {
        cells.seek(range.start(), range.end());
      }
    }
    at = families.size();
  }

  @Override
  public Cell next() throws IOException {
    while (true) {
      for (; at < families.size(); at++) {
        Cell cell = families.get(at).next();
        if (cell != null) {
          return cell;
        }
      }
      if (!findRow()) {
        return null;
      }
    }
  }

  /** Goes to the first row that is left. */
  private boolean findRow() {
    rowAt = null;
    for (OfFamily family : families) {
      for (SortedCells file : family.files) {
        if (file.cell() != null && (rowAt == null || file.compareRows(rowAt) < 0)) {
          rowAt = file;
        }
      }
    }
    if (rowAt == null) {
      return false;
    }
    Cell first = rowAt.cell();
    long prefix = rowAt.prefix();
    for (OfFamily family : families) {
      family.begin(first, prefix);
    }
    at = 0;
    return true;
  }

  @Override
  public void close() throws IOException {
    for (OfFamily family : families) {
      for (SortedCells file : family.files) {
        file.close();
      }
    }
  }

  /** The cells that a family has in the current row. */
  private final class OfFamily {
    private final List<byte[]> columns;
    private final long limit;
    private final List<SortedCells> files = new ArrayList<>();

    /** Those that have cells of the current row. */
    private final List<SortedCells> inRow = new ArrayList<>();

    private Cell row;
    private long rowPrefix;

    /** The column that was looked at last, and whether what is left of it is hidden. */
    private Cell column;

    private boolean isDone;

    OfFamily(Family family) {
      columns = range.columnsOf(family);
      limit = range.limitOf(family);
    }

    void begin(Cell first, long prefix) {
      row = first;
      rowPrefix = prefix;
      column = null;
      inRow.clear();
      for (SortedCells file : files) {
        if (file.isIn(first, prefix)) {
          inRow.add(file);
        }
      }
    }

    Cell next() throws IOException {
      while (!inRow.isEmpty()) {
        Cell cell = take();
        if (column == null || ORDER.compareQualifiers(column, cell) != 0) {
          column = cell;
          isDone = !isWanted(cell);
        }
        if (isDone) {
          continue;
        }
        Cell.Type type = cell.getType();
        if (type == Cell.Type.DeleteColumn) {
          isDone = true; // all that follows in its column is older
        } else if (type != Cell.Type.Put) {
          throw new IOException("a cell of the type " + type);
        } else if (cell.getTimestamp() < limit) {
          isDone = true;
          return cell;
        }
      }
      return null;
    }

    private boolean isWanted(Cell cell) {
      if (columns.isEmpty()) {
        return true;
      }
      int offset = cell.getQualifierOffset();
      for (byte[] name : columns) {
        if (name.length == cell.getQualifierLength()
            && Arrays.equals(
                name, 0, name.length, cell.getQualifierArray(), offset, offset + name.length)) {
          return true;
        }
      }
      return false;
    }

    /** The first cell that is left of the row. */
    private Cell take() throws IOException {
      SortedCells first = inRow.get(0);
      for (int i = 1; i < inRow.size(); i++) {
        if (BY_AGE.compare(inRow.get(i), first) < 0) {
          first = inRow.get(i);
        }
      }
      Cell cell = first.cell();
      first.advance();
      if (!first.isIn(row, rowPrefix)) {
        inRow.remove(first);
      }
      return cell;
    }
  }

  /** Cells of one row: by column, then the newest first, then what was written last. */
  private static final Comparator<SortedCells> BY_AGE =
      (a, b) -> {
        int byColumn = ORDER.compareQualifiers(a.cell(), b.cell());
        if (byColumn != 0) {
          return byColumn;
        }
        int byTime = Long.compare(b.cell().getTimestamp(), a.cell().getTimestamp());
        if (byTime != 0) {
          return byTime;
        }
        int byType = b.cell().getType().getCode() - a.cell().getType().getCode();
        if (byType != 0) {
          return byType;
        }
        int byWrite = Long.compare(b.sequence(), a.sequence());
        return byWrite != 0 ? byWrite : Long.compare(b.fileSequence(), a.fileSequence());
      };
}
