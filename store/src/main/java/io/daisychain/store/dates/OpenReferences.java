package io.daisychain.store.dates;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.CalendarDates;
import io.daisychain.model.RowKey;
import io.daisychain.store.MetaTable;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/**
 * References to parents that may still be reported on another date, or on a nearer one than they
 * were found on: by the child's date and the key that the parent will have.
 *
 * <p>When an event comes, this tells which events of other dates have waited for it, without those
 * dates being read. What is here and waits no more does no harm: link looks at it and finds nothing
 * new. Not thread-safe.
 */
public final class OpenReferences implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private static final int BATCH = 1_000;

  private final MetaTable meta;
  private final List<Row> puts = new ArrayList<>();

  /** Takes a reference that was found. */
  @FunctionalInterface
  public interface Found {
    /**
     * Takes one.
     *
     * @param parent key that the parent will have
     * @param child key of the event that names it
     */
    void accept(RowKey parent, RowKey child) throws IOException;
  }

  /** Opens the references of a store's events. */
  public OpenReferences(StoreTable table) throws IOException {
    this.meta = MetaTable.open(table);
  }

  static String row(int date, String key) {
    return "open/" + CalendarDates.text(date) + "/" + key;
  }

  private static String hex(RowKey key) {
    return String.format("%016x%016x", key.high(), key.low());
  }

  private static RowKey key(String hex) {
    return new RowKey(
        Long.parseUnsignedLong(hex.substring(0, 16), 16),
        Long.parseUnsignedLong(hex.substring(16, 32), 16));
  }

  /** Adds a reference of an event of {@code date}; durable after {@link #flush}. */
  public void add(int date, RowKey parent, RowKey child) throws IOException {
    puts.add(
        new Put(row(date, hex(parent)).getBytes(US_ASCII))
            .addColumn(MetaTable.family(), hex(child).getBytes(US_ASCII), NOTHING));
    if (puts.size() >= BATCH) {
      flush();
    }
  }

  /** Writes what was added. */
  public void flush() throws IOException {
    if (!puts.isEmpty()) {
      try {
        meta.table().batch(puts, new Object[puts.size()]);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      puts.clear();
    }
  }

  public void scan(int date, Found found) throws IOException {
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(row(date, "").getBytes(US_ASCII))
            .addFamily(MetaTable.family())
            .readVersions(1)
            .setCacheBlocks(false);
    try (ResultScanner results = meta.table().getScanner(scan)) {
      for (Result result : results) {
        accept(result, found);
      }
    }
  }

  /** Reads the references of a date to some parents. */
  public void get(int date, Iterable<RowKey> parents, Found found) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (RowKey parent : parents) {
      gets.add(new Get(row(date, hex(parent)).getBytes(US_ASCII)).addFamily(MetaTable.family()));
      if (gets.size() >= BATCH) {
        get(gets, found);
      }
    }
    get(gets, found);
  }

  private void get(List<Get> gets, Found found) throws IOException {
    if (!gets.isEmpty()) {
      for (Result result : meta.table().get(gets)) {
        accept(result, found);
      }
      gets.clear();
    }
  }

  private static void accept(Result result, Found found) throws IOException {
    if (result.isEmpty()) {
      return;
    }
    String row = new String(result.getRow(), US_ASCII);
    RowKey parent = key(row.substring(row.length() - 32));
    for (Cell cell : result.rawCells()) {
      found.accept(parent, key(new String(CellUtil.cloneQualifier(cell), US_ASCII)));
    }
  }

  @Override
  public void close() throws IOException {
    meta.close();
  }
}
