package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.linkage.graph.LineageGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.EventCell;
import io.daisychain.model.EventReader;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.TableSchema;
import io.daisychain.store.ConnectionLease;
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
  private ConnectionLease lease;

  EarlierParents(LinkSettings settings) {
    this.settings = settings;
    this.reader = new EventReader(settings.rules());
  }

  /** Adds these keys to the records of a graph's events that lack a native parent. */
  void addTo(LineageGraph graph) throws IOException {
    if (settings.gtcDays() == 0) {
      return;
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
      gets.add(new Get(graph.key(node).toBytes()).addColumn(DATA, event(graph, node)));
    }
    TableName name = TableName.valueOf(settings.table().ofDate(graph.date(nodes.get(0))));
    try (Table table = lease.connection().getTable(name)) {
      Result[] rows = table.get(gets);
      for (int i = 0; i < rows.length; i++) {
        if (!rows[i].isEmpty()) {
          replace(graph, nodes.get(i), rows[i].rawCells()[0]);
        }
      }
    }
  }

  /** Column of an event's message. */
  private static byte[] event(LineageGraph graph, int node) {
    long sent = graph.references(node).sendingTime();
    LinkRecord record = graph.record(node);
    return TableSchema.contentQualifier(
        TableSchema.EVENT_PREFIX, record.contentHigh(), record.contentLow(), sent);
  }

  private void replace(LineageGraph graph, int node, Cell message) {
    try {
      ParentReferences keys = of(graph.references(node), message);
      PackedWriter packed = new PackedWriter();
      graph.record(node).writeWith(settings.gtcDays(), keys, packed);
      graph.replaceRecord(node, packed.toBytes());
    } catch (DamagedCellException e) {
      throw e.inRow(graph.key(node));
    }
  }

  /** The parents' keys on earlier days, day by day. */
  ParentReferences of(ParentReferenceCell references, Cell message) {
    EventCell event =
        new EventCell()
            .read(message.getValueArray(), message.getValueOffset(), message.getValueLength());
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
