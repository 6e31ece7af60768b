package io.daisychain.publish.table;

import io.daisychain.model.ErrorStatus;
import io.daisychain.warehouse.WarehouseTable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;

/**
 * What was published of some rows; adding up does not depend on the order.
 *
 * @param tables lines of each table, in the order of the schema
 * @param unlinked events that link has not seen yet
 * @param unreported rows that only children wrote to, which are not published
 * @param statuses number of events with each {@link ErrorStatus}, in their order
 */
public record PublishedCounts(
    List<TableSum> tables, long unlinked, long unreported, List<Long> statuses)
    implements Serializable {
  private static final List<String> NAMES =
      PublishedTables.schema().tables().stream().map(WarehouseTable::name).toList();

  /** Nothing at all. */
  public static final PublishedCounts ZERO =
      new PublishedCounts(
          Collections.nCopies(NAMES.size(), TableSum.ZERO),
          0,
          0,
          new long[ErrorStatus.values().length]);

  public PublishedCounts(List<TableSum> tables, long unlinked, long unreported, long[] statuses) {
    this(List.copyOf(tables), unlinked, unreported, Arrays.stream(statuses).boxed().toList());
  }

  /**
   * Lines of one table.
   *
   * @param lines their number
   * @param digestHigh upper half of the sum, modulo 2^128, of their hashes
   * @param digestLow lower half of it
   */
  public record TableSum(long lines, long digestHigh, long digestLow) implements Serializable {
    public static final TableSum ZERO = new TableSum(0, 0, 0);

    public TableSum plus(TableSum other) {
      long low = digestLow + other.digestLow;
      int carry = Long.compareUnsigned(low, digestLow) < 0 ? 1 : 0;
      return new TableSum(lines + other.lines, digestHigh + other.digestHigh + carry, low);
    }

    public TableSum minus(TableSum other) {
      int borrow = Long.compareUnsigned(digestLow, other.digestLow) < 0 ? 1 : 0;
      return new TableSum(
          lines - other.lines, digestHigh - other.digestHigh - borrow, digestLow - other.digestLow);
    }

    /**
     * Reads what {@link #digest} says.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static TableSum of(long lines, String digest) {
      if (!digest.matches("[0-9a-f]{32}")) {
        throw new IllegalArgumentException("'" + digest + "' is not a digest");
      }
      return new TableSum(
          lines,
          Long.parseUnsignedLong(digest.substring(0, 16), 16),
          Long.parseUnsignedLong(digest.substring(16), 16));
    }

    /** The digest in 32 hex digits. */
    public String digest() {
      return String.format("%016x%016x", digestHigh, digestLow);
    }
  }

  public PublishedCounts plus(PublishedCounts other) {
    long[] sums = new long[statuses.size()];
    Arrays.setAll(sums, i -> statuses.get(i) + other.statuses.get(i));
    List<TableSum> all = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      all.add(tables.get(i).plus(other.tables.get(i)));
    }
    return new PublishedCounts(all, unlinked + other.unlinked, unreported + other.unreported, sums);
  }

  /**
   * What is left without some of the rows, and with others: {@code unreported} are those among the
   * others, since nobody knows how many were among the first.
   */
  public PublishedCounts with(PublishedCounts others, PublishedCounts without) {
    long[] sums = new long[statuses.size()];
    Arrays.setAll(sums, i -> statuses.get(i) + others.statuses.get(i) - without.statuses.get(i));
    List<TableSum> left = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      left.add(tables.get(i).plus(others.tables.get(i)).minus(without.tables.get(i)));
    }
    return new PublishedCounts(
        left, unlinked + others.unlinked - without.unlinked, others.unreported, sums);
  }

  /** Lines of {@code events}. */
  public TableSum events() {
    return of("events");
  }

  /** Lines of {@code links}. */
  public TableSum links() {
    return of("links");
  }

  /** Lines of {@code lifecycles}. */
  public TableSum lifecycles() {
    return of("lifecycles");
  }

  /** Lines of {@code duplicates}. */
  public TableSum duplicates() {
    return of("duplicates");
  }

  /** Lines of a table. */
  public TableSum of(String table) {
    int at = NAMES.indexOf(table);
    if (at < 0) {
      throw new IllegalArgumentException("no table " + table);
    }
    return tables.get(at);
  }

  /** Numbers in a fixed order, eight bytes each. */
  public static final class CountsCoder extends AtomicCoder<PublishedCounts> {
    @Override
    public void encode(PublishedCounts counts, OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      for (TableSum table : counts.tables()) {
        encode(table, data);
      }
      data.writeLong(counts.unlinked());
      data.writeLong(counts.unreported());
      for (long count : counts.statuses()) {
        data.writeLong(count);
      }
    }

    private static void encode(TableSum sum, DataOutputStream data) throws IOException {
      data.writeLong(sum.lines());
      data.writeLong(sum.digestHigh());
      data.writeLong(sum.digestLow());
    }

    @Override
    public PublishedCounts decode(InputStream in) throws IOException {
      DataInputStream data = new DataInputStream(in);
      List<TableSum> tables = new ArrayList<>();
      for (int i = 0; i < NAMES.size(); i++) {
        tables.add(decodeSum(data));
      }
      long unlinked = data.readLong();
      long unreported = data.readLong();
      long[] statuses = new long[ErrorStatus.values().length];
      for (int i = 0; i < statuses.length; i++) {
        statuses[i] = data.readLong();
      }
      return new PublishedCounts(tables, unlinked, unreported, statuses);
    }

    private static TableSum decodeSum(DataInputStream data) throws IOException {
      return new TableSum(data.readLong(), data.readLong(), data.readLong());
    }
  }
}
