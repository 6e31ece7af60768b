package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.store.scan.StoredCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads what link has found, in this run and before, of the events of a trade date that this run
 * has touched and not scanned: feedback is always of whole dates.
 *
 * <p>One column is scanned, which only events at error have.
 */
final class ReadFeedbackFn extends DoFn<KV<Integer, Integer>, KV<Integer, Block>> {
  private static final int BATCH = 500;
  private static final Map<Family, List<byte[]>> COLUMN =
      Map.of(Family.ERROR, List.of(TableSchema.FEEDBACK.getBytes(US_ASCII)));

  private final LinkSettings settings;
  private transient ConnectionLease lease;

  ReadFeedbackFn(LinkSettings settings) {
    this.settings = settings;
  }

  @Setup
  public void connect() throws IOException {
    lease = settings.table().store().connect();
  }

  @Teardown
  public void disconnect() throws IOException {
    if (lease != null) {
      lease.close();
    }
  }

  /**
   * Reads a range.
   *
   * @param range trade date, and number of a range of its table
   */
  @ProcessElement
  public void read(@Element KV<Integer, Integer> range, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    int date = range.getKey();
    String name = settings.table().ofDate(date);
    KeyRanges ranges = settings.rangesOf(date);
    byte[] start = ranges.start(range.getValue());
    byte[] end = ranges.end(range.getValue());
    try (Spill.Writer spill = settings.spill().open();
        Table table = lease.connection().getTable(TableName.valueOf(name));
        RangeScan scan = RangeScan.open(lease.connection(), name, start, end, COLUMN)) {
      LinkErrorBlocks errors = new LinkErrorBlocks(spill.into(out));
      RowRecorder recorder = new RowRecorder(settings, lease);
      List<Get> shared = new ArrayList<>();
      while (scan.next()) {
        if (scan.row().length == RowKey.LENGTH && tell(date, scan, errors)) {
          shared.add(
              new Get(scan.row())
                  .addFamily(Family.LINK.bytes())
                  .addFamily(Family.DATA.bytes())
                  .readVersions(1));
        }
        if (shared.size() == BATCH) {
          report(date, table.get(shared), recorder, errors);
          shared.clear();
        }
      }
      report(date, table.get(shared), recorder, errors);
      errors.flush();
    }
  }

  /** Hands on what a row's cell says; true when other contents share the row. */
  private static boolean tell(int date, RangeScan scan, LinkErrorBlocks errors) {
    Cell cell = scan.cell();
    RowKey row = RowKey.read(scan.row(), 0);
    try {
      return errors.add(date, row, StoredCells.read(cell, FeedbackCell::read));
    } catch (DamagedCellException e) {
      throw e.inRow(row);
    }
  }

  private static void report(int date, Result[] rows, RowRecorder recorder, LinkErrorBlocks errors)
      throws IOException {
    LinkRow row = new LinkRow();
    List<Cell> events = new ArrayList<>();
    for (Result result : rows) {
      row.clear(date);
      events.clear();
      for (Cell cell : result.rawCells()) {
        if (CellUtil.matchingFamily(cell, Family.LINK.bytes())) {
          row.addLink(cell);
        } else if (RowRecorder.isEvent(cell)) {
          events.add(cell);
        }
      }
      recorder.report(result.getRow(), row, events, errors);
    }
  }
}
