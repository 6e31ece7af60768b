package io.daisychain.publish;

import io.daisychain.model.Family;
import io.daisychain.store.RangeScan;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.client.Connection;

/** Scans the key ranges of a trade date's shards and writes their CSV files, four each. */
final class ShardWriter {
  private final PublishSettings settings;
  private final Connection connection;
  private final LongConsumer progress;

  /**
   * A writer into the run's folder.
   *
   * @param progress told how many events are written, range by range
   */
  ShardWriter(PublishSettings settings, Connection connection, LongConsumer progress) {
    this.settings = settings;
    this.connection = connection;
    this.progress = progress;
  }

  /** Writes the files of all shards of a date, one after the other. */
  PublishedCounts write(Shards day) throws IOException {
    PublishedCounts counts = PublishedCounts.ZERO;
    for (int shard = 0; shard < day.count(); shard++) {
      counts = counts.plus(write(day, shard));
    }
    return counts;
  }

  /**
   * Writes the files of a shard.
   *
   * @return what they hold
   */
  PublishedCounts write(Shards day, int shard) throws IOException {
    RowFlattener rows = new RowFlattener(day.epochDay());
    try (ShardFile events = open(PublishedTables.EVENTS, day, shard, rows.events());
        ShardFile links = open(PublishedTables.LINKS, day, shard, rows.links());
        ShardFile lifecycles = open(PublishedTables.LIFECYCLES, day, shard, rows.lifecycles());
        ShardFile duplicates = open(PublishedTables.DUPLICATES, day, shard, rows.duplicates())) {
      long written = 0;
      for (int range = day.firstRange(shard); range < day.endRange(shard); range++) {
        scan(day, range, rows, events, links, lifecycles, duplicates);
        long now = rows.counts().events().lines();
        progress.accept(now - written);
        written = now;
      }
      events.complete();
      links.complete();
      lifecycles.complete();
      duplicates.complete();
    }
    return rows.counts();
  }

  private ShardFile open(WarehouseTable table, Shards day, int shard, CsvLines lines)
      throws IOException {
    lines.header(table.header());
    String name = day.fileName(table, shard, settings.compression());
    return new ShardFile(settings.runFolder(), name, settings.compression(), lines);
  }

  private void scan(Shards day, int range, RowFlattener rows, ShardFile... files)
      throws IOException {
    byte[] start = day.ranges().start(range);
    byte[] end = day.ranges().end(range);
    String table = settings.table().ofDate(day.epochDay());
    try (RangeScan scan = RangeScan.open(connection, table, start, end, Family.DATA, Family.LINK)) {
      boolean inRow = false;
      while (scan.next()) {
        if (scan.startsRow()) {
          endRow(inRow, rows, files);
          rows.beginRow();
          inRow = true;
        }
        rows.add(scan.cell());
      }
      endRow(inRow, rows, files);
    }
  }

  private static void endRow(boolean inRow, RowFlattener rows, ShardFile... files)
      throws IOException {
    if (inRow) {
      rows.endRow();
      for (ShardFile file : files) {
        file.drain();
      }
    }
  }
}
