package io.daisychain.linkage;

import io.daisychain.beam.BlockPacker;
import io.daisychain.beam.BlockSink;
import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.KeyNumbers;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.ParentCandidates;
import io.daisychain.linkage.plan.LinkCounts;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.CatKey;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.ConnectionLease;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.beam.sdk.transforms.DoFn.MultiOutputReceiver;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads, by key, the lifecycles that news touches on trade dates which are not scanned: from the
 * events that are asked for to their parents, to the children that their rows show, to those that
 * have waited for them, and so on.
 *
 * <p>What is read goes out as {@link LinkRecord}s. Not thread-safe.
 */
public final class LifecycleFetch implements AutoCloseable {
  private static final int BATCH = 500;

  private final LinkSettings settings;
  private final ConnectionLease lease;
  private final RowRecorder recorder;
  private final BlockPacker records;
  private final LinkCounts counts = new LinkCounts();
  private final Consumer<LinkCounts> counted;
  private final KeyNumbers seen = new KeyNumbers();
  private final KeyNumbers reported = new KeyNumbers();

  /** By number of a key that was reported: SendingTime of its first message. */
  private long[] firstSent = new long[BATCH];

  private final ArrayDeque<DatedKey> open = new ArrayDeque<>();
  private final ArrayDeque<Probe> probes = new ArrayDeque<>();
  private final Map<Integer, Table> tables = new HashMap<>();
  private final ParentCandidates candidates;
  private final WaitingReferences waiting;
  private final List<DatedKey> fresh = new ArrayList<>();
  private final Set<DatedKey> alone = new HashSet<>();
  private final LinkRow row = new LinkRow();
  private final LinkRecord record = new LinkRecord();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private final LinkRecord.Named named = new LinkRecord.Named();
  private final PackedWriter packed = new PackedWriter();

  private final Unwritten unwritten;

  /** What of a row has not been written yet. */
  public interface Unwritten {
    /** The cells of a row as they will be. */
    Cell[] over(DatedKey key, Cell[] cells);
  }

  /**
   * The candidates of one reference, tried one after the other until one was reported before it.
   *
   * @param sent when the reference was sent first
   */
  private record Probe(List<DatedKey> candidates, int next, long sent) {}

  public LifecycleFetch(LinkSettings settings, Spill.Writer spill, MultiOutputReceiver out)
      throws IOException {
    this(
        settings,
        spill.into(out.get(ScanParentReferencesFn.EVENTS)),
        counts -> out.get(ScanParentReferencesFn.COUNTS).output(counts),
        (key, cells) -> cells);
  }

  /**
   * Reads lifecycles.
   *
   * @param sink takes blocks of records by partition
   * @param counted takes the number of rows at the end
   * @param unwritten what the rows do not show yet
   */
  public LifecycleFetch(
      LinkSettings settings, BlockSink sink, Consumer<LinkCounts> counted, Unwritten unwritten)
      throws IOException {
    this.unwritten = unwritten;
    this.settings = settings;
    this.counted = counted;
    this.lease = settings.table().store().connect();
    this.recorder = new RowRecorder(settings, lease);
    this.records = new BlockPacker(2 * settings.partitions(), sink);
    this.candidates = new ParentCandidates(settings.dates());
    this.waiting = new WaitingReferences(settings);
  }

  /** Asks for an event. */
  public void add(DatedKey key) {
    if (settings.isFetched(key.date())
        && seen.isNew(key.key().high(), key.key().low(), key.date())) {
      open.add(key);
    }
  }

  /** Asks for an event's row alone, where all that hangs together with it is at hand. */
  public void addAlone(DatedKey key) {
    alone.add(key);
    add(key);
  }

  /** Asks for what has waited for an event that was never linked. */
  void addWaiting(DatedKey key) {
    if (waiting.mayHave(key.date())) {
      fresh.add(key);
    }
  }

  /** Asks for what an event's row names: children on other dates and parents of before. */
  void addFrom(LinkRecord of) {
    for (int i = 0; i < of.otherChildren(); i++) {
      add(of.otherChild(i));
    }
    for (int i = 0; i < of.priorParents(); i++) {
      add(of.priorParent(i));
    }
  }

  /** Reads all that hangs together. */
  public void run() throws IOException {
    while (!open.isEmpty() || !probes.isEmpty() || !fresh.isEmpty()) {
      waiting.find(fresh, this::add);
      fresh.clear();
      List<Probe> asked = nextProbes();
      Map<Integer, List<DatedKey>> batch = nextBatch();
      for (List<DatedKey> ofDate : batch.values()) {
        fetch(ofDate);
      }
      for (Probe probe : asked) {
        if (!isSettled(probe)) {
          probe(probe.candidates(), probe.next() + 1, probe.sent());
        }
      }
    }
    recorder.requireOlder();
    records.flush();
    counted.accept(counts);
  }

  /** Puts the next candidate of each waiting reference among the rows to read. */
  private List<Probe> nextProbes() {
    List<Probe> asked = new ArrayList<>();
    while (!probes.isEmpty() && asked.size() < BATCH) {
      Probe probe = probes.poll();
      add(probe.candidates().get(probe.next()));
      asked.add(probe);
    }
    return asked;
  }

