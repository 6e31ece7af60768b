package io.daisychain.cli.telemetry;

import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Secrets;
import java.io.IOException;

/**
 * Spans of the command that this thread does: the command, its stages, their jobs and loads. One
 * process may do several commands, each on a thread of its own.
 */
public final class Telemetry {
  /** Where OTLP is spoken, as OpenTelemetry's specification names it; off without. */
  static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  /** Begins the names of what a stage counted, which become metrics too. */
  public static final String COUNT = "count.";

  /** The innermost span of each thread; nothing is put here while it is off. */
  private static final ThreadLocal<TracedSpan> CURRENT = new ThreadLocal<>();

  private Telemetry() {}

  /** A stretch of work, from its making to {@link #close}. */
  public interface Span extends AutoCloseable {
    /** Says more of it; what is no number or truth becomes text. */
    void with(String name, Object value);

    /** Says that it failed. */
    void fails(String why);

    @Override
    void close();
  }

  /** A span that nobody is told of. */
  private static final Span NONE =
      new Span() {
        @Override
        public void with(String name, Object value) {}

        @Override
        public void fails(String why) {}

        @Override
        public void close() {}
      };

  /** A command begins; what it sends is sent when it is closed. */
  public static Span command(String name) {
    if (Environment.get(ENDPOINT).isEmpty()
        || Environment.get("OTEL_SDK_DISABLED").equalsIgnoreCase("true")) {
      return NONE;
    }
    TracedSpan outer = CURRENT.get();
    TracedSpan span =
        TracedSpan.ofCommand(name, Environment.get("TRACEPARENT"), outer, CURRENT::set);
    CURRENT.set(span);
    return span;
  }

  /** A part of a command. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Span span) throws IOException;
  }

  /** Does a part of what this thread does; of nothing it is told where no command is. */
  public static <T> T during(String name, Work<T> work) throws IOException {
    TracedSpan outer = CURRENT.get();
    if (outer == null) {
      return work.run(NONE);
    }
    try (TracedSpan span = outer.inner(name)) {
      CURRENT.set(span);
      return failing(span, work);
    }
  }

  private static <T> T failing(TracedSpan span, Work<T> work) throws IOException {
    try {
      return work.run(span);
    } catch (IOException | RuntimeException e) {
      span.fails(Secrets.masked(ErrorCauses.message(e)));
      throw e;
    }
  }
}
