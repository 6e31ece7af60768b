package io.daisychain.store.write;

import io.daisychain.beam.Block;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Puts packed rows. An element is done only when all its rows are durable. */
final class PutRowsFn extends DoFn<KV<Integer, Block>, Long> {
  private final StoreTable table;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter rowsPut = Metrics.counter("progress", WriteRows.ROWS_WRITTEN);

  private transient RowPutter rows;

  PutRowsFn(StoreTable table) {
    this.table = table;
  }

  @Setup
  public void connect() throws IOException {
    rows = new RowPutter(table);
  }

  @ProcessElement
  public void put(@Element KV<Integer, Block> block, OutputReceiver<Long> written)
      throws IOException {
    long count = rows.add(block.getValue().bytes());
    rows.flush();
    rowsPut.inc(count);
    written.output(count);
  }

  @Teardown
  public void disconnect() throws IOException {
    if (rows != null) {
      rows.close();
    }
  }
}
