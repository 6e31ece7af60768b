package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.Block;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.Flag;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventCell;
import io.daisychain.model.EventReader;
import io.daisychain.model.Family;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.MetaTable;
import io.daisychain.store.RangeScan;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;

/**
 * Scans a key range and deals its events into partitions, by trade date and symbol.
 *
 * <p>Nearly all edges stay inside such a partition. Nothing but speed depends on that.
 */
final class ScanParentReferencesFn extends DoFn<Integer, KV<Integer, Block>> {
  private static final long serialVersionUID = 1;

  /** Packed events by partition. */
  static final TupleTag<KV<Integer, Block>> EVENTS = new TupleTag<>() {};

  /** Cells of children for {@link CompareChildrenFn}, after a run that was not completed. */
  static final TupleTag<KV<Integer, Block>> CHILDREN = new TupleTag<>() {};

  /** Packed {@link LinkError}s of contents that were reported under one key. */
  static final TupleTag<KV<Integer, Block>> ERRORS = new TupleTag<>() {};

  /** Sums. */
  static final TupleTag<LinkCounts> COUNTS = new TupleTag<>() {};

  /** So many reporters of other contents are named in a line of feedback. */
  private static final int NAMED = 5;

  private static final byte[] DATA = TableSchema.DATA.getBytes(US_ASCII);

  private final LinkSettings settings;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter progress = Metrics.counter("progress", "events scanned");

  private transient ConnectionLease lease;
  private transient EventReader reader;

  ScanParentReferencesFn(LinkSettings settings) {
    this.settings = settings;
  }

