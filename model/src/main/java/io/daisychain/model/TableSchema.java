package io.daisychain.model;

import java.util.Arrays;

/**
 * The one table: families, columns, who writes them and what their timestamps mean.
 *
 * <table>
 * <caption>Columns</caption>
 * <tr><th>Column</th><th>Writer</th><th>Value</th></tr>
 * <tr><td>{@code Data:e<content>}</td><td>ingest</td><td>{@link EventCell}, one a content</td></tr>
 * <tr><td>{@code Data:ReporterIdValid}, {@code CustomerIdValid}, {@code SymbolValid}</td><td>ingest,
 * link</td><td>{@code false}; absent when true or unchecked (the packed cell tells which)</td></tr>
 * <tr><td>{@code Data:SymbolMatch}, {@code SideMatch}</td><td>link</td><td>{@code false}, on the
 * parent's row</td></tr>
 * <tr><td>{@code Data:ChildSymbol}, {@code ChildSide}</td><td>link</td><td>the first child that
 * disagrees</td></tr>
 * <tr><td>{@code Link:p<content>}</td><td>ingest</td><td>{@link ClaimCell}, one a content: Parent and
 * Merge</td></tr>
 * <tr><td>{@code Link:c<child's key>}</td><td>link</td><td>relation code: Child, one column a
 * child</td></tr>
 * <tr><td>{@code Link:Grandparent}</td><td>link</td><td>{@link LineageCell}</td></tr>
 * <tr><td>{@code Link:Lifecycle}</td><td>link</td><td>{@link LifecycleCell}, on the oldest
 * root</td></tr>
 * <tr><td>{@code Error:status}</td><td>ingest, link</td><td>words of {@link ErrorStatus}</td></tr>
 * </table>
 *
 * <p>{@code <content>} is the 64-bit hash of the message without the fields that are no content (8
 * 9 10 34 43 52 97 122), so that a repeat falls onto itself and two contents under one key stay
 * both. The timestamp of these cells falls with SendingTime, so that the store itself keeps the
 * earliest of a repeat. Everything else that ingest writes has the timestamp {@link
 * #INGEST_TIMESTAMP}; what link writes has the number of the link run.
 */
public final class TableSchema {
  /** Values of the message. */
  public static final String DATA = "Data";

  /** Parents, children, grandparent, lifecycle. */
  public static final String LINK = "Link";

  /** What is wrong with the event. */
  public static final String ERROR = "Error";

  public static final String REPORTER_ID_VALID = "ReporterIdValid";
  public static final String CUSTOMER_ID_VALID = "CustomerIdValid";
  public static final String SYMBOL_VALID = "SymbolValid";
  public static final String SYMBOL_MATCH = "SymbolMatch";
  public static final String SIDE_MATCH = "SideMatch";
  public static final String CHILD_SYMBOL = "ChildSymbol";
  public static final String CHILD_SIDE = "ChildSide";
  public static final String GRANDPARENT = "Grandparent";
  public static final String LIFECYCLE = "Lifecycle";
  public static final String STATUS = "status";

  /** First byte of {@code Data:e<content>}. */
  public static final byte EVENT_PREFIX = 'e';

  /** First byte of {@code Link:p<content>}. */
  public static final byte CLAIM_PREFIX = 'p';

  /** First byte of {@code Link:c<child's key>}. */
  public static final byte CHILD_PREFIX = 'c';

  /** Length of {@code c<child's key>}. */
  public static final int CHILD_QUALIFIER_LENGTH = 1 + RowKey.LENGTH;

  /** Timestamp of the flags and statuses that ingest writes; every link run's number is larger. */
  public static final long INGEST_TIMESTAMP = 1;

  /** SendingTime of a message that has none that can be read: later than any. */
  public static final long NO_TIME = Long.MAX_VALUE;

  /** Value of a flag column, in ASCII. */
  public static final String FALSE = "false";

  private static final long NANOS_PER_MICRO = 1_000;

  /**
   * Microseconds from 1970 to the year 2096; timestamps must stay below 2^63 / 1000 on Bigtable.
   */
  private static final long TIMESTAMP_ORIGIN = 4_000_000_000_000_000L;

  /** Contents that are sent before the year 2065 have larger timestamps, link runs smaller. */
  private static final long CONTENT_TIMESTAMPS = 1_000_000_000_000_000L;

  private static final long LARGEST_TIMESTAMP = 9_000_000_000_000_000L;

  private TableSchema() {}

  /**
   * Timestamp of an event's cells: the earlier it was sent the larger, since stores show the
   * largest.
   *
   * @param sendingTime nanoseconds since 1970, {@link #NO_TIME} if it cannot be read
   */
  public static long contentTimestamp(long sendingTime) {
    if (sendingTime == NO_TIME) {
      return INGEST_TIMESTAMP;
    }
    long timestamp = TIMESTAMP_ORIGIN - Math.floorDiv(sendingTime, NANOS_PER_MICRO);
    return Math.min(LARGEST_TIMESTAMP, Math.max(INGEST_TIMESTAMP + 1, timestamp));
  }

  /**
   * True for the timestamps of nearly all contents, and of nothing that is written to a row beside
   * them. Nothing but speed may depend on it.
   */
  public static boolean isContentTimestamp(long timestamp) {
    return timestamp > CONTENT_TIMESTAMPS;
  }

  /**
   * Column of one content: prefix, hash, and the nanoseconds that the timestamp cannot tell apart,
   * where there are any.
   */
  public static byte[] contentQualifier(byte prefix, long contentHash, long sendingTime) {
    int rest = sendingTime == NO_TIME ? 0 : (int) Math.floorMod(sendingTime, NANOS_PER_MICRO);
    byte[] qualifier = new byte[rest == 0 ? 9 : 11];
    qualifier[0] = prefix;
    for (int i = 0; i < 8; i++) {
      qualifier[1 + i] = (byte) (contentHash >>> (56 - 8 * i));
    }
    if (rest != 0) {
      qualifier[9] = (byte) (rest >>> 8);
      qualifier[10] = (byte) rest;
    }
    return qualifier;
  }

  /** Hash in a qualifier made by {@link #contentQualifier}. */
  public static long contentHash(byte[] buffer, int qualifierOffset) {
    return RowKey.high(buffer, qualifierOffset + 1);
  }

  /** Column of one child. */
  public static byte[] childQualifier(long childHigh, long childLow) {
    byte[] qualifier = new byte[CHILD_QUALIFIER_LENGTH];
    qualifier[0] = CHILD_PREFIX;
    RowKey.write(childHigh, childLow, qualifier, 1);
    return qualifier;
  }

  /** True when the qualifier at {@code offset} is {@code column}. */
  public static boolean is(byte[] column, byte[] buffer, int offset, int length) {
    return Arrays.equals(column, 0, column.length, buffer, offset, offset + length);
  }
}
