package io.daisychain.explorer.point;

import io.daisychain.warehouse.duckdb.DuckDbReader;
import java.io.IOException;
import java.nio.IntBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/**
 * Reads hashes of the ids that reporters wrote. They are texts that hardly repeat, and so a quarter
 * of all there is to read, but only the search wants them: they are read when all else is shown.
 */
public final class TextHashes {
  private static final String ROWS =
      """
      SELECT e.timestampNanos, $HASH(e.EventId), $HASH(e.clOrdId), $HASH(e.orderId)
      FROM events AS e
      WHERE $DATES AND e.timestampNanos IS NOT NULL
      """;

  private final ShownDates dates;
  private final long[] time;
  private final int[] placeOf;
  private final int[] eventId;
  private final int[] clOrdId;
  private final int[] orderId;

  private TextHashes(ShownDates dates, long[] time, int[] placeOf) {
    this.dates = dates;
    this.time = time;
    this.placeOf = placeOf;
    this.eventId = new int[time.length];
    this.clOrdId = new int[time.length];
    this.orderId = new int[time.length];
  }

  /**
   * Reads them.
   *
   * @param time of events, ascending
   * @param placeOf the event of each row, in the order in which the warehouse gives them
   */
  static Points.Hashes read(DuckDbReader warehouse, ShownDates dates, long[] time, int[] placeOf)
      throws IOException {
    return warehouse.work(new TextHashes(dates, time, placeOf)::read);
  }

  private Points.Hashes read(Connection connection) throws SQLException, IOException {
    String sql =
        ROWS.replace("$DATES", dates.condition("e")).replaceAll("\\$HASH\\(([^)]*)\\)", of("$1"));
    int rows = 0;
    try (DuckDBPreparedStatement statement =
            connection.prepareStatement(sql).unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        rows = add(result.chunk(), rows);
      }
    }
    if (rows != time.length) { // a failure while it streams ends it without a word
      throw new IOException("the warehouse gave ids of " + rows + " events of " + time.length);
    }
    return new Points.Hashes(
        IntBuffer.wrap(eventId), IntBuffer.wrap(clOrdId), IntBuffer.wrap(orderId));
  }

  private int add(DuckDBDataChunkReader chunk, int begin) throws IOException {
    int count = (int) chunk.rowCount();
    if (begin + count > time.length) {
      throw new IOException("the warehouse gave ids of more than " + time.length + " events");
    }
    DuckDBReadableVector times = chunk.vector(0);
    DuckDBReadableVector eventIds = chunk.vector(1);
    DuckDBReadableVector clOrdIds = chunk.vector(2);
    DuckDBReadableVector orderIds = chunk.vector(3);
    for (int i = 0; i < count; i++) {
      int place = placeOf[begin + i];
      if (times.getLong(i) != time[place]) {
        throw new IOException("the warehouse gave its rows in another order than before");
      }
      eventId[place] = eventIds.getInt(i);
      clOrdId[place] = clOrdIds.getInt(i);
      orderId[place] = orderIds.getInt(i);
    }
    return begin + count;
  }

  /** A hash of a text as a number of 32 bits; 0 for none. */
  public static String of(String text) {
    return "COALESCE(((hash(" + text + ") >> 33)::INTEGER), 0)";
  }
}
