package io.daisychain.reporting;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One file of feedback, line by line: as CSV, and beside it the same lines as JSON objects.
 *
 * <p>A kind of errors is a status, reason, tag and role. Of each kind of a reporter a limited
 * number has a line each; one line at the end of the reporter's lines has the number of the others.
 */
final class FeedbackFile implements Closeable {
  private final List<String> columns;
  private final CsvFile csv;
  private final JsonLinesFile json;
  private final FeedbackLimits limits;
  private final Map<Kind, long[]> kinds = new TreeMap<>();

  /** Of errors whose kinds are too many to be counted one by one: told and not told. */
  private final long[] furtherKinds = new long[2];

  private FeedbackFile(FeedbackStage stage, CsvFile csv, JsonLinesFile json, FeedbackLimits limits)
      throws IOException {
    columns = stage.columns();
    this.csv = csv;
    this.json = json;
    this.limits = limits;
  }

  /**
   * Begins a file.
   *
   * @param name with the ending {@link FeedbackStage#csv}
   */
  static FeedbackFile create(
      String directory, String name, FeedbackStage stage, FeedbackLimits limits)
      throws IOException {
    CsvFile csv =
        new CsvFile(
            WriteFeedback.create(directory, name, "text/csv"),
            String.join(",", stage.columns()) + "\n");
    try {
      String beside = stage.jsonBeside(name);
      var json = new JsonLinesFile(WriteFeedback.create(directory, beside, "application/jsonl"));
      return new FeedbackFile(stage, csv, json, limits);
    } catch (IOException | RuntimeException e) {
      csv.close();
      throw e;
    }
  }

  private record Kind(String status, String reason, int tag, FeedbackRole role)
      implements Comparable<Kind> {
    @Override
    public int compareTo(Kind other) {
      int order = role.compareTo(other.role);
      order = order != 0 ? order : status.compareTo(other.status);
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
    Kind kind = new Kind(error.status(), error.reason(), error.tag(), error.role());
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
    more(reporter, new Kind("", "", 0, FeedbackRole.REPORTER), furtherKinds[1], "of other kinds");
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
    FeedbackLine line =
        new FeedbackLine(
            "", 0, 0, -1, 0, reporter, "", "", "", kind.status, kind.reason, kind.tag, text);
    write(line.with(kind.role, ""), 0);
  }

  private void write(FeedbackLine error, long number) throws IOException {
    Object[] values = {
      VisibleLine.of(error.file()),
      number > 0 ? number : null,
      error.offset() >= 0 ? error.offset() : null,
      VisibleLine.of(error.reporter()),
      error.eventType(),
      VisibleLine.of(error.eventId()),
      error.id(),
      error.status(),
      error.reason(),
      !error.record().field().isEmpty()
          ? error.record().field()
          : error.tag() > 0 ? (Object) error.tag() : null,
      VisibleLine.of(error.text()),
      error.role().word(),
      VisibleLine.of(error.counterparty())
    };
    csv.write(columns, values);
    json.write(columns, values);
  }

  /** Hands all lines to the operating system. */
  void flush() throws IOException {
    csv.flush();
    json.flush();
  }

  @Override
  public void close() throws IOException {
    try {
      csv.close();
    } finally {
      json.close();
    }
  }
}
