package io.daisychain.store;

import com.google.bigtable.repackaged.com.google.api.gax.rpc.ApiException;
import com.google.bigtable.repackaged.com.google.api.gax.rpc.StatusCode;
import com.google.bigtable.repackaged.io.grpc.StatusRuntimeException;
import io.daisychain.model.RowKey;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/** What went wrong in a store, in words that name the table and the row or rows. */
public final class StoreFailure {
  private static final int MOST_CAUSES = 30;

  /** What Bigtable's own client retries, of calls that it knows to be harmless. */
  private static final Set<StatusCode.Code> PASSING =
      Set.of(
          StatusCode.Code.UNAVAILABLE, StatusCode.Code.DEADLINE_EXCEEDED, StatusCode.Code.ABORTED);

  private StoreFailure() {}

  /** A change of rows of a table that was refused, or could not be made for too long. */
  public static IOException ofRows(String table, List<? extends Row> rows, Exception failure) {
    if (failure instanceof RetriesExhaustedWithDetailsException details
        && details.getNumExceptions() > 0) {
      int more = details.getNumExceptions() - 1;
      String others = more == 0 ? "" : " and " + more + (more == 1 ? " other" : " others");
      return failure(
          "table %s, row %s%s: %s"
              .formatted(table, key(details.getRow(0).getRow()), others, words(details)),
          failure);
    }
    String first = key(rows.get(0).getRow());
    String all =
        rows.size() == 1
            ? "row " + first
            : rows.size()
                + " rows from "
                + first
                + " to "
                + key(rows.get(rows.size() - 1).getRow());
    return failure("table " + table + ", " + all + ": " + words(failure), failure);
  }

  /** A range of rows that could not be read. */
  public static IOException ofRange(String table, byte[] start, byte[] end, Exception failure) {
    String from = start.length == 0 ? "the first" : key(start);
    String to = end.length == 0 ? "the last" : "before " + key(end);
    return failure(
        "table " + table + ", rows from " + from + " to " + to + ": " + words(failure), failure);
  }

  /** A row with a name that could not be read or changed. */
  static IOException ofRow(String table, String row, Exception failure) {
    return failure("table " + table + ", row '" + row + "': " + words(failure), failure);
  }

  /** A table that could not be made, described or changed. */
  static IOException ofTable(String table, Exception failure) {
    return failure("table " + table + ": " + words(failure), failure);
  }

  /** False for what the store will refuse again, whenever it is asked. */
  public static boolean isWorthRetrying(Throwable failure) {
    boolean refused = false;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      // Bigtable's client wraps what passes like what does not: the status decides.
      if (cause instanceof ApiException bigtable) {
        return PASSING.contains(bigtable.getStatusCode().getCode());
      }
      if (cause instanceof StatusRuntimeException grpc) {
        return PASSING.contains(StatusCode.Code.valueOf(grpc.getStatus().getCode().name()));
      }
      refused |=
          cause instanceof DoNotRetryIOException
              || cause instanceof IllegalArgumentException
              || cause instanceof UnsupportedOperationException;
      cause = causeOf(cause);
    }
    // Of other exceptions those of input and output pass, those of programs do not.
    return failure instanceof IOException && !refused;
  }

  /** What is behind a failure; of several changes that were refused, of the first. */
  private static Throwable causeOf(Throwable failure) {
    return failure instanceof RetriesExhaustedWithDetailsException details
            && details.getNumExceptions() > 0
        ? details.getCause(0)
        : failure.getCause();
  }

  /** Not as a cause: runners throw the cause of what they get, and the words would be lost. */
  private static IOException failure(String words, Exception failure) {
    IOException named = new IOException(words);
    named.addSuppressed(failure);
    return named;
  }

  /** The first line of the innermost message, with the kind of failure that it belongs to. */
  public static String words(Throwable failure) {
    Throwable cause = failure;
    Throwable telling = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
        telling = cause;
      }
      cause = causeOf(cause);
    }
    String message = telling.getMessage();
    if (message == null) {
      return telling.getClass().getSimpleName();
    }
    String line = message.lines().findFirst().orElse(message);
    return telling.getClass() == IOException.class || telling instanceof StatusRuntimeException
        ? line
        : telling.getClass().getSimpleName() + ": " + line;
  }

  /** As {@code row ID} takes it, where it is a key of ours. */
  private static String key(byte[] row) {
    return row.length == RowBatch.KEY_LENGTH
        ? RowKey.read(row, 0).toString()
        : HexFormat.of().formatHex(row);
  }
}
