package io.daisychain.cli.terminal;

import io.daisychain.beam.WritableFiles;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.util.UserCodeException;

/** Finds the message in a chain of exceptions that says what went wrong. */
public final class ErrorCauses {
  private ErrorCauses() {}

  public static String message(Throwable thrown) {
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
   * Message for a class or library that cannot be loaded: a native library in a jar that could not
   * be unpacked into the temporary folder, or a class path that is not whole.
   */
  public static String ofLibrary(LinkageError error) {
    Throwable cause = error;
    boolean isNative = error instanceof UnsatisfiedLinkError;
    while (cause.getCause() != null) {
      cause = cause.getCause();
      isNative |= cause instanceof UnsatisfiedLinkError || cause instanceof IOException;
    }
    String reason = cause instanceof IOException e ? WritableFiles.reason(e) : cause.toString();
    if (isNative) {
      String folder = System.getProperty("java.io.tmpdir");
      return "a library cannot be loaded, which takes up to 72 MB in " + folder + ": " + reason;
    }
    return "a class cannot be loaded; is the class path whole, and of one version? " + reason;
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
