package io.daisychain.publish;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.ErrorStatus;
import io.daisychain.warehouse.DuckDbWarehouse;
import io.daisychain.warehouse.WarehouseTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.time.LocalDate;
import org.apache.beam.sdk.io.FileSystems;

/** Where the counts of a trade date come from. */
final class DayCounts {
  private DayCounts() {}

  /** Name of the file in a run's folder by which the workers tell the launcher. */
  static String fileName(int epochDay) {
    return "counts-" + CalendarDates.text(epochDay);
  }

  /** The file's content. */
  static byte[] bytes(PublishedCounts counts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new PublishedCounts.CountsCoder().encode(counts, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array takes everything
    }
    return bytes.toByteArray();
  }

  /** Reads what {@link WriteSummaryFn} wrote. */
  static PublishedCounts read(String runFolder, int epochDay) throws IOException {
    String file = runFolder + "/" + fileName(epochDay);
    try (InputStream in =
        Channels.newInputStream(FileSystems.open(FileSystems.matchNewResource(file, false)))) {
      return new PublishedCounts.CountsCoder().decode(in);
    }
  }

  /**
   * Counts a date of which only some rows were read, in the warehouse that they were loaded into.
   *
   * @param read what was counted of these rows
   */
  static PublishedCounts ask(DuckDbWarehouse.Load load, int epochDay, PublishedCounts read)
      throws IOException {
    String date = " = DATE '" + LocalDate.ofEpochDay(epochDay) + "'";
    StringBuilder sql = new StringBuilder("SELECT ");
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      sql.append("(SELECT count(*) FROM ").append(table.name());
      sql.append(" WHERE ").append(table.dateColumn()).append(date).append("), ");
    }
    sql.append("(SELECT count(*) FROM events WHERE LifecycleId IS NULL AND tradeDate");
    sql.append(date).append(')');
    String[] row = load.rows(sql.toString()).get(0);
    long[] statuses = new long[ErrorStatus.values().length];
    for (String[] status :
        load.rows(
            "SELECT unnest(string_split(errorStatus, ';')) AS status, count(*) FROM events WHERE"
                + " errorStatus IS NOT NULL AND tradeDate"
                + date
                + " GROUP BY status")) {
      ErrorStatus found = ErrorStatus.valueOf(status[0]);
      statuses[Integer.numberOfTrailingZeros(found.bit())] = Long.parseLong(status[1]);
    }
    return new PublishedCounts(
        lines(row[0]),
        lines(row[1]),
        lines(row[2]),
        lines(row[3]),
        Long.parseLong(row[4]),
        read.unreported(),
        statuses);
  }

  private static PublishedCounts.TableSum lines(String count) {
    return new PublishedCounts.TableSum(Long.parseLong(count), 0, 0);
  }
}
