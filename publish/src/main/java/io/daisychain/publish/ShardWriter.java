package io.daisychain.publish;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.Chunks;
import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedCounts;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.warehouse.SortedRowWriter;
import io.daisychain.warehouse.WarehouseTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Scans the key ranges of a trade date's shards and writes their files. */
final class ShardWriter {
  private static final Map<Family, List<byte[]>> COLUMNS =
      Map.of(
          Family.DATA,
          List.of(),
          Family.LINK,
          List.of(),
          Family.ERROR,
          List.of(TableSchema.FAULTS.getBytes(US_ASCII)));

  private final PublishSettings settings;
  private final ConnectionLease store;
  private final boolean isMuch;
  private final LongConsumer progress;
  private final Chunks chunks = new Chunks(SortedRowWriter.CHUNK);

  /**
   * A writer into the run's folder.
   *
   * @param isMuch whether there are many rows
   * @param progress told how many events are written, range by range
   */
  ShardWriter(
      PublishSettings settings, ConnectionLease store, boolean isMuch, LongConsumer progress) {
    this.settings = settings;
    this.store = store;
    this.isMuch = isMuch;
    this.progress = progress;
  }

  /** Writes the files of all shards of a date, one after the other. */
  PublishedCounts write(Shards day) throws IOException {
    PublishedCounts counts = PublishedCounts.ZERO;
    for (int piece = 0; piece < day.pieces(); piece++) {
      counts = counts.plus(write(day, piece));
    }
    return counts;
  }

  /**
   * Writes the files of a piece: of each table a CSV file a shard, one Parquet file, or both.
   *
   * @return what they hold
   */
  PublishedCounts write(Shards day, int piece) throws IOException {
    try (PartRows part = PartRows.open(settings.runFolder(), day, piece, chunks)) {
      RowFlattener rows = new RowFlattener(day.epochDay(), settings.participants(), part);
      for (int shard = day.firstShard(piece); shard < day.firstShard(piece + 1); shard++) {
        if (day.hasLines()) {
          writeLines(day, shard, rows, part);
        } else {
          scan(day, shard, rows, List.of(), part);
        }
      }
      part.complete();
      return rows.counts();
    }
  }

  private void writeLines(Shards day, int shard, RowFlattener rows, PartRows part)
      throws IOException {
    List<WarehouseTable> tables = PublishedTables.schema().tables();
    List<ShardFile> files = new ArrayList<>();
    try {
      for (int i = 0; i < tables.size(); i++) {
        files.add(open(tables.get(i), day, shard, rows.tables().get(i)));
      }
      scan(day, shard, rows, files, part);
      for (ShardFile file : files) {
        file.complete();
      }
    } finally {
      for (ShardFile file : files) {
        file.close();
      }
    }
  }

  private ShardFile open(WarehouseTable table, Shards day, int shard, CsvLines lines)
      throws IOException {
    lines.header(table.header());
    String name = day.fileName(table, shard, settings.compression());
    return new ShardFile(settings.runFolder(), name, settings.compression(), lines);
  }

  private void scan(Shards day, int shard, RowFlattener rows, List<ShardFile> files, PartRows part)
      throws IOException {
    for (int range = day.firstRange(shard); range < day.endRange(shard); range++) {
      long before = rows.counts().events().lines();
      scanRange(day, range, rows, files, part);
      progress.accept(rows.counts().events().lines() - before);
    }
  }

  private void scanRange(
      Shards day, int range, RowFlattener rows, List<ShardFile> files, PartRows part)
      throws IOException {
    byte[] start = day.ranges().start(range);
    byte[] end = day.ranges().end(range);
    String table = settings.table().ofDate(day.epochDay());
    try (RangeScan scan =
        isMuch
            ? RangeScan.openMuch(store, table, start, end, COLUMNS, Map.of())
            : RangeScan.open(store.connection(), table, start, end, COLUMNS)) {
      boolean inRow = false;
      while (scan.next()) {
        if (scan.startsRow()) {
          endRow(inRow, rows, files, part);
          rows.beginRow();
          inRow = true;
        }
        rows.add(scan.cell());
      }
      endRow(inRow, rows, files, part);
    }
  }

  private static void endRow(boolean inRow, RowFlattener rows, List<ShardFile> files, PartRows part)
      throws IOException {
    if (!inRow) {
      return;
    }
    rows.endRow();
    if (files.isEmpty()) {
      rows.clear(); // lines were of use for their digests alone
    }
    for (int i = 0; i < files.size(); i++) {
      files.get(i).drain();
    }
    part.drain();
  }
}
