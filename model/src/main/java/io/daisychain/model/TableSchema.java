package io.daisychain.model;

import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.OriginCell;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.Arrays;

/**
 * The tables of events, one a trade date, all alike: families, columns, the job that writes each,
 * and timestamps. A row lies in the table of its event's trade date, and so do the columns of
 * children of a parent that was not reported.
 *
 * <table>
 * <caption>Columns</caption>
 * <tr><th>Column</th><th>Writer</th><th>Value</th></tr>
 * <tr><td>{@code Data:e<content>}</td><td>ingest</td><td>{@link EventCell}, one a content</td></tr>
 * <tr><td>{@code Data:o<content>}</td><td>ingest</td><td>{@link OriginCell}, one a content</td></tr>
 * <tr><td>{@code Data:ReporterIdValid}, {@code CustomerIdValid}, {@code SymbolValid}</td><td>ingest,
 * link</td><td>{@code false}; absent when true or unchecked (the packed cell tells which)</td></tr>
 * <tr><td>{@code Data:SymbolMatch}, {@code SideMatch}</td><td>link</td><td>{@code false}, on the
 * parent's row</td></tr>
 * <tr><td>{@code Data:InstrumentMatch}</td><td>link</td><td>{@code false}, on the row of a parent
 * whose children all have its Symbol</td></tr>
 * <tr><td>{@code Data:ChildSymbol}, {@code ChildSide}</td><td>link</td><td>of the first child with
 * another Symbol or Side</td></tr>
 * <tr><td>{@code Link:p<content>}</td><td>ingest</td><td>{@link ParentReferenceCell}, one a content: Parent and
 * Merge</td></tr>
 * <tr><td>{@code Link:c<child's key>}, {@code Link:c<child's key><its trade date>} where that is
 * another</td><td>link</td><td>relation code: Child, one column a child</td></tr>
 * <tr><td>{@code Link:k<event's key>}, with its trade date where that is
 * another</td><td>ingest</td><td>on the row of a key of CAT: the event bears it, code of the {@link
 * CatKey.Kind}</td></tr>
 * <tr><td>{@code Link:Grandparent}</td><td>link</td><td>{@link LineageCell}</td></tr>
 * <tr><td>{@code Link:Lifecycle}</td><td>link</td><td>{@link LifecycleCell}, on the oldest
 * root</td></tr>
 * <tr><td>{@code Error:status}</td><td>ingest, link</td><td>words of {@link ErrorStatus}</td></tr>
 * <tr><td>{@code Error:feedback}</td><td>link</td><td>{@link FeedbackCell}, where link found an
 * error</td></tr>
 * <tr><td>{@code Error:faults}</td><td>link</td><td>{@link FaultsCell}, where a fault was not gone in
 * time</td></tr>
 * </table>
 *
 * <p>{@code <content>} is the {@link ContentHash} of the message without the tags 8, 9, 10, 34, 43,
 * 52, 97 and 122: a repeated message has the same column, and two contents under one key have two.
 * The timestamp of these cells is the larger the earlier SendingTime is, so that the store keeps
 * the earliest copy of a repeated message. Other cells of ingest have the timestamp {@link
 * #INGEST_TIMESTAMP}, cells of link have the number of the link run.
 */
public final class TableSchema {
  /**
   * Version of the layout of rows, stored in the meta table. Version 1 had 64 bits of a content's
   * hash in its columns, version 2 one table for all trade dates.
   */
  public static final int FORMAT_VERSION = 3;

  /** Values of the message. */
  public static final String DATA = "Data";

  /** Parents, children, grandparent, lifecycle. */
  public static final String LINK = "Link";

  /** Error statuses of the event. */
  public static final String ERROR = "Error";

  public static final String REPORTER_ID_VALID = "ReporterIdValid";
  public static final String CUSTOMER_ID_VALID = "CustomerIdValid";
  public static final String SYMBOL_VALID = "SymbolValid";
  public static final String SYMBOL_MATCH = "SymbolMatch";
  public static final String SIDE_MATCH = "SideMatch";
  public static final String INSTRUMENT_MATCH = "InstrumentMatch";
  public static final String CHILD_SYMBOL = "ChildSymbol";
  public static final String CHILD_SIDE = "ChildSide";
  public static final String GRANDPARENT = "Grandparent";
  public static final String LIFECYCLE = "Lifecycle";
  public static final String STATUS = "status";
  public static final String FEEDBACK = "feedback";
  public static final String FAULTS = "faults";

