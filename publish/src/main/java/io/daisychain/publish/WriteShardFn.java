package io.daisychain.publish;

import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.RangeScan;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;

/**
 * Scans a shard's key ranges and writes its four CSV files; gives back what they hold.
 *
 * <p>A shard that is written twice has the same contents, so a retried bundle does no harm.
 */
final class WriteShardFn extends DoFn<Integer, PublishedCounts> {
  private final PublishSettings settings;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events written");

  private transient ConnectionLease store;

  WriteShardFn(PublishSettings settings) {
    this.settings = settings;
  }

  @Setup
  public void connect() throws IOException {
    store = settings.table().store().connect();
  }

  @ProcessElement
  public void write(@Element Integer shard, OutputReceiver<PublishedCounts> out)
      throws IOException {
    RowFlattener rows = new RowFlattener();
    try (ShardFile events = open(PublishedTables.EVENTS, shard, rows.events());
        ShardFile links = open(PublishedTables.LINKS, shard, rows.links());
        ShardFile lifecycles = open(PublishedTables.LIFECYCLES, shard, rows.lifecycles());
        ShardFile duplicates = open(PublishedTables.DUPLICATES, shard, rows.duplicates())) {
      Shards shards = settings.shards();
      long written = 0;
      for (int range = shards.firstRange(shard); range < shards.endRange(shard); range++) {
        for (int date : settings.dates()) {
          scan(date, range, rows, events, links, lifecycles, duplicates);
        }
        long now = rows.counts().events().lines();
        progress.inc(now - written);
        written = now;
      }
      events.complete();
      links.complete();
      lifecycles.complete();
      duplicates.complete();
    }
    PublishedCounts counts = rows.counts();
    out.output(counts);
  }

  private ShardFile open(WarehouseTable table, int shard, CsvLines lines) throws IOException {
    lines.header(table.header());
    String name = settings.shards().fileName(table, shard, settings.compression());
    return new ShardFile(settings.runFolder(), name, settings.compression(), lines);
  }

  private void scan(int date, int range, RowFlattener rows, ShardFile... files) throws IOException {
    byte[] start = settings.ranges().start(range);
    byte[] end = settings.ranges().end(range);
    try (RangeScan scan =
        RangeScan.open(
            store.connection(),
            settings.table().ofDate(date),
            start,
            end,
            Family.DATA,
            Family.LINK)) {
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

  /** Best effort only: a runner may skip it, so nothing durable depends on it. */
  @Teardown
  public void disconnect() throws IOException {
    if (store != null) {
      store.close();
    }
  }
}
