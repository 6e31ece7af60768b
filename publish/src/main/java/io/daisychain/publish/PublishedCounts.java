package io.daisychain.publish;

import io.daisychain.model.ErrorStatus;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.AtomicCoder;

/**
 * What was published of some rows; adding up does not depend on the order.
 *
 * @param events lines of {@code events}
 * @param links lines of {@code links}
 * @param lifecycles lines of {@code lifecycles}
 * @param duplicates lines of {@code duplicates}
 * @param unlinked events that link has not seen yet
 * @param unreported rows that only children wrote to, which are not published
 * @param statuses number of events with each {@link ErrorStatus}, in their order
 */
record PublishedCounts(
    TableSum events,
    TableSum links,
    TableSum lifecycles,
    TableSum duplicates,
    long unlinked,
    long unreported,
    List<Long> statuses)
    implements Serializable {

  /** Nothing at all. */
  static final PublishedCounts ZERO =
      new PublishedCounts(
          TableSum.ZERO,
          TableSum.ZERO,
          TableSum.ZERO,
          TableSum.ZERO,
          0,
          0,
          new long[ErrorStatus.values().length]);

  PublishedCounts(
      TableSum events,
      TableSum links,
      TableSum lifecycles,
      TableSum duplicates,
      long unlinked,
      long unreported,
      long[] statuses) {
    this(
        events,
        links,
        lifecycles,
        duplicates,
        unlinked,
        unreported,
        Arrays.stream(statuses).boxed().toList());
  }

  /**
   * Lines of one table.
   *
   * @param lines their number
   * @param digestHigh upper half of the sum, modulo 2^128, of their hashes
   * @param digestLow lower half of it
   */
  record TableSum(long lines, long digestHigh, long digestLow) implements Serializable {
    static final TableSum ZERO = new TableSum(0, 0, 0);

    TableSum plus(TableSum other) {
      long low = digestLow + other.digestLow;
      int carry = Long.compareUnsigned(low, digestLow) < 0 ? 1 : 0;
      return new TableSum(lines + other.lines, digestHigh + other.digestHigh + carry, low);
    }

    TableSum minus(TableSum other) {
      int borrow = Long.compareUnsigned(digestLow, other.digestLow) < 0 ? 1 : 0;
      return new TableSum(
          lines - other.lines, digestHigh - other.digestHigh - borrow, digestLow - other.digestLow);
    }

    /**
     * Reads what {@link #digest} says.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    static TableSum of(long lines, String digest) {
      if (!digest.matches("[0-9a-f]{32}")) {
        throw new IllegalArgumentException("'" + digest + "' is not a digest");
      }
      return new TableSum(
          lines,
          Long.parseUnsignedLong(digest.substring(0, 16), 16),
          Long.parseUnsignedLong(digest.substring(16), 16));
    }

    /** The digest in 32 hex digits. */
    String digest() {
      return String.format("%016x%016x", digestHigh, digestLow);
    }
  }

  PublishedCounts plus(PublishedCounts other) {
    long[] sums = new long[statuses.size()];
    Arrays.setAll(sums, i -> statuses.get(i) + other.statuses.get(i));
    return new PublishedCounts(
        events.plus(other.events),
        links.plus(other.links),
        lifecycles.plus(other.lifecycles),
        duplicates.plus(other.duplicates),
        unlinked + other.unlinked,
        unreported + other.unreported,
        sums);
  }

  /**
   * What is left without some of the rows, and with others: {@code unreported} are those among the
   * others, since nobody knows how many were among the first.
   */
  PublishedCounts with(PublishedCounts others, PublishedCounts without) {
    long[] sums = new long[statuses.size()];
    Arrays.setAll(sums, i -> statuses.get(i) + others.statuses.get(i) - without.statuses.get(i));
    return new PublishedCounts(
        events.plus(others.events).minus(without.events),
        links.plus(others.links).minus(without.links),
        lifecycles.plus(others.lifecycles).minus(without.lifecycles),
        duplicates.plus(others.duplicates).minus(without.duplicates),
        unlinked + others.unlinked - without.unlinked,
        others.unreported,
        sums);
  }

  /** Lines of a table. */
  TableSum of(String table) {
    return switch (table) {
      case "events" -> events;
      case "links" -> links;
      case "lifecycles" -> lifecycles;
      case "duplicates" -> duplicates;
      default -> throw new IllegalArgumentException("no table " + table);
    };
  }

  /** Numbers in a fixed order, eight bytes each. */
  static final class CountsCoder extends AtomicCoder<PublishedCounts> {
    @Override
    public void encode(PublishedCounts counts, OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      encode(counts.events(), data);
      encode(counts.links(), data);
      encode(counts.lifecycles(), data);
      encode(counts.duplicates(), data);
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
      TableSum events = decodeSum(data);
      TableSum links = decodeSum(data);
      TableSum lifecycles = decodeSum(data);
      TableSum duplicates = decodeSum(data);
      long unlinked = data.readLong();
      long unreported = data.readLong();
      long[] statuses = new long[ErrorStatus.values().length];
      for (int i = 0; i < statuses.length; i++) {
        statuses[i] = data.readLong();
      }
      return new PublishedCounts(
          events, links, lifecycles, duplicates, unlinked, unreported, statuses);
    }

    private static TableSum decodeSum(DataInputStream data) throws IOException {
      return new TableSum(data.readLong(), data.readLong(), data.readLong());
    }
  }
}