  private Map<Integer, List<DatedKey>> nextBatch() {
    Map<Integer, List<DatedKey>> batch = new TreeMap<>();
    while (!open.isEmpty()) {
      DatedKey key = open.poll();
      batch.computeIfAbsent(key.date(), none -> new ArrayList<>()).add(key);
    }
    return batch;
  }

  private void fetch(List<DatedKey> keys) throws IOException {
    for (int from = 0; from < keys.size(); from += BATCH) {
      List<DatedKey> some = keys.subList(from, Math.min(keys.size(), from + BATCH));
      List<Get> gets = new ArrayList<>();
      for (DatedKey key : some) {
        gets.add(recorder.get(key.key()));
      }
      Result[] rows = table(some.get(0).date()).get(gets);
      for (int i = 0; i < rows.length; i++) {
        take(some.get(i), rows[i]);
      }
    }
  }

  private Table table(int date) throws IOException {
    Table table = tables.get(date);
    if (table == null) {
      table = lease.connection().getTable(TableName.valueOf(settings.tableOf(date)));
      tables.put(date, table);
    }
    return table;
  }

  private void take(DatedKey key, Result result) throws IOException {
    if (result.isEmpty()) {
      return;
    }
    counts.read++;
    boolean expands = !alone.contains(key);
    row.clear(key.date());
    List<Cell> events = new ArrayList<>();
    for (Cell cell : unwritten.over(key, result.rawCells())) {
      Family family =
          Family.named(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
      recorder.newest().add(cell);
      switch (family) {
        case LINK -> {
          row.addLink(cell);
          if (expands) {
            addChild(cell, key.date());
          }
        }
        case ERROR -> row.addError(cell);
        case DATA -> {
          if (RowRecorder.isEvent(cell)) {
            events.add(cell);
          } else {
            row.addFlag(cell);
          }
        }
      }
    }
    if (!row.isReported()) {
      return;
    }
    packed.clear();
    int part = recorder.record(key.key().toBytes(), row, events, packed, null);
    int partition = settings.partitions() + (settings.isSmall() ? 0 : part);
    PackedWriter into = records.begin(partition);
    into.raw(packed.buffer(), 0, packed.length());
    records.end(partition);
    record.read(packed.buffer(), 0);
    int number = reported.number(key.key().high(), key.key().low(), key.date());
    if (number >= firstSent.length) {
      firstSent = Arrays.copyOf(firstSent, 2 * number);
    }
    firstSent[number] = record.firstSent();
    if (expands) {
      expand(key);
    }
  }

  /**
   * True when the candidate that was tried was reported, and sent before the reference to it. One
   * of a dropped date may count for others alone.
   */
  private boolean isSettled(Probe probe) {
    DatedKey key = probe.candidates().get(probe.next());
    if (settings.dates().isKept(key.date())) {
      return false;
    }
    int number = reported.find(key.key().high(), key.key().low(), key.date());
    return number != KeyNumbers.ABSENT && firstSent[number] <= probe.sent();
  }

  private void addChild(Cell cell, int date) {
    byte[] qualifier = cell.getQualifierArray();
    int at = cell.getQualifierOffset();
    int length = cell.getQualifierLength();
    if (TableSchema.isChild(qualifier, at, length) || TableSchema.isBearer(qualifier, at, length)) {
      add(
          new DatedKey(
              TableSchema.childDate(qualifier, at, length, date), RowKey.read(qualifier, at + 1)));
    }
  }

  /** Asks for what the row that was packed last names. */
  private void expand(DatedKey key) {
    if (record.has(LinkRecord.ACTIONS)) {
      for (int version = 0; version < record.versions(); version++) {
        addParents(key, version);
      }
    } else {
      addParents(key, LinkRecord.STANDING);
    }
    references.read(record.buffer(), record.referencesAt(), record.referencesLength());
    addFrom(record);
    if (references.keyKind() != CatKey.Kind.NONE) {
      DatedKey borne =
          new DatedKey(references.keyDate(), new RowKey(references.keyHigh(), references.keyLow()));
      add(borne);
      if (!record.has(LinkRecord.LINKED)) {
        addWaiting(borne);
      }
    }
    if (!record.has(LinkRecord.LINKED)) {
      addWaiting(key);
    } else if (!record.has(LinkRecord.OWN_PRIOR_PARENTS)) {
      for (int i = 0; i < references.parents(); i++) {
        add(
            new DatedKey(
                key.date(), new RowKey(references.parentHigh(i), references.parentLow(i))));
      }
    }
  }

  private void addParents(DatedKey key, int version) {
    record.named(version, named).read(references);
    for (int i = 0; i < references.parents(); i++) {
      addFirst(candidates.of(key.date(), named, references, i).keys(0), record.firstSent());
    }
  }

  /**
   * Asks for the first of some candidates that was reported, and for further ones until one was
   * sent before the reference to it.
   */
  void addFirst(List<DatedKey> keys, long sent) {
    List<DatedKey> stored = keys.stream().filter(key -> settings.isFetched(key.date())).toList();
    probe(stored, 0, sent);
  }

  private void probe(List<DatedKey> stored, int next, long sent) {
    if (next < stored.size()) {
      probes.add(new Probe(stored, next, sent));
    }
  }

  @Override
  public void close() throws IOException {
    waiting.close();
    for (Table table : tables.values()) {
      table.close();
    }
    lease.close();
  }
}
