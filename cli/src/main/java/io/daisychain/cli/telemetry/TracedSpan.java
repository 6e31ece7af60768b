package io.daisychain.cli.telemetry;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A span that is told. The command's, which is the outermost, sends all of them at its end. */
final class TracedSpan implements Telemetry.Span {
  /** Version, trace, span and flags: W3C Trace Context, 3.2. */
  private static final Pattern PARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;

  final String name;
  final byte[] trace;
  final byte[] id = random(SPAN_BYTES);

  /** Of the span that this one is a part of; empty for none. */
  final byte[] parent;

  final long start = now();
  private final long began = System.nanoTime();
  final Map<String, Object> attributes = Collections.synchronizedMap(new LinkedHashMap<>());
  final boolean isCommand;
  private final boolean isSampled;
  private final TracedSpan outer;
  private final Consumer<TracedSpan> current;
  private final List<TracedSpan> ended;
  private String error;
  private long end;

  private TracedSpan(
      String name,
      byte[] trace,
      byte[] parent,
      boolean isCommand,
      boolean isSampled,
      TracedSpan outer,
      Consumer<TracedSpan> current,
      List<TracedSpan> ended) {
    this.name = name;
    this.trace = trace;
    this.parent = parent;
    this.isCommand = isCommand;
    this.isSampled = isSampled;
    this.outer = outer;
    this.current = current;
    this.ended = ended;
  }

  /**
   * The span of a command.
   *
   * @param parent of whoever started it, as W3C Trace Context writes it; else it begins a trace
   * @param outer of the command that does this one; null for none
   */
  static TracedSpan ofCommand(
      String name, String parent, TracedSpan outer, Consumer<TracedSpan> current) {
    Matcher given = PARENT.matcher(parent);
    boolean isGiven =
        given.matches()
            && !given.group(1).matches("0+")
            && !given.group(2).matches("0+")
            && !parent.startsWith("ff");
    return new TracedSpan(
        name,
        isGiven ? bytes(given.group(1)) : random(TRACE_BYTES),
        isGiven ? bytes(given.group(2)) : new byte[0],
        true,
        !isGiven || (Integer.parseInt(given.group(3), 16) & 1) == 1,
        outer,
        current,
        Collections.synchronizedList(new ArrayList<>()));
  }

  TracedSpan inner(String part) {
    return new TracedSpan(part, trace, id, false, isSampled, this, current, ended);
  }

  private static byte[] bytes(String hex) {
    return java.util.HexFormat.of().parseHex(hex);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static long now() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  @Override
  public void with(String key, Object value) {
    attributes.put(key, value);
  }

  @Override
  public void fails(String why) {
    error = why;
  }

  /** Why it failed; null where it did not. */
  String error() {
    return error;
  }

  long end() {
    return end;
  }

  @Override
  public void close() {
    end = start + System.nanoTime() - began;
    ended.add(this);
    current.accept(outer);
    if (isCommand) {
      OtlpSender.ofEnvironment().send(this, List.copyOf(ended), isSampled);
    }
  }
}
