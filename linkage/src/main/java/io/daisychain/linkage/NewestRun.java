package io.daisychain.linkage;

import io.daisychain.linkage.graph.Flag;
import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;

/** Which link run was the last to write to the tables, by the timestamps of their cells. */
public final class NewestRun {
  private long number = TableSchema.INGEST_TIMESTAMP;

  /** Reads all that link writes; for the rare case that the meta table does not know. */
  public static long of(StoreTable table) throws IOException {
    NewestRun newest = new NewestRun();
    Map<Family, List<byte[]>> columns =
        Map.of(
            Family.DATA,
            Flag.ALL.stream().map(Flag::column).toList(),
            Family.ERROR,
            List.of(),
            Family.LINK,
            List.of());
    try (ConnectionLease lease = table.store().connect()) {
      for (StoredDate date : Dates.list(table)) {
        String name = table.ofDate(date.epochDay());
        try (RangeScan scan =
            RangeScan.open(lease.connection(), name, new byte[0], new byte[0], columns)) {
          while (scan.next()) {
            newest.add(scan.cell());
          }
        }
      }
    }
    return newest.number;
  }

  /** Takes a cell of a row that link reads. */
  void add(Cell cell) {
    if (cell.getTimestamp() > number && !isOfIngest(cell)) {
      number = cell.getTimestamp();
    }
  }

  /** Number of the last run of which a cell was seen; {@code INGEST_TIMESTAMP} without any. */
  long number() {
    return number;
  }

  /** Claims, events and their origins have timestamps that fall with SendingTime. */
  private static boolean isOfIngest(Cell cell) {
    byte[] qualifier = cell.getQualifierArray();
    int at = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    return TableSchema.isContent(TableSchema.REFERENCES_PREFIX, qualifier, at, length)
        || TableSchema.isContent(TableSchema.EVENT_PREFIX, qualifier, at, length)
        || TableSchema.isContent(TableSchema.ORIGIN_PREFIX, qualifier, at, length);
  }
}
