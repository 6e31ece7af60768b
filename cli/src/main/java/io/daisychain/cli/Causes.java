package io.daisychain.cli;

import io.daisychain.warehouse.WarehouseException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.util.UserCodeException;

/** Finds the words in an exception that say what went wrong. */
final class Causes {
  private Causes() {}

  static String words(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && (isWrapper(cause) || cause.getMessage() == null)) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    if (message == null || message.isBlank()) {
      return cause.getClass().getSimpleName();
    }
    if (cause instanceof WarehouseException) {
      return message.strip(); // DuckDB's hints and the place in the query are on further lines
    }
    int lineEnd = message.indexOf('\n');
    String line = lineEnd < 0 ? message : message.substring(0, lineEnd);
    return isPlain(cause) ? line : cause.getClass().getSimpleName() + ": " + line;
  }

  private static boolean isWrapper(Throwable thrown) {
    return thrown instanceof UserCodeException
        || thrown instanceof Pipeline.PipelineExecutionException
        || thrown.getClass() == RuntimeException.class
        || thrown instanceof java.util.concurrent.ExecutionException
        || thrown.getClass().getName().startsWith("org.apache.flink.")
        || thrown instanceof java.io.UncheckedIOException;
  }

  /** Exceptions whose message stands for itself. */
  private static boolean isPlain(Throwable thrown) {
    return thrown.getClass() == java.io.IOException.class
        || thrown.getClass().getName().startsWith("io.daisychain.");
  }
}
