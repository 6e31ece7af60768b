package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.beam.LittleRun;
import io.daisychain.beam.Spill;
import io.daisychain.fix.FixMessage;
import io.daisychain.linkage.live.LiveLink;
import io.daisychain.linkage.plan.LinkChoice;
import io.daisychain.linkage.plan.LinkDays;
import io.daisychain.linkage.plan.LinkPlan;
import io.daisychain.linkage.plan.LinkRun;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.linkage.plan.Partitioning;
import io.daisychain.linkage.plan.PreparedLink;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.MetaTable;
import io.daisychain.store.RowBatch;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.store.write.RowPutter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** Bigtable's emulator with tables filled as ingest fills them, and the job that links them. */
public final class EmulatedStore implements AutoCloseable {
  static final String PARTICIPANTS =
      "mpid,name,valid_from,valid_to\nALFA,A,,\nBRVO,B,,\nXVNA,X,,\n";

  private final EmulatorController emulator;
  private final StoreConnector connector;
  private final ConnectionLease lease;
  private final TableAdmin admin;
  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
  private final FixMessage message = new FixMessage();
  private final Map<String, Integer> gtcDaysBefore = new TreeMap<>();
  private int runs;

  private EmulatedStore(EmulatorController emulator) throws IOException {
    this.emulator = emulator;
    String host = "localhost:" + emulator.getPort();
    connector = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    lease = connector.connect();
    admin = TableAdmin.open(connector);
  }

  public static EmulatedStore start() throws Exception {
    EmulatorController emulator = EmulatorController.createBundled();
    emulator.start();
    return new EmulatedStore(emulator);
  }

  @Override
  public void close() throws IOException {
    admin.close();
    lease.close();
    emulator.stop();
  }

  StoreConnector connector() {
    return connector;
  }

  MetaTable meta(String table) throws IOException {
    return admin.meta(table);
  }

  /** Has tables of four ranges made for the trade dates that messages name. */
  public void create(String table) throws IOException {
    List<byte[]> splits = new ArrayList<>();
    for (long start : new long[] {1L << 62, Long.MIN_VALUE, 3L << 62}) {
      splits.add(new RowKey(start, 0).toBytes());
    }
    admin.keepSplitKeys(table, splits);
  }

  /** Stores messages as ingest does. */
  public void report(String table, List<byte[]> messages, ErrorStatus... found) throws IOException {
    ValidationFlags findings = new ValidationFlags();
    for (ErrorStatus status : found) {
      findings.add(status);
    }
    report(table, messages, findings);
  }

  /** Stores messages of all of which ingest found the same. */
  public void report(String table, List<byte[]> messages, ValidationFlags findings)
      throws IOException {
    Map<Integer, List<Put>> puts = new TreeMap<>();
    Map<Integer, ChangedKeys> changed = new TreeMap<>();
    for (byte[] bytes : messages) {
      Put put = put(bytes, findings);
      int date = reader.event().tradeDate();
      puts.computeIfAbsent(date, none -> new ArrayList<>()).add(put);
      changed
          .computeIfAbsent(date, none -> new ChangedKeys())
          .add(reader.event().high(), reader.event().low());
    }
    StoreTable events = new StoreTable(connector, table);
    List<byte[]> splits = admin.keptSplitKeys(table).orElseThrow();
    try (Dates dates = Dates.open(events)) {
      for (Map.Entry<Integer, List<Put>> date : puts.entrySet()) {
        admin.createDate(table, date.getKey(), splits);
        TableName name = TableName.valueOf(events.ofDate(date.getKey()));
        try (Table rows = lease.connection().getTable(name)) {
          rows.put(date.getValue());
        }
        dates.note(date.getKey(), StoredDate.Kind.INGEST, "test", changed.get(date.getKey()));
      }
    }
  }

