package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.Flag;
import io.daisychain.linkage.plan.LinkCounts;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.hadoop.hbase.Cell;

/**
 * Scans a key range and deals its events into partitions, by trade date and symbol.
 *
 * <p>Nearly all edges stay inside such a partition. Nothing but speed depends on that.
 */
final class ScanParentReferencesFn extends DoFn<Integer, KV<Integer, Block>> {
  /** Packed events by partition. */
  static final TupleTag<KV<Integer, Block>> EVENTS = new TupleTag<>() {};

  /** Packed events of other dates that bear a key of a scanned one, and what hangs on them. */
  static final TupleTag<KV<Integer, Block>> BEARERS = new TupleTag<>() {};

  /** Cells of children for {@link CompareChildrenFn}, after a run that was not completed. */
  static final TupleTag<KV<Integer, Block>> CHILDREN = new TupleTag<>() {};

  /** Packed {@link LinkError}s of contents that were reported under one key. */
  static final TupleTag<KV<Integer, Block>> ERRORS = new TupleTag<>() {};

  /** Sums. */
  static final TupleTag<LinkCounts> COUNTS = new TupleTag<>() {};

  private final LinkSettings settings;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events scanned");

  /** Events that the counter was not told of yet. */
  private transient int scanned;

  private transient ConnectionLease lease;

  ScanParentReferencesFn(LinkSettings settings) {
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

  @ProcessElement
  public void scan(@Element Integer range, MultiOutputReceiver out) throws IOException {
    try (Spill.Writer spill = settings.spill().open()) {
      BlockPacker blocks = new BlockPacker(settings.partitions(), spill.into(out.get(EVENTS)));
      CompareChildrenFn.Cells children =
          settings.isUnfinished(settings.dateOf(range))
              ? new CompareChildrenFn.Cells(
                  settings.hash(), settings.partitions(), spill.into(out.get(CHILDREN)))
              : null;
      LinkCounts counts = new LinkCounts();
      LinkErrorBlocks errors = new LinkErrorBlocks(spill.into(out.get(ERRORS)));
      List<DatedKey> bearers = new ArrayList<>();
      scan(range, blocks, children, errors, counts, bearers);
      fetch(bearers, spill, out);
      out.get(COUNTS).output(counts);
      blocks.flush();
      errors.flush();
      if (children != null) {
        children.flush();
      }
    }
  }

  /** What bears a key is found by the row of the key, wherever it lies itself. */
  private void fetch(List<DatedKey> bearers, Spill.Writer spill, MultiOutputReceiver out)
      throws IOException {
    if (bearers.isEmpty()) {
      return;
    }
    try (LifecycleFetch fetch =
        new LifecycleFetch(
            settings,
            spill.into(out.get(BEARERS)),
            counts -> out.get(COUNTS).output(counts),
            (key, cells) -> cells)) {
      bearers.forEach(fetch::add);
      fetch.run();
    }
  }

  private void scan(
      int range,
      BlockPacker blocks,
      CompareChildrenFn.Cells children,
      LinkErrorBlocks errors,
      LinkCounts counts,
      List<DatedKey> bearers)
      throws IOException {
    int date = settings.dateOf(range);
    LinkRow linkRow = new LinkRow();
    RowRecorder recorder = new RowRecorder(settings, lease);
    PackedWriter record = new PackedWriter();
    byte[] row = null;
    String table = settings.table().ofDate(date);
    byte[] start = settings.startOf(range);
    byte[] end = settings.endOf(range);
    try (RangeScan scan =
        settings.bulk()
            ? RangeScan.openMuch(lease, table, start, end, columns(), limits())
            : RangeScan.open(lease.connection(), table, start, end, columns(), limits())) {
      while (scan.next()) {
        if (scan.startsRow()) {
          emit(row, linkRow, recorder, record, blocks, errors, bearers);
          row = scan.row();
          counts.read++;
          linkRow.clear(date);
        }
        Cell cell = scan.cell();
        recorder.newest().add(cell);
        switch (scan.family()) {
          case LINK -> {
            linkRow.addLink(cell);
            if (children != null) {
              children.addStored(date, row, cell);
            }
          }
          case ERROR -> linkRow.addError(cell);
          case DATA -> linkRow.addFlag(cell);
        }
      }
    }
    emit(row, linkRow, recorder, record, blocks, errors, bearers);
    progress.inc(scanned);
    scanned = 0;
    recorder.requireOlder();
  }

  /** The messages stay where they are: of Data only flags are sent. */
  private static Map<Family, List<byte[]>> columns() {
    List<byte[]> data = Flag.ALL.stream().map(Flag::column).toList();
    return Map.of(Family.DATA, data, Family.ERROR, List.of(), Family.LINK, List.of());
  }

  /**
   * Flags have the timestamps of ingest and of the runs before this one, and on HBase often files
   * of their own. The Bigtable client knows no limits by family.
   */
  private Map<Family, Long> limits() {
    return settings.table().store().takesHFiles()
        ? Map.of(Family.DATA, settings.linkRun().number())
        : Map.of();
  }

  private void emit(
      byte[] row,
      LinkRow linkRow,
      RowRecorder recorder,
      PackedWriter record,
      BlockPacker blocks,
      LinkErrorBlocks errors,
      List<DatedKey> bearers)
      throws IOException {
    if (row == null || row.length != RowKey.LENGTH) {
      return;
    }
    for (DatedKey bearer : linkRow.otherBearers()) {
      if (settings.isFetched(bearer.date())) {
        bearers.add(bearer);
      }
    }
    if (!linkRow.isReported()) {
      return;
    }
    record.clear();
    int partition = recorder.record(row, linkRow, List.of(), record, errors);
    blocks.begin(partition).raw(record.buffer(), 0, record.length());
    blocks.end(partition);
    if (++scanned == ResolveFn.PROGRESS_STEP) {
      progress.inc(scanned);
      scanned = 0;
    }
  }
}
