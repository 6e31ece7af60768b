package io.daisychain.publish;

import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.RangeScan;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/**
 * Scans a shard's key ranges and writes its four CSV files; gives back their trade date and what
 * they hold.
 *
 * <p>A shard that is written twice has the same contents, so a retried bundle does no harm.
 */
final class WriteShardFn extends DoFn<Integer, KV<Integer, PublishedCounts>> {
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
  public void write(@Element Integer number, OutputReceiver<KV<Integer, PublishedCounts>> out)
      throws IOException {
    int shard = number;
    int index = 0;
    while (shard >= settings.days().get(index).count()) {
      shard -= settings.days().get(index++).count();
    }
    Shards day = settings.days().get(index);
    out.output(KV.of(day.epochDay(), write(day, shard)));
  }

  private PublishedCounts write(Shards day, int shard) throws IOException {
    RowFlattener rows = new RowFlattener(day.epochDay());
    try (ShardFile events = open(PublishedTables.EVENTS, day, shard, rows.events());
        ShardFile links = open(PublishedTables.LINKS, day, shard, rows.links());
        ShardFile lifecycles = open(PublishedTables.LIFECYCLES, day, shard, rows.lifecycles());
        ShardFile duplicates = open(PublishedTables.DUPLICATES, day, shard, rows.duplicates())) {
      long written = 0;
      for (int range = day.firstRange(shard); range < day.endRange(shard); range++) {
        scan(day, range, rows, events, links, lifecycles, duplicates);
        long now = rows.counts().events().lines();
        progress.inc(now - written);
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
    try (RangeScan scan =
        RangeScan.open(store.connection(), table, start, end, Family.DATA, Family.LINK)) {
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
