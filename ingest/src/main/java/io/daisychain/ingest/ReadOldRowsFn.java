package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventCell;
import io.daisychain.model.EventReader;
import io.daisychain.model.Family;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.store.ChangedKeys;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.DateTables;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RangeScan;
import io.daisychain.store.RangeWriters;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Reads a key range of a table of all trade dates and packs what ingest wrote by trade date. */
final class ReadOldRowsFn extends DoFn<Integer, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  /** Packed rows. */
  static final TupleTag<KV<Integer, Block>> ROWS = new TupleTag<>() {};

  /** Keys of the rows by trade date. */
  static final TupleTag<KV<Integer, ChangedKeys>> CHANGES = new TupleTag<>() {};

  private static final byte[] FALSE = TableSchema.FALSE.getBytes(US_ASCII);
  private static final byte[] STATUS = TableSchema.STATUS.getBytes(US_ASCII);

  private final StoreTable table;
  private final KeyRanges ranges;
  private final EventReader.Rules rules;
  private final IngestSettings.NewDates dates;
  private final String run;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events moved");

  ReadOldRowsFn(
      StoreTable table,
      KeyRanges ranges,
      EventReader.Rules rules,
      IngestSettings.NewDates dates,
      String run) {
    this.table = table;
    this.ranges = ranges;
    this.rules = rules;
    this.dates = dates;
    this.run = run;
  }

  @ProcessElement
  public void read(@Element Integer range, MultiOutputReceiver out) throws IOException {
    try (ConnectionLease lease = table.store().connect();
        DateTables tables =
            new DateTables(table, run, dates.version(), dates.splitKeys(), dates.mostDates());
        Spill.Writer spill = Spill.none().open();
        RangeScan scan =
            RangeScan.open(
                lease.connection(),
                table.name(),
                ranges.start(range),
                ranges.end(range),
                Family.DATA)) {
      Packer packer = new Packer(tables, spill, out);
      List<Cell> cells = new ArrayList<>();
      byte[] row = null;
      while (scan.next()) {
        if (scan.startsRow()) {
          packer.add(row, cells);
          cells.clear();
          row = scan.row();
        }
        cells.add(scan.cell());
      }
      packer.add(row, cells);
      packer.finish();
    }
  }

  /** Packs rows. */
  private final class Packer {
    private final EventReader reader = new EventReader(rules);
    private final EventCell stored = new EventCell();
    private final ValidationFlags flags = new ValidationFlags();
    private final PackedWriter references = new PackedWriter();
    private final Map<Integer, RangeWriters> writers = new TreeMap<>();
    private final Map<Integer, ChangedKeys> changes = new TreeMap<>();
    private final DateTables tables;
    private final Spill.Writer spill;
    private final MultiOutputReceiver out;

    Packer(DateTables tables, Spill.Writer spill, MultiOutputReceiver out) {
      this.tables = tables;
      this.spill = spill;
      this.out = out;
    }

    void add(byte[] row, List<Cell> cells) throws IOException {
      if (row == null || row.length != RowKey.LENGTH) {
        return;
      }
      for (Cell cell : cells) {
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        if (!TableSchema.isContent(TableSchema.EVENT_PREFIX, qualifier, 0, qualifier.length)) {
          continue;
        }
        byte[] value = CellUtil.cloneValue(cell);
        OrderEvent event = reader.restore(stored.read(value, 0, value.length));
        int date = event.tradeDate();
        RowBatch.Writer into = writersOf(date).row(row);
        into.put(Family.DATA, qualifier, cell.getTimestamp(), value);
        for (Cell other : cells) {
          addOrigin(other, qualifier, into);
        }
        restoreFlags();
        ParentReferenceCell.write(event, flags, references.clear());
        qualifier[0] = TableSchema.REFERENCES_PREFIX;
        into.put(Family.LINK, qualifier, cell.getTimestamp(), references.toBytes());
        addFlags(into);
        changes
            .computeIfAbsent(date, none -> new ChangedKeys())
            .add(RowKey.high(row, 0), RowKey.low(row, 0));
        progress.inc();
      }
    }

    private void addOrigin(Cell cell, byte[] event, RowBatch.Writer into) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (TableSchema.isContent(TableSchema.ORIGIN_PREFIX, qualifier, 0, qualifier.length)
          && TableSchema.isSameContent(qualifier, 0, event, 0)) {
        into.put(Family.DATA, qualifier, cell.getTimestamp(), CellUtil.cloneValue(cell));
      }
    }

    private void restoreFlags() {
      flags.clear();
      flags.reporterValid(stored.reporterValid());
      flags.customerValid(stored.customerValid());
      flags.symbolValid(stored.symbolValid());
      for (ErrorStatus status : ErrorStatus.values()) {
        if (status.isIn(stored.statuses())) {
          flags.add(status);
        }
      }
    }

    private void addFlags(RowBatch.Writer into) {
      flag(into, stored.reporterValid(), TableSchema.REPORTER_ID_VALID);
      flag(into, stored.customerValid(), TableSchema.CUSTOMER_ID_VALID);
      flag(into, stored.symbolValid(), TableSchema.SYMBOL_VALID);
      if (stored.statuses() != 0) {
        byte[] words = ErrorStatus.words(stored.statuses()).getBytes(US_ASCII);
        into.put(Family.ERROR, STATUS, TableSchema.INGEST_TIMESTAMP, words);
      }
    }

    private void flag(RowBatch.Writer into, CheckResult check, String column) {
      if (check == CheckResult.FAILED) {
        into.put(Family.DATA, column.getBytes(US_ASCII), TableSchema.INGEST_TIMESTAMP, FALSE);
      }
    }

    private RangeWriters writersOf(int date) throws IOException {
      RangeWriters found = writers.get(date);
      if (found == null) {
        KeyRanges ofDate =
            tables
                .ranges(date)
                .orElseThrow(
                    () -> new IOException("there are too many trade dates: give --mostDates"));
        found = new RangeWriters(date, ofDate, spill.into(out.get(ROWS)));
        writers.put(date, found);
      }
      return found;
    }

    void finish() {
      writers.values().forEach(RangeWriters::flush);
      changes.forEach((date, keys) -> out.get(CHANGES).output(KV.of(date, keys)));
    }
  }
}
