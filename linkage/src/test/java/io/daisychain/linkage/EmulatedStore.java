package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.beam.Spill;
import io.daisychain.fix.FixMessage;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ContentHash;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventCell;
import io.daisychain.model.EventReader;
import io.daisychain.model.LifecycleCell;
import io.daisychain.model.LineageCell;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.ReadResult;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.ValidityTable;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.MetaTable;
import io.daisychain.store.RangeScan;
import io.daisychain.store.SaveSummary;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
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
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** Bigtable's emulator with tables filled as ingest fills them, and the job that links them. */
final class EmulatedStore implements AutoCloseable {
  static final String PARTICIPANTS =
      "mpid,name,valid_from,valid_to\nALFA,A,,\nBRVO,B,,\nXVNA,X,,\n";

  private final EmulatorController emulator;
  private final StoreConnector connector;
  private final ConnectionLease lease;
  private final TableAdmin admin;
  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
  private final FixMessage message = new FixMessage();

  private EmulatedStore(EmulatorController emulator) throws IOException {
    this.emulator = emulator;
    String host = "localhost:" + emulator.getPort();
    connector = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    lease = connector.connect();
    admin = TableAdmin.open(connector);
  }

  static EmulatedStore start() throws Exception {
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

  /** Makes a table of four ranges. */
  void create(String table) throws IOException {
    List<byte[]> splits = new ArrayList<>();
    for (long start : new long[] {1L << 62, Long.MIN_VALUE, 3L << 62}) {
      splits.add(new RowKey(start, 0).toBytes());
    }
    admin.createIfAbsent(table, splits);
  }

  /** Stores messages as ingest does. */
  void report(String table, List<byte[]> messages, ErrorStatus... found) throws IOException {
    ValidationFlags findings = new ValidationFlags();
    for (ErrorStatus status : found) {
      findings.add(status);
    }
    report(table, messages, findings);
  }

  /** Stores messages of all of which ingest found the same. */
  void report(String table, List<byte[]> messages, ValidationFlags findings) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (byte[] bytes : messages) {
      puts.add(put(bytes, findings));
    }
    try (Table rows = lease.connection().getTable(TableName.valueOf(table))) {
      rows.put(puts);
    }
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

  /** Links with three partitions, as the run of the next generation, and returns its counts. */
  JsonNode link(String table, int gtcDays, Path rejects) throws IOException {
    try (MetaTable meta = admin.meta(table)) {
      LinkRun linkRun = LinkRun.begin(meta);
      JsonNode counts = run(table, linkRun, gtcDays, rejects);
      linkRun.complete(meta);
      return counts;
    }
  }

  private JsonNode run(String table, LinkRun linkRun, int gtcDays, Path rejects)
      throws IOException {
    String runId = "run" + linkRun.number();
    KeyRanges ranges = admin.ranges(table);
    LinkSettings settings =
        new LinkSettings(
            EventReader.Rules.DEFAULT,
            ValidityTable.parse("participants.csv", PARTICIPANTS, "mpid"),
            LinkSettings.TOLERANCE_NANOS,
            gtcDays,
            rejects.toString(),
            new StoreTable(connector, table),
            ranges,
            false,
            linkRun,
            runId,
            Spill.none(),
            Partitioning.sample(
                new StoreTable(connector, table), admin.keys(table), EventReader.Rules.DEFAULT, 3));
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setEnforceImmutability(true);
    options.setEnforceEncodability(true);
    options.setTargetParallelism(2);
    Pipeline pipeline = Pipeline.create(options);
    LinkJob.build(pipeline, settings);
    pipeline.run().waitUntilFinish();
    String summary = SaveSummary.read(new StoreTable(connector, table), runId).orElseThrow();
    return new ObjectMapper().readTree(summary);
  }

  /**
   * Links like a run that was killed and did not write everything.
   *
   * @param undone tells of each change of the run, {@code row FAMILY} or {@code row LINK:child id},
   *     whether it is missing; what a row has in one family changes together, but for children
   */
  void linkHalf(String table, int gtcDays, Path rejects, Predicate<String> undone)
      throws IOException {
    Map<String, Cell> before = rawCells(table);
    try (MetaTable meta = admin.meta(table)) {
      run(table, LinkRun.begin(meta), gtcDays, rejects);
    }
    Map<String, Cell> after = rawCells(table);
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    Map<String, Boolean> missing = new TreeMap<>();
    try (Table rows = lease.connection().getTable(TableName.valueOf(table))) {
      for (String name : names) {
        Cell old = before.get(name);
        Cell now = after.get(name);
        boolean changed = old == null || now == null || old.getTimestamp() != now.getTimestamp();
        String change = name.replaceAll(":(?!child).*", "");
        if (changed && missing.computeIfAbsent(change, undone::test)) {
          undo(rows, old, now);
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

  private Map<String, Cell> rawCells(String table) throws IOException {
    Map<String, Cell> cells = new TreeMap<>();
    try (RangeScan scan = RangeScan.open(lease.connection(), table, new byte[0], new byte[0])) {
      while (scan.next()) {
        cells.put(RowKey.read(scan.row(), 0) + " " + column(scan), scan.cell());
      }
    }
    return cells;
  }

  /** Rows of a table in which a cell has this timestamp. */
  Set<String> rowsWrittenAt(String table, long timestamp) throws IOException {
    Set<String> rows = new TreeSet<>();
    rawCells(table)
        .forEach(
            (name, cell) -> {
              if (cell.getTimestamp() == timestamp) {
                rows.add(rowOf(name));
              }
            });
    return rows;
  }

  /** The row of a cell's name in {@link #cells}. */
  static String rowOf(String name) {
    return name.substring(0, name.indexOf(' '));
  }

  /** Every cell of a table by row and column, without its timestamp; link's own as text. */
  Map<String, String> cells(String table) throws IOException {
    Map<String, String> cells = new TreeMap<>();
    try (RangeScan scan = RangeScan.open(lease.connection(), table, new byte[0], new byte[0])) {
      while (scan.next()) {
        cells.put(RowKey.read(scan.row(), 0) + " " + column(scan), value(scan));
      }
    }
    return cells;
  }

  private static String column(RangeScan scan) {
    Cell cell = scan.cell();
    byte[] array = cell.getQualifierArray();
    int at = cell.getQualifierOffset();
    String name = new String(array, at, cell.getQualifierLength(), ISO_8859_1);
    if (array[at] == TableSchema.CHILD_PREFIX
        && cell.getQualifierLength() == TableSchema.CHILD_QUALIFIER_LENGTH) {
      name = "child " + RowKey.read(array, at + 1);
    } else if (array[at] == TableSchema.EVENT_PREFIX
        || array[at] == TableSchema.REFERENCES_PREFIX) {
      int end = at + cell.getQualifierLength();
      name = name.charAt(0) + HexFormat.of().formatHex(array, at + 1, end);
    }
    return scan.family() + ":" + name;
  }

  private static String value(RangeScan scan) {
    Cell cell = scan.cell();
    byte[] array = cell.getValueArray();
    int at = cell.getValueOffset();
    int length = cell.getValueLength();
    String column = column(scan);
    if (column.equals("LINK:" + TableSchema.GRANDPARENT)) {
      LineageCell lineage = new LineageCell().read(array, at, length);
      return CellText.of(lineage, array) + " details=" + lineage.details();
    }
    if (column.equals("LINK:" + TableSchema.LIFECYCLE)) {
      return CellText.of(LifecycleCell.read(array, at, length));
    }
    return column.matches("DATA:e.*|LINK:.*")
        ? HexFormat.of().formatHex(array, at, at + length)
        : new String(array, at, length, ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