  /** The rows of messages, one a block, as watch has them before they are stored. */
  public List<byte[]> rows(List<byte[]> messages) throws IOException {
    List<byte[]> blocks = new ArrayList<>();
    for (byte[] bytes : messages) {
      Put put = put(bytes, new ValidationFlags());
      RowBatch.Writer block = new RowBatch.Writer(reader.event().tradeDate());
      RowBatch.Writer row = block.row(put.getRow(), 0);
      for (List<Cell> cells : put.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          row.put(
              Family.named(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()),
              CellUtil.cloneQualifier(cell),
              cell.getTimestamp(),
              CellUtil.cloneValue(cell));
        }
      }
      blocks.add(block.take());
    }
    return blocks;
  }

  /**
   * Stores rows as watch does: they are put, and the dates noted as changed before.
   *
   * @param begun dates that the epoch has noted, to which those of the rows are added
   */
  public void put(String table, List<byte[]> blocks, long version, Set<Integer> begun)
      throws IOException {
    StoreTable events = new StoreTable(connector, table);
    try (Dates dates = Dates.open(events);
        RowPutter rows = new RowPutter(events)) {
      for (byte[] block : blocks) {
        int date = new RowBatch.Reader().wrap(block).date();
        if (begun.add(date)) {
          admin.createDate(table, date, admin.keptSplitKeys(table).orElseThrow());
          dates.begin(date, version, StoredDate.Kind.INGEST, "test");
        }
        rows.add(block);
      }
      rows.flush();
    }
  }

  /** A store's events. */
  public StoreTable events(String table) {
    return new StoreTable(connector, table);
  }

  /** The only date of a store. */
  public StoredDate date(String table) throws IOException {
    return Dates.list(events(table)).get(0);
  }

  /** The rules of {@link #link}. */
  public LiveLink.Rules liveRules(String table, int gtcDays, long mostEvents) {
    return new LiveLink.Rules(
        EventReader.Rules.DEFAULT,
        ReferenceData.parse(Map.of("participants.csv", PARTICIPANTS)),
        LinkSettings.TOLERANCE_NANOS,
        gtcDays,
        new StoreTable(connector, table),
        mostEvents);
  }

  private Put put(byte[] bytes, ValidationFlags findings) {
    message.index(bytes, 0, bytes.length);
    if (reader.read(message) != ReadResult.EVENT) {
      throw new IllegalArgumentException("no event: " + new String(bytes, ISO_8859_1));
    }
    long sent = reader.event().sendingTime();
    PackedWriter content = new PackedWriter();
    EventCell.writeContent(message, content);
    ContentHash hash = new ContentHash().of(content);
    PackedWriter event = new PackedWriter();
    EventCell.write(reader.event(), findings, content, event);
    PackedWriter references = new PackedWriter();
    ParentReferenceCell.write(reader.event(), findings, references);
    long timestamp = TableSchema.contentTimestamp(sent);
    Put put = new Put(reader.event().key().toBytes());
    put.addColumn(
        ascii(TableSchema.DATA),
        TableSchema.contentQualifier(TableSchema.EVENT_PREFIX, hash.high(), hash.low(), sent),
        timestamp,
        event.toBytes());
    put.addColumn(
        ascii(TableSchema.LINK),
        TableSchema.contentQualifier(TableSchema.REFERENCES_PREFIX, hash.high(), hash.low(), sent),
        timestamp,
        references.toBytes());
    flag(put, TableSchema.REPORTER_ID_VALID, findings.reporterValid());
    flag(put, TableSchema.CUSTOMER_ID_VALID, findings.customerValid());
    flag(put, TableSchema.SYMBOL_VALID, findings.symbolValid());
    if (findings.statuses() != 0) {
      put.addColumn(
          ascii(TableSchema.ERROR),
          ascii(TableSchema.STATUS),
          TableSchema.INGEST_TIMESTAMP,
          ascii(ErrorStatus.words(findings.statuses())));
    }
    return put;
  }

  private static void flag(Put put, String column, CheckResult check) {
    if (check == CheckResult.FAILED) {
      put.addColumn(
          ascii(TableSchema.DATA),
          ascii(column),
          TableSchema.INGEST_TIMESTAMP,
          ascii(TableSchema.FALSE));
    }
  }

  /** Links all dates that have news, with three partitions, and returns the counts. */
  public JsonNode link(String table, int gtcDays, Path rejects) throws IOException {
    return link(table, LinkDays.CHANGED, LinkChoice.SCANNED_FOR_ONE_READ, gtcDays, rejects);
  }

  /** The same over all dates, whether they have news or not. */
  JsonNode linkAll(String table, int gtcDays, Path rejects) throws IOException {
    return link(table, LinkDays.ALL, LinkChoice.SCANNED_FOR_ONE_READ, gtcDays, rejects);
  }

  /**
   * Links with three partitions and returns the counts.
   *
   * @param scannedForOneRead 0 to read all news by keys, a large number to scan all dates with news
   */
  public JsonNode link(
      String table, LinkDays days, long scannedForOneRead, int gtcDays, Path rejects)
      throws IOException {
    return link(table, days, scannedForOneRead, gtcDays, rejects, true);
  }

  private JsonNode link(
      String table,
      LinkDays days,
      long scannedForOneRead,
      int gtcDays,
      Path rejects,
      boolean completes)
      throws IOException {
    StoreTable events = new StoreTable(connector, table);
    try (Dates dates = Dates.open(events);
        MetaTable meta = admin.meta(table)) {
      Integer before = gtcDaysBefore.put(table, gtcDays);
      if (before != null && before != gtcDays) {
        for (StoredDate date : dates.list()) {
          dates.noteBasis(date.epochDay(), "test");
        }
      }
      String runId = "run" + ++runs;
      PreparedLink prepared =
          PreparedLink.begin(
              events, admin, dates, meta, days, Long.MAX_VALUE, runId, scannedForOneRead);
      JsonNode summary = NullNode.getInstance();
      if (!prepared.choice().isEmpty()) {
        summary = run(events, prepared, runId, gtcDays, rejects);
      }
      if (!completes) {
        return summary;
      }
      JsonNode counts = prepared.finish(summary);
      prepared.keepTold(counts, rejects.toString());
      return counts;
    }
  }

  /** Writes all feedback of dates anew, whatever runs before have told. */
  void tellWhole(String table, Set<Integer> told, Path rejects) throws IOException {
    StoreTable events = new StoreTable(connector, table);
    Set<Integer> stored = new TreeSet<>(dates(table));
    LinkSettings settings =
        new LinkSettings(
            EventReader.Rules.DEFAULT,
            ReferenceData.parse(Map.of("participants.csv", PARTICIPANTS)),
            LinkSettings.TOLERANCE_NANOS,
            gtcDaysBefore.get(table),
            rejects.toString(),
            events,
            LinkPlan.ofFindings(stored, told),
            false,
            new LinkRun(0, new TreeSet<>()),
            "whole" + ++runs,
            Spill.none(),
            Partitioning.of(1),
            1,
            0);
    Pipeline pipeline = Pipeline.create(options());
    LinkJob.buildFeedback(pipeline, settings);
    LittleRun.of(pipeline);
  }

  private JsonNode run(
      StoreTable events, PreparedLink prepared, String runId, int gtcDays, Path rejects)
      throws IOException {
    boolean isRough = runs % 4 == 0;
    LinkSettings settings =
        new LinkSettings(
            EventReader.Rules.DEFAULT,
            ReferenceData.parse(Map.of("participants.csv", PARTICIPANTS)),
            LinkSettings.TOLERANCE_NANOS,
            gtcDays,
            rejects.toString(),
            events,
            runs % 2 == 0 ? prepared.plan() : prepared.plan().withFew(0),
            false,
            prepared.run(),
            runId,
            Spill.none(),
            Partitioning.sample(events, prepared.keys(), 3),
            runs % 3,
            isRough ? 0 : LinkSettings.filterKeysFor(0, 0));
    Pipeline pipeline = Pipeline.create(options());
    LinkJob.build(pipeline, settings);
    if (runs % 5 < 3) { // so is little work done where there is no other runner
      LittleRun.of(pipeline);
    } else {
      PipelineResult result = pipeline.run();
      result.waitUntilFinish();
      if (!isRough) { // few keys are kept exactly
        LinkJob.filtered(result.metrics())
            .ifPresent(words -> assertTrue(words.contains(", 0 of them in vain"), words));
      }
    }
    return new ObjectMapper().readTree(SaveSummary.read(events, runId).orElseThrow());
  }

  private static DirectOptions options() {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setEnforceImmutability(true);
    options.setEnforceEncodability(true);
    options.setTargetParallelism(2);
    return options;
  }

  /**
   * Links like a run that was killed and did not write everything.
   *
   * @param undone tells of each change of the run, {@code row FAMILY} or {@code row LINK:child id},
   *     whether it is missing; what a row has in one family changes together, but for children
   */
  void linkHalf(String table, int gtcDays, Path rejects, Predicate<String> undone)
      throws IOException {
    linkHalf(table, LinkDays.CHANGED, LinkChoice.SCANNED_FOR_ONE_READ, gtcDays, rejects, undone);
  }

  /** The same for some dates; see {@link #link(String, LinkDays, long, int, Path)}. */
  void linkHalf(
      String table,
      LinkDays days,
      long scannedForOneRead,
      int gtcDays,
      Path rejects,
      Predicate<String> undone)
      throws IOException {
    Map<String, Placed> before = rawCells(table);
    link(table, days, scannedForOneRead, gtcDays, rejects, false);
    Map<String, Placed> after = rawCells(table);
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    Map<String, Boolean> missing = new TreeMap<>();
    for (String name : names) {
      Placed old = before.get(name);
      Placed now = after.get(name);
      boolean changed =
          old == null || now == null || old.cell().getTimestamp() != now.cell().getTimestamp();
      String change = name.replaceAll("#.*", "").replaceAll(":(?!child).*", "");
      if (changed && missing.computeIfAbsent(change, undone::test)) {
        TableName rows = TableName.valueOf((old == null ? now : old).table());
        try (Table opened = lease.connection().getTable(rows)) {
          undo(opened, old == null ? null : old.cell(), now == null ? null : now.cell());
        }
      }
    }
  }

  private static void undo(Table rows, Cell old, Cell now) throws IOException {
    if (now != null) {
      byte[] family = CellUtil.cloneFamily(now);
      byte[] column = CellUtil.cloneQualifier(now);
      rows.delete(new Delete(CellUtil.cloneRow(now)).addColumns(family, column));
    }
    if (old != null) {
      rows.put(new Put(CellUtil.cloneRow(old)).add(old));
    }
  }

  /** A cell and the table of its trade date. */
  private record Placed(String table, Cell cell) {}

  /** Takes a cell that a scan stands at. */
  private interface CellTaker {
    void take(int date, RangeScan scan) throws IOException;
  }

  private void scan(String table, CellTaker taker) throws IOException {
    StoreTable events = new StoreTable(connector, table);
    for (StoredDate date : Dates.list(events)) {
      String name = events.ofDate(date.epochDay());
      try (RangeScan scan = RangeScan.open(lease.connection(), name, new byte[0], new byte[0])) {
        while (scan.next()) {
          taker.take(date.epochDay(), scan);
        }
      }
    }
  }

  private Map<String, Placed> rawCells(String table) throws IOException {
    Map<String, Placed> cells = new TreeMap<>();
    StoreTable events = new StoreTable(connector, table);
    scan(
        table,
        (date, scan) ->
            cells.put(
                RowKey.read(scan.row(), 0) + " " + column(scan, date) + "#" + date,
                new Placed(events.ofDate(date), scan.cell())));
    return cells;
  }

  /** Trade dates of a table. */
  List<Integer> dates(String table) throws IOException {
    return Dates.list(new StoreTable(connector, table)).stream().map(StoredDate::epochDay).toList();
  }

  /** Rows of a table in which a cell has this timestamp. */
  Set<String> rowsWrittenAt(String table, long timestamp) throws IOException {
    Set<String> rows = new TreeSet<>();
    rawCells(table)
        .forEach(
            (name, cell) -> {
              if (cell.cell().getTimestamp() == timestamp) {
                rows.add(rowOf(name));
              }
            });
    return rows;
  }

  /** The row of a cell's name in {@link #cells}. */
  public static String rowOf(String name) {
    return name.substring(0, name.indexOf(' '));
  }

  /**
   * Every cell of all dates by row and column, without its timestamp; link's own as text. Where an
   * id was reported on several dates, all but the first have theirs behind a #.
   */
  public Map<String, String> cells(String table) throws IOException {
    Map<String, String> cells = new TreeMap<>();
    scan(
        table,
        (date, scan) -> {
          String name = RowKey.read(scan.row(), 0) + " " + column(scan, date);
          cells.put(cells.containsKey(name) ? name + "#" + date : name, value(scan, date));
        });
    return cells;
  }

  private static String column(RangeScan scan, int date) {
    Cell cell = scan.cell();
    byte[] array = cell.getQualifierArray();
    int at = cell.getQualifierOffset();
    String name = new String(array, at, cell.getQualifierLength(), ISO_8859_1);
    int length = cell.getQualifierLength();
    if (TableSchema.isChild(array, at, length)) {
      int child = TableSchema.childDate(array, at, length, date);
      name = "child " + RowKey.read(array, at + 1) + (child == date ? "" : " on " + child);
    } else if (array[at] == TableSchema.EVENT_PREFIX
        || array[at] == TableSchema.REFERENCES_PREFIX) {
      int end = at + cell.getQualifierLength();
      name = name.charAt(0) + HexFormat.of().formatHex(array, at + 1, end);
    }
    return scan.family() + ":" + name;
  }

  private static String value(RangeScan scan, int date) {
    Cell cell = scan.cell();
    byte[] array = cell.getValueArray();
    int at = cell.getValueOffset();
    int length = cell.getValueLength();
    String column = column(scan, date);
    if (column.equals("LINK:" + TableSchema.GRANDPARENT)) {
      LineageCell lineage = new LineageCell().read(array, at, length);
      return CellText.of(lineage, array) + " details=" + lineage.details();
    }
    if (column.equals("LINK:" + TableSchema.LIFECYCLE)) {
      return CellText.of(LifecycleCell.read(array, at, length));
    }
    if (column.equals("ERROR:" + TableSchema.FEEDBACK)) {
      return FeedbackCell.read(array, at, length).toString();
    }
    if (column.equals("ERROR:" + TableSchema.FAULTS)) {
      return FaultsCell.read(array, at, length).toString();
    }
    return column.matches("DATA:e.*|LINK:.*")
        ? HexFormat.of().formatHex(array, at, at + length)
        : new String(array, at, length, ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
