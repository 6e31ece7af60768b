package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.model.PackedWriter;
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
import java.util.Set;
import java.util.function.Consumer;
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
 * has touched and not scanned: feedback is always of whole dates. Of dates whose lines are kept,
 * rows that have changed are read alone.
 *
 * <p>One column is scanned, which only events at error have.
 */
final class ReadFeedbackFn extends DoFn<KV<Integer, Block>, KV<Integer, Block>> {
  private static final int BATCH = 500;
  private static final byte[] FEEDBACK = TableSchema.FEEDBACK.getBytes(US_ASCII);
  private static final Map<Family, List<byte[]>> COLUMN = Map.of(Family.ERROR, List.of(FEEDBACK));

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

  /** An element that stands for a range of a date. */
  static Block ofRange(int range) {
    return Block.of(new PackedWriter().i32(range).toBytes());
  }

  /** Elements that stand for some rows of a date. */
  static void ofRows(Set<RowKey> rows, Consumer<Block> out) {
    PackedWriter keys = new PackedWriter();
    for (RowKey row : rows) {
      keys.key(row);
      if (keys.length() == BATCH * RowKey.LENGTH) {
        out.accept(Block.of(keys.toBytes()));
        keys.clear();
      }
    }
    if (keys.length() > 0) {
      out.accept(Block.of(keys.toBytes()));
    }
  }

  /**
   * Reads a range, or some rows.
   *
   * @param element trade date, and what of it is read
   */
  @ProcessElement
  public void read(@Element KV<Integer, Block> element, OutputReceiver<KV<Integer, Block>> out)
      throws IOException {
    int date = element.getKey();
    byte[] of = element.getValue().bytes();
    String name = settings.table().ofDate(date);
    try (Spill.Writer spill = settings.spill().open();
        Table table = lease.connection().getTable(TableName.valueOf(name))) {
      LinkErrorBlocks errors = new LinkErrorBlocks(spill.into(out));
      if (of.length == Integer.BYTES) {
        readRange(date, LongBytes.readInt(of, 0), table, errors);
      } else {
        readRows(date, of, table, errors);
      }
      errors.flush();
    }
  }

  private void readRange(int date, int range, Table table, LinkErrorBlocks errors)
      throws IOException {
    KeyRanges ranges = settings.rangesOf(date);
    String name = table.getName().getNameAsString();
    RowRecorder recorder = new RowRecorder(settings, lease);
    List<Get> shared = new ArrayList<>();
    try (RangeScan scan =
        RangeScan.open(lease.connection(), name, ranges.start(range), ranges.end(range), COLUMN)) {
      while (scan.next()) {
        if (scan.row().length == RowKey.LENGTH && tell(date, scan.row(), scan.cell(), errors)) {
          shared.add(contents(scan.row()));
        }
        if (shared.size() == BATCH) {
          report(date, table.get(shared), recorder, errors);
          shared.clear();
        }
      }
    }
    report(date, table.get(shared), recorder, errors);
  }

  private void readRows(int date, byte[] keys, Table table, LinkErrorBlocks errors)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (int at = 0; at < keys.length; at += RowKey.LENGTH) {
      gets.add(
          new Get(RowKey.read(keys, at).toBytes())
              .addColumn(Family.ERROR.bytes(), FEEDBACK)
              .readVersions(1));
    }
    List<Get> shared = new ArrayList<>();
    for (Result row : table.get(gets)) {
      if (!row.isEmpty() && tell(date, row.getRow(), row.rawCells()[0], errors)) {
        shared.add(contents(row.getRow()));
      }
    }
    report(date, table.get(shared), new RowRecorder(settings, lease), errors);
  }

  private static Get contents(byte[] row) throws IOException {
    return new Get(row)
        .addFamily(Family.LINK.bytes())
        .addFamily(Family.DATA.bytes())
        .readVersions(1);
  }

  /** Hands on what a row's cell says; true when other contents share the row. */
  private static boolean tell(int date, byte[] key, Cell cell, LinkErrorBlocks errors) {
    RowKey row = RowKey.read(key, 0);
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