  /** First byte of {@code Data:e<content>}. */
  public static final byte EVENT_PREFIX = 'e';

  /** First byte of {@code Data:o<content>}. */
  public static final byte ORIGIN_PREFIX = 'o';

  /** First byte of {@code Link:p<content>}. */
  public static final byte REFERENCES_PREFIX = 'p';

  /** First byte of {@code Link:c<child's key>}. */
  public static final byte CHILD_PREFIX = 'c';

  /** First byte of {@code Link:k<event's key>}. */
  public static final byte BEARER_PREFIX = 'k';

  /** Length of {@code c<child's key>}. */
  public static final int CHILD_QUALIFIER_LENGTH = 1 + RowKey.LENGTH;

  /** Length of {@code c<child's key><its trade date>}, of a child on another trade date. */
  public static final int DATED_CHILD_QUALIFIER_LENGTH = CHILD_QUALIFIER_LENGTH + Integer.BYTES;

  /** Timestamp of the flags and statuses that ingest writes; every link run's number is larger. */
  public static final long INGEST_TIMESTAMP = 1;

  /** SendingTime of a message without a readable one: later than all others. */
  public static final long NO_TIME = Long.MAX_VALUE;

  /** Value of a flag column, in ASCII. */
  public static final String FALSE = "false";

  private static final long NANOS_PER_MICRO = 1_000;

  /** Length of {@code e<content>} and {@code p<content>}: prefix and {@link ContentHash}. */
  private static final int CONTENT_LENGTH = 1 + RowKey.LENGTH;

  /** The same with the nanoseconds of SendingTime. */
  private static final int LONG_CONTENT_LENGTH = CONTENT_LENGTH + 2;

  /**
   * Microseconds from 1970 to the year 2096; timestamps must stay below 2^63 / 1000 on Bigtable.
   */
  private static final long TIMESTAMP_ORIGIN = 4_000_000_000_000_000L;

  /** Contents that are sent before the year 2065 have larger timestamps, link runs smaller. */
  private static final long CONTENT_TIMESTAMPS = 1_000_000_000_000_000L;

  private static final long LARGEST_TIMESTAMP = 9_000_000_000_000_000L;

  private TableSchema() {}

  /**
   * Timestamp of an event's cells: the earlier the message was sent, the larger, since stores
   * return the cell with the largest timestamp.
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
   * True for the timestamps of nearly all contents, and false for those of all other cells of a
   * row. Only speed may depend on it.
   */
  public static boolean isContentTimestamp(long timestamp) {
    return timestamp > CONTENT_TIMESTAMPS;
  }

  /**
   * Column of one content: prefix, hash, and the nanoseconds within the timestamp's microsecond, if
   * they are not zero.
   *
   * @param hashHigh first half of the {@link ContentHash}
   * @param hashLow second half
   */
  public static byte[] contentQualifier(
      byte prefix, long hashHigh, long hashLow, long sendingTime) {
    int rest = sendingTime == NO_TIME ? 0 : (int) Math.floorMod(sendingTime, NANOS_PER_MICRO);
    byte[] qualifier = new byte[rest == 0 ? CONTENT_LENGTH : LONG_CONTENT_LENGTH];
    qualifier[0] = prefix;
    RowKey.write(hashHigh, hashLow, qualifier, 1);
    if (rest != 0) {
      qualifier[CONTENT_LENGTH] = (byte) (rest >>> 8);
      qualifier[CONTENT_LENGTH + 1] = (byte) rest;
    }
    return qualifier;
  }

  /** Column of the {@link OriginCell} of a content. */
  public static byte[] originQualifier(long hashHigh, long hashLow) {
    byte[] qualifier = new byte[CONTENT_LENGTH];
    qualifier[0] = ORIGIN_PREFIX;
    RowKey.write(hashHigh, hashLow, qualifier, 1);
    return qualifier;
  }