  @Setup
  public void connect() throws IOException {
    lease = settings.table().store().connect();
    reader = new EventReader(settings.rules());
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
          settings.linkRun().followsUnfinished()
              ? new CompareChildrenFn.Cells(
                  settings.hash(), settings.partitions(), spill.into(out.get(CHILDREN)))
              : null;
      LinkCounts counts = new LinkCounts();
      LinkErrorBlocks errors = new LinkErrorBlocks(spill.into(out.get(ERRORS)));
      scan(range, blocks, children, errors, counts);
      out.get(COUNTS).output(counts);
      blocks.flush();
      errors.flush();
      if (children != null) {
        children.flush();
      }
    }
  }

  private void scan(
      int range,
      BlockPacker blocks,
      CompareChildrenFn.Cells children,
      LinkErrorBlocks errors,
      LinkCounts counts)
      throws IOException {
    LinkRow linkRow = new LinkRow();
    List<Cell> events = new ArrayList<>();
    byte[] row = null;
    NewestRun newest = new NewestRun();
    try (RangeScan scan =
        RangeScan.open(
            lease.connection(),
            settings.table().name(),
            settings.ranges().start(range),
            settings.ranges().end(range),
            columns(),
            limits())) {
      while (scan.next()) {
        if (scan.startsRow()) {
          emit(row, linkRow, events, blocks, errors, counts);
          row = scan.row();
          counts.read++;
          linkRow.clear();
          events.clear();
        }
        Cell cell = scan.cell();
        newest.add(cell);
        switch (scan.family()) {
          case LINK -> {
            linkRow.addLink(cell);
            if (children != null) {
              children.addStored(row, cell);
            }
          }
          case ERROR -> linkRow.addError(cell);
          case DATA -> {
            if (isEvent(cell)) {
              events.add(cell);
            } else {
              linkRow.addFlag(cell);
            }
          }
        }
      }
    }
    emit(row, linkRow, events, blocks, errors, counts);
    requireOlder(newest);
  }

  /** Nothing is written before everything has been scanned, so that a run can still give up. */
  private void requireOlder(NewestRun newest) throws IOException {
    long number = settings.linkRun().number();
    if (newest.number() < number) {
      return;
    }
    String meta = TableAdmin.metaName(settings.table().name());
    try (TableAdmin tables = TableAdmin.open(settings.table().store());
        MetaTable opened = tables.meta(settings.table().name())) {
      LinkRun.noteBehind(opened, newest.number());
    }
    throw new IOException(
        String.format(
            "table %s has rows of link run %d and %s counts this one as %d: it was lost, or an"
                + " older one was restored",
            settings.table().name(), newest.number(), meta, number));
  }

  /**
   * The messages stay where they are: of Data only flags are sent. Alternative parents on earlier
   * days, though, can be told from the message alone.
   */
  private Map<Family, List<byte[]>> columns() {
    List<byte[]> data =
        settings.gtcDays() > 0 ? List.of() : Flag.ALL.stream().map(Flag::column).toList();
    return Map.of(Family.DATA, data, Family.ERROR, List.of(), Family.LINK, List.of());
  }

  /**
   * Flags have the timestamps of ingest and of the runs before this one, and on HBase often files
   * of their own. The Bigtable client knows no limits by family.
   */
  private Map<Family, Long> limits() {
    return settings.gtcDays() > 0 || !settings.table().store().takesHFiles()
        ? Map.of()
        : Map.of(Family.DATA, settings.linkRun().number());
  }

  private static boolean isEvent(Cell cell) {
    return cell.getQualifierArray()[cell.getQualifierOffset()] == TableSchema.EVENT_PREFIX;
  }

  private void emit(
      byte[] row,
      LinkRow linkRow,
      List<Cell> events,
      BlockPacker blocks,
      LinkErrorBlocks errors,
      LinkCounts counts)
      throws IOException {
    if (row == null || row.length != RowKey.LENGTH || !linkRow.isReported()) {
      return;
    }
    try {
      emitEvent(row, linkRow, events, blocks, errors, counts);
    } catch (DamagedCellException e) {
      throw e.inRow(RowKey.read(row, 0));
    }
  }

  private void emitEvent(
      byte[] row,
      LinkRow linkRow,
      List<Cell> events,
      BlockPacker blocks,
      LinkErrorBlocks errors,
      LinkCounts counts)
      throws IOException {
    boolean duplicate = linkRow.isDuplicate();
    Cell references = linkRow.earliest();
    if (duplicate && linkRow.isTied()) {
      references = linkRow.earliestOf(LinkRow.published(events.isEmpty() ? fetch(row) : events));
    }
    if (duplicate) {
      report(row, linkRow, references, errors, counts);
    }
    LinkRecord.Prior prior = new LinkRecord.Prior();
    linkRow.readPrior(references, settings.linkRun().completed(), prior);
    ParentReferences alternatives = new ParentReferences();
    int days = findAlternatives(linkRow.read(references), references, events, alternatives);
    ParentReferenceCell view = linkRow.read(references);
    int day = settings.rules().dates().epochDay(view.eventTime());
    int partition = settings.partitioning().part(row, view, day);
    LinkRecord.write(
        blocks.begin(partition),
        RowKey.high(row, 0),
        RowKey.low(row, 0),
        RowKey.high(references.getQualifierArray(), references.getQualifierOffset() + 1),
        RowKey.low(references.getQualifierArray(), references.getQualifierOffset() + 1),
        new ByteSlice()
            .set(
                references.getValueArray(),
                references.getValueOffset(),
                references.getValueLength()),
        duplicate,
        prior,
        days,
        alternatives);
    blocks.end(partition);
    progress.inc();
  }

  /** Tells every reporter who has a content under the key, whoever's is published. */
  private void report(
      byte[] row, LinkRow linkRow, Cell published, LinkErrorBlocks errors, LinkCounts counts) {
    List<Cell> others = linkRow.others(published);
    counts.duplicates += others.size();
    Set<String> reporters = new LinkedHashSet<>();
    for (Cell other : others) {
      reporters.add(linkRow.read(other).reporter().toString());
    }
    String names = reporters.stream().limit(NAMED).collect(Collectors.joining(", "));
    String more = reporters.size() > NAMED ? " and " + (reporters.size() - NAMED) + " more" : "";
    String contents = others.size() == 1 ? "another content" : others.size() + " other contents";
    addFault(
        row,
        published,
        linkRow.read(published),
        contents + " of " + names + more + " under this id; this one is published",
        errors);
    String instead =
        "another content of "
            + linkRow.read(published).reporter()
            + " under this id is published; this one is in duplicates";
    for (Cell other : others) {
      addFault(row, other, linkRow.read(other), instead, errors);
    }
  }

  private static void addFault(
      byte[] row, Cell cell, ParentReferenceCell references, String text, LinkErrorBlocks errors) {
    errors.add(
        LinkError.of(
            RowKey.read(row, 0),
            RowKey.read(cell.getQualifierArray(), cell.getQualifierOffset() + 1),
            references,
            null,
            0,
            ErrorStatus.DUPLICATE_KEY,
            0,
            text));
  }

  /** Two contents sent at the same moment: which one is published only their bytes can tell. */
  private List<Cell> fetch(byte[] row) throws IOException {
    try (Table table = lease.connection().getTable(TableName.valueOf(settings.table().name()))) {
      Get get = new Get(row).addFamily(DATA).readVersions(1);
      List<Cell> events = new ArrayList<>();
      for (Cell cell : table.get(get).rawCells()) {
        if (isEvent(cell)) {
          events.add(cell);
        }
      }
      return events;
    }
  }

  /** Adds the parents' keys on earlier days, day by day; returns the number of days. */
  private int findAlternatives(
      ParentReferenceCell references,
      Cell content,
      List<Cell> events,
      ParentReferences alternatives) {
    if (settings.gtcDays() == 0 || references.parents() == 0) {
      return 0;
    }
    EventCell event = new EventCell();
    for (Cell cell : events) {
      if (LinkRow.isSame(cell, content)) {
        event.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      }
    }
    ParentReferences own = new ParentReferences();
    reader.parentsEarlier(event, 0, own);
    ParentReferences earlier = new ParentReferences();
    for (int day = 1; day <= settings.gtcDays(); day++) {
      reader.parentsEarlier(event, day, earlier);
      int named = 0; // the parent references has them in the message's order, without repetitions
      for (int i = 0; i < references.parents(); i++) {
        named = own.indexOf(references.parentHigh(i), references.parentLow(i), named);
        alternatives.add(earlier.high(named), earlier.low(named));
      }
    }
    return settings.gtcDays();
  }
}
