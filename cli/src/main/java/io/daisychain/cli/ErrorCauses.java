package io.daisychain.cli;

import io.daisychain.beam.WritableFiles;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.util.UserCodeException;

/** Finds the words in an exception that say what went wrong. */
final class ErrorCauses {
  private ErrorCauses() {}

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

  /**
   * Why code cannot be used: mostly since a library of the machine's code, which lies in a jar, was
   * to be unpacked into the temporary folder and could not.
   */
  static String ofLibrary(LinkageError error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String words = cause instanceof IOException e ? WritableFiles.reason(e) : cause.toString();
    String folder = System.getProperty("java.io.tmpdir");
    return "a library cannot be loaded, which takes up to 72 MB in " + folder + ": " + words;
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
    return thrown.getClass() == IOException.class
        || thrown.getClass().getName().startsWith("io.daisychain.");
  }
}
