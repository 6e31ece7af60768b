package io.daisychain.splits;

import io.daisychain.model.CalendarDates;
import io.daisychain.store.FamilySettings;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;

/**
 * Split points for keys that are spread evenly over 16 bytes: N splits are N regions and N-1 keys,
 * key k being floor((2^128-1) * k / N).
 */
public final class SplitPoints {
  private static final BigInteger LARGEST_KEY =
      BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
  private static final int KEY_LENGTH = 16;

  /** RFC 9562, section 5.7: 48 bits of milliseconds, 4 of the version. */
  private static final int MILLIS_BITS = 48;

  private static final long VERSION_7 = 0x7000;
  private static final HexFormat ESCAPED = HexFormat.of().withUpperCase().withPrefix("\\x");

  private SplitPoints() {}

  /**
   * Keys of {@code splits} regions, in ascending order; none for one region.
   *
   * @throws IllegalArgumentException if there is not even one region
   */
  public static List<byte[]> of(int splits) {
    if (splits < 1) {
      throw new IllegalArgumentException("a table has at least one region, not " + splits);
    }
    List<byte[]> keys = new ArrayList<>(splits - 1);
    BigInteger regions = BigInteger.valueOf(splits);
    for (int k = 1; k < splits; k++) {
      keys.add(bytes(LARGEST_KEY.multiply(BigInteger.valueOf(k)).divide(regions)));
    }
    return Collections.unmodifiableList(keys);
  }

  /**
   * Keys of {@code splits} regions for identifiers that begin with the milliseconds since 1970
   * (UUID version 7, RFC 9562): the time between two moments is cut evenly, and what is before and
   * after belongs to the first and the last region.
   *
   * @throws IllegalArgumentException if there is not even one region, or not a millisecond for each
   */
  public static List<byte[]> ofTimes(int splits, Instant from, Instant to) {
    if (splits < 1) {
      throw new IllegalArgumentException("a table has at least one region, not " + splits);
    }
    long start = from.toEpochMilli();
    long length = to.toEpochMilli() - start;
    if (start < 0 || length < splits) {
      throw new IllegalArgumentException(
          "from " + from + " to " + to + " there is not a millisecond for each of " + splits);
    }
    List<byte[]> keys = new ArrayList<>(splits - 1);
    for (int k = 1; k < splits; k++) {
      long millis = start + Math.floorDiv(Math.multiplyExact(length, (long) k), splits);
      keys.add(
          ByteBuffer.allocate(KEY_LENGTH)
              .putLong(millis << (Long.SIZE - MILLIS_BITS) | VERSION_7)
              .putLong(0)
              .array());
    }
    return Collections.unmodifiableList(keys);
  }

  /**
   * Regions for a cluster.
   *
   * @throws IllegalArgumentException if a number is not positive or there are too many
   */
  public static int regions(int nodes, int factor) {
    if (nodes < 1 || factor < 1) {
      throw new IllegalArgumentException(
          "nodes and factor must be at least 1, not " + nodes + " and " + factor);
    }
    try {
      return Math.multiplyExact(nodes, factor);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          nodes + " nodes with factor " + factor + " are too many", e);
    }
  }

  /** A key in the form of the paper: 32 hex digits as a UUID. */
  public static String uuidText(byte[] key) {
    ByteBuffer halves = ByteBuffer.wrap(key);
    return new UUID(halves.getLong(), halves.getLong()).toString();
  }

  /**
   * The HBase shell's statements that make event tables and the one that goes with them.
   *
   * @param dates trade dates whose tables are made; for none the statement has {@code YYYYMMDD} in
   *     the place of the date
   * @throws IllegalArgumentException for less than two splits, which cut nothing
   */
  public static String shellCreate(String table, Collection<Integer> dates, List<byte[]> keys) {
    int splits = keys.size() + 1;
    if (splits < 2) {
      throw new IllegalArgumentException(
          "the number of splits must be at least 2, not "
              + splits
              + ": one region has no split keys");
    }
    StringJoiner text = new StringJoiner("\n", "", "\n");
    if (dates.isEmpty()) {
      addCreate(text, table + "_YYYYMMDD", keys);
    }
    for (int date : dates) {
      addCreate(text, table + "_" + CalendarDates.text(date), keys);
    }
    text.add(
        "create '%s', {NAME => '%s', %s}"
            .formatted(
                TableAdmin.metaName(table), FamilySettings.metaFamily(), FamilySettings.shell()));
    return text.toString();
  }

  private static void addCreate(StringJoiner text, String table, List<byte[]> keys) {
    int splits = keys.size() + 1;
    text.add("# " + splits + " splits of " + table + ", " + (splits - 1) + " keys");
    text.add("create '" + table + "',");
    for (String family : FamilySettings.eventFamilies()) {
      text.add("  {NAME => '" + family + "', " + FamilySettings.shell() + "},");
    }
    text.add("  SPLITS => [");
    for (int i = 0; i < keys.size(); i++) {
      // In single quotes Ruby leaves the escapes to the shell, which makes bytes of them. In double
      // quotes it would make characters, and lose those that are not UTF-8.
      String end = i + 1 < keys.size() ? "', # " : "' # ";
      text.add("    '" + ESCAPED.formatHex(keys.get(i)) + end + uuidText(keys.get(i)));
    }
    text.add("  ]");
  }

  /**
   * Makes the table of a trade date, unless it is there with the same splits.
   *
   * @param date days since 1970-01-01
   * @return true if it was made, false if it was there
   * @throws OtherSplitsException if it is there with others
   */
  public static boolean create(StoreTable table, int date, List<byte[]> keys) throws IOException {
    try (TableAdmin admin = TableAdmin.open(table.store())) {
      admin.requireFormat(table.name());
      boolean created = admin.createDate(table.name(), date, keys);
      if (!created) {
        List<byte[]> existing = admin.splitKeys(table.name(), date);
        if (!same(keys, existing)) {
          throw OtherSplitsException.ofTable(
              table.ofDate(date), existing.size() + 1, keys.size() + 1);
        }
      }
      return created;
    }
  }

  /**
   * Keeps in the store with which splits the tables of further trade dates are made.
   *
   * @return true if they are kept now, false if the same were kept before
   * @throws OtherSplitsException if others are kept
   */
  public static boolean keep(StoreTable table, List<byte[]> keys) throws IOException {
    try (TableAdmin admin = TableAdmin.open(table.store())) {
      admin.requireFormat(table.name());
      boolean kept = admin.keepSplitKeys(table.name(), keys);
      if (!kept) {
        List<byte[]> existing = admin.keptSplitKeys(table.name()).orElseThrow();
        if (!same(keys, existing)) {
          throw OtherSplitsException.kept(table.name(), existing.size() + 1, keys.size() + 1);
        }
      }
      return kept;
    }
  }

  private static boolean same(List<byte[]> left, List<byte[]> right) {
    return Arrays.deepEquals(left.toArray(), right.toArray());
  }

  private static byte[] bytes(BigInteger number) {
    byte[] digits = number.toByteArray();
    byte[] key = new byte[KEY_LENGTH];
    // A leading zero byte, where there is one, only says that the number is positive.
    int length = Math.min(digits.length, KEY_LENGTH);
    System.arraycopy(digits, digits.length - length, key, KEY_LENGTH - length, length);
    return key;
  }
}
