package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.scan.StoredCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * The keys that native parents have on earlier days ({@code --gtcDays}). They follow from the
 * message alone, which a scan leaves where it is: it is read for those events whose parents are not
 * beside them, and for no other. Not thread-safe.
 */
final class EarlierParents implements AutoCloseable {
  private static final byte[] DATA = TableSchema.DATA.getBytes(US_ASCII);
  private static final int BATCH = 500;

  private final LinkSettings settings;
  private final EventReader reader;
  private final ParentReferences own = new ParentReferences();
  private final ParentReferences earlier = new ParentReferences();
  private final LinkRecord.Named named = new LinkRecord.Named();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private ConnectionLease lease;

  EarlierParents(LinkSettings settings) {
    this.settings = settings;
    this.reader = new EventReader(settings.rules());
  }

  /**
   * Adds these keys to the records of a graph's events that lack a native parent.
   *
   * @return false where there are none: the graph's records are what they were
   */
  boolean addTo(LineageGraph graph) throws IOException {
    if (settings.gtcDays() == 0) {
      return false;
    }
    Map<Integer, List<Integer>> byDate = new TreeMap<>();
    for (int node = 0; node < graph.size(); node++) {
      if (graph.mayHaveEarlierParents(node)) {
        List<Integer> nodes = byDate.computeIfAbsent(graph.date(node), date -> new ArrayList<>());
        nodes.add(node);
        if (nodes.size() == BATCH) {
          addTo(graph, nodes);
          nodes.clear();
        }
      }
    }
    for (List<Integer> nodes : byDate.values()) {
      addTo(graph, nodes);
    }
    return !byDate.isEmpty();
  }

  private void addTo(LineageGraph graph, List<Integer> nodes) throws IOException {
    if (nodes.isEmpty()) {
      return;
    }
    if (lease == null) {
      lease = settings.table().store().connect();
    }
    List<Get> gets = new ArrayList<>(nodes.size());
    for (int node : nodes) {
      gets.add(get(graph, node));
    }
    TableName name = TableName.valueOf(settings.tableOf(graph.date(nodes.get(0))));
    try (Table table = lease.connection().getTable(name)) {
      Result[] rows = table.get(gets);
      for (int i = 0; i < rows.length; i++) {
        if (!rows[i].isEmpty()) {
          replace(graph, nodes.get(i), List.of(rows[i].rawCells()));
        }
      }
    }
  }

  /** Asks for the messages of all versions of an event: any of them may stand at some moment. */
  private Get get(LineageGraph graph, int node) throws IOException {
    LinkRecord record = graph.record(node);
    Get get = new Get(graph.key(node).toBytes()).readVersions(1);
    if (!record.has(LinkRecord.VERSIONS)) {
      return get.addColumn(DATA, event(record, LinkRecord.STANDING));
    }
    for (int version = 0; version < record.versions(); version++) {
      get.addColumn(DATA, event(record, version));
    }
    return get;
  }

  /** Column of a version's message. */
  private byte[] event(LinkRecord record, int version) {
    record.named(version, named);
    long sent = named.read(references).sendingTime();
    return TableSchema.contentQualifier(
        TableSchema.EVENT_PREFIX, named.columnHigh(), named.columnLow(), sent);
  }

  private void replace(LineageGraph graph, int node, List<Cell> messages) {
    try {
      LinkRecord record = graph.record(node);
      PackedWriter packed = new PackedWriter();
      LinkRecord.Version standing = version(record, LinkRecord.STANDING, messages);
      if (record.has(LinkRecord.VERSIONS)) {
        List<LinkRecord.Version> all = new ArrayList<>();
        for (int version = 0; version < record.versions(); version++) {
          all.add(version(record, version, messages));
        }
        record.writeWith(standing, all, packed);
      } else {
        record.writeWith(settings.gtcDays(), standing.alternatives(), packed);
      }
      graph.replaceRecord(node, packed.toBytes());
    } catch (DamagedCellException e) {
      throw e.inRow(graph.key(node));
    }
  }

  private LinkRecord.Version version(LinkRecord record, int version, List<Cell> messages) {
    record.named(version, named).read(references);
    ParentReferences alternatives = null;
    for (Cell message : messages) {
      if (StoredCells.content(message).equals(new RowKey(named.columnHigh(), named.columnLow()))) {
        alternatives = of(references, message);
      }
    }
    return new LinkRecord.Version(
        named.columnHigh(),
        named.columnLow(),
        named.references(),
        alternatives == null ? 0 : settings.gtcDays(),
        alternatives);
  }

  /** The parents' keys on earlier days, day by day. */
  ParentReferences of(ParentReferenceCell references, Cell message) {
    EventCell event = StoredCells.event(message);
    reader.parentsEarlier(event, 0, own);
    ParentReferences keys = new ParentReferences();
    for (int day = 1; day <= settings.gtcDays(); day++) {
      reader.parentsEarlier(event, day, earlier);
      int named = 0; // the cell has them in the message's order, without repetitions
      for (int i = 0; i < references.parents(); i++) {
        named = own.indexOf(references.parentHigh(i), references.parentLow(i), named);
        keys.addNative(earlier.high(named), earlier.low(named), earlier.date(named));
      }
    }
    return keys;
  }

  @Override
  public void close() throws IOException {
    if (lease != null) {
      lease.close();
    }
  }
}
