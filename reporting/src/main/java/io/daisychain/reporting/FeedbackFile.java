package io.daisychain.reporting;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One file of feedback, line by line.
 *
 * <p>A kind of errors is a status, reason and tag. Of each kind of a reporter a limited number has
 * a line each; one line at the end of the reporter's lines has the number of the others.
 */
final class FeedbackFile implements Closeable {
  private final CsvFile out;
  private final FeedbackLimits limits;
  private final Map<Kind, long[]> kinds = new TreeMap<>();

  /** Of errors whose kinds are too many to be counted one by one: told and not told. */
  private final long[] furtherKinds = new long[2];

  /** Begins a file, which is closed with this. */
  FeedbackFile(OutputStream out, FeedbackLimits limits) throws IOException {
    this.out = new CsvFile(out, WriteFeedback.HEADER);
    this.limits = limits;
  }

  private record Kind(String status, String reason, int tag) implements Comparable<Kind> {
    @Override
    public int compareTo(Kind other) {
      int order = status.compareTo(other.status);
      order = order != 0 ? order : reason.compareTo(other.reason);
      return order != 0 ? order : Integer.compare(tag, other.tag);
    }
  }

  /**
   * Adds an error, unless there were too many of its kind.
   *
   * @param number of the line in the input, 0 where unknown
   */
  void add(FeedbackLine error, long number) throws IOException {
    Kind kind = new Kind(error.status(), error.reason(), error.tag());
    long[] told = kinds.get(kind);
    if (told == null) {
      told = kinds.size() < limits.kinds() ? new long[2] : furtherKinds;
      if (told != furtherKinds) {
        kinds.put(kind, told);
      }
    }
    if (told[0] < limits.linesOfAKind()) {
      told[0]++;
      write(error, number);
    } else {
      told[1] += error.count();
    }
  }

  /** Ends a reporter's lines with what was not told one by one. */
  void endReporter(String reporter) throws IOException {
    for (Map.Entry<Kind, long[]> entry : kinds.entrySet()) {
      Kind kind = entry.getKey();
      more(reporter, kind, entry.getValue()[1], "of this kind");
    }
    more(reporter, new Kind("", "", 0), furtherKinds[1], "of other kinds");
    kinds.clear();
    furtherKinds[0] = 0;
    furtherKinds[1] = 0;
  }

  private void more(String reporter, Kind kind, long count, String ofWhat) throws IOException {
    if (count == 0) {
      return;
    }
    String text =
        String.format(Locale.ROOT, "... and %,d more %s, which the summary counts", count, ofWhat);
    write(
        new FeedbackLine(
            "", 0, 0, -1, 0, reporter, "", "", "", kind.status, kind.reason, kind.tag, text),
        0);
  }

  private void write(FeedbackLine error, long number) throws IOException {
    out.write(
        error.file(),
        number > 0 ? Long.toString(number) : "",
        error.offset() >= 0 ? Long.toString(error.offset()) : "",
        error.reporter(),
        error.eventType(),
        error.eventId(),
        error.id(),
        error.status(),
        error.reason(),
        error.tag() > 0 ? Integer.toString(error.tag()) : "",
        error.text());
  }

  /** Hands all lines to the operating system. */
  void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
