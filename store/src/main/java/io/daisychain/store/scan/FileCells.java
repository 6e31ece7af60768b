package io.daisychain.store.scan;

import io.daisychain.store.StoreFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cells read from the files of a store on this machine, without its server, which took 6 of the 16
 * us an event of publish to find, pack and send them.
 *
 * <p>Where the files cannot be read, or have what this class does not know, the server goes on from
 * the row that was reached.
 */
final class FileCells implements CellSource {
  private static final Logger LOG = LoggerFactory.getLogger(FileCells.class);

  private final Connection connection;
  private final CellRange range;
  private final List<HRegionLocation> regions = new ArrayList<>();
  private int nextRegion;
  private RegionFiles region;

  /** The cell given out last. */
  private Cell last;

  /** What goes on once the files do not. */
  private ServerCells rest;

  private FileCells(Connection connection, CellRange range) {
    this.connection = connection;
    this.range = range;
  }

  static CellSource open(Connection connection, CellRange range) throws IOException {
    FileCells cells = new FileCells(connection, range);
    try (RegionLocator locator = connection.getRegionLocator(TableName.valueOf(range.table()))) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        RegionInfo info = location.getRegion();
        if (isBefore(info.getStartKey(), range.end())
            && isBefore(range.start(), info.getEndKey())) {
          cells.regions.add(location);
        }
      }
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofRange(range.table(), range.start(), range.end(), e);
    }
    return cells;
  }

  /** Whether something lies between a first key and an end, which is open where it is empty. */
  private static boolean isBefore(byte[] first, byte[] end) {
    return end.length == 0 || Arrays.compareUnsigned(first, end) < 0;
  }

  @Override
  public Cell next() throws IOException {
    if (rest == null) {
      try {
        Cell cell = fromFiles();
        last = cell == null ? last : cell;
        return cell;
      } catch (IOException | RuntimeException e) {
        LOG.info("the server reads on in {}, which its files do not let us do", range.table(), e);
        close();
        rest =
            ServerCells.open(
                connection, last == null ? range : range.from(CellUtil.cloneRow(last)));
      }
    }
    Cell cell = rest.next();
    while (cell != null && last != null && isGivenOut(cell)) {
      cell = rest.next();
    }
    return cell;
  }

  private boolean isGivenOut(Cell cell) {
    CellComparator order = CellComparator.getInstance();
    if (order.compareRows(cell, last) != 0) {
      last = null;
      return false;
    }
    int byFamily = order.compareFamilies(cell, last);
    return byFamily < 0 || (byFamily == 0 && order.compareQualifiers(cell, last) <= 0);
  }

  /** Whether all so far came from files. */
  boolean isOfFiles() {
    return rest == null;
  }

  private Cell fromFiles() throws IOException {
    while (true) {
      if (region == null) {
        if (nextRegion == regions.size()) {
          return null;
        }
        region = RegionFiles.open(connection, regions.get(nextRegion++), range);
      }
      Cell cell = region.next();
      if (cell != null) {
        return cell;
      }
      RegionFiles read = region;
      region = null;
      read.close();
    }
  }

  @Override
  public void close() throws IOException {
    if (rest != null) {
      rest.close();
    }
    if (region != null) {
      region.close();
      region = null;
    }
  }
}