  /**
   * Timestamp of an {@link OriginCell}: a function of the place, so that the store keeps the same
   * one of several places, in whatever order they are written. It lies in the range of the
   * contents' timestamps, since such cells are written with contents and are read as rarely.
   */
  public static long originTimestamp(long file, long rangeStart, int line) {
    long mixed = (file + rangeStart * 31 + line) * 0x9e3779b97f4a7c15L;
    return CONTENT_TIMESTAMPS + 1 + (mixed >>> 13);
  }

  /** True for a qualifier made by {@link #contentQualifier} with {@code prefix}. */
  public static boolean isContent(byte prefix, byte[] buffer, int offset, int length) {
    return (length == CONTENT_LENGTH || length == LONG_CONTENT_LENGTH) && buffer[offset] == prefix;
  }

  /** True if two qualifiers made by {@link #contentQualifier} are of the same content. */
  public static boolean isSameContent(byte[] a, int offsetA, byte[] b, int offsetB) {
    return RowKey.high(a, offsetA + 1) == RowKey.high(b, offsetB + 1)
        && RowKey.low(a, offsetA + 1) == RowKey.low(b, offsetB + 1);
  }

  /** The content's hash in a qualifier made by {@link #contentQualifier}, in hex digits. */
  public static String contentName(byte[] buffer, int offset) {
    return String.format(
        "%016x%016x", RowKey.high(buffer, offset + 1), RowKey.low(buffer, offset + 1));
  }

  /**
   * Column of one child.
   *
   * @param childDate trade date of the child, days since 1970-01-01
   * @param rowDate trade date of the table that the column is in
   */
  public static byte[] childQualifier(long childHigh, long childLow, int childDate, int rowDate) {
    return qualifier(CHILD_PREFIX, childHigh, childLow, childDate, rowDate);
  }

  /** Column of an event that bears the key whose row it is; see {@link #childQualifier}. */
  public static byte[] bearerQualifier(long high, long low, int eventDate, int rowDate) {
    return qualifier(BEARER_PREFIX, high, low, eventDate, rowDate);
  }

  private static byte[] qualifier(
      byte prefix, long childHigh, long childLow, int childDate, int rowDate) {
    boolean dated = childDate != rowDate;
    byte[] qualifier = new byte[dated ? DATED_CHILD_QUALIFIER_LENGTH : CHILD_QUALIFIER_LENGTH];
    qualifier[0] = prefix;
    RowKey.write(childHigh, childLow, qualifier, 1);
    if (dated) {
      for (int i = 0; i < Integer.BYTES; i++) {
        qualifier[CHILD_QUALIFIER_LENGTH + i] = (byte) (childDate >>> (24 - 8 * i));
      }
    }
    return qualifier;
  }

  /** True for a qualifier made by {@link #childQualifier}. */
  public static boolean isChild(byte[] buffer, int offset, int length) {
    return (length == CHILD_QUALIFIER_LENGTH || length == DATED_CHILD_QUALIFIER_LENGTH)
        && buffer[offset] == CHILD_PREFIX;
  }

  /** True for a qualifier made by {@link #bearerQualifier}. */
  public static boolean isBearer(byte[] buffer, int offset, int length) {
    return (length == CHILD_QUALIFIER_LENGTH || length == DATED_CHILD_QUALIFIER_LENGTH)
        && buffer[offset] == BEARER_PREFIX;
  }

  /**
   * Trade date of the child of a qualifier made by {@link #childQualifier}.
   *
   * @param rowDate trade date of the table that the column is in
   */
  public static int childDate(byte[] buffer, int offset, int length, int rowDate) {
    return length == CHILD_QUALIFIER_LENGTH
        ? rowDate
        : PackedReader.i32(buffer, offset + CHILD_QUALIFIER_LENGTH);
  }

  /** True when the qualifier at {@code offset} is {@code column}. */
  public static boolean is(byte[] column, byte[] buffer, int offset, int length) {
    return Arrays.equals(column, 0, column.length, buffer, offset, offset + length);
  }
}
